"""Outcomes of the physics engine, ruled: from contacts and pots to the next position."""

from dataclasses import dataclass, field
from functools import partial

import jax
import numpy as np
import pytest

from baulk.env.rules.codes import Code, On, State
from baulk.env.rules.records import Declaration
from baulk.env.rules.ruleset import rule_set
from baulk.env.rules.stroke import rule_stroke, standing
from baulk.physics.balls import N_BALLS
from baulk.physics.outcome import Outcome
from baulk.physics.table import make_table

WHITE, RED1, RED2 = 0, 1, 2
YELLOW, GREEN, BROWN, BLUE, PINK, BLACK = range(16, 22)
REDS = range(1, 16)
TABLE = make_table()


@partial(jax.jit, static_argnames="rules")
def ruled(before, said, outcome, rules="fpb"):
    return rule_stroke(TABLE, rule_set(rules), before, said, outcome)


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
            kissed=no,
            cushions=np.zeros(N_BALLS, np.int32),
            cushions_before=np.int32(0),
            miscue=np.bool_(False),
            duration=np.float32(5.0),
            events=np.int32(10),
            status=np.int32(0),
            energy_gain=np.float32(0.0),
            overlap=np.float32(0.0),
        )


ALL = tuple(range(N_BALLS))


def duty(on, declared=-1, free=-1, present=ALL):
    """A striker's standing and what he says."""
    said = Declaration(np.int32(declared), np.int32(free), np.int32(-1), np.bool_(False))
    return standing(on, mask(*present)), said


def red_on(free=-1):
    return duty(On.RED, free=free)


def colour_on(ball, present=ALL):
    return duty(On.COL, declared=ball, present=present)


def sequence_on(ball, free=-1):
    return duty(ball - YELLOW + On.YE, free=free, present=(WHITE, *range(ball, 22)))


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


@pytest.mark.parametrize("rules", ["fpb", "wpbsa"])
@pytest.mark.parametrize(("stroke", "duty", "points"), SCORES.values(), ids=SCORES)
def test_legal_strokes_score(stroke, duty, points, rules):
    call = ruled(*duty, stroke.outcome(), rules).call
    assert int(call.codes) == 0
    assert int(call.points) == points
    assert int(call.penalty) == 0
    assert bool(call.striker_next) == (points > 0)


FOULS = {
    "nothing hit": (Stroke(), red_on(), Code.NO_CONTACT, 4),
    "nothing hit with black on": (Stroke(), colour_on(BLACK), Code.NO_CONTACT, 7),
    "colour hit first": (Stroke((PINK,)), red_on(), Code.WRONG_FIRST, 6),
    "yellow hit first costs four": (Stroke((YELLOW,)), red_on(), Code.WRONG_FIRST, 4),
    "red hit first with black nominated": (Stroke((RED1,)), colour_on(BLACK), Code.WRONG_FIRST, 7),
    "red and blue at once": (Stroke((RED1, BLUE)), red_on(), Code.SIMUL, 5),
    "red potted with the black on": (
        Stroke((BLACK,), (RED1,)),
        colour_on(BLACK),
        Code.ILLEGAL_POT,
        7,
    ),
    "colour potted off a red": (Stroke((RED1,), (BLUE,)), red_on(), Code.ILLEGAL_POT, 5),
    "in-off a red": (Stroke((RED1,), (WHITE,)), red_on(), Code.INOFF, 4),
    "in-off the pink": (Stroke((PINK,), (WHITE,)), sequence_on(PINK), Code.INOFF, 6),
    "in-off with a red potted": (Stroke((RED1,), (RED1, WHITE)), red_on(), Code.INOFF, 4),
    "cue ball off the table": (Stroke((RED1,), off=(WHITE,)), red_on(), Code.OFF_TABLE, 4),
    "pink off the table": (Stroke((RED1,), off=(PINK,)), red_on(), Code.OFF_TABLE, 6),
    "jump over the blue": (Stroke((RED1,), jumped=(BLUE,)), red_on(), Code.JUMP, 4),
    "touching blue moved": (
        Stroke((RED1,), touching=(BLUE,), moved=(BLUE,)),
        red_on(),
        Code.TOUCH_MOVED,
        5,
    ),
    "red hit instead of the free ball": (Stroke((RED1,)), red_on(BLUE), Code.WRONG_FIRST, 4),
    "highest of several": (Stroke((YELLOW,), (BLACK,)), red_on(), Code.WRONG_FIRST, 7),
}


