"""Facts 44 and 45: rows of balls, hit in line. Plants and packs are made of these."""

import jax
import numpy as np
import pytest

from baulk.physics.balls import N_BALLS, Balls
from baulk.physics.cue import Stroke
from baulk.physics.materials import Contact
from baulk.physics.table import make_table
from baulk.physics.trajectory import trajectory

GAP = 1e-10
pytestmark = pytest.mark.usefixtures("float64")


def row(balls, restitution, speed=1.0):
    """Velocities along the row right after the last collision, the cue ball first."""
    contact = Contact(restitution=restitution, low=0.0, span=0.0)
    table = make_table(contact=contact)
    position, on = np.zeros((N_BALLS, 2)), np.zeros(N_BALLS, bool)
    position[: balls + 1, 0] = 1.0 + (2 * table.ball.radius + GAP) * np.arange(balls + 1)
    on[: balls + 1] = True
    stroke = Stroke(*(np.float64(part) for part in (speed, 0.0, 0.0, 0.0, 0.0)))
    course = trajectory(table, Balls(jax.numpy.asarray(position), on), stroke)
    moved = np.flatnonzero(course.velocity[:, balls, 0] > 0)[0]
    return course.velocity[moved, : balls + 1, 0]


@pytest.mark.parametrize(("balls", "last"), [(2, 0.950625), (3, 0.926859), (5, 0.881096)])
def test_fact_44_each_collision_costs_its_share(balls, last):
    assert row(balls, 0.95)[-1] == pytest.approx(last, abs=1e-6)


def test_fact_45_an_elastic_row_hands_the_speed_on():
    velocity = row(3, 1.0)
    assert velocity[-1] == pytest.approx(1.0, abs=1e-9)
    np.testing.assert_allclose(velocity[:-1], 0.0, atol=1e-9)
