"""Whether the balls of a position can stand where they are said to stand.

What rounding did to a position (up to `SLACK`) is put right without a word; what is worse than
that is an error that names the ball.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from jaxtyping import Float

from baulk.env.layouts import PACK_GAP
from baulk.physics.balls import BALL_NAMES, CUE_BALL, N_BALLS, REDS_SLICE
from baulk.physics.table import Table

SLACK: Final = 0.00015
"""m by which balls may overlap each other or the edge of the bed before it is an error."""

_SETTLED = 1.0e-9  # m, an overlap that is only float noise
_ROUNDS = 5000
_UPPER = np.triu(np.ones((N_BALLS, N_BALLS), bool), 1)


class PositionError(ValueError):
    """A position that cannot be used; the message is one line: the field, then what it must be."""


class _Edge(NamedTuple):
    """How far one ball stands beyond each kind of edge, and the nearest place inside it."""

    depth: float  # m
    inside: Float[Any, "2"]  # m


def field_of(ball: int) -> str:
    """Name of a ball's field in a position file, reds counted from 0: ``balls.reds[3]``."""
    if REDS_SLICE.start <= ball < REDS_SLICE.stop:
        return f"balls.reds[{ball - REDS_SLICE.start}]"
    return f"balls.{BALL_NAMES[ball]}"


def place_in_d(table: Table, others: Float[Any, "M 2"]) -> Float[Any, "2"]:
    """Where a cue ball in hand stands for now: half-way brown to yellow, or where there is room.

    Args:
        table: for the D (m).
        others: m, centres of the balls on the table.

    Raises:
        PositionError: the D is full.
    """
    inwards = [
        (table.baulk_line - back * table.d_radius, side * table.d_radius)
        for back in (0.0, 0.25, 0.5, 0.75)
        for side in (-0.5, 0.5, -0.25, 0.25, 0.0, -0.75, 0.75)
        if back**2 + side**2 <= 1.0
    ]
    for place in np.array(inwards):
        if np.all(np.hypot(*(others - place).T) > 2.0 * table.ball.radius + PACK_GAP):
            return np.asarray(place)
    raise PositionError("balls.white: no room in the D; give its [x, y] in mm")


def settle(
    table: Table, position: Float[Any, "N 2"], on_table: Any, in_hand: bool
) -> Float[Any, "N 2"]:
    """Centres in m after what rounding did is put right: no overlap, all on the bed.

    Args:
        table: for cushions, pockets and ball radius.
        position: m.
        on_table: which balls stand there, bool [N].
        in_hand: the cue ball must stand in the D.

    Raises:
        PositionError: a ball off the bed or two that overlap, by more than `SLACK`.
    """
    standing = np.flatnonzero(on_table)
    for ball in standing:
        _require_bed(table, position[ball], field_of(int(ball)))
    if in_hand and _beyond_d(table, position[CUE_BALL]).depth > SLACK:
        raise PositionError(
            f"balls.white: {_point(position[CUE_BALL])} must be in the D when the ball is in hand:"
            f" x up to {_mm(table.baulk_line)}, within {_mm(table.d_radius)} mm of the brown spot"
        )
    overlap = _overlaps(table, position, on_table)
    if overlap.max() > SLACK:
        one, two = np.unravel_index(np.argmax(overlap), overlap.shape)
        raise PositionError(
            f"{field_of(int(one))}, {field_of(int(two))}: overlap by {overlap[one, two] * 1e3:.2f}"
            f" mm; centres must be {_mm(2 * table.ball.radius)} mm apart or more"
        )
    position = position.copy()
    for _ in range(_ROUNDS):
        for ball in standing:
            position[ball] = _beyond_bed(table, position[ball]).inside
        if in_hand:
            position[CUE_BALL] = _beyond_d(table, position[CUE_BALL]).inside
        overlap = _overlaps(table, position, on_table)
        pairs = np.argwhere(overlap > _SETTLED)
        if not len(pairs):
            return position
        for one, two in pairs:
            apart = position[two] - position[one]
            distance = np.hypot(*apart)
            move = 0.5 * max(2.0 * table.ball.radius - distance, 0.0) * apart / distance
            position[one] -= move
            position[two] += move
    one, two = pairs[0]
    raise PositionError(
        f"{field_of(int(one))}, {field_of(int(two))}: overlap, and there is no room to part them"
    )


