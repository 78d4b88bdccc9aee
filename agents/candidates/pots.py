"""Direct pots: the potting window of each line by an aim sweep, then speeds and tips over it."""

from functools import partial
from typing import Any, Final, NamedTuple

import jax
import numpy as np

from baulk.agents.aiming import aim_for_direction
from baulk.agents.candidates.candidate import Candidates, Family, line_of, make_strokes
from baulk.agents.ease import pots_once
from baulk.env.skill import Skill
from baulk.physics.balls import Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.outcome import Outcome
from baulk.physics.table import Table

SPEEDS: Final = (0.8, 1.2, 1.7, 2.3, 3.0, 3.9, 5.2)
"""m/s off the tip, from dead weight to power."""

TIPS: Final = tuple((side, height) for height in (0.35, 0.0, -0.35) for side in (-0.25, 0.0, 0.25))
"""Ball radii: follow, stun and screw, each with left side, none, right side."""

SWEEP_SPEEDS: Final = (1.0, 2.0, 4.0)
SWEEP: Final = 17
"""Aims of a sweep at one speed."""

SWEEP_WIDTH: Final = 0.055
"""m either side of the pocket's middle that the object ball is swept over."""

MAX_LINES: Final = 12
_PAD = 1024


class Line(NamedTuple):
    """One ball into one pocket."""

    ball: int
    pocket: int
    direction: float  # rad, from the ball to the pocket
    gain: float  # rad of the object ball's turn per rad of aim
    run: float  # m to the pocket


def find_lines(
    table: Table, balls: Balls, targets: Any, skill: Skill, limit: int = MAX_LINES
) -> list[Line]:
    """The likeliest pots by geometry, the best of every ball first."""
    position = np.asarray(balls.position, np.float32)
    pots = pots_once(table, position, balls.on_table, targets, skill)
    chance, ghost = np.asarray(pots.chance), np.asarray(pots.ghost)
    best = chance.max(axis=1, keepdims=True)
    # A ball's second pocket comes after other balls' first ones.
    rank = np.where(chance >= best, chance, 0.5 * chance)
    order = np.argsort(-rank, axis=None, kind="stable")[:limit]
    lines = []
    for ball, pocket in zip(*np.unravel_index(order, rank.shape), strict=True):
        if chance[ball, pocket] <= 1e-4:
            continue
        to_pocket = table.pocket_target[pocket] - position[ball]
        travel = float(np.linalg.norm(ghost[ball, pocket] - position[0]))
        cos_cut = max(0.12, float(np.cos(np.asarray(pots.cut)[ball, pocket])))
        lines.append(
            Line(
                ball=int(ball),
                pocket=int(pocket),
                direction=float(np.arctan2(to_pocket[1], to_pocket[0])),
                gain=max(0.5, travel / (2.0 * table.ball.radius * cos_cut)),
                run=float(np.linalg.norm(to_pocket)),
            )
        )
    return lines


def pot_candidates(table: Table, balls: Balls, targets: Any, skill: Skill) -> Candidates | None:
    """Strokes that pot a ball of ``targets``, over all lines, speeds and tips.

    Args:
        table: the table.
        balls: of one table.
        targets: [22] balls that may be potted.
        skill: of the player; it says which lines are worth a look.

    Returns:
        candidates, or None when no ball can be potted directly.
    """
    lines = find_lines(table, balls, targets, skill)
    if not lines:
        return None
    shift, width = _windows(table, balls, lines)  # [L, V]
    found = []
    for number, line in enumerate(lines):
        if not np.any(width[number] > 0.0):
            continue
        speed, tip = (axis.ravel() for axis in np.meshgrid(SPEEDS, np.arange(len(TIPS))))
        side, height = np.array(TIPS)[tip].T
        near = np.argmin(np.abs(np.log(speed[:, None] / np.array(SWEEP_SPEEDS))), axis=1)
        # Where the nearest swept speed found no window, take any that did.
        near = np.where(width[number][near] > 0.0, near, int(np.argmax(width[number])))
        found.append((number, line, speed, side, height, shift[number][near], width[number][near]))
    if not found:
        return None
    count = [len(item[2]) for item in found]
    ball = np.repeat([item[1].ball for item in found], count).astype(np.int32)
    pocket = np.repeat([item[1].pocket for item in found], count).astype(np.int32)
    direction = np.repeat([item[1].direction for item in found], count)
    speed, side, height, offset, window = (
        np.concatenate([item[k] for item in found]) for k in range(2, 7)
    )
    stroke = _aimed(table, balls, ball, direction, speed, side, height)
    stroke = stroke._replace(aim=(stroke.aim + offset).astype(np.float32))
    return Candidates(
        stroke=stroke,
        family=np.full(len(ball), Family.POT, np.int32),
        ball=ball,
        pocket=pocket,
        window=window.astype(np.float32),
        line=line_of(Family.POT, ball, pocket),
    )


