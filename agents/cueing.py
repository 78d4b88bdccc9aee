"""How high the butt of the cue has to be raised to clear the cushion and the balls behind."""

from typing import Final

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

from baulk.physics.balls import Balls
from baulk.physics.table import Table

CUE_LENGTH: Final = 1.45
"""m; what lies further behind the cue ball is not under the cue."""

CUE_RADIUS: Final = 0.007
"""m of the shaft near the bridge."""

RAIL_TOP: Final = 0.040
"""m above the cloth of the cushion rail (no published figure)."""

LEVEL: Final = float(np.radians(2.0))
"""rad; the butt is never lower: the hand is above the rail."""

MAX_RAISE: Final = float(np.radians(60.0))


def needed_elevation(
    table: Table, balls: Balls, aim: Float[Array, "*batch"], height: Float[Array, "*batch"]
) -> Float[Array, "*batch"]:
    """Smallest elevation (rad) at which the cue clears everything behind the cue ball.

    Args:
        table: for the cushions and the radius.
        balls: of one table.
        aim: rad, of the strokes.
        height: ball radii, of the tip.
    """
    radius = table.ball.radius
    place = jnp.asarray(balls.position)
    cue, others = place[0], place[1:]
    back = -jnp.stack([jnp.cos(aim), jnp.sin(aim)], axis=-1)
    tip = radius * (1.0 + height)

    # Distance back along the cue to the nose line that it crosses.
    gaps = jnp.stack(
        [cue[0], table.length - cue[0], 0.5 * table.width - cue[1], 0.5 * table.width + cue[1]]
    )
    toward = jnp.stack([-back[..., 0], back[..., 0], back[..., 1], -back[..., 1]], axis=-1)
    reach = jnp.min(jnp.where(toward > 1e-6, gaps / jnp.maximum(toward, 1e-6), jnp.inf), axis=-1)
    rise = jnp.arctan2(RAIL_TOP + CUE_RADIUS - tip, jnp.maximum(reach, 1e-3))
    raised = jnp.where(reach < CUE_LENGTH, rise, LEVEL)

    offset = others - cue
    along = back @ offset.T
    across = jnp.abs(back[..., 0, None] * offset[:, 1] - back[..., 1, None] * offset[:, 0])
    covers = (along > 0.0) & (along < CUE_LENGTH) & (across < radius + CUE_RADIUS)
    # The ball's outline under the cue, at its highest.
    top = radius + jnp.sqrt(jnp.maximum((radius + CUE_RADIUS) ** 2 - across**2, 0.0))
    over = jnp.arctan2(top - tip[..., None], jnp.maximum(along, 1e-3))
    over = jnp.where(covers & jnp.asarray(balls.on_table)[1:], over, LEVEL)
    return jnp.clip(jnp.maximum(raised, jnp.max(over, axis=-1)), LEVEL, MAX_RAISE)
