"""The rules of a frame, compiled once for each rule set."""

from functools import cache
from typing import Any

import jax

from baulk.env.rules.frame import Frame, answered, standing, struck
from baulk.env.rules.records import Call, Declaration
from baulk.env.rules.ruleset import RuleSet
from baulk.env.rules.stroke import rule_stroke
from baulk.physics.outcome import Outcome
from baulk.physics.table import Table


@cache
def rule_one(rules: RuleSet) -> Any:
    """``(table, frame, declaration, outcome, lot) -> (frame, call)`` for one frame."""
    return jax.jit(_ruler(rules))


@cache
def rule_many(rules: RuleSet) -> Any:
    """The same for a batch of frames on one table."""
    return jax.jit(jax.vmap(_ruler(rules), in_axes=(None, 0, 0, 0, 0)))


@cache
def answer_one(rules: RuleSet) -> Any:
    """``(table, frame, option) -> frame`` after a foul."""

    def answer(table: Table, frame: Frame, option: Any) -> Frame:
        return answered(table, rules, frame, option)

    return jax.jit(answer)


def _ruler(rules: RuleSet) -> Any:
    def rule(
        table: Table, frame: Frame, said: Declaration, outcome: Outcome, lot: Any
    ) -> tuple[Frame, Call]:
        ruled = rule_stroke(table, rules, standing(frame), said, outcome)
        return struck(table, rules, frame, ruled, lot), ruled.call

    return rule
