"""Beside the strokes: P13-P16 (balls moved or falling late), P20, P21 (wrong balls), P41."""

import numpy as np
import pytest

from baulk.env.rules.codes import Code, On, Option, State
from baulk.env.rules.frame import new_frame
from baulk.env.rules.incidents import Late, correct_table, late_drop, put_back, report_foul
from baulk.env.rules.ruleset import FPB, WPBSA
from baulk.physics.balls import N_BALLS
from baulk.physics.table import make_table

TABLE = make_table()
YELLOW, GREEN, BROWN, BLUE, PINK, BLACK = range(16, 22)


def opening():
    return new_frame(TABLE, FPB, 0, 15)._replace(in_hand=np.bool_(False))


@pytest.mark.parametrize("rules", [FPB, WPBSA], ids=["fpb", "wpbsa"])
def test_a_touched_ball_is_a_foul_without_a_stroke(rules):
    frame = opening()
    after = report_foul(TABLE, rules, frame, (Code.TOUCH,), (BLACK,))
    assert after.scores.tolist() == [0, 7]
    assert State(int(after.state)) == State.FOUL_CHOICE
    assert int(after.decider) == 1
    np.testing.assert_array_equal(after.position, frame.position)
    np.testing.assert_array_equal(after.on_table, frame.on_table)


def test_art_55_29_a_minute_is_the_limit():
    assert report_foul(TABLE, FPB, opening(), (), seconds=61.0).scores.tolist() == [0, 7]
    assert report_foul(TABLE, FPB, opening(), (), seconds=59.0).scores.tolist() == [0, 0]
    assert report_foul(TABLE, WPBSA, opening(), (), seconds=61.0).scores.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("code", "penalty"),
    [
        (Code.DOUBLE_HIT, 4),
        (Code.PUSH, 4),
        (Code.BALL_MOVING, 4),
        (Code.RESPOT_PENDING, 4),
        (Code.NOT_TIP, 4),
        (Code.FEET, 4),
        (Code.BAD_PLACEMENT, 4),
        (Code.POTTED_USED, 7),
        (Code.AFTER_WARNING, 7),
        (Code.CONDUCT, 7),
        (Code.INTENTIONAL, 7),
    ],
)
def test_reported_fouls_cost_what_art_55_says(code, penalty):
    assert report_foul(TABLE, FPB, opening(), (code,)).scores.tolist() == [0, penalty]
    assert code.article.startswith("55")


def test_a_foul_before_the_colour_is_named_costs_seven():
    frame = opening()._replace(on=np.int32(On.COL))
    assert report_foul(TABLE, FPB, frame, (Code.TOUCH,), (YELLOW,)).scores.tolist() == [0, 7]
    named = report_foul(TABLE, FPB, frame, (Code.TOUCH,), (YELLOW,), declared=GREEN)
    assert named.scores.tolist() == [0, 4]


def test_p41_a_foul_while_aiming_in_a_replay_leaves_the_replay():
    frame = opening()._replace(repetitions=np.int32(1))
    after = report_foul(TABLE, WPBSA, frame, (Code.TOUCH,), (1,))
    assert int(after.options) & Option.REPLAY
    assert int(after.repetitions) == 1
    fpb = report_foul(TABLE, FPB, frame, (Code.TOUCH,), (1,))
    assert not int(fpb.options) & Option.REPLAY


def test_p13_what_others_move_goes_back():
    frame = opening()
    moved = np.array(frame.position)
    moved[3] += 0.2
    back = put_back(frame._replace(position=moved), frame)
    np.testing.assert_array_equal(back.position, frame.position)


def _fallen(frame, ball):
    on_table = np.array(frame.on_table)
    on_table[ball] = False
    return frame._replace(on_table=on_table)


@pytest.mark.parametrize("ball", [3, 0])
def test_p15_a_ball_that_falls_after_the_turn_is_put_back(ball):
    frame = opening()
    for when in (Late.AFTER_TURN, Late.OTHER_STROKE):
        back = late_drop(_fallen(frame, ball), frame, ball, when)
        assert back.on_table[ball]
        np.testing.assert_array_equal(back.position[ball], frame.position[ball])


def test_p16_a_ball_that_falls_before_it_is_reached_undoes_the_stroke():
    frame = opening()
    after = _fallen(frame, 3)._replace(scores=np.array([0, 4], np.int32))
    assert late_drop(after, frame, 3, Late.ITS_STROKE) is frame


def test_p14_a_ball_that_falls_in_turn_belongs_to_the_stroke():
    with pytest.raises(ValueError, match="in turn"):
        late_drop(opening(), opening(), 3, Late.IN_TURN)


def test_p20_p21_wrong_colours_are_put_right_without_a_penalty():
    on_table = np.zeros(N_BALLS, bool)
    on_table[[0, YELLOW, GREEN, PINK, BLACK]] = True
    frame = opening()._replace(on_table=on_table, scores=np.array([20, 30], np.int32))
    # The yellow should have stayed down; brown and blue should be there.
    right = correct_table(TABLE, frame, [False, True, True, True, True, True])
    assert not right.on_table[YELLOW]
    assert right.on_table[[GREEN, BROWN, BLUE, PINK, BLACK]].all()
    np.testing.assert_allclose(right.position[BLUE], TABLE.spots[3], atol=1e-6)
    assert right.scores.tolist() == [20, 30]
