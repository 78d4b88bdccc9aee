"""The look at a position without simulating: what can be potted, and how easily."""

import jax
import numpy as np

from baulk.agents.ease import look
from baulk.env.skill import LEVELS
from baulk.physics.balls import N_BALLS
from baulk.physics.table import POCKETS, make_table

TABLE = make_table()
_look = jax.jit(lambda position, on, targets, skill: look(TABLE, position, on, targets, skill))
TOP_LEFT = POCKETS.index("top left")


def chances(cue, reds, level="pro", blockers=()):
    position, on = np.zeros((N_BALLS, 2), np.float32), np.zeros(N_BALLS, bool)
    position[0], on[0] = cue, True
    for number, place in enumerate([*reds, *blockers], 1):
        position[number], on[number] = place, True
    targets = np.arange(N_BALLS) <= len(reds)
    targets[0] = False
    return np.asarray(_look(position, on, targets, LEVELS[level]).chance)


CORNER = np.asarray(TABLE.pocket_target)[TOP_LEFT]
NEAR = CORNER - [0.3, 0.3]
FAR = CORNER - [1.2, 0.9]


def test_a_straight_short_pot_is_nearly_certain():
    assert chances(NEAR - [0.3, 0.3], [NEAR])[1, TOP_LEFT] > 0.98


def test_longer_thinner_and_less_skilled_are_harder():
    short = chances(NEAR - [0.3, 0.3], [NEAR], "club")[1, TOP_LEFT]
    long = chances(FAR - [1.2, 0.9], [FAR], "club")[1, TOP_LEFT]
    thin = chances(NEAR - [0.40, 0.02], [NEAR], "club")[1, TOP_LEFT]
    assert long < short
    assert thin < short
    levels = [chances(FAR - [1.2, 0.9], [FAR], level)[1, TOP_LEFT] for level in LEVELS]
    assert levels == sorted(levels, reverse=True)


def test_a_ball_in_the_way_blocks_either_line():
    middle = 0.5 * (NEAR + CORNER)
    assert chances(NEAR - [0.3, 0.3], [NEAR], blockers=[middle])[1, TOP_LEFT] == 0.0
    behind = NEAR - [0.15, 0.15]
    assert chances(NEAR - [0.3, 0.3], [NEAR], blockers=[behind])[1, TOP_LEFT] == 0.0


def test_no_chance_backwards_or_round_the_corner_of_a_middle_pocket():
    assert chances(CORNER - [0.1, 0.1], [NEAR])[1, TOP_LEFT] == 0.0
    middle = POCKETS.index("middle left")
    flat = np.asarray(TABLE.pocket_target)[middle] - [1.0, 0.06]
    assert chances(flat - [0.5, 0.02], [flat])[1, middle] == 0.0


def test_only_targets_on_the_table_count():
    found = chances(NEAR - [0.3, 0.3], [NEAR], blockers=[(0.5, 0.5)])
    assert found[2].max() == 0.0
