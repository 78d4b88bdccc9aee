"""How high the butt of the cue has to be raised to clear the cushion and the balls behind."""

from typing import Any, Final

import numpy as np
from jaxtyping import Float

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
    table: Table, balls: Balls, aim: Float[Any, "*batch"], height: Float[Any, "*batch"]
) -> Float[Any, "*batch"]:
    """Smallest elevation (rad) at which the cue clears everything behind the cue ball.

    Args:
        table: for the cushions and the radius.
        balls: of one table.
        aim: rad, of the strokes.
        height: ball radii, of the tip.
    """
    radius = table.ball.radius
    place = np.asarray(balls.position, np.float32)
    cue, others = place[0], place[1:]
    back = -np.stack([np.cos(aim), np.sin(aim)], axis=-1)
    tip = radius * (1.0 + height)

    # Distance back along the cue to the nose line that it crosses.
    gaps = np.stack(
        [cue[0], table.length - cue[0], 0.5 * table.width - cue[1], 0.5 * table.width + cue[1]]
    )
    toward = np.stack([-back[..., 0], back[..., 0], back[..., 1], -back[..., 1]], axis=-1)
    reach = np.min(np.where(toward > 1e-6, gaps / np.maximum(toward, 1e-6), np.inf), axis=-1)
    rise = np.arctan2(RAIL_TOP + CUE_RADIUS - tip, np.maximum(reach, 1e-3))
    raised = np.where(reach < CUE_LENGTH, rise, LEVEL)

    offset = others - cue
    along = back @ offset.T
    across = np.abs(back[..., 0, None] * offset[:, 1] - back[..., 1, None] * offset[:, 0])
    covers = (along > 0.0) & (along < CUE_LENGTH) & (across < radius + CUE_RADIUS)
    # The ball's outline under the cue, at its highest.
    top = radius + np.sqrt(np.maximum((radius + CUE_RADIUS) ** 2 - across**2, 0.0))
    over = np.arctan2(top - tip[..., None], np.maximum(along, 1e-3))
    over = np.where(covers & np.asarray(balls.on_table)[1:], over, LEVEL)
    return np.clip(np.maximum(raised, np.max(over, axis=-1)), LEVEL, MAX_RAISE)