def is_tight(table: Table, position: Float[Any, "N 2"], on_table: Any, room: float) -> Any:
    """Which balls stand within ``room`` (m) of another ball or of the edge of the bed, bool [N]."""
    near = _overlaps(table, position, on_table) > -room
    tight = np.any(near | near.T, axis=1)
    for ball in np.flatnonzero(on_table):
        tight[ball] |= _beyond_bed(table, position[ball], room).depth > 0.0
    return tight


def _overlaps(table: Table, position: Float[Any, "N 2"], on_table: Any) -> Float[Any, "N N"]:
    """m by which each pair overlaps, negative for a gap; -inf below the diagonal and off it."""
    distance = np.hypot(*(position[:, None] - position[None]).transpose(2, 0, 1))
    both = on_table[:, None] & on_table[None] & _UPPER
    return np.where(both, 2.0 * table.ball.radius - distance, -np.inf)


def _require_bed(table: Table, point: Float[Any, "2"], field: str) -> None:
    if _beyond_bed(table, point).depth <= SLACK:
        return
    radius = table.ball.radius
    side = _mm(table.width / 2 - radius)
    raise PositionError(
        f"{field}: {_point(point)} is off the bed; x must be {_mm(radius)} to"
        f" {_mm(table.length - radius)}, y -{side} to {side} mm, or in the mouth of a pocket"
    )


def _beyond_bed(table: Table, point: Float[Any, "2"], margin: float = 0.0) -> _Edge:
    """How far a centre is beyond the bed made smaller by ``margin`` (m).

    Beside a straight nose a centre keeps one radius away. In the mouth of a pocket it may come up
    to the nose line, but not into a jaw's arc nor past the fall edge.
    """
    x, y = point
    radius = table.ball.radius
    half = table.width / 2
    by_side = min(x, table.length - x) < table.corner_end
    in_middle = abs(x - table.length / 2) < table.middle_end
    end_gap = 0.0 if abs(y) > half - table.corner_end else radius
    side_gap = 0.0 if by_side or in_middle else radius
    low = np.array([end_gap, side_gap - half]) + margin
    high = np.array([table.length - end_gap, half - side_gap]) - margin
    inside = np.clip(point, low, high)
    depth = float(np.max(np.abs(inside - point)))

    centres = np.concatenate([np.reshape(table.jaw_centre, (-1, 2)), table.fall_centre])
    reach = np.concatenate([np.repeat(table.jaw_radius, 2) + radius, table.fall_radius]) + margin
    distance = np.hypot(*(inside - centres).T)
    worst = int(np.argmax(reach - distance))
    if reach[worst] > distance[worst]:
        depth = max(depth, float(reach[worst] - distance[worst]))
        outward = (inside - centres[worst]) / max(float(distance[worst]), 1e-9)
        inside = centres[worst] + reach[worst] * outward
    return _Edge(depth, inside)


def _beyond_d(table: Table, point: Float[Any, "2"]) -> _Edge:
    """How far a centre is outside the D."""
    brown = np.array([table.baulk_line, 0.0])
    inside = np.minimum(point, [table.baulk_line, np.inf]) - brown
    inside = brown + inside * min(1.0, table.d_radius / max(float(np.hypot(*inside)), 1e-9))
    return _Edge(float(np.hypot(*(inside - point))), inside)


def _mm(metres: float) -> str:
    return f"{metres * 1e3:.2f}".rstrip("0").rstrip(".")


def _point(point: Float[Any, "2"]) -> str:
    return f"[{_mm(point[0])}, {_mm(point[1])}]"
