"""How easy the pots of a position are, by geometry alone: the planner's look at what comes next.

No stroke is simulated. A pot is a straight line to the ghost ball, a cut, and a straight line to
the pocket; the chance that it drops compares the width of the pocket, as seen from the object
ball, with the spread that an error of aim has there.
"""

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float

from baulk.agents.skill import Skill
from baulk.physics.table import Table

MAX_CUT: Final = 1.40
"""rad; thinner than 80 degrees is not counted on."""

CORNER_WINDOW: Final = 0.017
"""m either side of the middle of a corner pocket that a ball may pass (physics notes d.2)."""

MIDDLE_WINDOW: Final = 0.020
"""m, likewise of a middle pocket for a ball that comes straight at it."""

POSITION_ERROR: Final = 3.0e-4
"""rad, what remains of aim for the best player: judgement of the line and of throw."""


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
    cue = position[0]
    to_pocket = pockets[None] - position[:, None]  # [N, 6, 2]
    run = _length(to_pocket)
    line = to_pocket / run[..., None]
    ghost = position[:, None] - 2.0 * radius * line
    to_ghost = ghost - cue
    travel = _length(to_ghost)
    path = to_ghost / travel[..., None]
    cos_cut = jnp.sum(path * line, axis=-1)
    sin_cut = path[..., 0] * line[..., 1] - path[..., 1] * line[..., 0]
    cut = jnp.arctan2(sin_cut, cos_cut)

    half, entry = _window(line, table)
    error = jnp.sqrt(skill.aim**2 + POSITION_ERROR**2 * 0.25)
    spread = error * (travel / (2.0 * radius * jnp.maximum(cos_cut, 0.1)) + 1.0)
    chance = jax.scipy.special.erf(half / (jnp.sqrt(2.0) * jnp.maximum(spread * run, 1e-6)))

    blocked = _blocked(position, on_table, pockets, ghost, radius)
    possible = targets & on_table
    good = (jnp.abs(cut) < MAX_CUT) & entry & ~blocked & possible[:, None]
    return Pots(jnp.where(good, chance, 0.0), cut, ghost)


def _window(line: jax.Array, table: Table) -> tuple[jax.Array, jax.Array]:
    """Half-width (m) that each pocket offers along directions [N, 6, 2], and whether it is open."""
    # Axes of the pockets: corners open at 45 degrees, middles across the table.
    out_x = jnp.array([-1.0, -1.0, 0.0, 0.0, 1.0, 1.0], line.dtype)
    out_y = jnp.array([1.0, -1.0] * 3, line.dtype)
    norm = jnp.sqrt(out_x**2 + out_y**2)
    straight = (line[..., 0] * out_x + line[..., 1] * out_y) / norm
    middle = out_x == 0.0
    corner_half = CORNER_WINDOW * jnp.clip((straight - 0.66) / (1.0 - 0.66), 0.25, 1.0)
    middle_half = MIDDLE_WINDOW * jnp.clip((straight - 0.42) / (1.0 - 0.42), 0.0, 1.0)
    half = jnp.where(middle, middle_half, corner_half)
    return half, jnp.where(middle, straight > 0.45, straight > 0.66)


def _blocked(
    position: jax.Array, on_table: jax.Array, pockets: jax.Array, ghost: jax.Array, radius: Any
) -> jax.Array:
    """Whether a third ball stands in the way [N, 6], of the object ball or of the cue ball."""
    n = position.shape[0]
    eye = jnp.eye(n, dtype=bool)
    cue = jnp.arange(n) == 0
    clear = (2.0 * radius) ** 2 * 0.98
    ball_path = _distance2(position[:, None, None], pockets[None, :, None], position[None, None])
    in_way = (ball_path < clear) & on_table & ~eye[:, None] & ~cue
    cue_path = _distance2(position[0], ghost[:, :, None], position[None, None])
    in_way |= (cue_path < clear) & on_table & ~eye[:, None] & ~cue
    return jnp.any(in_way, axis=-1)


def _distance2(start: jax.Array, end: jax.Array, points: jax.Array) -> jax.Array:
    """Squared distance of points from segments; the last axis is x, y."""
    along = end - start
    offset = points - start
    share = jnp.sum(offset * along, axis=-1) / jnp.maximum(jnp.sum(along * along, axis=-1), 1e-12)
    nearest = offset - jnp.clip(share, 0.0, 1.0)[..., None] * along
    return jnp.sum(nearest * nearest, axis=-1)


def _length(vector: jax.Array) -> jax.Array:
    return jnp.sqrt(jnp.maximum(jnp.sum(vector * vector, axis=-1), 1e-12))
