"""Fouls, penalties and scores of single strokes; art. numbers are those of the federation."""

from dataclasses import dataclass, field

import jax
import numpy as np
import pytest

from baulk.env.ruling import Foul, Phase, Turn, after, call
from baulk.physics.balls import N_BALLS
from baulk.physics.outcome import Outcome
from baulk.physics.table import make_table

WHITE, RED1, RED2 = 0, 1, 2
YELLOW, GREEN, BROWN, BLUE, PINK, BLACK = range(16, 22)
REDS = range(1, 16)
_call = jax.jit(call)
TABLE = make_table()
_after = jax.jit(lambda outcome, turn, judged: after(TABLE, outcome, turn, judged))


def mask(*balls):
    return np.isin(np.arange(N_BALLS), balls)


@dataclass
class Stroke:
    """What happened, in the words of a test."""

    first: tuple = ()
    potted: tuple = ()
    off: tuple = ()
    jumped: tuple = ()
    touching: tuple = ()
    moved: tuple = ()
    present: tuple = tuple(range(N_BALLS))
    places: dict = field(default_factory=dict)

    def outcome(self):
        position = np.zeros((N_BALLS, 2), np.float32)
        position[:16, 0] = 0.3 + 0.1 * np.arange(16)
        position[:16, 1] = 0.6
        position[16:] = TABLE.spots
        for ball, place in self.places.items():
            position[ball] = place
        order = np.zeros(N_BALLS, np.int32)
        for number, ball in enumerate(self.potted, 1):
            order[ball] = number
        gone = mask(*self.potted, *self.off)
        no = np.zeros(N_BALLS, bool)
        return Outcome(
            position=position,
            on_table=mask(*self.present) & ~gone,
            first_hit=mask(*self.first),
            jumped=mask(*self.jumped),
            pot_order=order,
            pocket=np.where(order > 0, 4, -1),
            off_table=mask(*self.off),
            on_rail=no,
            touching=mask(*self.touching),
            struck_at_address=mask(*self.moved),
            cushions=np.zeros(N_BALLS, np.int32),
            cushions_before=np.int32(0),
            miscue=np.bool_(False),
            duration=np.float32(5.0),
            events=np.int32(10),
            status=np.int32(0),
            energy_gain=np.float32(0.0),
            overlap=np.float32(0.0),
        )


def red_on(free=-1):
    return Turn(np.int32(Phase.RED), mask(*REDS), np.int32(free))


def colour_on(ball):
    return Turn(np.int32(Phase.COLOUR), mask(ball), np.int32(-1))


def sequence_on(ball, free=-1):
    return Turn(np.int32(Phase.SEQUENCE), mask(ball), np.int32(free))


SCORES = {
    "one red": (Stroke((RED1,), (RED1,)), red_on(), 1),
    "two reds count one each": (Stroke((RED1,), (RED2, RED1)), red_on(), 2),
    "two reds hit at once are no foul": (Stroke((RED1, RED2)), red_on(), 0),
    "the nominated colour": (Stroke((BLACK,), (BLACK,)), colour_on(BLACK), 7),
    "a free ball counts as the red": (Stroke((BLUE,), (BLUE,)), red_on(BLUE), 1),
    "free ball and red": (Stroke((BLUE,), (BLUE, RED1)), red_on(BLUE), 2),
    "free ball as the yellow": (Stroke((PINK,), (PINK,)), sequence_on(YELLOW, PINK), 2),
    "yellow off the free ball": (Stroke((PINK,), (YELLOW,)), sequence_on(YELLOW, PINK), 2),
    "a touching red need not be hit": (Stroke((), touching=(RED1,)), red_on(), 0),
    "played away from a touching red onto a colour": (
        Stroke((BLUE,), touching=(RED1,)),
        red_on(),
        0,
    ),
}


@pytest.mark.parametrize(("stroke", "turn", "points"), SCORES.values(), ids=SCORES)
def test_legal_strokes_score(stroke, turn, points):
    judged = _call(stroke.outcome(), turn)
    assert int(judged.foul) == Foul.NONE
    assert int(judged.points) == points
    assert int(judged.penalty) == 0
    assert bool(judged.continues) == (points > 0)


