"""The frame as a state machine: procedures P06-P40 that need no physics."""

import jax
import numpy as np
import pytest

from baulk.env.rules.codes import Code, On, Option, State
from baulk.env.rules.decisions import Decision, IllegalDecision, check_decision
from baulk.env.rules.frame import (
    answered,
    as_numpy,
    conceded,
    drawn,
    may_claim,
    new_frame,
    standing,
    struck,
)
from baulk.env.rules.records import Declaration
from baulk.env.rules.ruleset import FPB, WPBSA, rule_set
from baulk.env.rules.stroke import rule_stroke
from baulk.physics.balls import N_BALLS
from baulk.physics.cue import Stroke
from baulk.physics.outcome import Outcome
from baulk.physics.table import make_table

TABLE = make_table()
YELLOW, GREEN, BROWN, BLUE, PINK, BLACK = range(16, 22)
STROKE = Stroke(*(np.float32(part) for part in (2.0, 0.0, 0.0, 0.0, 0.0)))


def mask(*balls):
    return np.isin(np.arange(N_BALLS), balls)


_compiled = {}


def _rule(rules):
    if rules not in _compiled:

        def one(frame, said, outcome, lot):
            ruled = rule_stroke(TABLE, rule_set(rules), standing(frame), said, outcome)
            return struck(TABLE, rule_set(rules), frame, ruled, lot)

        _compiled[rules] = jax.jit(one)
    return _compiled[rules]


def play(frame, first=(), potted=(), declared=-1, free=-1, rules="fpb", lot=0, places=None):
    """The frame after a stroke with these events; balls stay where they are."""
    position = np.array(frame.position, np.float32)
    for ball, place in (places or {}).items():
        position[ball] = place
    order = np.zeros(N_BALLS, np.int32)
    for number, ball in enumerate(potted, 1):
        order[ball] = number
    no, zeros = np.zeros(N_BALLS, bool), np.zeros(N_BALLS, np.int32)
    outcome = Outcome(
        position=position,
        on_table=np.asarray(frame.on_table) & ~mask(*potted),
        first_hit=mask(*first),
        jumped=no,
        pot_order=order,
        pocket=np.where(order > 0, 0, -1),
        off_table=no,
        on_rail=no,
        touching=no,
        struck_at_address=no,
        kissed=no,
        cushions=zeros,
        cushions_before=np.int32(0),
        miscue=np.bool_(False),
        duration=np.float32(1.0),
        events=np.int32(1),
        status=np.int32(0),
        energy_gain=np.float32(0.0),
        overlap=np.float32(0.0),
    )
    said = Declaration(np.int32(declared), np.int32(free), np.int32(-1), np.bool_(False))
    return as_numpy(_rule(rules)(frame, said, outcome, np.int32(lot)))


def answer(frame, option, rules=FPB):
    check_decision(TABLE, frame, Decision(option=option))
    return as_numpy(answered(TABLE, rules, frame, np.int32(option)))


def opening():
    return new_frame(TABLE, FPB, 0, 15)


def colours_left(on, scores, *balls):
    frame = opening()
    return frame._replace(
        on=np.int32(on),
        on_table=mask(0, *balls),
        scores=np.array(scores, np.int32),
        in_hand=np.bool_(False),
    )


def test_the_break_off():
    frame = opening()
    assert State(int(frame.state)) == State.STROKE
    assert int(frame.on) == On.RED
    assert frame.in_hand
    assert frame.on_table.sum() == 22
    after = play(frame, first=(1,))
    assert int(after.decider) == 1
    assert not after.in_hand
    assert int(after.scores.sum()) == 0


def test_a_visit_adds_up():
    frame = play(opening(), (1,), (1,))
    assert (int(frame.decider), int(frame.on), int(frame.visit)) == (0, On.COL, 1)
    frame = play(frame, (BLACK,), (BLACK,), declared=BLACK)
    assert (int(frame.decider), int(frame.on), int(frame.visit)) == (0, On.RED, 8)
    frame = play(frame, (2,))
    assert (int(frame.decider), int(frame.visit)) == (1, 0)
    assert frame.scores.tolist() == [8, 0]


