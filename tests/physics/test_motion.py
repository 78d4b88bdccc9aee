"""Facts 1-14: motion on the cloth. Velocities in m/s, spins as surface speeds S = R w."""

import jax.numpy as jnp
import numpy as np
import pytest

from baulk.physics.materials import Ball, Cloth
from baulk.physics.motion import (
    Mode,
    Motion,
    advance,
    energy,
    final_velocity,
    rolling_distance,
    settle,
    transit,
)
from baulk.physics.vectors import vec

BALL, CLOTH = Ball(), Cloth()
R = BALL.radius
pytestmark = pytest.mark.usefixtures("float64")


def ball(v=(0.0, 0.0), w=(0.0, 0.0, 0.0)):
    zero = jnp.zeros(())
    start = Motion(
        position=vec(zero, zero, R),
        velocity=vec(zero + v[0], v[1], 0.0),
        spin=vec(zero + w[0], w[1], w[2]),
        acceleration=vec(zero, zero, zero),
        mode=jnp.int32(0),
        until=zero,
    )
    return settle(start, BALL, CLOTH)


def next_phase(motion):
    """The ball when its phase has ended, and how long that took."""
    span = motion.until
    return settle(transit(advance(motion, span, BALL, CLOTH), BALL), BALL, CLOTH), float(span)


def forward(speed, spin):
    """A ball along x with topspin ``spin`` = R w_y."""
    return ball((speed, 0.0), (0.0, spin / R, 0.0))


@pytest.mark.parametrize(
    ("fact", "speed", "spin", "time", "distance", "left"),
    [
        (1, 2.0, 0.0, 0.277379, 0.475507, 1.428571),
        (3, 4.0, 0.0, 0.554758, 1.902028, 2.857143),
        (4, 2.0, -2.0, 0.554758, 0.792512, 0.857143),
        (5, 2.0, -5.0, 0.970827, 0.970827, 0.0),
        (6, 2.0, 4.0, 0.277379, 0.634009, 2.571429),
    ],
)
def test_fact_01_03_to_06_slides(fact, speed, spin, time, distance, left):
    motion = forward(speed, spin)
    assert int(motion.mode) == Mode.SLIDING
    after, span = next_phase(motion)
    assert span == pytest.approx(time, rel=2e-6)
    assert float(after.position.x) == pytest.approx(distance, rel=2e-6)
    assert float(after.velocity.x) == pytest.approx(left, rel=1e-6, abs=1e-9)
    assert int(after.mode) == (Mode.ROLLING if left else Mode.REST)


def test_fact_02_a_stun_ball_then_rolls_out():
    rolling, _ = next_phase(forward(2.0, 0.0))
    still, span = next_phase(rolling)
    assert span == pytest.approx(11.46646, rel=1e-6)
    assert float(still.position.x - rolling.position.x) == pytest.approx(8.19033, rel=1e-6)
    assert float(still.position.x) == pytest.approx(8.66583, rel=1e-6)
    assert int(still.mode) == Mode.REST


@pytest.mark.parametrize("sliding", [0.05, 0.21, 0.9])
def test_fact_07_final_velocity_whatever_the_friction(sliding):
    cloth = Cloth(sliding=sliding)
    motion = ball((1.0, 0.5), (10.0, -20.0, 5.0))
    slip = np.hypot(1.0 - R * -20.0, 0.5 + R * 10.0)
    assert slip == pytest.approx(1.705002, abs=1e-6)
    motion = settle(motion, BALL, cloth)
    if sliding == 0.21:
        assert float(motion.until) == pytest.approx(0.236466, abs=1e-6)
    after = settle(advance(motion, motion.until, BALL, cloth), BALL, cloth)
    final = final_velocity(motion.velocity, motion.spin, R)
    for found in (after.velocity, final):
        assert float(found.x) == pytest.approx(0.564286, abs=1e-6)
        assert float(found.y) == pytest.approx(0.282143, abs=1e-6)


@pytest.mark.parametrize("speed", [0.2, 1.0, 3.7])
def test_fact_08_rolling_distance(speed):
    still, _ = next_phase(forward(speed, speed))
    assert float(still.position.x) == pytest.approx(speed**2 / (2 * 0.0127 * 9.81), rel=1e-9)
    assert float(rolling_distance(jnp.float64(speed), CLOTH)) == pytest.approx(
        float(still.position.x), rel=1e-12
    )


def test_fact_09_lag_of_one_length():
    still, span = next_phase(forward(0.936066, 0.936066))
    assert float(still.position.x) == pytest.approx(3.5165, rel=2e-6)
    assert span == pytest.approx(7.51336, rel=2e-6)


def test_fact_10_half_backspin_becomes_stun():
    # S falls from -2 to 0 at (5/2) mu g.
    time = 2.0 / (2.5 * 0.21 * 9.81)
    assert time == pytest.approx(0.388331, rel=2e-6)
    motion = advance(forward(4.0, -2.0), jnp.float64(time), BALL, CLOTH)
    assert float(motion.position.x) == pytest.approx(1.397990, rel=1e-6)
    assert float(motion.velocity.x) == pytest.approx(3.2, rel=1e-6)
    assert float(R * motion.spin.y) == pytest.approx(0.0, abs=5e-6)


def test_fact_11_spin_on_the_spot_dies():
    motion = ball(w=(0.0, 0.0, 50.0))
    assert int(motion.mode) == Mode.REST
    before = advance(motion, jnp.float64(5.0 - 1e-6), BALL, CLOTH)
    after = advance(motion, jnp.float64(5.0 + 1e-9), BALL, CLOTH)
    assert float(before.spin.z) > 0.0
    assert float(after.spin.z) == 0.0


def test_fact_12_rolling_deceleration_is_the_measured_one():
    assert 0.124 <= -float(forward(1.0, 1.0).acceleration.x) <= 0.126


def test_fact_13_sliding_deceleration_is_the_measured_one():
    slide, roll = (-float(forward(1.0, spin).acceleration.x) for spin in (0.0, 1.0))
    assert 1.75 <= slide <= 2.40
    assert 15 <= slide / roll <= 20


def test_fact_14_energy_never_rises_between_events():
    rng = np.random.default_rng(14)
    zero = jnp.zeros(500)
    v, w = rng.normal(0.0, 2.0, (2, 500)), rng.normal(0.0, 80.0, (3, 500))
    motion = settle(
        Motion(
            vec(zero, zero, R),
            vec(zero + v[0], v[1], 0.0),
            vec(zero + w[0], w[1], w[2]),
            vec(zero, zero, zero),
            jnp.zeros(500, jnp.int32),
            zero,
        ),
        BALL,
        CLOTH,
    )
    last = energy(motion, BALL, CLOTH)
    for _ in range(10):
        motion = advance(motion, 0.1 * motion.until, BALL, CLOTH)
        now = energy(motion, BALL, CLOTH)
        assert float(jnp.max(now - last)) <= 1e-12
        last = now
