"""Names that the rules use: fouls, balls on, states of a frame, options after a foul."""

from enum import IntEnum, IntFlag


class Code(IntEnum):
    """Fouls, by their bit in a set of codes; each carries its article and two sentences."""

    NO_CONTACT = 0
    SEQUENCE = 1
    WRONG_DECL = 2
    NO_DECL = 3
    RED_AFTER_RED = 4
    WRONG_FIRST = 5
    SIMUL = 6
    INOFF = 7
    ILLEGAL_POT = 8
    OFF_TABLE = 9
    TOUCH_MOVED = 10
    JUMP = 11
    DOUBLE_HIT = 12
    PUSH = 13
    BALL_MOVING = 14
    RESPOT_PENDING = 15
    NOT_TIP = 16
    FEET = 17
    BAD_PLACEMENT = 18
    TOUCH = 19
    POTTED_USED = 20
    AFTER_WARNING = 21
    CONDUCT = 22
    INTENTIONAL = 23
    TIME = 24
    BEFORE_DECL = 25
    SNK_FREE = 26
    HIDE_TOUCHED = 27

    @property
    def article(self) -> str:
        """Article of the Portuguese federation."""
        return _TEXTS[self][0]

    @property
    def english(self) -> str:
        """What was wrong, in English."""
        return _TEXTS[self][1]

    @property
    def portuguese(self) -> str:
        """What was wrong, in Portuguese."""
        return _TEXTS[self][2]


_TEXTS = {
    Code.NO_CONTACT: ("55.26", "no ball was hit", "nenhuma bola foi tocada"),
    Code.SEQUENCE: ("55.27", "a ball out of order was played", "bola jogada fora da ordem"),
    Code.WRONG_DECL: ("55.13", "a ball not on was declared", "bola anunciada não permitida"),
    Code.NO_DECL: ("55.17", "no colour was declared", "a bola de cor não foi anunciada"),
    Code.RED_AFTER_RED: ("55.22", "a red was played after a red", "vermelha após vermelha"),
    Code.WRONG_FIRST: ("55.13", "a ball not on was hit first", "tocada primeiro outra bola"),
    Code.SIMUL: ("55.14", "two balls were hit at once", "duas bolas tocadas em simultâneo"),
    Code.INOFF: ("55.1", "the cue ball was potted", "a bola branca foi embolsada"),
    Code.ILLEGAL_POT: ("55.11", "a ball not on was potted", "embolsada bola não visada"),
    Code.OFF_TABLE: ("55.10", "a ball left the table", "uma bola saiu da mesa"),
    Code.TOUCH_MOVED: ("55.4", "a touching ball was moved", "bola colada foi movida"),
    Code.JUMP: ("55.16", "the cue ball jumped over a ball", "a branca saltou sobre uma bola"),
    Code.DOUBLE_HIT: ("55.2", "the cue ball was hit twice", "a branca foi tocada duas vezes"),
    Code.PUSH: ("55.3", "a push stroke", "bola conduzida"),
    Code.BALL_MOVING: ("55.5", "played with a ball moving", "jogada com bola em movimento"),
    Code.RESPOT_PENDING: ("55.6", "played before a respot", "jogada antes da reposição"),
    Code.NOT_TIP: ("55.7", "not played with the tip", "jogada sem usar a ponta"),
    Code.FEET: ("55.8", "no foot on the floor", "sem pé no chão"),
    Code.BAD_PLACEMENT: ("55.9", "cue ball in hand outside the D", "branca fora do D"),
    Code.TOUCH: ("55.18", "a ball was touched", "uma bola foi tocada"),
    Code.POTTED_USED: ("55.31", "a potted ball was used to measure", "usada bola embolsada"),
    Code.AFTER_WARNING: ("55.32", "played after a warning", "jogada após aviso do árbitro"),
    Code.CONDUCT: ("55.30", "unsporting conduct", "conduta antidesportiva"),
    Code.INTENTIONAL: ("55.33", "a deliberate miss", "falta propositada"),
    Code.TIME: ("55.29", "time exceeded", "tempo excedido"),
    Code.BEFORE_DECL: ("55.28", "foul before a colour was declared", "falta antes de anunciar"),
    Code.SNK_FREE: ("55.15", "snooker behind the free ball", "snooker com a bola livre"),
    Code.HIDE_TOUCHED: ("70", "snooker behind the ball played", "escondida pela bola tocada"),
}


class On(IntEnum):
    """The ball on; a colour of the sequence is its value."""

    RED = 0
    COL = 1  # a colour of the striker's choice, after a red
    YE = 2
    GR = 3
    BR = 4
    BL = 5
    PK = 6
    BK = 7
    TB = 8  # the black, spotted again after a tie


class State(IntEnum):
    """Who has to decide what."""

    TOSS = 0
    STROKE = 1
    FOUL_CHOICE = 2
    TIEBREAK_TOSS = 3
    CONCESSION = 4
    OVER = 5


class Option(IntFlag):
    """Options after a foul (art. 72)."""

    PLAY = 1
    FREE = 2
    HAND = 4
    PASS = 8
    REPLAY = 16
