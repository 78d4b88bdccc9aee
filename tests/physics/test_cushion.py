"""Facts 49-63: a ball meets a cushion, v_n into it, v_t along it; angles from the cushion."""

import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from baulk.physics import cushion as cushion_module
from baulk.physics.cushion import Cushion, cushion_impact, free_impulse, restitution
from baulk.physics.motion import final_velocity
from baulk.physics.vectors import dot, vec

R = 0.02625
# The set of the facts: constant restitution, friction of the 2010 paper.
PAPER = Cushion(e_max=0.98, e_slope=0.0)
PAPER_CLOTH = 0.212
pytestmark = pytest.mark.usefixtures("float64")


def impact(v_t, v_n, w_t, w_n, w_z, cushion=PAPER, cloth=PAPER_CLOTH):
    """Arguments and results as arrays; spins are surface speeds R w."""
    parts = jnp.broadcast_arrays(*(jnp.asarray(part, float) for part in (v_t, v_n, w_t, w_n, w_z)))
    scale = (1.0, 1.0, R, R, R)
    out = _impact(*(part / s for part, s in zip(parts, scale, strict=True)), cushion, cloth)
    return [part * s for part, s in zip(out, scale, strict=True)]


_impact = jax.jit(lambda *args: cushion_impact(*args, R))


def rolling(v_t, v_n, side=0.0, **options):
    """A ball that rolls in, with side as a surface speed."""
    return impact(v_t, v_n, -jnp.asarray(v_n), jnp.asarray(v_t), side, **options)


def leaving(out):
    """Speed and angle from the cushion (degrees), at once and once it rolls again."""
    v_t, v_n, w_t, w_n, _ = (np.asarray(part) for part in out)
    rolled = final_velocity(vec(jnp.asarray(v_t), v_n), vec(jnp.asarray(w_t / R), w_n / R, 0.0), R)
    f_t, f_n = np.asarray(rolled.x), np.asarray(rolled.y)
    return (
        np.hypot(v_t, v_n),
        np.degrees(np.arctan2(-v_n, v_t)),
        np.hypot(f_t, f_n),
        np.degrees(np.arctan2(-f_n, f_t)),
    )


def test_fact_49_without_friction_the_angle_opens_with_the_restitution():
    angle = np.radians([30.0, 45.0, 60.0])  # from the normal
    bare = Cushion(friction=0.0, e_max=0.8, e_slope=0.0)
    out = impact(np.sin(angle), np.cos(angle), 0.0, 0.0, 0.0, cushion=bare, cloth=0.0)
    from_normal = 90.0 - leaving(out)[1]
    np.testing.assert_allclose(from_normal, [35.8175, 51.3402, 65.2087], atol=1e-4)


def test_fact_50_51_rolling_straight_in_at_any_speed():
    speed = np.array([0.3, 1.0, 2.5])
    out = rolling(0.0 * speed, speed)
    now, _, again, _ = leaving(out)
    np.testing.assert_allclose(now / speed, 0.9107, atol=0.001)
    np.testing.assert_allclose(-np.asarray(out[2]) / speed, 0.235, atol=0.002)
    np.testing.assert_allclose(again / speed, 0.583, atol=0.002)


def test_fact_52_stun_straight_in():
    out = impact(0.0, 1.0, 0.0, 0.0, 0.0)
    assert -float(out[1]) == pytest.approx(0.837, abs=0.002)


def test_fact_53_54_rolling_at_an_angle():
    angle = np.radians([30.0, 45.0, 60.0, 75.0])
    now, turn, again, rolled = leaving(rolling(np.cos(angle), np.sin(angle)))
    np.testing.assert_allclose(now, [0.861, 0.848, 0.867, 0.897], atol=0.003)
    np.testing.assert_allclose(turn, [34.0, 52.7, 68.8, 80.0], atol=0.2)
    np.testing.assert_allclose(again, [0.773, 0.670, 0.607, 0.586], atol=0.003)
    np.testing.assert_allclose(rolled, [22.6, 39.9, 58.9, 74.6], atol=0.2)


def test_fact_55_check_and_running_side():
    half = math.sqrt(0.5)
    _, turn, _, rolled = leaving(rolling(half, half, np.array([-1.0, 0.0, 1.0])))
    np.testing.assert_allclose(turn, [54.3, 52.7, 43.2], atol=0.2)
    np.testing.assert_allclose(rolled, [40.5, 39.9, 31.0], atol=0.2)


def test_fact_56_side_straight_in():
    _, turn, _, rolled = leaving(rolling(0.0, 1.0, np.array([0.5, 1.0, 2.0])))
    np.testing.assert_allclose(90.0 - turn, [8.1, 13.9, 16.9], atol=0.3)
    np.testing.assert_allclose(90.0 - rolled, [12.5, 21.1, 25.8], atol=0.3)


