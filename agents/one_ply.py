"""The one-ply planner as an agent."""

import numpy as np

from baulk.agents.answers import answer
from baulk.agents.planner import NothingToPlay, plan
from baulk.env.players.random_legal import RandomLegal
from baulk.env.rules.codes import On
from baulk.env.rules.decisions import Decision
from baulk.env.rules.frame import Frame
from baulk.env.rules.ruleset import RuleSet
from baulk.env.situation import Situation
from baulk.env.skill import Skill
from baulk.physics.balls import COLOURS, Balls
from baulk.physics.cue import Stroke
from baulk.physics.table import Table

TABLE_LENGTH = 3.0
"""m; a shorter table is the 8 ft one."""


def situation_of(table: Table, rules: RuleSet, frame: Frame) -> Situation:
    """The frame as a position to plan from; scores as seen by player 0."""
    on = int(frame.on)
    name = "red" if on == On.RED else "colour" if on == On.COL else COLOURS[min(on, 7) - On.YE]
    return Situation(
        balls=Balls(np.asarray(frame.position, float), np.asarray(frame.on_table, bool)),
        on=name,
        table="12ft" if float(table.length) > TABLE_LENGTH else "8ft",
        rules=rules.markings,
        scores=(int(frame.scores[0]), int(frame.scores[1])),
        striker=int(frame.decider),
        free_ball=bool(frame.free),
        ball_in_hand=bool(frame.in_hand),
        misses=int(frame.repetitions),
    )


class OnePly:
    """Tries many strokes under its own errors and plays the best."""

    name = "one-ply"

    def __init__(self, seconds: float = 1.0) -> None:
        """Think about so long on two cores (seconds)."""
        self.seconds = seconds

    def choose(
        self, table: Table, rules: RuleSet, frame: Frame, skill: Skill, rng: np.random.Generator
    ) -> Decision:
        """The planner's best stroke; something legal when it finds none."""
        settled = answer(table, frame, skill)
        if settled is not None:
            return settled
        situation = situation_of(table, rules, frame)
        seed = int(rng.integers(2**31))
        try:
            found = plan(situation, skill, top=1, seconds=self.seconds, seed=seed)
        except NothingToPlay:
            return RandomLegal().choose(table, rules, frame, skill, rng)
        best = found.suggestions[0]
        targets = situation.targets
        free = bool(frame.free) and not targets[best.ball]
        return Decision(
            stroke=Stroke(*(np.float32(part) for part in best.stroke)),
            declared=best.ball if int(frame.on) == On.COL else -1,
            free=best.ball if free else -1,
            place=best.placement,
        )
