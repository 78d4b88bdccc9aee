"""What may be placed and named: the cue ball in the D, a free ball."""

from typing import Any

import numpy as np

from baulk.env.rules.frame import Frame, targets
from baulk.physics.balls import COLOURS_SLICE, N_BALLS
from baulk.physics.table import Table

_TRIES = 200


def is_free(table: Table, frame: Frame, x: float, y: float) -> bool:
    """Whether a cue ball at x, y (m) would touch no other ball."""
    others = np.asarray(frame.on_table).copy()
    others[0] = False
    gap = np.hypot(*(np.asarray(frame.position)[others] - [x, y]).T)
    return bool(np.all(gap > 2.0 * float(table.ball.radius) + 1e-4))


def place_at_random(
    table: Table, frame: Frame, rng: np.random.Generator
) -> tuple[float, float] | None:
    """A free place in the D; None if none was found, and the ball stays where it is."""
    line, reach = float(table.baulk_line), float(table.d_radius)
    for _ in range(_TRIES):
        x, y = line - rng.uniform(0.0, reach), rng.uniform(-reach, reach)
        if np.hypot(x - line, y) <= reach and is_free(table, frame, x, y):
            return float(x), float(y)
    return None


def free_colours(frame: Frame) -> Any:
    """Mask [22] of the colours that may be named as a free ball now."""
    if not frame.free:
        return np.zeros(N_BALLS, bool)
    number = np.arange(N_BALLS)
    colours = (number >= COLOURS_SLICE.start) & np.asarray(frame.on_table)
    return colours & ~np.asarray(targets(frame))
