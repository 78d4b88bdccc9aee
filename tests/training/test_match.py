"""Matches: whole frames between agents, with a score sheet that adds up."""

import numpy as np
import pytest

from baulk.env.rules.codes import State
from baulk.env.rules.ruleset import rule_set
from baulk.env.skill import LEVELS
from baulk.physics.table import REDS, make_table
from baulk.training.match import AGENTS, play_frames, report


def play(a, b, count, seed=1, rules="fpb", table="12ft", level="pro", **options):
    return play_frames(
        (AGENTS[a](), AGENTS[b]()),
        (LEVELS[level], LEVELS[level]),
        count,
        make_table(table, rules),
        rule_set(rules),
        reds=REDS[table],
        seed=seed,
        **options,
    )


@pytest.mark.parametrize(("rules", "table"), [("fpb", "12ft"), ("wpbsa", "8ft")])
def test_frames_end_and_scores_add_up(rules, table):
    played = play("greedy", "random", 4, rules=rules, table=table)
    assert all(int(frame.state) == State.OVER for frame in played.frames)
    assert vars(played.faults) == {"ledger_errors": 0, "ball_errors": 0, "stuck_frames": 0}
    sheet = report(played, 4)
    assert sheet["wins_a"] + sheet["wins_b"] == 4
    assert sheet["wins_a"] >= 3
    scored = sum(sum(side.visits) for side in played.sheets)
    total = sum(int(frame.scores.sum()) for frame in played.frames)
    # What is not scored in visits is penalty points.
    assert 0 <= total - scored <= 7 * sum(side.fouls for side in played.sheets)


def test_the_same_seed_plays_the_same_frames():
    first, second = (play("greedy", "greedy", 2, seed=9) for _ in range(2))
    assert [f.scores.tolist() for f in first.frames] == [f.scores.tolist() for f in second.frames]


def test_players_break_off_by_turns():
    played = play("random", "random", 3, max_strokes=2)
    assert [int(frame.starter) for frame in played.frames] == [0, 1, 0]
    assert played.faults.stuck_frames == 3


def test_the_planner_plays_legal_frames():
    played = play("one-ply", "random", 1, seed=2, max_strokes=12)
    sheet = report(played, 1)
    assert sheet["fouls_a"] <= 2
    assert int(played.frames[0].scores[0]) > int(played.frames[0].scores[1]) - 8
    assert np.all(played.frames[0].scores >= 0)
