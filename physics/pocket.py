"""When a ball at a pocket drops (physics notes b.6, level A)."""

import jax
import jax.numpy as jnp

from baulk.physics.materials import Ball, Cloth, Pocket
from baulk.physics.vectors import Vec, dot


def fall_time(edge_speed: jax.Array, pocket: Pocket, ball: Ball, cloth: Cloth) -> jax.Array:
    """Seconds from crossing the fall edge until the ball has dropped by ``pocket.drop``.

    At ``edge_speed`` (m/s across the edge) of sqrt(g R) or more the ball leaves the slate at
    once and falls freely; slower it tips over the edge first, as an inverted pendulum with
    rate sqrt(5 g / 7 R).
    """
    free = jnp.sqrt(2.0 * pocket.drop / cloth.gravity)
    rate = jnp.sqrt(5.0 * cloth.gravity / (7.0 * ball.radius))
    tipped = jnp.arccos(1.0 - pocket.drop / ball.radius)
    crawl = jnp.maximum(edge_speed, 1e-3)
    tipping = jnp.arcsinh(tipped * rate * ball.radius / crawl) / rate
    fast = edge_speed * edge_speed >= cloth.gravity * ball.radius
    return jnp.where(fast, free, jnp.maximum(tipping, free))


def time_to_leave(offset: Vec, velocity: Vec, radius: jax.Array) -> jax.Array:
    """Seconds until a falling ball, ``offset`` from the pocket's centre, is outside it.

    The horizontal velocity of a falling ball is constant; inf if it does not move.
    """
    speed2 = dot(velocity, velocity)
    b = dot(offset, velocity)
    c = jnp.minimum(dot(offset, offset) - radius * radius, 0.0)
    root = jnp.sqrt(jnp.maximum(b * b - speed2 * c, 0.0))
    t = (root - b) / jnp.maximum(speed2, 1e-30)
    return jnp.where(speed2 > 0.0, jnp.maximum(t, 0.0), jnp.inf)
