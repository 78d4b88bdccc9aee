"""Where to put a cue ball in hand: the place in the D from which the pots are easiest."""

from typing import Any

import jax
import numpy as np

from baulk.agents.ease import look
from baulk.env.skill import Skill
from baulk.physics.balls import Balls
from baulk.physics.table import Table

_RINGS = 5
_BEARINGS = 9


def place_in_d(table: Table, balls: Balls, targets: Any, skill: Skill) -> Balls:
    """The balls with the cue ball at the best of a grid of places in the D that are free.

    With nothing to pot it goes between brown and yellow, or stays where it is if that is taken.
    """
    ring, bearing = np.meshgrid(
        np.arange(_RINGS) / (_RINGS - 1), np.linspace(0.5 * np.pi, 1.5 * np.pi, _BEARINGS)
    )
    reach = float(table.d_radius) * ring.ravel()
    places = np.stack(
        [
            float(table.baulk_line) + reach * np.cos(bearing.ravel()),
            reach * np.sin(bearing.ravel()),
        ],
        axis=1,
    )
    usual = [float(table.baulk_line), -0.5 * float(table.d_radius)]
    places = np.concatenate([[usual], places]).astype(np.float32)
    position, on_table = np.asarray(balls.position, np.float32), np.asarray(balls.on_table)
    gap = np.linalg.norm(places[:, None] - position[None, 1:], axis=-1)
    free = ~np.any((gap < 2.0 * table.ball.radius + 1e-3) & on_table[None, 1:], axis=1)
    if not free.any():
        return balls
    layouts = np.repeat(position[None], len(places), axis=0)
    layouts[:, 0] = places
    present = on_table.copy()
    present[0] = True
    chance = np.asarray(_looks(table, layouts, present, np.asarray(targets, bool), skill))
    ease = np.where(free, chance.max(axis=(1, 2)), -1.0)
    return Balls(layouts[int(np.argmax(ease))], present)


@jax.jit
def _looks(table: Table, layouts: Any, on_table: Any, targets: Any, skill: Skill) -> Any:
    return jax.vmap(lambda place: look(table, place, on_table, targets, skill).chance)(layouts)