def test_p06_p07_passed_back_the_offender_plays_and_may_foul_again():
    frame = play(opening())
    assert int(frame.decider) == 1
    assert frame.scores.tolist() == [0, 4]
    frame = answer(frame, Option.PASS)
    assert (int(frame.decider), int(frame.on)) == (0, On.RED)
    assert not frame.free
    frame = play(frame)
    assert frame.scores.tolist() == [0, 8]
    assert int(frame.options) & Option.PASS


def test_after_an_in_off_the_federation_lets_nobody_pass():
    for rules, offered in (("fpb", False), ("wpbsa", True)):
        frame = play(opening(), (1,), (0,), rules=rules)
        assert bool(int(frame.options) & Option.PASS) == offered
        assert frame.in_hand
    frame = play(opening(), (1,), (0,))
    with pytest.raises(IllegalDecision, match="art. 23"):
        check_decision(TABLE, frame, Decision(option=Option.PASS))


def _snookered():
    """A foul that leaves one red hidden behind the brown."""
    frame = opening()._replace(on_table=mask(0, 1, *range(16, 22)), in_hand=np.bool_(False))
    return play(frame, places={0: (1.0, 0.6), 1: (2.0, 0.6), BROWN: (1.5, 0.6)})


def test_a_free_ball_is_offered_and_used():
    frame = _snookered()
    assert int(frame.options) & Option.FREE
    frame = answer(frame, Option.FREE)
    assert frame.free
    check_decision(TABLE, frame, Decision(stroke=STROKE, free=BLUE))
    after = play(frame, (BLUE,), (BLUE,), free=BLUE)
    assert int(after.scores[1]) == 4 + 1
    assert int(after.on) == On.COL
    assert after.on_table[BLUE]
    assert not after.free


def test_p08_a_free_ball_is_void_when_passed_back():
    frame = answer(_snookered(), Option.PASS)
    assert not frame.free
    with pytest.raises(IllegalDecision, match="art. 8"):
        check_decision(TABLE, frame, Decision(stroke=STROKE, free=BLUE))


def test_p09_p10_a_replay_restores_balls_and_ball_on_and_keeps_the_points():
    # Under the international rules a miss is called whenever a red could be seen.
    start = opening()._replace(in_hand=np.bool_(False))
    frame = play(start, (BLUE,), (2,), rules="wpbsa", places={3: (1.0, 0.5)})
    assert int(frame.options) & Option.REPLAY
    assert not frame.on_table[2]
    frame = answer(frame, Option.REPLAY, WPBSA)
    assert frame.on_table[2]
    np.testing.assert_allclose(frame.position[3], start.position[3])
    assert (int(frame.decider), int(frame.on), int(frame.repetitions)) == (0, On.RED, 1)
    assert frame.scores.tolist() == [0, 5]
    frame = play(frame, (1,), rules="wpbsa")
    assert int(frame.repetitions) == 0


def test_p12_after_a_replay_on_a_colour_the_colour_is_chosen_again():
    frame = play(opening(), (1,), (1,), rules="wpbsa")
    frame = play(frame, (BLUE,), declared=BLACK, rules="wpbsa")
    assert frame.scores.tolist() == [1, 7]
    frame = answer(frame, Option.REPLAY, WPBSA)
    assert int(frame.on) == On.COL
    check_decision(TABLE, frame, Decision(stroke=STROKE, declared=YELLOW))


def test_p11_an_answer_cannot_be_changed():
    frame = answer(play(opening()), Option.PLAY)
    with pytest.raises(IllegalDecision, match="art. 72"):
        check_decision(TABLE, frame, Decision(option=Option.PASS))


def test_a_foul_has_to_be_answered_before_a_stroke():
    with pytest.raises(IllegalDecision, match="art. 72.*PLAY, PASS"):
        check_decision(TABLE, play(opening()), Decision(stroke=STROKE))


