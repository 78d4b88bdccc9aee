"""Escapes: off the cushions by a sweep all round, and round the obstacle by swerve."""

from typing import Any, Final

import jax
import numpy as np

from baulk.agents.candidates.candidate import Candidates, Family, line_of, make_strokes
from baulk.physics.balls import Balls
from baulk.physics.engine import simulate
from baulk.physics.outcome import Outcome
from baulk.physics.table import Table

SPEEDS: Final = (1.2, 2.0, 3.0, 4.2)
AIMS: Final = 360
SWERVE_ELEVATIONS: Final = (12.0, 22.0, 32.0)
SWERVE_SPEEDS: Final = (1.0, 1.6, 2.4)
SWERVE_SPREAD: Final = 14.0
"""Degrees either side of the ball over which a swerve starts."""

MAX_KEPT: Final = 400


def escape_candidates(table: Table, balls: Balls, targets: Any) -> Candidates | None:
    """Strokes that, played perfectly, hit a ball of ``targets`` [22] first; None if none does.

    The neighbours of a hit in aim are kept with it, so that the middle of a wide gap is among
    them.
    """
    position = np.asarray(balls.position)
    aim, speed = np.meshgrid(np.arange(AIMS) * 2.0 * np.pi / AIMS, SPEEDS, indexing="ij")
    plain = make_strokes(table, balls, speed, aim, 0.0, 0.0)
    swerves = []
    for ball in np.flatnonzero(np.asarray(targets, bool))[:3]:
        to_ball = position[ball] - position[0]
        straight = np.arctan2(to_ball[1], to_ball[0])
        off, pace, side, lift = np.meshgrid(
            np.radians(np.linspace(-SWERVE_SPREAD, SWERVE_SPREAD, 15)),
            SWERVE_SPEEDS,
            (-0.4, 0.4),
            np.radians(SWERVE_ELEVATIONS),
            indexing="ij",
        )
        swerves.append(make_strokes(table, balls, pace, straight + off, side, 0.0, lift))
    strokes = jax.tree.map(lambda *leaves: np.concatenate(leaves), plain, *swerves)
    outcome = simulate(table, balls, strokes)
    first, legal = _first_ball(outcome, targets)
    kept = np.flatnonzero(legal)
    if not kept.size:
        return None
    kept = kept[np.linspace(0, kept.size - 1, min(kept.size, MAX_KEPT)).astype(int)]
    count = kept.size
    chosen = jax.tree.map(lambda leaf: leaf[kept], strokes)
    # Strokes that start alike and hit the same ball are one idea.
    bearing = np.round(np.degrees(chosen.aim) / 3.0) % 120 + 120 * (np.abs(chosen.side) > 0.1)
    return Candidates(
        stroke=chosen,
        family=np.full(count, Family.ESCAPE, np.int32),
        ball=first[kept].astype(np.int32),
        pocket=np.full(count, -1, np.int32),
        window=np.zeros(count, np.float32),
        line=line_of(Family.ESCAPE, first[kept], bearing),
    )


def _first_ball(outcome: Outcome, targets: Any) -> tuple[Any, Any]:
    """Ball [S] that each stroke hits first, and whether it is one of ``targets``, alone."""
    hit = np.asarray(outcome.first_hit)
    first = np.argmax(hit, axis=1)
    legal = np.all(~hit | np.asarray(targets, bool), axis=1) & hit.any(axis=1)
    kept = np.asarray(outcome.on_table)[:, 0] & ~np.asarray(outcome.jumped).any(axis=1)
    return first, legal & kept & ~np.asarray(outcome.off_table).any(axis=1)
