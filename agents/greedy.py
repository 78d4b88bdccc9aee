"""Ghost ball: the pot that looks easiest, at a fixed weight; else a soft full contact."""

import numpy as np

from baulk.agents.answers import answer
from baulk.agents.cueing import needed_elevation
from baulk.agents.ease import look_once
from baulk.env.players.placing import free_colours, is_free
from baulk.env.rules.codes import On
from baulk.env.rules.decisions import Decision
from baulk.env.rules.frame import Frame, targets
from baulk.env.rules.ruleset import RuleSet
from baulk.env.skill import Skill
from baulk.physics.balls import VALUES, Balls
from baulk.physics.cue import Stroke
from baulk.physics.table import Table

SPEEDS = (1.6, 3.2)
"""m/s for a short and a long pot; it is the sum of both balls' ways that counts."""

LONG = 2.5
"""m from which a pot is long."""

SAFETY_SPEED = 1.2
"""m/s of a contact that is not meant to pot."""

TRIED = 0.15
"""Chance from which on a pot is tried."""


class Greedy:
    """Plays the straightest pot without thinking of what comes next."""

    name = "greedy"

    def choose(
        self, table: Table, rules: RuleSet, frame: Frame, skill: Skill, rng: np.random.Generator
    ) -> Decision:
        """The easiest pot, weighted by its value when a colour may be chosen."""
        settled = answer(table, frame, skill)
        if settled is not None:
            return settled
        free = free_colours(frame)
        wanted = np.asarray(targets(frame)) | free
        best: tuple[float, int, int, tuple[float, float] | None] = (-1.0, -1, -1, None)
        for place in _places(table, frame):
            position = np.array(frame.position, np.float32)
            if place is not None:
                position[0] = place
            chance = look_once(table, position, frame.on_table, wanted, skill)
            worth = chance * (np.array(VALUES)[:, None] if int(frame.on) == On.COL else 1.0)
            ball, pocket = divmod(int(np.argmax(worth)), worth.shape[1])
            if worth[ball, pocket] > best[0] and chance[ball, pocket] >= TRIED:
                best = (float(worth[ball, pocket]), ball, pocket, place)
        _, ball, pocket, place = best
        position = np.array(frame.position, np.float32)
        if ball < 0:
            place = next(iter(_places(table, frame)))
        if place is not None:
            position[0] = place
        if ball >= 0:
            stroke = _pot(table, position, ball, pocket)
        else:
            ball, stroke = _contact(table, frame, position, wanted)
        stroke = _raised(table, position, frame, stroke)
        return Decision(
            stroke=stroke,
            declared=ball if int(frame.on) == On.COL else -1,
            free=ball if free[ball] else -1,
            place=place,
        )


def _places(table: Table, frame: Frame) -> list[tuple[float, float] | None]:
    """Where the cue ball may be put: nowhere else, or some places on the baulk line."""
    if not frame.in_hand:
        return [None]
    line, reach = float(table.baulk_line), float(table.d_radius)
    shares = (-0.5, 0.5, -0.25, 0.25, -0.75, 0.75, 0.0)
    places = [(line - back * reach, share * reach) for back in (0.0, 0.5) for share in shares]
    inside = [(x, y) for x, y in places if np.hypot(x - line, y) <= reach]
    found = [(x, y) for x, y in inside if is_free(table, frame, x, y)]
    return list(found) if found else [None]


def _pot(table: Table, position: np.ndarray, ball: int, pocket: int) -> Stroke:
    to_pocket = np.asarray(table.pocket_target)[pocket] - position[ball]
    run = float(np.hypot(*to_pocket))
    ghost = position[ball] - 2.0 * float(table.ball.radius) * to_pocket / run
    x, y = ghost - position[0]
    way = run + float(np.hypot(x, y))
    speed = SPEEDS[1] if way > LONG else SPEEDS[0]
    # Enough to get there: a cut costs speed, and so does the cloth.
    least = np.sqrt(2.0 * table.cloth.rolling * 9.81 * run) * 2.0
    return Stroke(max(speed, float(least)), np.arctan2(y, x), 0.0, 0.1, 0.0)


def _contact(
    table: Table, frame: Frame, position: np.ndarray, wanted: np.ndarray
) -> tuple[int, Stroke]:
    offset = position - position[0]
    distance = np.where(wanted, np.hypot(offset[:, 0], offset[:, 1]), np.inf)
    open_ = np.array([_is_open(table, frame, position, ball) for ball in range(len(position))])
    best = np.where(open_, distance, distance + 100.0)
    ball = int(np.argmin(best))
    x, y = offset[ball]
    reach = float(np.sqrt(2.0 * table.cloth.rolling * 9.81 * float(np.hypot(x, y))))
    return ball, Stroke(max(SAFETY_SPEED, 1.6 * reach), np.arctan2(y, x), 0.0, 0.0, 0.0)


def _is_open(table: Table, frame: Frame, position: np.ndarray, ball: int) -> bool:
    """Whether the straight line to a ball's centre is free."""
    line = position[ball] - position[0]
    length = float(np.hypot(*line))
    if length == 0.0 or not frame.on_table[ball]:
        return False
    ahead = line / length
    offset = position - position[0]
    along = offset @ ahead
    across = np.abs(offset[:, 0] * ahead[1] - offset[:, 1] * ahead[0])
    others = np.asarray(frame.on_table) & (np.arange(len(position)) != ball)
    others[0] = False
    blocks = (along > 0.0) & (along < length) & (across < 2.0 * float(table.ball.radius))
    return not np.any(blocks & others)


def _raised(table: Table, position: np.ndarray, frame: Frame, stroke: Stroke) -> Stroke:
    balls = Balls(position, np.asarray(frame.on_table))
    aim, height = np.array([stroke.aim]), np.array([stroke.height])
    lift = needed_elevation(table, balls, aim, height)[0]
    return Stroke(*(np.float32(part) for part in stroke._replace(elevation=lift)))
