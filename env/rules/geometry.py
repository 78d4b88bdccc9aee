"""Who can hit what in a straight line: snookered, angled, visible, full ball (rules 7.2, 7.3).

All on one layout: cue ball at index 0 of position [N, 2] m. ``targets`` are the balls on, any of
which will do; other balls on the table are in the way, targets never are.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float

from baulk.env.rules.records import Leave
from baulk.env.rules.ruleset import RuleSet
from baulk.physics.table import Table

VIEWS = 65
"""Lines of aim tried on each ball, from one edge to the other, for `View.visible`."""

TOUCHING = 1.0e-4
"""m; a gap up to this is a touching ball (7.4)."""

_TANGENT = 1.0e-6  # m; a ball that just touches the path blocks it (55 §5)
_D_GRID = 41  # places across the D, and along it, from which a cue ball in hand is tried


class View(NamedTuple):
    """What of the balls on can be hit in a straight line."""

    visible: Bool[Any, ""]  # some part of one
    full_ball: Bool[Any, ""]  # the centre of one
    clear: Bool[Any, ""]  # one open on both sides, and its centre


class Jaws(NamedTuple):
    """Rounded jaws that may be in the way, as circles; J may be 0."""

    centre: Float[Array, "J 2"]  # m
    radius: Float[Array, " J"]  # m


class _Paths(NamedTuple):
    """Straight paths of the cue ball past each target: [N, S] for S lines of aim."""

    x: Array  # unit direction
    y: Array
    length: Array  # m until it touches the target


def _paths(position: Array, shares: Array, reach: float | Array) -> _Paths:
    """Paths whose line passes each ball's centre at ``shares`` [S] of two radii."""
    x, y = position[:, 0] - position[0, 0], position[:, 1] - position[0, 1]
    distance = jnp.sqrt(jnp.maximum(x * x + y * y, reach * reach * 1.0001))
    sine = shares * reach / distance[:, None]  # of the angle off the line of centres
    cosine = jnp.sqrt(jnp.maximum(1.0 - sine * sine, 0.0))
    x, y = (x / distance)[:, None], (y / distance)[:, None]
    length = distance[:, None] * cosine - reach * jnp.sqrt(1.0 - shares * shares)
    return _Paths(x * cosine - y * sine, y * cosine + x * sine, jnp.maximum(length, 0.0))


def _blocked(paths: _Paths, x: Array, y: Array, reach: Array) -> tuple[Array, Array]:
    """Whether circles at x, y [M] from the cue ball meet each path [N, S, M], and how far along."""
    along = paths.x[..., None] * x + paths.y[..., None] * y
    across = paths.x[..., None] * y - paths.y[..., None] * x
    beyond = along - jnp.clip(along, 0.0, paths.length[..., None])
    near = across * across + beyond * beyond <= (reach + _TANGENT) ** 2
    # What lies behind the cue ball is not in the way, however near.
    return near & (along > 0.0), along


def open_sides(
    table: Table,
    position: Float[Array, "N 2"],
    on_table: Bool[Array, " N"],
    targets: Bool[Array, " N"],
    jaws: Jaws | None = None,
) -> tuple[Leave, Bool[Array, " N"]]:
    """Whether the cue ball is snookered, by what, and which targets are open on both sides (7.2).

    Args:
        table: for the radius of the balls.
        position: m.
        on_table: which stand there.
        targets: balls on; one that touches the cue ball is no snooker.
        jaws: that count as obstacles, none when omitted.
    """
    radius = jnp.asarray(table.ball.radius, position.dtype)
    n = position.shape[0]
    wanted, others = _sorted_out(on_table, targets)
    x, y = position[:, 0] - position[0, 0], position[:, 1] - position[0, 1]
    reach = 2.0 * radius

    sides = _paths(position, jnp.array([-1.0, 1.0], position.dtype), reach)
    near, along = _blocked(sides, x, y, jnp.full(n, reach))
    near &= others
    by_balls = jnp.any(near, axis=-1)
    along = jnp.where(near, along, jnp.inf)
    first = jnp.min(along, axis=-1)
    by_jaws = jnp.zeros_like(by_balls)
    if jaws is not None:
        met, where = _blocked(
            sides,
            jaws.centre[:, 0] - position[0, 0],
            jaws.centre[:, 1] - position[0, 1],
            jaws.radius + radius,
        )
        by_jaws = jnp.any(met, axis=-1)
        first = jnp.minimum(first, jnp.min(jnp.where(met, where, jnp.inf), axis=-1))

    touched = jnp.any(wanted & (jnp.sqrt(x * x + y * y) < reach + TOUCHING))
    open_to_balls = wanted & ~jnp.any(by_balls, axis=-1)
    open_to_all = open_to_balls & ~jnp.any(by_jaws, axis=-1)
    snookered = ~jnp.any(open_to_all) & ~touched & jnp.any(wanted)
    leads = near & (along <= first[..., None])  # [N, side, N]
    of_every = jnp.all(jnp.any(leads, axis=1) | ~wanted[:, None], axis=0)
    leave = Leave(
        snookered=snookered,
        angled=snookered & jnp.any(open_to_balls),
        obstacles=of_every & snookered & others,
    )
    return leave, open_to_all


