"""Facts 64-69: whole strokes through the engine."""

import math

import numpy as np
import pytest

from baulk.physics.balls import N_BALLS, Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.materials import Cloth, Cushion
from baulk.physics.table import make_table
from baulk.physics.trajectory import trajectory

R = 0.02625
LENGTH = 3.5165
"""m that a ball's centre travels from cushion to cushion, as the facts count it."""


def lengths(speeds, table, start=None):
    """Table lengths run up and down by a stun ball from the baulk line."""
    position, on = np.zeros((N_BALLS, 2), np.float32), np.zeros(N_BALLS, bool)
    position[0], on[0] = (float(table.baulk_line) if start is None else start, 0.4), True
    n = len(speeds)
    zero = np.zeros(n, np.float32)
    stroke = Stroke(np.asarray(speeds, np.float32), zero, zero, zero, zero)
    outcome = simulate(table, Balls(position, on), stroke)
    legs, rest = outcome.cushions[:, 0], outcome.position[:, 0, 0]
    # A ball touches a cushion with its centre closer than R; the facts count R on either side.
    to_top, low, high = table.length - R - position[0, 0], R, table.length - R
    along = np.where(legs % 2 == 0, rest - low, high - rest)
    beyond = to_top + (legs - 1) * LENGTH + along
    return np.where(legs == 0, rest - position[0, 0], beyond) / LENGTH


SPEEDS = (2.0, 3.0, 4.0, 6.0, 8.0)
WPBSA = {"name": "12ft", "markings": "wpbsa"}


@pytest.mark.parametrize(
    ("fact", "table", "counts"),
    [
        (64, make_table(**WPBSA, cloth=Cloth(rolling=0.01274)), (1.43, 2.09, 2.53, 3.02, 3.31)),
        (
            65,
            make_table(
                **WPBSA, cloth=Cloth(rolling=0.01274), cushion=Cushion(e_max=0.98, e_slope=0.0)
            ),
            (1.41, 2.08, 2.66, 3.60, 4.48),
        ),
        (66, make_table(**WPBSA, cloth=Cloth(rolling=0.007)), (1.91, 2.61, 2.99, 3.52, 3.86)),
    ],
    ids=["64", "65", "66"],
)
def test_fact_64_65_66_lengths_of_the_table(fact, table, counts):
    np.testing.assert_allclose(lengths(SPEEDS, table), counts, atol=0.05)


@pytest.mark.parametrize(("rolling", "speed"), [(0.0127, 2.37), (0.010, 2.12), (0.007, 1.80)])
def test_fact_67_speed_that_just_returns_to_baulk(rolling, speed):
    table = make_table(**WPBSA, cloth=Cloth(rolling=rolling))
    speeds = np.arange(speed - 0.3, speed + 0.3, 0.01)
    back = lengths(speeds, table) >= 1.80 - 0.005
    assert speeds[np.argmax(back)] == pytest.approx(speed, abs=0.05)


@pytest.mark.parametrize(("distance", "cut"), [(1.0, 0.0), (2.0, 0.0), (1.0, 60.0), (1.0, 30.0)])
def test_fact_69_error_of_the_object_ball_per_error_of_aim(distance, cut):
    # Without friction, so that the direction is that of the line of centres.
    table = make_table()
    table = table._replace(contact=table.contact._replace(low=0.0, span=0.0))
    bearing = math.radians(cut)
    ghost = np.array([0.5 + distance, 0.0])
    position, on = np.zeros((N_BALLS, 2), np.float32), np.zeros(N_BALLS, bool)
    position[0] = (0.5, 0.0)
    position[1] = ghost + 2 * R * np.array([math.cos(bearing), math.sin(bearing)])
    on[:2] = True
    step = 2e-4

    def sent(aim):
        stroke = Stroke(*(np.float32(part) for part in (3.0, aim, 0.0, 0.0, 0.0)))
        course = trajectory(table, Balls(position, on), stroke)
        first = np.flatnonzero(np.any(course.velocity[:, 1] != 0.0, axis=1))[0]
        return math.atan2(course.velocity[first, 1, 1], course.velocity[first, 1, 0])

    gain = -(sent(step) - sent(-step)) / (2 * step)
    # D is from cue ball to object ball; alpha, the angle off the line to it, is small.
    reach = math.hypot(*(position[1] - position[0]))
    off = abs(math.atan2(position[1, 1], position[1, 0] - 0.5))
    wanted = reach * math.cos(off) / (2 * R * math.cos(bearing)) - 1.0
    assert gain == pytest.approx(wanted, rel=0.05)
