"""Safeties: every ball on that can be reached, from full to thin on both sides, at all weights."""

from typing import Any, Final

import numpy as np

from baulk.agents.candidates.candidate import Candidates, Family, line_of, make_strokes
from baulk.physics.balls import Balls
from baulk.physics.table import Table

FULLNESS: Final = (-0.97, -0.87, -0.6, -0.3, 0.0, 0.3, 0.6, 0.87, 0.97)
"""Distance of the line of aim from the ball's centre, over two radii; 1 misses."""

SPEEDS: Final = (0.5, 0.9, 1.5, 2.2, 3.0, 4.0)
TIPS: Final = ((0.0, 0.25), (0.0, -0.25), (-0.3, 0.0), (0.3, 0.0))
"""Side and height in ball radii: follow, screw, and stun with side, which turns off a cushion."""

MAX_BALLS: Final = 3


def safety_candidates(table: Table, balls: Balls, seen: Any) -> Candidates | None:
    """Contacts of the balls marked in ``seen`` [22], the nearest first; None if there are none."""
    position = np.asarray(balls.position)
    offset = position - position[0]
    distance = np.hypot(offset[:, 0], offset[:, 1])
    reachable = np.flatnonzero(np.asarray(seen, bool))
    if not reachable.size:
        return None
    # The nearest, and the farthest for a change: thin contacts at the end of the pack.
    near = reachable[np.argsort(distance[reachable], kind="stable")]
    chosen = np.concatenate([near[: MAX_BALLS - 1], near[MAX_BALLS - 1 :][-1:]])
    ball, share, speed, tip = (
        axis.ravel()
        for axis in np.meshgrid(chosen, FULLNESS, SPEEDS, np.arange(len(TIPS)), indexing="ij")
    )
    side, height = np.array(TIPS)[tip].T
    straight = np.arctan2(offset[ball, 1], offset[ball, 0])
    reach = np.clip(2.0 * table.ball.radius / np.maximum(distance[ball], 1e-6), 0.0, 1.0)
    aim = straight + np.arcsin(np.clip(share * reach, -1.0, 1.0))
    count = len(ball)
    return Candidates(
        stroke=make_strokes(table, balls, speed, aim, side, height),
        family=np.full(count, Family.SAFETY, np.int32),
        ball=ball.astype(np.int32),
        pocket=np.full(count, -1, np.int32),
        window=np.zeros(count, np.float32),
        line=line_of(Family.SAFETY, ball, np.round(100.0 * (share + 1.0))),
    )