def view(
    table: Table,
    position: Float[Array, "N 2"],
    on_table: Bool[Array, " N"],
    targets: Bool[Array, " N"],
    jaws: Jaws | None = None,
) -> View:
    """What the striker has to aim at, for the referee who may call a miss (7.3)."""
    reach = 2.0 * jnp.asarray(table.ball.radius, position.dtype)
    wanted, others = _sorted_out(on_table, targets)
    x, y = position[:, 0] - position[0, 0], position[:, 1] - position[0, 1]
    radii = jnp.full(position.shape[0], reach)

    def free(shares: Array) -> Array:
        paths = _paths(position, shares, reach)
        return ~jnp.any(_blocked(paths, x, y, radii)[0] & others, axis=-1)

    _, both = open_sides(table, position, on_table, targets, jaws)
    straight = free(jnp.zeros(1, position.dtype))[:, 0]
    parts = free(jnp.linspace(-0.999, 0.999, VIEWS, dtype=position.dtype))
    return View(
        visible=jnp.any(wanted & jnp.any(parts, axis=-1)),
        full_ball=jnp.any(wanted & straight),
        clear=jnp.any(both & straight),
    )


def _sorted_out(on_table: Array, targets: Array) -> tuple[Array, Array]:
    """Balls on that stand on the table, and the balls that may be in their way."""
    wanted = targets & on_table
    return wanted, on_table & ~wanted & (jnp.arange(on_table.shape[0]) > 0)


def jaws_beside(table: Table, position: Float[Array, "N 2"], rules: RuleSet) -> Jaws | None:
    """Jaws that count as obstacles: those of the pocket in whose mouth the cue ball lies (C-15)."""
    if not rules.jaw_snookers:
        return None
    centre = jnp.asarray(table.jaw_centre, position.dtype).reshape(-1, 2)
    radius = jnp.repeat(jnp.asarray(table.jaw_radius, position.dtype), 2)
    if rules.jaw_scope == "any":
        return Jaws(centre, radius)
    near = jnp.repeat(_in_mouth(table, position[0]), 2)
    # A jaw far out of reach stands for one that does not count.
    return Jaws(jnp.where(near[:, None], centre, 1.0e3), radius)


def _in_mouth(table: Table, point: Float[Array, "2"]) -> Bool[Array, "6"]:
    """In which pocket's mouth a point lies: past the line that joins the ends of the noses."""
    jaw = jnp.asarray(table.jaw_centre, point.dtype)
    nose = jnp.asarray(table.jaw_nose, point.dtype)
    radius = jnp.asarray(table.jaw_radius, point.dtype)
    ends = jaw + nose * radius[:, None, None]  # [6, 2, 2]
    chord = ends[:, 1] - ends[:, 0]
    inward = jnp.asarray(table.pocket_target, point.dtype) - ends[:, 0]
    side = chord[:, 0] * inward[:, 1] - chord[:, 1] * inward[:, 0]
    offset = point - ends[:, 0]
    mine = chord[:, 0] * offset[:, 1] - chord[:, 1] * offset[:, 0]
    near = jnp.sum((point - jnp.asarray(table.pocket_target)) ** 2, axis=-1) < 0.2**2
    return (mine * jnp.where(side == 0.0, 1.0, side) >= 0.0) & near


def snookered_in_hand(
    table: Table,
    position: Float[Array, "N 2"],
    on_table: Bool[Array, " N"],
    targets: Bool[Array, " N"],
) -> Bool[Array, ""]:
    """Whether a cue ball in hand is snookered from every free place of the D (S2R17(a))."""
    share = jnp.linspace(-1.0, 1.0, _D_GRID, dtype=position.dtype)
    across, back = jnp.meshgrid(share, 0.5 * (share - 1.0))
    inside = (across**2 + back**2 <= 1.0).ravel()
    places = jnp.stack(
        [table.baulk_line + table.d_radius * back, table.d_radius * across], axis=-1
    ).reshape(-1, 2)
    reach = 2.0 * jnp.asarray(table.ball.radius, position.dtype)
    others = on_table & (jnp.arange(position.shape[0]) > 0)

    def fails(place: Array) -> Array:
        offset = position - place
        free = ~jnp.any((jnp.sum(offset * offset, axis=-1) < reach * reach) & others)
        layout = position.at[0].set(place)
        return ~free | open_sides(table, layout, on_table, targets)[0].snookered

    return jnp.all(jax.lax.map(fails, places, batch_size=64) | ~inside)
