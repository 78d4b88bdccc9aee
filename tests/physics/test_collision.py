"""Facts 27-43 and 46-48: two balls meet. The cue ball comes along x, the other lies at the cut."""

import math

import jax.numpy as jnp
import numpy as np
import pytest

from baulk.physics.collision import collide
from baulk.physics.materials import Contact
from baulk.physics.motion import final_velocity
from baulk.physics.vectors import cross, dot, vec

R = 0.02625
pytestmark = pytest.mark.usefixtures("float64")
SMOOTH = Contact(restitution=1.0, low=0.0, span=0.0)
LAW = Contact(restitution=1.0)
SLOW, MEDIUM, FAST = 0.447, 1.341, 3.129


def hit(cut, speed, contact, roll=0.0, side=0.0):
    """Velocities and spins after; cut in degrees, roll and side as surface speed over speed."""
    cut = jnp.radians(jnp.asarray(cut, float))
    zero = jnp.zeros_like(cut)
    return collide(
        vec(zero + speed, zero, zero),
        vec(zero, zero + roll * speed / R, zero + side * speed / R),
        vec(zero, zero, zero),
        vec(zero, zero, zero),
        vec(jnp.cos(cut), jnp.sin(cut), zero),
        R,
        contact,
    )


def direction(v):
    return np.degrees(np.arctan2(np.asarray(v.y), np.asarray(v.x)))


def throw(cut, speed, contact, roll=0.0, side=0.0):
    """Degrees by which the object ball leaves inside its line of centres."""
    return np.asarray(cut) - direction(hit(cut, speed, contact, roll, side)[2])


@pytest.mark.parametrize(
    ("fact", "e", "roll", "cue_now", "cue_final", "object_now", "object_final"),
    [
        (27, 1.0, 0.0, 0.0, 0.0, 1.0, 5 / 7),
        (28, 0.95, 0.0, 0.025, 0.017857, 0.975, 0.696429),
        (29, 1.0, 1.0, 0.0, 0.285714, 1.0, 5 / 7),
        (29, 0.95, 1.0, 0.025, 0.303571, 0.975, 0.696429),
        (30, 1.0, -1.0, 0.0, -0.285714, 1.0, 5 / 7),
        (30, 0.95, -1.0, 0.025, -0.267857, 0.975, 0.696429),
    ],
)
def test_fact_27_to_30_full_hits(fact, e, roll, cue_now, cue_final, object_now, object_final):
    v1, w1, v2, w2 = hit(0.0, 1.0, Contact(restitution=e, low=0.0, span=0.0), roll)
    found = (v1.x, final_velocity(v1, w1, R).x, v2.x, final_velocity(v2, w2, R).x)
    for is_, wanted in zip(found, (cue_now, cue_final, object_now, object_final), strict=True):
        assert float(is_) == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("cut", [5.0, 30.0, 60.0, 85.0])
def test_fact_31_ninety_degree_rule(cut):
    v1, _, v2, _ = hit(cut, 1.0, SMOOTH)
    assert direction(v2) - direction(v1) == pytest.approx(90.0, abs=1e-7)


@pytest.mark.parametrize(
    ("fact", "contact", "degrees", "tolerance"),
    [
        (32, Contact(restitution=0.95, low=0.0, span=0.0), 87.5206, 1e-3),
        (33, Contact(restitution=0.94, low=0.06, span=0.0), 83.259, 1e-3),
        (34, Contact(restitution=0.95), 83.020, 0.01),
    ],
)
def test_fact_32_33_34_separation_at_30_degrees(fact, contact, degrees, tolerance):
    v1, _, v2, _ = hit(30.0, 1.0, contact)
    assert direction(v2) - direction(v1) == pytest.approx(degrees, abs=tolerance)


def deflection(cut, contact):
    """Degrees by which a rolling cue ball has turned once it rolls again, and its speed."""
    v1, w1, _, _ = hit(cut, 1.0, contact, roll=1.0)
    final = final_velocity(v1, w1, R)
    return -direction(final), np.hypot(np.asarray(final.x), np.asarray(final.y))


