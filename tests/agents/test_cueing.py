"""How far the butt has to be raised over a cushion or a ball."""

import numpy as np
import pytest

from baulk.agents.cueing import LEVEL, needed_elevation
from baulk.physics.balls import N_BALLS, Balls
from baulk.physics.table import make_table

TABLE = make_table()


def raised(cue, aim_deg, height=0.0, others=()):
    position, on = np.zeros((N_BALLS, 2)), np.zeros(N_BALLS, bool)
    position[0], on[0] = cue, True
    for number, place in enumerate(others, 1):
        position[number], on[number] = place, True
    found = needed_elevation(
        TABLE, Balls(position, on), np.array([np.radians(aim_deg)]), np.array([height])
    )
    return float(np.degrees(found[0]))


def test_in_the_open_the_cue_is_nearly_level():
    assert raised((2.0, 0.0), 0.0) == pytest.approx(np.degrees(LEVEL))


def test_tight_on_the_cushion_the_butt_goes_up_when_played_away_from_it():
    tight = raised((0.03, 0.0), 0.0)
    near = raised((0.3, 0.0), 0.0)
    assert 20.0 < tight <= 60.0
    assert np.degrees(LEVEL) <= near < 6.0
    # Along the cushion or at it nothing is in the way.
    assert raised((0.03, 0.0), 180.0) == pytest.approx(np.degrees(LEVEL))


def test_a_high_tip_needs_less():
    assert raised((0.05, 0.0), 0.0, height=0.4) < raised((0.05, 0.0), 0.0, height=-0.4)


def test_a_ball_behind_the_cue_ball_is_bridged_over():
    assert raised((2.0, 0.0), 0.0, others=[(1.9, 0.0)]) > 15.0
    assert raised((2.0, 0.0), 0.0, others=[(1.9, 0.1)]) == pytest.approx(np.degrees(LEVEL))
    assert raised((2.0, 0.0), 0.0, others=[(2.1, 0.0)]) == pytest.approx(np.degrees(LEVEL))
