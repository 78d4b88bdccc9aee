"""Plays something legal at random: towards a ball on, at any weight."""

import numpy as np

from baulk.env.players.placing import free_colours, place_at_random
from baulk.env.rules.codes import On, Option, State
from baulk.env.rules.decisions import Decision
from baulk.env.rules.frame import Frame, targets
from baulk.env.rules.ruleset import RuleSet
from baulk.env.skill import Skill
from baulk.physics.cue import Stroke
from baulk.physics.table import Table


class RandomLegal:
    """A player without a plan: the floor of every ladder."""

    name = "random"

    def choose(
        self, table: Table, rules: RuleSet, frame: Frame, skill: Skill, rng: np.random.Generator
    ) -> Decision:
        """Any option, or a stroke roughly at a ball on that is picked at random."""
        state = State(int(frame.state))
        if state == State.TIEBREAK_TOSS:
            return Decision(starts=bool(rng.integers(2)))
        if state == State.FOUL_CHOICE:
            offered = [option for option in Option if int(frame.options) & option]
            return Decision(option=offered[int(rng.integers(len(offered)))])
        place = place_at_random(table, frame, rng) if frame.in_hand else None
        free = free_colours(frame)
        choices = np.flatnonzero(np.asarray(targets(frame)) | free)
        ball = int(rng.choice(choices))
        start = frame.position[0] if place is None else place
        x, y = np.asarray(frame.position[ball]) - start
        aim = np.arctan2(y, x) + rng.normal(0.0, 0.03)
        side, height = rng.uniform(-0.3, 0.3, 2)
        stroke = Stroke(rng.uniform(0.8, 4.0), aim, side, height, np.radians(3.0))
        return Decision(
            stroke=Stroke(*(np.float32(part) for part in stroke)),
            declared=ball if int(frame.on) == On.COL else -1,
            free=ball if free[ball] else -1,
            place=place,
        )