def test_fact_35_36_37_thirty_degree_rule():
    cuts = np.degrees(np.arcsin([0.5, 0.75, 0.25]))  # half, quarter and three-quarter ball
    turned, speed = deflection(cuts, SMOOTH)
    np.testing.assert_allclose(turned, [33.670, 27.267, 27.626], atol=1e-3)
    assert speed[0] == pytest.approx(0.557875, abs=1e-6)
    fine = np.arange(20.0, 40.0, 0.001)
    turned, _ = deflection(fine, SMOOTH)
    assert turned.max() == pytest.approx(33.749, abs=1e-3)
    assert fine[turned.argmax()] == pytest.approx(28.126, abs=2e-3)


def test_fact_38_thirty_degree_rule_with_real_restitution():
    contact = Contact(restitution=0.95, low=0.0, span=0.0)
    turned, _ = deflection(np.array([30.0, *np.arange(20.0, 40.0, 0.01)]), contact)
    assert turned[0] == pytest.approx(32.265, abs=1e-3)
    assert turned.max() == pytest.approx(32.293, abs=1e-3)


@pytest.mark.parametrize(
    ("fullness", "cut"), [(0.75, 14.478), (0.5, 30.0), (0.25, 48.590), (0.125, 61.045)]
)
def test_fact_39_fullness_is_the_cut(fullness, cut):
    # The centre of the ball is off the line of aim by (1 - fullness) diameters.
    offset = (1.0 - fullness) * 2 * R
    normal = np.array([math.sqrt((2 * R) ** 2 - offset**2), offset]) / (2 * R)
    v2 = hit(np.degrees(np.arctan2(*normal[::-1])), 1.0, SMOOTH)[2]
    assert direction(v2) == pytest.approx(cut, abs=1e-3)


@pytest.mark.parametrize("speed", [SLOW, MEDIUM, FAST])
@pytest.mark.parametrize("cut", [10.0, 30.0, 60.0])
def test_fact_40_gearing_side_takes_the_throw_away(cut, speed):
    # Slip along the contact is v sin(cut) - R w_z: the ball rolls on the other when it is 0.
    geared = math.sin(math.radians(cut))
    assert throw(cut, speed, LAW, side=geared) == pytest.approx(0.0, abs=1e-9)


def test_fact_41_left_side_throws_right():
    # Tip left of centre: the ball turns clockwise, spin below zero.
    v2 = hit(0.0, 1.0, LAW, side=-0.5)[2]
    assert float(v2.y) < 0.0
    assert float(hit(0.0, 1.0, LAW, side=0.5)[2].y) > 0.0


def test_fact_42_straight_stun_with_side():
    table = [
        (0.25, (2.556, 2.556, 2.556)),
        (0.5, (5.102, 3.053, 1.307)),
        (1.0, (3.933, 1.568, 0.658)),
    ]
    for share, degrees in table:
        found = [abs(throw(0.0, v, LAW, side=1.25 * share)) for v in (SLOW, MEDIUM, FAST)]
        np.testing.assert_allclose(found, degrees, atol=0.01)


def test_fact_43_cling():
    dirty = LAW._replace(cling=2.5)
    np.testing.assert_allclose(
        throw(np.array([30.0, 45.0, 55.0]), SLOW, dirty), [4.715, 8.130, 11.531], atol=0.02
    )
    cuts = np.arange(30.0, 80.0, 0.5)
    assert 50.0 <= cuts[throw(cuts, SLOW, dirty).argmax()] <= 60.0


T1_CUTS = np.array([5, 10, 15, 20, 25, 30, 35, 45, 60], float)
T1 = {
    (0.0, SLOW): (0.716, 1.443, 2.192, 2.976, 3.811, 4.715, 5.237, 4.945, 4.621),
    (0.0, MEDIUM): (0.716, 1.443, 2.192, 2.976, 3.811, 3.549, 3.246, 2.773, 2.318),
    (0.0, FAST): (0.716, 1.443, 2.192, 2.500, 2.037, 1.697, 1.448, 1.127, 0.894),
    (1.0, SLOW): (0.381, 0.760, 1.132, 1.496, 1.848, 2.186, 2.508, 3.090, 3.783),
    (1.0, MEDIUM): (0.175, 0.349, 0.520, 0.687, 0.849, 1.004, 1.152, 1.420, 1.739),
    (1.0, FAST): (0.068, 0.135, 0.201, 0.265, 0.328, 0.388, 0.445, 0.548, 0.672),
}


