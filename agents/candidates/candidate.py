"""A batch of candidate strokes, with what each is meant to do."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import jax
import numpy as np
from jaxtyping import Float, Int

from baulk.agents.cueing import needed_elevation
from baulk.env.rules.codes import On
from baulk.env.rules.records import Declaration
from baulk.env.situation import Situation
from baulk.physics.balls import N_BALLS, Balls
from baulk.physics.cue import Stroke
from baulk.physics.table import Table


class Family(IntEnum):
    """What a stroke is for."""

    POT = 0
    SAFETY = 1
    ESCAPE = 2


def line_of(family: Family, ball: Any, detail: Any) -> Any:
    """Number of an idea: a family, a ball, and its pocket or another detail below 500."""
    return ((int(family) * N_BALLS + np.asarray(ball)) * 500 + np.asarray(detail)).astype(np.int32)


class Candidates(NamedTuple):
    """K strokes; numpy arrays."""

    stroke: Stroke  # [K]
    family: Int[Any, " K"]  # a Family
    ball: Int[Any, " K"]  # the ball that is aimed at
    pocket: Int[Any, " K"]  # where it should drop, -1 for nowhere
    window: Float[Any, " K"]  # rad, half-width of aims at which it drops; 0 for no pot
    line: Int[Any, " K"]  # strokes of one idea share a number; see `line_of`

    @property
    def size(self) -> int:
        """How many."""
        return int(self.family.shape[0])

    def take(self, index: Any) -> "Candidates":
        """Some of them, by index or mask."""
        taken: Candidates = jax.tree.map(lambda leaf: leaf[index], self)
        return taken


def stack(parts: Sequence[Candidates]) -> Candidates:
    """All candidates of several batches."""
    whole: Candidates = jax.tree.map(lambda *leaves: np.concatenate(leaves), *parts)
    return whole


def declarations(situation: Situation, ball: Int[Any, " K"]) -> Declaration:
    """What the striker says before each stroke when its ball is the one he plays, [K]."""
    ball = np.asarray(ball, np.int32)
    nobody = np.full(ball.shape, -1, np.int32)
    colour = situation.on_code == On.COL
    free = situation.free_ball & ~situation.targets[ball]
    return Declaration(
        declared=ball if colour else nobody,
        free=np.where(free, ball, nobody),
        evident=nobody,
        required=np.zeros(ball.shape, bool),
    )


def make_strokes(
    table: Table,
    balls: Balls,
    speed: Any,
    aim: Any,
    side: Any,
    height: Any,
    elevation: Any = 0.0,
) -> Stroke:
    """Strokes [K] with the butt as low as the table allows, or higher where asked."""
    parts = np.broadcast_arrays(speed, aim, side, height, elevation)
    speed, aim, side, height, elevation = (np.asarray(part, np.float32).ravel() for part in parts)
    needed = needed_elevation(table, balls, aim, height).astype(np.float32)
    return Stroke(speed, aim, side, height, np.maximum(elevation, needed))
