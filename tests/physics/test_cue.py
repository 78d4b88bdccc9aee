"""Facts 15-26: what the tip does to the cue ball."""

import math

import jax.numpy as jnp
import numpy as np
import pytest

from baulk.physics.cue import Stroke, cue_line, is_miscue, squirt, strike, tip_efficiency
from baulk.physics.engine import launch
from baulk.physics.materials import Ball, Cue
from baulk.physics.motion import final_velocity
from baulk.physics.table import make_table
from baulk.physics.vectors import dot

BALL, CUE = Ball(), Cue()
R = BALL.radius
pytestmark = pytest.mark.usefixtures("float64")


def stroke(speed=2.0, aim=0.0, side=0.0, height=0.0, elevation=0.0):
    parts = (speed, math.radians(aim), side, height, math.radians(elevation))
    return Stroke(*(np.float64(part) for part in parts))


@pytest.mark.parametrize(("restitution", "ratio"), [(1.0, 1.567784), (0.75, 1.371811)])
def test_fact_15_speed_of_the_ball_over_that_of_the_cue(restitution, ratio):
    cue = Cue(mass=0.51, tip_restitution=restitution)
    found = tip_efficiency(jnp.float64(0.0), jnp.float64(0.0), BALL, cue)
    assert float(found) == pytest.approx(ratio, abs=1e-6)


def test_fact_16_at_two_fifths_above_centre_the_ball_rolls_at_once():
    velocity, spin = strike(stroke(height=0.4), BALL, CUE)
    assert float(R * spin.y / velocity.x) == pytest.approx(1.0, abs=1e-9)


def test_fact_17_half_a_radius_of_side():
    velocity, spin = strike(stroke(side=0.5), BALL, CUE)
    assert float(R * spin.z / velocity.x) == pytest.approx(1.25, abs=1e-9)


def test_fact_18_an_elastic_tip_keeps_the_energy():
    rng = np.random.default_rng(18)
    a, b = 0.35 * rng.uniform(-1, 1, (2, 300))
    lift = rng.uniform(0.0, 1.2, 300)
    cue = Cue(tip_restitution=1.0)
    v = rng.uniform(0.5, 5.0, 300)  # of the cue
    speed = v * tip_efficiency(jnp.asarray(a), jnp.asarray(b), BALL, cue)
    velocity, spin = strike(
        Stroke(speed, jnp.zeros(300), jnp.asarray(a), jnp.asarray(b), jnp.asarray(lift)), BALL, cue
    )
    # The cue slows by the impulse it gives: M v' = M v - m |u|.
    ball = 0.5 * BALL.mass * (dot(velocity, velocity) + 0.4 * R * R * dot(spin, spin))
    slowed = v - BALL.mass / cue.mass * speed
    np.testing.assert_allclose(ball + 0.5 * cue.mass * slowed**2, 0.5 * cue.mass * v**2, rtol=1e-12)


def final_direction(stroke):
    """Degrees of the cue ball once it rolls, the slate's answer to a raised cue included."""
    velocity, spin = launch(make_table(), Stroke(*(part[None] for part in stroke)))
    final = final_velocity(velocity, spin, R)
    return math.degrees(math.atan2(float(final.y[0]), float(final.x[0])))


@pytest.mark.parametrize(
    ("fact", "played", "degrees", "tolerance"),
    [
        (19, stroke(2.0, 0.0, 0.4, 0.2, 60.0), -26.3295, 1e-4),
        (20, stroke(2.0, 40.107, 0.3, -0.3, 45.0), 12.5843, 1e-3),
        (21, stroke(2.0, 0.0, 0.4, 0.0, 0.0), 0.0, 0.01),
        (21, stroke(2.0, 0.0, 0.4, 0.0, 5.0), -2.004, 0.01),
        (21, stroke(2.0, 0.0, 0.4, 0.0, 10.0), -4.034, 0.01),
        (21, stroke(2.0, 0.0, 0.4, 0.0, 15.0), -6.118, 0.01),
    ],
)
def test_fact_19_20_21_masse_and_swerve(fact, played, degrees, tolerance):
    assert final_direction(played) == pytest.approx(degrees, abs=tolerance)


def test_fact_19_the_ball_ends_towards_where_the_cue_pierces_the_cloth():
    # Independent of the code: the cue's axis through the point struck, down to the cloth.
    a, b, lift = 0.4, 0.2, math.radians(60.0)
    d = np.array([math.cos(lift), 0.0, -math.sin(lift)])
    right = np.array([0.0, -1.0, 0.0])
    up = np.cross(right, d)
    struck = R * (a * right + b * up - math.sqrt(1 - a * a - b * b) * d) + [0.0, 0.0, R]
    pierced = struck + d * (struck[2] / -d[2])
    assert final_direction(stroke(2.0, 0.0, a, b, 60.0)) == pytest.approx(
        math.degrees(math.atan2(pierced[1], pierced[0])), abs=1e-9
    )


@pytest.mark.parametrize(("side", "degrees"), [(0.1, 0.607), (0.25, 1.485), (0.5, 2.709)])
def test_fact_22_squirt(side, degrees):
    assert math.degrees(float(squirt(jnp.float64(side), CUE))) == pytest.approx(degrees, abs=1e-3)


@pytest.mark.parametrize(
    ("side", "ratio", "degrees"),
    [(0.4533, 20.15, 2.50), (0.4533, 29.16, 1.80), (0.2667, 12.01, 2.40)],
)
def test_fact_23_squirt_of_measured_cues(side, ratio, degrees):
    found = squirt(jnp.float64(side), Cue(end_mass_ratio=ratio))
    assert math.degrees(float(found)) == pytest.approx(degrees, abs=0.01)


def test_fact_24_right_side_sends_the_ball_left_then_it_swerves_right():
    right = stroke(side=0.3, elevation=8.0)
    assert float(squirt(right.side, CUE)) > 0.0
    # For the ball to leave along the aim the cue points to the right of it.
    assert float(cue_line(right, CUE)) < float(right.aim)
    assert final_direction(right) < 0.0


def test_fact_26_miscue_limit():
    edge = 0.514 * np.array([math.cos(1.0), math.sin(1.0)])
    inside, outside = (edge * share for share in (0.999, 1.001))
    assert not is_miscue(*(jnp.float64(part) for part in inside), CUE)
    assert is_miscue(*(jnp.float64(part) for part in outside), CUE)
    assert math.sin(math.atan(0.6)) == pytest.approx(CUE.miscue_limit, abs=1e-3)


def test_a_miscue_loses_speed_spin_and_line():
    velocity, spin = strike(stroke(side=0.7), BALL, CUE)
    assert float(jnp.hypot(velocity.x, velocity.y)) < 1.0
    assert float(velocity.y) > 0.0
    assert float(dot(spin, spin)) == 0.0