def test_fact_57_a_cushion_gives_running_side():
    half = math.sqrt(0.5)
    assert float(rolling(half, half)[4]) == pytest.approx(0.443, abs=0.005)


def test_fact_58_energy_never_rises():
    rng = np.random.default_rng(58)
    n = 300
    v_n = rng.uniform(0.1, 6.0, n)
    state = (rng.normal(0, 1, n) * v_n, v_n, *(rng.normal(0, 1, (3, n)) * v_n))
    out = impact(*state, cushion=Cushion(), cloth=0.21)

    def energy(parts):
        v_t, v_n, *w = (np.asarray(part) for part in parts)
        return v_t**2 + v_n**2 + 0.4 * sum(part**2 for part in w)

    assert np.max(energy(out) / energy(state)) < 1.0


def test_fact_59_60_the_polynomial_fitted_to_measured_rebounds():
    speed = np.array([0.5, 1.0, 2.0, 3.0, 3.5])
    ratio = -np.asarray(rolling(0.0 * speed, speed, cushion=Cushion(), cloth=0.21)[1]) / speed
    np.testing.assert_allclose(ratio, [0.897, 0.948, 0.908, 0.836, 0.797], atol=0.05)
    speed = np.linspace(0.28, 3.5, 50)
    out = -np.asarray(rolling(0.0 * speed, speed, cushion=Cushion(), cloth=0.21)[1])
    np.testing.assert_allclose(out, -0.0877 * speed**2 + 1.131 * speed - 0.0953, atol=0.08)


V_IN = """0.263 0.355 0.418 0.651 0.704 0.845 1.154 1.299 1.526 1.755 1.991 2.276 2.530 2.701 2.893
          2.985 3.106 3.185 3.405"""
V_OUT = """0.234 0.324 0.383 0.583 0.665 0.791 1.069 1.237 1.456 1.645 1.824 2.031 2.280 2.265 2.383
           2.462 2.620 2.568 2.732"""


def test_table_t3_measured_rebounds():
    v_in, v_out = (np.array(text.split(), float) for text in (V_IN, V_OUT))
    found = -np.asarray(rolling(0.0 * v_in, v_in, cushion=Cushion(), cloth=0.21)[1])
    assert np.sqrt(np.mean((found - v_out) ** 2)) <= 0.05
    constant = -np.asarray(rolling(0.0 * v_in, v_in, cloth=0.21)[1])
    assert np.sqrt(np.mean((constant - v_out) ** 2)) > 0.1  # what the speed law is for


def test_fact_63_restitution_falls_above_two_metres_a_second():
    speed = jnp.array([0.5, 2.0, 2.5, 3.0, 20.0])
    found = np.asarray(restitution(speed, Cushion()))
    assert found[0] == found[1] == 0.99
    assert (np.diff(found[1:]) < 0).all()
    assert found[-1] == 0.6


def test_steps_are_enough():
    rng = np.random.default_rng(0)
    n = 1000
    v_n = rng.uniform(0.2, 6.0, n)
    state = (rng.normal(0, 1, n) * v_n, v_n, *(rng.normal(0, 1.2, (3, n)) * v_n))
    coarse = np.stack(impact(*state, cushion=Cushion(), cloth=0.21))
    steps = cushion_module.STEPS
    try:
        cushion_module.STEPS = 1500
        fine = (
            np.stack(
                cushion_impact(
                    *(jnp.asarray(p / s) for p, s in zip(state, (1, 1, R, R, R), strict=True)),
                    Cushion(),
                    0.21,
                    R,
                )
            )
            * np.array([1, 1, R, R, R])[:, None]
        )
    finally:
        cushion_module.STEPS = steps
    error = np.abs(coarse - fine)[:2].max(axis=0) / v_n
    assert np.median(error) < 2e-4
    assert np.quantile(error, 0.99) < 4e-3


def test_a_ball_in_the_air_keeps_no_more_energy_than_it_had():
    rng = np.random.default_rng(1)
    n = 2000
    turn, lift = rng.uniform(-np.pi, np.pi, n), rng.uniform(-1.2, 1.2, n)
    normal = vec(
        jnp.asarray(np.cos(turn) * np.cos(lift)),
        jnp.asarray(np.sin(turn) * np.cos(lift)),
        jnp.asarray(np.sin(lift)),
    )
    v = vec(*(jnp.asarray(rng.normal(0, 2, n)) for _ in range(3)))
    w = vec(*(jnp.asarray(rng.normal(0, 60, n)) for _ in range(3)))
    u, x = free_impulse(v, w, normal, 0.9, 0.14, R)
    before, after = (dot(a, a) + 0.4 * R * R * dot(b, b) for a, b in ((v, w), (u, x)))
    assert float(jnp.max(after - before)) < 1e-9
    closing = dot(v, normal) < 0
    parting = dot(u, normal)
    np.testing.assert_allclose(parting[closing], -0.9 * dot(v, normal)[closing], rtol=1e-9)