FOULS = {
    "nothing hit": (Stroke(), red_on(), Foul.NO_CONTACT, 4),
    "nothing hit with black on": (Stroke(), colour_on(BLACK), Foul.NO_CONTACT, 7),
    "colour hit first": (Stroke((PINK,)), red_on(), Foul.WRONG_FIRST, 6),
    "yellow hit first costs four": (Stroke((YELLOW,)), red_on(), Foul.WRONG_FIRST, 4),
    "red hit first with black nominated": (Stroke((RED1,)), colour_on(BLACK), Foul.WRONG_FIRST, 7),
    "red and blue at once": (Stroke((RED1, BLUE)), red_on(), Foul.SIMULTANEOUS, 5),
    "red potted with the black on": (
        Stroke((BLACK,), (RED1,)),
        colour_on(BLACK),
        Foul.WRONG_POT,
        7,
    ),
    "colour potted off a red": (Stroke((RED1,), (BLUE,)), red_on(), Foul.WRONG_POT, 5),
    "in-off a red": (Stroke((RED1,), (WHITE,)), red_on(), Foul.IN_OFF, 4),
    "in-off the black": (Stroke((BLACK,), (WHITE,)), sequence_on(BLACK), Foul.IN_OFF, 7),
    "in-off with a red potted": (Stroke((RED1,), (RED1, WHITE)), red_on(), Foul.IN_OFF, 4),
    "cue ball off the table": (Stroke((RED1,), off=(WHITE,)), red_on(), Foul.OFF_TABLE, 4),
    "pink off the table": (Stroke((RED1,), off=(PINK,)), red_on(), Foul.OFF_TABLE, 6),
    "jump over the blue": (Stroke((RED1,), jumped=(BLUE,)), red_on(), Foul.JUMP, 5),
    "touching blue moved": (
        Stroke((RED1,), touching=(BLUE,), moved=(BLUE,)),
        red_on(),
        Foul.TOUCHING_MOVED,
        5,
    ),
    "red hit instead of the free ball": (Stroke((RED1,)), red_on(BLUE), Foul.WRONG_FIRST, 4),
    "highest of several": (Stroke((YELLOW,), (BLACK,)), red_on(), Foul.WRONG_FIRST, 7),
}


@pytest.mark.parametrize(("stroke", "turn", "foul", "penalty"), FOULS.values(), ids=FOULS)
def test_fouls_cost_the_highest_ball_involved(stroke, turn, foul, penalty):
    judged = _call(stroke.outcome(), turn)
    assert Foul(int(judged.foul)) == foul
    assert int(judged.penalty) == penalty
    assert int(judged.points) == 0
    assert not judged.continues


def _left(stroke, turn):
    outcome = stroke.outcome()
    return _after(outcome, turn, _call(outcome, turn))


def test_after_a_red_any_colour_is_on():
    left = _left(Stroke((RED1,), (RED1,)), red_on())
    assert int(left.phase) == Phase.COLOUR
    assert np.flatnonzero(left.targets).tolist() == [YELLOW, GREEN, BROWN, BLUE, PINK, BLACK]


def test_a_colour_comes_back_and_a_red_is_on():
    left = _left(Stroke((BLACK,), (BLACK,)), colour_on(BLACK))
    assert left.on_table[BLACK]
    np.testing.assert_allclose(left.position[BLACK], TABLE.spots[5], atol=1e-6)
    assert np.flatnonzero(left.targets).tolist() == list(REDS)


def test_the_colour_after_the_last_red_comes_back_and_yellow_is_on():
    colours = (WHITE, YELLOW, GREEN, BROWN, BLUE, PINK, BLACK)
    left = _left(Stroke((BLACK,), (BLACK,), present=colours), colour_on(BLACK))
    assert left.on_table[BLACK]
    assert np.flatnonzero(left.targets).tolist() == [YELLOW]


def test_in_the_sequence_a_potted_colour_stays_down():
    colours = (WHITE, GREEN, BROWN, BLUE, PINK, BLACK)
    left = _left(Stroke((GREEN,), (GREEN,), present=colours), sequence_on(GREEN))
    assert not left.on_table[GREEN]
    assert np.flatnonzero(left.targets).tolist() == [BROWN]


def test_in_the_sequence_a_colour_fouled_down_comes_back():
    colours = (WHITE, GREEN, BROWN, BLUE, PINK, BLACK)
    left = _left(Stroke((BROWN,), (BROWN,), present=colours), sequence_on(GREEN))
    assert left.on_table[BROWN]
    assert np.flatnonzero(left.targets).tolist() == [GREEN]


def test_an_in_off_leaves_the_cue_ball_in_hand_in_the_d():
    left = _left(Stroke((RED1,), (WHITE,)), red_on())
    assert left.in_hand
    assert left.on_table[WHITE]
    x, y = np.asarray(left.position[WHITE])
    assert np.hypot(x - TABLE.baulk_line, y) <= TABLE.d_radius