def test_p34_level_on_the_black_it_is_spotted_again():
    frame = colours_left(On.BK, (49, 56), BLACK)
    frame = play(frame, (BLACK,), (BLACK,), lot=1)
    assert State(int(frame.state)) == State.TIEBREAK_TOSS
    assert int(frame.decider) == 1
    np.testing.assert_allclose(frame.position[BLACK], TABLE.spots[5], atol=1e-6)
    assert np.flatnonzero(frame.on_table).tolist() == [0, BLACK]
    assert frame.in_hand
    frame = as_numpy(drawn(frame, np.bool_(False)))
    assert (int(frame.decider), int(frame.on)) == (0, On.TB)
    frame = play(frame, (BLACK,), (BLACK,))
    assert State(int(frame.state)) == State.OVER
    assert int(frame.winner) == 0


@pytest.mark.parametrize(("rules", "over"), [("fpb", True), ("wpbsa", False)])
def test_more_than_seven_ahead_after_the_pink_ends_the_federations_frame(rules, over):
    frame = play(colours_left(On.PK, (60, 55), PINK, BLACK), (PINK,), (PINK,), rules=rules)
    assert (State(int(frame.state)) == State.OVER) == over
    assert int(frame.winner) == (0 if over else -1)


def test_the_black_may_be_claimed_under_the_international_rules():
    ahead = colours_left(On.BK, (60, 50), BLACK)
    level = colours_left(On.BK, (57, 50), BLACK)
    assert may_claim(ahead, WPBSA) and not may_claim(ahead, FPB)
    assert not may_claim(level, WPBSA)


def test_p29_the_striker_may_concede():
    frame = opening()
    check_decision(TABLE, frame, Decision(concedes=True))
    over = as_numpy(conceded(frame))
    assert int(over.winner) == 1
    with pytest.raises(IllegalDecision, match="art. 77"):
        check_decision(TABLE, over, Decision(stroke=STROKE))
    with pytest.raises(IllegalDecision, match="only the striker"):
        check_decision(TABLE, play(opening()), Decision(concedes=True))


def test_p37_a_cue_ball_in_hand_is_placed_in_the_d_and_touches_nothing():
    frame = opening()
    line, reach = TABLE.baulk_line, TABLE.d_radius
    check_decision(TABLE, frame, Decision(stroke=STROKE, place=(line - 0.1, 0.1)))
    for place in ((line + 0.01, 0.0), (line - 0.9 * reach, 0.9 * reach)):
        with pytest.raises(IllegalDecision, match="in the D"):
            check_decision(TABLE, frame, Decision(stroke=STROKE, place=place))
    with pytest.raises(IllegalDecision, match="touch no ball"):
        check_decision(TABLE, frame, Decision(stroke=STROKE, place=(line - 0.01, 0.0)))
    with pytest.raises(IllegalDecision, match="not in hand"):
        later = play(frame, (1,))
        check_decision(TABLE, later, Decision(stroke=STROKE, place=(line - 0.1, 0.1)))


@pytest.mark.parametrize(
    ("decision", "article"),
    [
        (Decision(stroke=STROKE, declared=3), "art. 25"),
        (Decision(stroke=STROKE, free=BLUE), "art. 8"),
        (Decision(option=Option.PLAY), "art. 72"),
    ],
)
def test_what_may_not_be_decided_names_its_article(decision, article):
    with pytest.raises(IllegalDecision, match=article):
        check_decision(TABLE, opening(), decision)


def test_a_colour_out_of_order_may_not_be_named():
    frame = colours_left(On.GR, (0, 0), GREEN, BROWN, BLUE, PINK, BLACK)
    with pytest.raises(IllegalDecision, match="art. 55.27"):
        check_decision(TABLE, frame, Decision(stroke=STROKE, declared=PINK))


def test_three_failures_with_a_full_ball_lose_the_frame():
    frame = opening()._replace(on_table=mask(0, 1, *range(16, 22)), in_hand=np.bool_(False))
    at = {0: (2.0, 0.6), 1: (2.4, 0.6)}
    frame = play(frame, (1,), rules="wpbsa", places=at)._replace(decider=np.int32(0))
    assert frame.view.full_ball
    for failure in (1, 2):
        frame = play(frame, rules="wpbsa")
        assert int(frame.repetitions) == failure - 1
        frame = answer(frame, Option.REPLAY, WPBSA)
    frame = play(frame, rules="wpbsa")
    assert State(int(frame.state)) == State.OVER
    assert int(frame.winner) == 1
    assert Code.NO_CONTACT.article == "55.26"
