"""Play one stroke of a situation and have it ruled."""

from functools import partial
from typing import NamedTuple

import jax
import numpy as np

from baulk.env.rules.codes import On
from baulk.env.rules.records import Call, Declaration, Standing
from baulk.env.rules.ruleset import rule_set
from baulk.env.rules.stroke import rule_stroke, standing
from baulk.env.situation import Situation
from baulk.physics.balls import BALL_NAMES, COLOURS, Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.outcome import Outcome
from baulk.physics.table import Table, make_table
from baulk.physics.trajectory import Trajectory, trajectory
from baulk.position import PositionError


class Played(NamedTuple):
    """One stroke, what happened, and the referee's call."""

    table: Table
    outcome: Outcome  # of one stroke
    call: Call
    course: Trajectory | None


def declare(situation: Situation, nominate: str | None, outcome: Outcome) -> Declaration:
    """What a striker says who nominates a colour, or nothing.

    With a colour on and nothing nominated, the one hit first counts as evident (art. 25).

    Raises:
        PositionError: the nomination is not a colour on the table, or nothing may be nominated.
    """
    none = np.int32(-1)
    colour_on = situation.on_code == On.COL
    said = Declaration(declared=none, free=none, evident=none, required=np.bool_(False))
    if nominate is None:
        evident = situation.targets & np.asarray(outcome.first_hit)
        alone = colour_on and int(evident.sum()) == 1
        return said._replace(evident=np.int32(np.argmax(evident))) if alone else said
    if nominate not in COLOURS:
        raise PositionError(f"nominate: unknown {nominate!r}; one of {', '.join(COLOURS)}")
    ball = np.int32(BALL_NAMES.index(nominate))
    if not np.asarray(situation.balls.on_table)[ball]:
        raise PositionError(f"nominate: the {nominate} is not on the table")
    if colour_on or situation.targets[ball]:
        return said._replace(declared=ball)
    if not situation.free_ball:
        raise PositionError(f"nominate: {situation.on} is on and there is no free ball")
    return said._replace(free=ball)


@partial(jax.jit, static_argnames="rules")
def _rule(table: Table, before: Standing, said: Declaration, outcome: Outcome, rules: str) -> Call:
    return rule_stroke(table, rule_set(rules), before, said, outcome).call


def play_stroke(
    situation: Situation, stroke: Stroke, nominate: str | None = None, course: bool = False
) -> Played:
    """Play a stroke (scalar leaves, SI) and rule it.

    Raises:
        PositionError: the nomination is impossible.
    """
    table = make_table(situation.table, situation.rules)
    balls = Balls(
        np.asarray(situation.balls.position, np.float32),
        np.asarray(situation.balls.on_table, bool),
    )
    batch = simulate(table, balls, Stroke(*(np.asarray(part)[None] for part in stroke)))
    outcome: Outcome = jax.tree.map(lambda leaf: leaf[0], batch)
    said = declare(situation, nominate, outcome)
    own, other = situation.scores[situation.striker], situation.scores[1 - situation.striker]
    before = standing(situation.on_code, balls.on_table, (own, other))
    call = _rule(table, before, said, outcome, rules=situation.rules)
    followed = trajectory(table, balls, stroke) if course else None
    return Played(table, outcome, call, followed)