@pytest.mark.parametrize(("roll", "speed"), T1)
def test_table_t1_throw(roll, speed):
    np.testing.assert_allclose(throw(T1_CUTS, speed, LAW, roll=roll), T1[roll, speed], atol=0.02)


@pytest.mark.parametrize(
    ("speed", "most", "at"), [(SLOW, 5.302, 33.0), (MEDIUM, 3.875, 25.4), (FAST, 2.698, 18.3)]
)
def test_table_t1_largest_throw(speed, most, at):
    cuts = np.arange(5.0, 60.0, 0.05)
    found = throw(cuts, speed, LAW)
    assert found.max() == pytest.approx(most, abs=0.02)
    assert cuts[found.argmax()] == pytest.approx(at, abs=0.2)


def test_fact_46_momentum_and_energy_in_random_hits():
    rng = np.random.default_rng(46)
    n = 20_000
    v1, w1, v2, w2 = (
        vec(*(jnp.asarray(rng.normal(0.0, scale, n)) for _ in range(3)))
        for scale in (2.0, 60.0, 2.0, 60.0)
    )
    turn, lift = rng.uniform(-np.pi, np.pi, n), rng.uniform(-0.5, 0.5, n)
    normal = vec(
        jnp.asarray(np.cos(turn) * np.cos(lift)),
        jnp.asarray(np.sin(turn) * np.cos(lift)),
        jnp.asarray(np.sin(lift)),
    )
    away = dot(v1 - v2, normal) < 0.0
    sign = jnp.where(away, -1.0, 1.0)
    normal = normal * sign  # so that they approach
    u1, x1, u2, x2 = collide(v1, w1, v2, w2, normal, R, Contact())

    def worst(vector):
        return max(float(jnp.max(jnp.abs(part))) for part in vector.parts)

    assert worst((u1 + u2) - (v1 + v2)) < 1e-12
    # About the point of contact: orbital R n x (m v) of both, and I w of both.
    inertia = 0.4 * R * R

    def about_contact(v_a, w_a, v_b, w_b):
        return cross(normal * -R, v_a) + cross(normal * R, v_b) + (w_a + w_b) * inertia

    assert worst(about_contact(u1, x1, u2, x2) - about_contact(v1, w1, v2, w2)) < 1e-12

    def energy(v_a, w_a, v_b, w_b):
        return dot(v_a, v_a) + dot(v_b, v_b) + inertia * (dot(w_a, w_a) + dot(w_b, w_b))

    assert float(jnp.max(energy(u1, x1, u2, x2) - energy(v1, w1, v2, w2))) < 1e-12


# V0, cut = measured direction of the object ball, then measured: cue ball, object ball, cue angle.
T2 = np.array(
    [
        (1.539, 33.83, 0.816, 0.836, 35.96),
        (1.032, 26.36, 0.520, 0.629, 33.20),
        (1.364, 40.52, 0.925, 0.700, 30.50),
        (1.731, 46.50, 1.275, 0.787, 27.97),
        (0.942, 18.05, 0.365, 0.581, 29.86),
    ]
)


def test_fact_47_table_t2_filmed_strokes():
    found = []
    for speed, sent, *_ in T2:
        # The line of centres that sends the object ball where it was seen to go.
        cuts = np.linspace(sent - 3.0, sent + 8.0, 20_001)
        v1, w1, v2, w2 = hit(cuts, speed, Contact(restitution=0.95), roll=1.0)
        k = int(np.abs(direction(v2) - sent).argmin())
        cue, other = final_velocity(v1, w1, R), final_velocity(v2, w2, R)
        found.append(
            [
                float(np.hypot(cue.x[k], cue.y[k])),
                float(np.hypot(other.x[k], other.y[k])),
                -float(direction(cue)[k]),
            ]
        )
    found, measured = np.array(found), T2[:, 2:]
    off = found / measured - 1.0
    assert np.abs(off[:, 1]).max() < 0.12
    assert np.abs(off[1:, 0]).max() < 0.12  # the first cue ball is an outlier for every model
    assert np.abs(found[:, 2] - measured[:, 2]).max() < 4.0
    assert np.sqrt(np.mean(off[:, 1] ** 2)) <= 0.03
    assert np.sqrt(np.mean(off[1:, 0] ** 2)) <= 0.04
    assert np.sqrt(np.mean((found[1:, 2] - measured[1:, 2]) ** 2)) <= 1.5
