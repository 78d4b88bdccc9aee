"""Where colours go back to: own spot, the highest free spot, or beside their own (arts. 41-44)."""

from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float

from baulk.physics.balls import COLOURS_SLICE, CUE_BALL
from baulk.physics.table import Table

HAIR = 2.0e-5
"""m by which a ball placed beside another stays clear of it."""


_BACK = (0.0, 0.3, 0.6, 0.9)
_SIDES = (0.5, -0.25, 0.25, -0.75, 0.75, 0.0, -0.95, 0.95)

_PASSES = 6
"""Groups of balls in a row that a colour is taken past, beside its spot."""


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
    x, y = position[:, 0], position[:, 1]
    number = jnp.arange(x.shape[0])
    for colour in range(5, -1, -1):
        ball = COLOURS_SLICE.start + colour
        others = on_table & (number != ball)
        order = [colour, *range(5, -1, -1)]
        spot_x, spot_y = spots[jnp.array(order), 0], spots[jnp.array(order), 1]
        off_x, off_y = spot_x[:, None] - x, spot_y[:, None] - y
        near = off_x * off_x + off_y * off_y < (reach - 0.5 * HAIR) ** 2
        free = ~jnp.any(near & others, axis=-1)
        beside = _beside(spots[colour], x, y, others, reach, table)
        pick = jnp.argmax(free)
        to_x = jnp.where(jnp.any(free), spot_x[pick], beside)
        to_y = jnp.where(jnp.any(free), spot_y[pick], spots[colour, 1])
        placed = (number == ball) & back[ball]
        x, y = jnp.where(placed, to_x, x), jnp.where(placed, to_y, y)
        on_table = on_table | placed
    return jnp.stack([x, y], axis=-1), on_table


def _beside(
    spot: jax.Array, x: jax.Array, y: jax.Array, others: jax.Array, reach: Any, table: Table
) -> jax.Array:
    """The x nearest to a spot where a ball is free on its line: towards the top, else baulk."""
    across = y - spot[1]
    half = jnp.sqrt(jnp.maximum((reach + HAIR) ** 2 - across * across, 0.0))
    blocks = others & (jnp.abs(across) < reach)

    def clear_of(at: jax.Array, way: float) -> jax.Array:
        # Whoever is in the way has to be passed, so going to the farthest end skips no gap.
        for _ in range(_PASSES):
            meets = blocks & (jnp.abs(x - at) < half - 0.5 * HAIR)
            ends = jnp.where(meets, way * x + half, -jnp.inf)
            at = way * jnp.maximum(way * at, jnp.max(ends))
        return at

    up, down = clear_of(spot[0], 1.0), clear_of(spot[0], -1.0)
    return jnp.where(up < table.length - table.ball.radius, up, down)


def place_in_hand(
    table: Table, position: Float[Array, "N 2"], on_table: Bool[Array, " N"]
) -> Float[Array, "2"]:
    """Where a cue ball in hand waits: half-way brown to yellow, or the next free place of the D."""
    # Half-way first, then over the D from the baulk line backwards.
    spread = [(back, side) for back in _BACK for side in _SIDES if back**2 + side**2 <= 1.0]
    places = jnp.asarray([(0.0, -0.5), *spread], position.dtype) * table.d_radius
    x, y = table.baulk_line - places[:, 0], places[:, 1]
    off_x, off_y = x[:, None] - position[:, 0], y[:, None] - position[:, 1]
    others = on_table & (jnp.arange(position.shape[0]) != CUE_BALL)
    near = off_x * off_x + off_y * off_y < (2.0 * table.ball.radius + HAIR) ** 2
    pick = jnp.argmax(~jnp.any(near & others, axis=-1))
    return jnp.stack([x[pick], y[pick]])
