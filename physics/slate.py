"""A ball that comes down on the slate: bounce and friction kick (physics notes b.3)."""

import jax.numpy as jnp

from baulk.physics.materials import Ball, Cloth
from baulk.physics.motion import slip
from baulk.physics.vectors import Vec, norm, where


def slate_bounce(velocity: Vec, spin: Vec, ball: Ball, cloth: Cloth) -> tuple[Vec, Vec]:
    """Velocity and spin after a ball meets the slate; unchanged unless it comes down.

    The tangential impulse is the sliding friction of the normal impulse, at most what stops the
    slip. A bounce whose apex stays under ``cloth.hop`` is absorbed.
    """
    down = jnp.maximum(-velocity.z, 0.0)
    u = slip(velocity, spin, ball.radius)
    speed = norm(u)
    kick = jnp.minimum(cloth.sliding * (1.0 + cloth.bounce) * down, 2.0 / 7.0 * speed)
    push = u * (-kick / jnp.maximum(speed, 1e-30))  # impulse over mass
    lever = 2.5 / ball.radius  # m R / I
    bounced = drop_hop((velocity.flat + push).at_height(cloth.bounce * down), cloth)
    turned = Vec((spin.x + lever * push.y, spin.y - lever * push.x, spin.z))
    falls = velocity.z < 0.0
    return where(falls, bounced, velocity), where(falls, turned, spin)


def drop_hop(velocity: Vec, cloth: Cloth) -> Vec:
    """Velocity without a rise so small that the ball would not clear ``cloth.hop``."""
    rise = velocity.z
    small = (rise > 0.0) & (rise * rise < 2.0 * cloth.gravity * cloth.hop)
    return velocity.at_height(jnp.where(small, 0.0, rise))
