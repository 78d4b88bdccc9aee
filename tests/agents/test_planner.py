"""What the planner plays, and whether it keeps its promises."""

from pathlib import Path

import numpy as np
import pytest

from baulk.agents.adviser import advise
from baulk.agents.assessment import assess
from baulk.agents.candidates.candidate import Family, declarations
from baulk.agents.planner import KINDS, NothingToPlay, plan
from baulk.env.skill import LEVELS, draw_errors, perturb
from baulk.physics.balls import BALL_NAMES, COLOURS_SLICE
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.position import load_position

POSITIONS = Path(__file__).parents[2] / "positions"
QUICK = 0.7


def position(name):
    return load_position(POSITIONS / f"{name}.json")


@pytest.mark.parametrize(
    ("name", "ball", "pocket"),
    [
        ("red_hanging_over_corner", "red 1", None),
        ("final_black", "black", None),
        ("plant_into_middle", None, None),
    ],
)
def test_an_easy_pot_is_played(name, ball, pocket):
    best = plan(position(name), seconds=QUICK).suggestions[0]
    assert best.family == Family.POT
    assert best.p_pot > 0.9
    assert ball is None or BALL_NAMES[best.ball] == ball


@pytest.mark.parametrize("name", ["half_ball_blue", "long_red_to_corner"])
def test_promised_odds_are_kept(name):
    situation, skill = position(name), LEVELS["club"]
    found = plan(situation, skill, kind="attack", seconds=QUICK, top=1)
    best, n = found.suggestions[0], 4000
    played = perturb(
        Stroke(*(np.full(n, part, np.float32) for part in best.stroke)), skill, draw_errors(999, n)
    )
    outcome = simulate(found.table, found.situation.balls, played)
    said = declarations(situation, np.full(n, best.ball))
    judged = assess(found.table, situation, outcome, said, skill)
    assert abs(best.p_pot - judged.scores.mean()) < 0.05
    assert abs(best.p_foul - (judged.codes != 0).mean()) < 0.05


def test_better_players_pot_more():
    odds = [
        plan(position("long_red_to_corner"), LEVELS[level], kind="attack", seconds=QUICK, top=1)
        .suggestions[0]
        .p_pot
        for level in ("machine", "pro", "club", "beginner")
    ]
    assert odds == sorted(odds, reverse=True)
    assert odds[0] == 1.0
    assert odds[-1] < 0.5 * odds[1]


@pytest.mark.parametrize("level", ["club", "beginner"])
def test_looking_at_all_kinds_finds_no_less_than_looking_at_pots(level):
    situation, skill = position("final_black"), LEVELS[level]
    all_kinds = plan(situation, skill, seed=3, top=1).suggestions[0]
    pots = plan(situation, skill, kind="attack", seed=3, top=1).suggestions[0]
    assert all_kinds.value > pots.value - 0.8


def test_nobody_chooses_an_escape_that_mostly_fails_when_there_is_a_safe_one():
    best = plan(position("snookered_behind_brown"), LEVELS["club"], top=1).suggestions[0]
    assert best.p_foul < 0.2


def test_the_same_seed_gives_the_same_plan():
    first, second = (
        plan(position("cluster_of_reds"), seconds=QUICK, seed=4).suggestions for _ in range(2)
    )
    assert [s.stroke for s in first] == [s.stroke for s in second]
    assert [s.p_pot for s in first] == [s.p_pot for s in second]


def test_from_a_snooker_an_escape_is_found_and_no_attack():
    situation = position("snookered_behind_green_near_side_cushion")
    found = plan(situation, seconds=QUICK)
    assert found.snookered
    assert found.suggestions[0].family == Family.ESCAPE
    assert found.suggestions[0].p_foul < 0.5
    with pytest.raises(NothingToPlay):
        plan(situation, kind="attack", seconds=QUICK)


def test_a_safety_is_legal_and_pots_nothing_on_purpose():
    found = plan(position("break_off"), kind="safety", seconds=QUICK)
    for suggestion in found.suggestions:
        assert suggestion.family == Family.SAFETY
        assert suggestion.p_foul < 0.2


def test_a_colour_is_nominated():
    best = plan(position("black_spot_routine"), seconds=QUICK).suggestions[0]
    if position("black_spot_routine").on == "colour":
        assert best.nominated == best.ball >= COLOURS_SLICE.start
    else:
        assert best.nominated is None


def test_a_free_ball_may_be_named():
    situation = position("free_ball_behind_blue")
    best = plan(situation, seconds=QUICK).suggestions[0]
    assert best.nominated is None or best.nominated >= COLOURS_SLICE.start
    assert best.p_foul < 0.3


def test_a_cue_ball_in_hand_is_placed_in_the_d():
    found = plan(position("respotted_black"), seconds=QUICK)
    x, y = found.suggestions[0].placement
    table = found.table
    assert x <= table.baulk_line + 1e-6
    assert np.hypot(x - table.baulk_line, y) <= table.d_radius + 1e-6


def test_advice_says_what_the_figures_say():
    found = plan(position("long_red_to_corner"), seconds=QUICK)
    for suggestion in found.suggestions:
        advice = advise(found, suggestion)
        share = (advice.success.share if advice.success else 0.0) + (
            advice.miss.share if advice.miss else 0.0
        )
        assert share == pytest.approx(1.0)
        assert advice.reason.endswith(".")
        assert "red" in advice.aim_words


def test_an_unknown_kind_lists_the_valid_ones():
    with pytest.raises(ValueError, match=", ".join(KINDS)):
        plan(position("final_black"), kind="trick")
