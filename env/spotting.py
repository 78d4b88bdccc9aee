"""Where colours go back to: own spot, the highest free spot, or beside their own (arts. 41-44)."""

from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float

from baulk.physics.balls import COLOURS_SLICE
from baulk.physics.table import Table

HAIR = 2.0e-5
"""m by which a ball placed beside another stays clear of it."""


def respot(
    table: Table,
    position: Float[Array, "N 2"],
    on_table: Bool[Array, " N"],
    back: Bool[Array, " N"],
) -> tuple[Float[Array, "N 2"], Bool[Array, " N"]]:
    """Put the colours marked in ``back`` on the table again, the highest value first.

    A colour whose spot is taken goes to the highest free spot; if none is free, as near its own
    spot as it can, on the line towards the top cushion, or failing that towards baulk.

    Args:
        table: for spots (m) and ball radius.
        position: m.
        on_table: which balls stand there now.
        back: which are put back; only colours are.
    """
    spots = jnp.asarray(table.spots, position.dtype)
    reach = 2.0 * table.ball.radius
    first = COLOURS_SLICE.start
    for colour in range(5, -1, -1):
        ball = first + colour
        others = on_table.at[ball].set(False)
        own = spots[colour]

        # Beside the own spot: touching one of the balls that stand in the way, or free.
        across = position[:, 1] - own[1]
        along = jnp.sqrt(jnp.maximum((reach + HAIR) ** 2 - across**2, 0.0))
        beside_x = jnp.concatenate([position[:, 0] + along, position[:, 0] - along])
        beside = jnp.stack([beside_x, jnp.broadcast_to(own[1], beside_x.shape)], axis=-1)
        inside = jnp.abs(beside_x - 0.5 * table.length) < 0.5 * table.length - table.ball.radius
        shift = beside_x - own[0]
        # Any place towards the top cushion comes before one towards baulk.
        cost = jnp.where(shift >= 0.0, shift, 10.0 * table.length - shift)
        cost = jnp.where(_free(beside, position, others, reach) & inside, cost, jnp.inf)
        places = jnp.concatenate([own[None], spots[::-1], beside[jnp.argmin(cost)][None]])
        usable = jnp.concatenate([_free(places[:7], position, others, reach), jnp.ones(1, bool)])
        place = places[jnp.argmax(usable)]
        position = position.at[ball].set(jnp.where(back[ball], place, position[ball]))
        on_table = on_table.at[ball].set(on_table[ball] | back[ball])
    return position, on_table


def _free(points: jax.Array, position: jax.Array, others: jax.Array, reach: Any) -> jax.Array:
    """Whether a ball at each of ``points`` [P, 2] would touch none of ``others`` [N]."""
    offset = points[:, None] - position[None]
    near = jnp.sum(offset * offset, axis=-1) < (reach - 0.5 * HAIR) ** 2
    return ~jnp.any(near & others, axis=-1)
