"""Facts 71-74: when things meet."""

import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baulk.physics.balls import N_BALLS, Balls
from baulk.physics.contacts import bound_times, contact_distance
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.materials import Ball, Cloth
from baulk.physics.motion import Motion, settle
from baulk.physics.roots import falls_to_zero, first_contact
from baulk.physics.table import make_table
from baulk.physics.vectors import vec

R = Ball().radius
TABLE = make_table()


def ball(x, y, v_x, v_y, w=(0.0, 0.0, 0.0)):
    zero = jnp.zeros(())
    return settle(
        Motion(
            vec(zero + x, y, R),
            vec(zero + v_x, v_y, 0.0),
            vec(zero + w[0], w[1], w[2]),
            vec(zero, zero, zero),
            jnp.int32(0),
            zero,
        ),
        Ball(),
        Cloth(),
    )


def meeting(a, b):
    return float(
        first_contact(
            b.position - a.position,
            b.velocity - a.velocity,
            b.acceleration - a.acceleration,
            2 * R,
            jnp.minimum(a.until, b.until),
            iterations=40,
        )
    )


@pytest.mark.usefixtures("float64")
def test_fact_71_stun_ball_meets_a_still_ball():
    moving, still = ball(0.0, 0.0, 2.0, 0.0), ball(0.4, 0.03, 0.0, 0.0)
    assert meeting(moving, still) == pytest.approx(0.1988156180, abs=1e-10)


@pytest.mark.usefixtures("float64")
def test_fact_72_rolling_ball_meets_the_cushion_with_its_side_not_its_equator():
    moving = ball(TABLE.length - 0.5, 0.3, 1.0, 0.0, (0.0, 1.0 / R, 0.0))
    assert float(contact_distance(TABLE)) == pytest.approx(0.0240585, abs=1e-7)
    time, kind = bound_times(moving, jnp.int32(-1), TABLE)
    assert float(time) == pytest.approx(0.4909566, abs=1e-7)
    assert int(kind) == 1  # the top cushion


@pytest.mark.usefixtures("float64")
def test_fact_73_a_ball_that_stops_short_hits_nothing():
    reach = 0.5**2 / (2 * 0.0127 * 9.81)
    rolling = ball(0.0, 0.0, 0.5, 0.0, (0.0, 0.5 / R, 0.0))
    assert meeting(rolling, ball(reach + 2 * R + 1e-6, 0.0, 0.0, 0.0)) == np.inf
    assert np.isfinite(meeting(rolling, ball(reach + 2 * R - 1e-6, 0.0, 0.0, 0.0)))


def test_fact_74_into_a_corner_without_a_pocket_meets_both_cushions():
    # No pockets: the mouths are shut, so the noses run on to the corner.
    shut = TABLE._replace(corner_end=0.0, middle_end=0.0)
    position, on = np.zeros((N_BALLS, 2), np.float32), np.zeros(N_BALLS, bool)
    position[0], on[0] = (float(TABLE.length) - 0.4, 0.5 * float(TABLE.width) - 0.4), True
    n = 9
    stroke = Stroke(*(np.full(n, part, np.float32) for part in (2.0, np.pi / 4, 0.0, 0.0, 0.0)))
    stroke = stroke._replace(aim=(np.pi / 4 + np.linspace(-0.02, 0.02, n)).astype(np.float32))
    outcome = simulate(shut, Balls(position, on), stroke)
    assert outcome.on_table[:, 0].all()
    assert (outcome.cushions[:, 0] >= 2).all()
    room = float(contact_distance(TABLE)) - 1e-5
    assert (outcome.position[:, 0, 0] <= TABLE.length - room).all()
    assert (np.abs(outcome.position[:, 0, 1]) <= 0.5 * TABLE.width - room).all()


def rounded(low, high):
    """Numbers to four places: subnormal accelerations are not what is tested."""
    return st.floats(low, high).map(lambda number: round(number, 4))


@pytest.mark.usefixtures("float64")
@settings(max_examples=200, deadline=None)
@given(
    offset=st.tuples(rounded(-1.5, 1.5), rounded(-1.5, 1.5)),
    velocity=st.tuples(rounded(-4, 4), rounded(-4, 4)),
    pull=st.tuples(rounded(-4, 4), rounded(-4, 4)),
    window=rounded(0.05, 3.0),
)
def test_first_contact_agrees_with_the_roots_of_the_quartic(offset, velocity, pull, window):
    c, b, a = np.array(offset), np.array(velocity), 0.5 * np.array(pull)
    if np.hypot(*c) < 2 * R + 1e-4:
        return
    quartic = [a @ a, 2 * a @ b, b @ b + 2 * a @ c, 2 * b @ c, c @ c - 4 * R * R]
    roots = np.roots(quartic)
    real = roots[np.abs(roots.imag) < 1e-6].real
    crossing = sorted(t for t in real if 1e-9 < t < window - 1e-6)
    flat = vec(*(jnp.asarray(part) for part in c)), vec(*(jnp.asarray(p) for p in b))
    found = float(
        first_contact(*flat, vec(*(jnp.asarray(2 * p) for p in a)), 2 * R, jnp.asarray(window), 60)
    )
    if crossing and not _grazes(quartic, crossing[0]):
        assert found <= crossing[0] + 1e-7
        assert found == pytest.approx(crossing[0], abs=1e-6)
    elif not crossing and not any(_grazes(quartic, t) for t in real if 0 < t < window + 1e-3):
        assert found >= window - 1e-3 or found == np.inf


def _grazes(quartic, t):
    """Whether the distance only just touches the contact: roots are then ill-conditioned."""
    return abs(np.polyval(np.polyder(quartic), t)) < 1e-3


@pytest.mark.usefixtures("float64")
@settings(max_examples=100, deadline=None)
@given(rounded(0.001, 2.0), rounded(-3.0, 3.0), rounded(-3.0, 3.0))
def test_falls_to_zero_is_the_first_downward_crossing(c, b, a):
    found = float(falls_to_zero(*(jnp.asarray(part) for part in (c, b, a))))
    times = np.linspace(0.0, 20.0, 200_001)
    value = c + b * times + 0.5 * a * times**2
    down = np.flatnonzero((value[:-1] > 0) & (value[1:] <= 0))
    if down.size:
        assert found == pytest.approx(times[down[0]], abs=2e-4)
    elif np.isfinite(found):
        assert found < 0.0 or found > 19.99 or abs(c + b * found + 0.5 * a * found**2) < 1e-6
