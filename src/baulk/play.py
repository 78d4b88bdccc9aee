"""Play one stroke of a situation and have it ruled."""

from typing import NamedTuple

import jax
import numpy as np

from baulk.env.ruling import Call, Phase, Turn, call
from baulk.env.situation import Situation
from baulk.physics.balls import BALL_NAMES, COLOURS, N_BALLS, Balls
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


def duty(situation: Situation, nominate: str | None, outcome: Outcome) -> Turn:
    """The duty of a stroke that nominates a colour, or none.

    With a colour on and nothing nominated, the one hit first counts as evident (art. 25).

    Raises:
        PositionError: the nomination is not a colour on the table, or nothing may be nominated.
    """
    targets = situation.targets
    number = np.arange(N_BALLS)
    if nominate is None:
        if situation.phase == Phase.COLOUR:
            evident = targets & np.asarray(outcome.first_hit)
            on = number == np.argmax(evident) if evident.any() else np.zeros(N_BALLS, bool)
            return Turn(np.int32(Phase.COLOUR), on, np.int32(-1))
        return Turn(np.int32(situation.phase), targets, np.int32(-1))
    if nominate not in COLOURS:
        raise PositionError(f"nominate: unknown {nominate!r}; one of {', '.join(COLOURS)}")
    ball = BALL_NAMES.index(nominate)
    if not np.asarray(situation.balls.on_table)[ball]:
        raise PositionError(f"nominate: the {nominate} is not on the table")
    if situation.phase == Phase.COLOUR:
        return Turn(np.int32(Phase.COLOUR), number == ball, np.int32(-1))
    if targets[ball]:
        return Turn(np.int32(situation.phase), targets, np.int32(-1))
    if not situation.free_ball:
        raise PositionError(f"nominate: {situation.on} is on and there is no free ball")
    return Turn(np.int32(situation.phase), targets, np.int32(ball))


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
    turn = duty(situation, nominate, outcome)
    followed = trajectory(table, balls, stroke) if course else None
    return Played(table, outcome, call(outcome, turn), followed)
