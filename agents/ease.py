"""How easy the pots of a position are, by geometry alone: the planner's look at what comes next.

No stroke is simulated. A pot is a straight line to the ghost ball, a cut, and a straight line to
the pocket; the chance that it drops compares the width of the pocket, as seen from the object
ball, with the spread that an error of aim has there.
"""

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float

from baulk.env.skill import Skill
from baulk.physics.table import Table

MAX_CUT: Final = 1.40
"""rad; thinner than 80 degrees is not counted on."""

CORNER_WINDOW: Final = 0.017
"""m either side of the middle of a corner pocket that a ball may pass (physics notes d.2)."""

MIDDLE_WINDOW: Final = 0.020
"""m, likewise of a middle pocket for a ball that comes straight at it."""

JUDGEMENT_ERROR: Final = 1.5e-4
"""rad, what remains of aim for the best player: a straight-line look does not know of throw."""

GRAZE: Final = 0.98
"""Share of the squared contact distance at which a ball counts as in the way."""


class Pots(NamedTuple):
    """Every ball into every pocket of one table; N = 22 balls, 6 pockets."""

    chance: Float[Array, "N 6"]  # that it drops, 0 where blocked
    cut: Float[Array, "N 6"]  # rad, signed: positive when the cue ball passes left of the ball
    ghost: Float[Array, "N 6 2"]  # m, centre of the cue ball at contact


def look(
    table: Table,
    position: Float[Array, "N 2"],
    on_table: Bool[Array, " N"],
    targets: Bool[Array, " N"],
    skill: Skill,
) -> Pots:
    """Chances of all pots of the balls marked in ``targets``.

    Args:
        table: for pockets and radius.
        position: m; index 0 is the cue ball.
        on_table: which stand there.
        targets: balls of interest.
        skill: of the player.
    """
    radius = table.ball.radius
    pockets = jnp.asarray(table.pocket_target, position.dtype)
    # Components apart: the compiler then works on whole vectors of balls.
    x, y = position[:, 0], position[:, 1]
    away_x, away_y = pockets[:, 0] - x[:, None], pockets[:, 1] - y[:, None]  # [N, 6]
    run = jnp.sqrt(away_x * away_x + away_y * away_y + 1e-12)
    line_x, line_y = away_x / run, away_y / run
    ghost_x, ghost_y = x[:, None] - 2.0 * radius * line_x, y[:, None] - 2.0 * radius * line_y
    path_x, path_y = ghost_x - x[0], ghost_y - y[0]
    travel = jnp.sqrt(path_x * path_x + path_y * path_y + 1e-12)
    cos_cut = (path_x * line_x + path_y * line_y) / travel
    sin_cut = (path_x * line_y - path_y * line_x) / travel
    cut = jnp.arctan2(sin_cut, cos_cut)

    half, entry = _window(line_x, line_y)
    error = jnp.sqrt(skill.aim**2 + JUDGEMENT_ERROR**2)
    spread = error * (travel / (2.0 * radius * jnp.maximum(cos_cut, 0.1)) + 1.0)
    chance = jax.scipy.special.erf(half / (jnp.sqrt(2.0) * jnp.maximum(spread * run, 1e-6)))

    number = jnp.arange(x.shape[0])
    stands = on_table & (number > 0) & (number[:, None] != number)  # [N, N]
    ball_x, ball_y = x[:, None, None], y[:, None, None]
    blocked = _in_the_way(
        x - ball_x, y - ball_y, away_x[..., None], away_y[..., None], stands[:, None], radius
    )
    blocked |= _in_the_way(
        x - x[0], y - y[0], path_x[..., None], path_y[..., None], stands[:, None], radius
    )
    good = (jnp.abs(cut) < MAX_CUT) & entry & ~blocked & (targets & on_table)[:, None]
    ghost = jnp.stack([ghost_x, ghost_y], axis=-1)
    return Pots(jnp.where(good, chance, 0.0), cut, ghost)


def _window(line_x: jax.Array, line_y: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Half-width (m) that each pocket offers along lines [N, 6], and whether it is open."""
    # Axes of the pockets: corners open at 45 degrees, middles across the table.
    out_x = jnp.array([-1.0, -1.0, 0.0, 0.0, 1.0, 1.0], line_x.dtype)
    out_y = jnp.array([1.0, -1.0] * 3, line_x.dtype)
    straight = (line_x * out_x + line_y * out_y) / jnp.sqrt(out_x**2 + out_y**2)
    middle = out_x == 0.0
    corner_half = CORNER_WINDOW * jnp.clip((straight - 0.66) / (1.0 - 0.66), 0.25, 1.0)
    middle_half = MIDDLE_WINDOW * jnp.clip((straight - 0.42) / (1.0 - 0.42), 0.0, 1.0)
    half = jnp.where(middle, middle_half, corner_half)
    return half, jnp.where(middle, straight > 0.45, straight > 0.66)


def _in_the_way(
    x: jax.Array, y: jax.Array, to_x: jax.Array, to_y: jax.Array, stands: jax.Array, radius: Any
) -> jax.Array:
    """Whether any ball, at x, y from the start, is met by a ball that goes ``to`` somewhere.

    The last axis is the balls that may stand in the way; ``stands`` marks those that count.
    """
    clear = (2.0 * radius) ** 2 * GRAZE
    length2 = to_x * to_x + to_y * to_y
    along = x * to_x + y * to_y
    across = x * to_y - y * to_x
    beside = (along > 0.0) & (along < length2) & (across * across < clear * length2)
    past_x, past_y = x - to_x, y - to_y
    beside |= past_x * past_x + past_y * past_y < clear
    return jnp.any(beside & stands, axis=-1)


@jax.jit
def _look(
    table: Table, position: jax.Array, on_table: jax.Array, targets: jax.Array, skill: Skill
) -> Pots:
    return look(table, position, on_table, targets, skill)


def look_once(
    table: Table, position: Any, on_table: Any, targets: Any, skill: Skill
) -> Float[Any, "N 6"]:
    """Chances of all pots on one layout; numpy in, numpy out."""
    return np.asarray(pots_once(table, position, on_table, targets, skill).chance)


def pots_once(table: Table, position: Any, on_table: Any, targets: Any, skill: Skill) -> Pots:
    """`look` compiled for one layout."""
    masks = (np.asarray(on_table, bool), np.asarray(targets, bool))
    table = jax.tree.map(lambda leaf: np.asarray(leaf, np.float32), table)
    return _look(table, np.asarray(position, np.float32), *masks, skill)