@pytest.mark.parametrize("rules", ["fpb", "wpbsa"])
@pytest.mark.parametrize(("stroke", "duty", "code", "penalty"), FOULS.values(), ids=FOULS)
def test_fouls_cost_the_highest_ball_involved(stroke, duty, code, penalty, rules):
    call = ruled(*duty, stroke.outcome(), rules).call
    assert int(call.codes) >> code & 1
    assert int(call.penalty) == penalty
    assert int(call.points) == 0
    assert not call.striker_next
    assert State(int(call.state)) == State.FOUL_CHOICE


def test_after_a_red_any_colour_is_on():
    left = ruled(*red_on(), Stroke((RED1,), (RED1,)).outcome())
    assert int(left.call.on) == On.COL
    assert np.flatnonzero(left.targets).tolist() == [YELLOW, GREEN, BROWN, BLUE, PINK, BLACK]


def test_a_colour_comes_back_and_a_red_is_on():
    left = ruled(*colour_on(BLACK), Stroke((BLACK,), (BLACK,)).outcome())
    assert left.on_table[BLACK]
    np.testing.assert_allclose(left.position[BLACK], TABLE.spots[5], atol=1e-6)
    assert np.flatnonzero(left.targets).tolist() == list(REDS)


COLOURS = (WHITE, YELLOW, GREEN, BROWN, BLUE, PINK, BLACK)


def test_the_colour_after_the_last_red_comes_back_and_yellow_is_on():
    stroke = Stroke((BLACK,), (BLACK,), present=COLOURS)
    left = ruled(*colour_on(BLACK, COLOURS), stroke.outcome())
    assert left.on_table[BLACK]
    assert np.flatnonzero(left.targets).tolist() == [YELLOW]


def test_in_the_sequence_a_potted_colour_stays_down():
    stroke = Stroke((GREEN,), (GREEN,), present=(WHITE, *COLOURS[2:]))
    left = ruled(*sequence_on(GREEN), stroke.outcome())
    assert not left.on_table[GREEN]
    assert np.flatnonzero(left.targets).tolist() == [BROWN]


def test_in_the_sequence_a_colour_fouled_down_comes_back():
    stroke = Stroke((BROWN,), (BROWN,), present=(WHITE, *COLOURS[2:]))
    left = ruled(*sequence_on(GREEN), stroke.outcome())
    assert left.on_table[BROWN]
    assert np.flatnonzero(left.targets).tolist() == [GREEN]


def test_an_in_off_leaves_the_cue_ball_in_hand_in_the_d():
    left = ruled(*red_on(), Stroke((RED1,), (WHITE,)).outcome())
    assert left.call.in_hand
    assert left.on_table[WHITE]
    x, y = np.asarray(left.position[WHITE])
    assert np.hypot(x - TABLE.baulk_line, y) <= TABLE.d_radius


def _behind_the_blue(cushions):
    """The cue ball stops behind the blue that it hit, and every red is behind that."""
    places = {WHITE: (1.5, 0.0), BLUE: (1.56, 0.0)} | {red: (2.5, 0.0) for red in REDS}
    outcome = Stroke((BLUE,), present=(WHITE, RED1, *COLOURS[1:]), places=places).outcome()
    return outcome._replace(cushions=mask(BLUE) * np.int32(cushions))


@pytest.mark.parametrize(
    ("rules", "cushions", "foul"), [("fpb", 0, True), ("fpb", 1, False), ("wpbsa", 0, False)]
)
def test_hiding_the_red_behind_the_colour_played_is_a_foul_of_the_federation(rules, cushions, foul):
    present = (WHITE, RED1, *COLOURS[1:])
    left = ruled(*colour_on(BLUE, present), _behind_the_blue(cushions), rules)
    assert left.leave.snookered
    assert bool(int(left.call.codes) >> Code.HIDE_TOUCHED & 1) == foul
    assert int(left.call.penalty) == (4 if foul else 0)
