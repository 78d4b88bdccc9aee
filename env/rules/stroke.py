"""Rule a stroke that the physics engine has played: from its outcome to the next position."""

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float

from baulk.env.rules.adjudication import after_stroke, balls_on, conclude, judge
from baulk.env.rules.geometry import jaws_beside, open_sides
from baulk.env.rules.records import Call, Declaration, Events, Leave, Standing, nothing
from baulk.env.rules.ruleset import RuleSet
from baulk.env.rules.spotting import place_in_hand, respot
from baulk.physics.balls import CUE_BALL
from baulk.physics.outcome import Outcome
from baulk.physics.table import Table


class Ruled(NamedTuple):
    """A stroke that has been ruled, and the table as it is left; N is 22."""

    call: Call
    position: Float[Array, "N 2"]  # m; a cue ball in hand stands in the D for now
    on_table: Bool[Array, " N"]
    targets: Bool[Array, " N"]  # balls of which one is on for whoever plays next
    leave: Leave
    open: Bool[Array, " N"]  # of the targets, those that can be grazed on both sides


def events_of(outcome: Outcome) -> Events:
    """What the rules care about in an outcome of one stroke."""
    first = outcome.first_hit
    return nothing()._replace(
        first=first,
        potted=outcome.pot_order > 0,
        off=outcome.off_table,
        touching=outcome.touching,
        touch_moved=outcome.touching & outcome.struck_at_address,
        jumped=outcome.jumped,
        indirect=jnp.any(first & (outcome.kissed | (outcome.cushions > 0))),
    )


def standing(on: Any, on_table: Any, scores: Any = (0, 0)) -> Standing:
    """A striker's situation without what only a call of a miss needs to know."""
    no = np.bool_(False)
    return Standing(
        on=np.int32(on),
        on_table=np.asarray(on_table, bool),
        scores=np.array(scores, np.int32),
        visible=no,
        clear=no,
        full_ball=no,
        impossible=no,
        repetitions=np.int32(0),
    )


def rule_stroke(
    table: Table,
    rules: RuleSet,
    before: Standing,
    declaration: Declaration,
    outcome: Outcome,
    events: Events | None = None,
) -> Ruled:
    """Judge a stroke, spot the balls, and conclude from what is left (6.3).

    Args:
        table: for spots and radius.
        rules: the rule set, a compile-time constant.
        before: as the striker found it.
        declaration: what he said.
        outcome: of the stroke.
        events: in place of those of the outcome, when a referee adds to them.
    """
    happened = events_of(outcome) if events is None else events
    judgement = judge(before, declaration, happened, rules)
    position, on_table = respot(table, outcome.position, outcome.on_table, judgement.respot)
    waits = place_in_hand(table, position, on_table)
    cue = jnp.where(judgement.in_hand, waits, position[CUE_BALL])
    position = position.at[CUE_BALL].set(cue)
    on_table = on_table.at[CUE_BALL].set(True)

    # Snookers are looked for on the ball on of a new turn; they matter when the turn passes.
    expected = after_stroke(before, judgement, happened)
    plain = Leave(jnp.bool_(False), jnp.bool_(False), jnp.zeros_like(on_table))
    first = conclude(before, declaration, happened, judgement, plain, rules)
    targets = balls_on(first.on, on_table & expected)
    leave, is_open = open_sides(
        table, position, on_table, targets, jaws_beside(table, position, rules)
    )
    in_hand = judgement.in_hand
    leave = Leave(leave.snookered & ~in_hand, leave.angled & ~in_hand, leave.obstacles & ~in_hand)
    passes = leave._replace(
        snookered=leave.snookered & ~first.striker_next,
        obstacles=leave.obstacles & ~first.striker_next,
    )
    called = conclude(before, declaration, happened, judgement, passes, rules)
    return Ruled(called, position, on_table, targets, leave, is_open)
