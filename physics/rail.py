"""A ball that has jumped over a cushion: does it stay on the rail or leave the table?"""

import jax
import jax.numpy as jnp

from baulk.physics.materials import Ball, Cloth, Rail


def stays_on_rail(
    height: jax.Array,
    rise: jax.Array,
    outward: jax.Array,
    rail: Rail,
    ball: Ball,
    cloth: Cloth,
) -> jax.Array:
    """Whether a ball that passes the nose line ends on the rail.

    It flies to the rail's top, bounces with the cloth's restitution until it no longer hops,
    then slides to a stop; if that carries it past the outer edge it leaves the table.

    Args:
        height: [...] m of the centre above the cloth as it passes the nose line.
        rise: [...] m/s upwards.
        outward: [...] m/s away from the bed.
        rail, ball, cloth: dimensions and materials.
    """
    g = cloth.gravity
    above = jnp.maximum(height - rail.height - ball.radius, 0.0)
    landing = jnp.sqrt(rise * rise + 2.0 * g * above)
    first = (rise + landing) / g
    # Bounces e, e^2, ... of the landing speed last 2 e v / g each: a geometric series.
    bouncing = 2.0 * landing * cloth.bounce / (1.0 - cloth.bounce) / g
    slowed = jnp.maximum(outward - rail.friction * (1.0 + cloth.bounce) * landing, 0.0)
    reach = outward * first + slowed * bouncing + slowed**2 / (2.0 * rail.friction * g)
    return reach < rail.width
