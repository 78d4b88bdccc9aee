"""What every player is: something that decides, given the frame as it finds it."""

from typing import Protocol

import numpy as np

from baulk.env.rules.decisions import Decision
from baulk.env.rules.frame import Frame
from baulk.env.rules.ruleset import RuleSet
from baulk.env.skill import Skill
from baulk.physics.table import Table


class Player(Protocol):
    """Decides for one player; how well the stroke then comes out is a matter of skill."""

    name: str

    def choose(
        self,
        table: Table,
        rules: RuleSet,
        frame: Frame,
        skill: Skill,
        rng: np.random.Generator,
    ) -> Decision:
        """The decision of ``frame.decider``.

        Args:
            table: the table.
            rules: the rule set.
            frame: at rest, numpy leaves.
            skill: of the player, for agents that reckon with errors.
            rng: the only source of chance.
        """
        ...
