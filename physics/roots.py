"""First contact times of bodies on parabolic paths, without missing a root.

A closed-form quartic is slow and loses digits where it matters. Here the distance is marched:
at time t the squared-distance excess f has a parabola below it on the whole remaining window
(value and slope at t, curvature the least that f has there), so that parabola's first root is a
lower bound of the next contact. Repeating this converges quadratically from the left and never
jumps over a contact; stopped early, the time returned is still a lower bound, at which the
engine looks again.
"""

from typing import Any

import jax
import jax.numpy as jnp

from baulk.physics.vectors import Vec, dot

ITERATIONS = 8
_LONGEST = 1.0e3


def first_contact(
    offset: Vec,
    velocity: Vec,
    acceleration: Vec,
    distance: Any,
    window: jax.Array,
    iterations: int = ITERATIONS,
) -> jax.Array:
    """Time at which |offset + velocity t + acceleration t^2 / 2| first falls to ``distance``.

    Bodies already at or below the distance count only while they approach. Quartic of physics
    notes b.7 in vector form; arguments broadcast against each other.

    Args:
        offset: m, relative position now.
        velocity: m/s, relative velocity now.
        acceleration: m/s^2, constant relative acceleration.
        distance: m.
        window: s for which the motion is valid; a later contact is reported as inf.
        iterations: marching steps.
    """
    half = acceleration * 0.5
    aa = dot(half, half)
    ab = dot(half, velocity)
    flat = dot(velocity, velocity) + 2.0 * dot(half, offset)
    window = jnp.minimum(window, _LONGEST)
    dip = -0.5 * ab / jnp.maximum(aa, 1e-30)
    square = distance * distance
    t = jnp.zeros_like(flat)
    missed = jnp.zeros(flat.shape, bool)
    for _ in range(iterations):
        d = offset + (velocity + half * t) * t
        v = velocity + half * (2.0 * t)
        f = jnp.maximum(0.5 * (dot(d, d) - square), 0.0)
        slope = dot(d, v)
        at = jnp.minimum(jnp.maximum(dip, t), window)
        curve = flat + 6.0 * at * (ab + aa * at)  # least curvature of f ahead
        disc = slope * slope - 2.0 * curve * f
        root = jnp.sqrt(jnp.maximum(disc, 0.0))
        nearing = slope < 0.0
        step = jnp.where(nearing, 2.0 * f, slope + root) / jnp.where(nearing, root - slope, -curve)
        never = jnp.where(nearing, disc < 0.0, curve >= 0.0)
        ahead = t + jnp.where(never, 0.0, step)
        missed = missed | never | (ahead > window)
        t = jnp.minimum(ahead, window)
    return jnp.where(missed, jnp.inf, t)


def falls_to_zero(c: jax.Array, b: jax.Array, a: jax.Array) -> jax.Array:
    """Time at which c + b t + a t^2 / 2 crosses zero downwards; inf if it does not.

    A crossing in the past is negative. A quadratic has at most one downward crossing.
    """
    disc = b * b - 2.0 * a * c
    root = jnp.sqrt(jnp.maximum(disc, 0.0))
    down = 2.0 * c / jnp.maximum(root - b, 1e-30)
    turned = (b + root) / jnp.where(a < 0.0, -a, 1.0)
    t = jnp.where(b < 0.0, down, jnp.where(a < 0.0, turned, jnp.inf))
    return jnp.where(disc < 0.0, jnp.inf, t)