def _aimed(
    table: Table, balls: Balls, ball: Any, direction: Any, speed: Any, side: Any, height: Any
) -> Stroke:
    """Strokes [K] that send each ``ball`` along ``direction`` by the closed forms."""
    place = np.asarray(balls.position, np.float32)
    guess = make_strokes(table, balls, speed, direction, side, height)
    # The line of the cue is known only roughly yet, and with it the elevation: twice is enough.
    for _ in range(2):
        aim = _aims(table, place[0], place[ball], np.asarray(direction, np.float32), guess)
        guess = make_strokes(table, balls, speed, aim, side, height)
    return guess


def _aims(table: Table, cue: Any, balls: Any, direction: Any, stroke: Stroke) -> Any:
    size = len(direction)

    def pad(leaf: Any) -> Any:
        return np.resize(leaf, (_PAD, *leaf.shape[1:]))

    cues = np.broadcast_to(cue, (_PAD, 2))
    strokes = Stroke(*(pad(leaf) for leaf in stroke))
    return np.asarray(_solve(table, cues, pad(balls), pad(direction), strokes))[:size]


_solve = jax.jit(partial(aim_for_direction))


def _windows(table: Table, balls: Balls, lines: list[Line]) -> tuple[Any, Any]:
    """Middle (rad off the aim of the closed forms) and half-width of each line's window.

    Swept in the engine at each of `SWEEP_SPEEDS`, so throw, jaws and other balls are in it. The
    width is 0 where no aim pots the ball.
    """
    n_lines, n_speeds = len(lines), len(SWEEP_SPEEDS)
    ball = np.repeat([line.ball for line in lines], n_speeds)
    direction = np.repeat([line.direction for line in lines], n_speeds)
    speed = np.tile(SWEEP_SPEEDS, n_lines)
    middle = _aimed(table, balls, ball, direction, speed, 0.0 * speed, 0.0 * speed)
    span = np.repeat([SWEEP_WIDTH / line.run / line.gain for line in lines], n_speeds)
    offsets = span[:, None] * np.linspace(-1.0, 1.0, SWEEP)
    strokes = Stroke(*(np.repeat(leaf, SWEEP) for leaf in middle))
    strokes = strokes._replace(aim=(strokes.aim + offsets.ravel()).astype(np.float32))
    outcome = simulate(table, balls, strokes)
    pocket = np.repeat([line.pocket for line in lines], n_speeds * SWEEP)
    drops = potted_as_meant(outcome, np.repeat(ball, SWEEP), pocket).reshape(-1, SWEEP)
    shift, width = np.zeros(len(drops)), np.zeros(len(drops))
    for row, hit in enumerate(drops):
        begin, end = _longest_run(hit)
        if end > begin:
            step = offsets[row, 1] - offsets[row, 0]
            shift[row] = 0.5 * (offsets[row, begin] + offsets[row, end - 1])
            width[row] = 0.5 * step * (end - begin)
    return shift.reshape(n_lines, n_speeds), width.reshape(n_lines, n_speeds)


def potted_as_meant(outcome: Outcome, ball: Any, pocket: Any) -> Any:
    """Whether each stroke [S] potted its ball in its pocket and kept the cue ball on the table."""
    rows = np.arange(len(ball))
    dropped = np.asarray(outcome.pocket)[rows, ball] == pocket
    return dropped & np.asarray(outcome.on_table)[:, 0]


def _longest_run(hit: Any) -> tuple[int, int]:
    """Begin and end of the longest run of True; equal when there is none."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], hit.astype(int), [0]])))
    if not edges.size:
        return 0, 0
    runs = edges.reshape(-1, 2)
    begin, end = runs[np.argmax(runs[:, 1] - runs[:, 0])]
    return int(begin), int(end)
