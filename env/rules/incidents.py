"""What happens beside the strokes: reported fouls, balls moved or falling late, wrong balls.

Host-side functions on one frame with numpy leaves (arts. 44, 51, 52, 55.5-9, 55.18, 55.29-32, 56).
"""

from enum import Enum
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from baulk.env.rules.adjudication import balls_on, conclude, judge, new_turn
from baulk.env.rules.codes import Code, Option
from baulk.env.rules.frame import Frame, as_numpy, standing, struck
from baulk.env.rules.geometry import jaws_beside, open_sides
from baulk.env.rules.records import Declaration, Leave, nothing
from baulk.env.rules.ruleset import RuleSet
from baulk.env.rules.spotting import respot
from baulk.env.rules.stroke import Ruled
from baulk.physics.balls import COLOURS_SLICE, N_BALLS
from baulk.physics.table import Table


class Late(Enum):
    """When a ball that hung at a pocket falls (art. 52)."""

    IN_TURN = "before the player has finished"  # 52.1: counts as his stroke
    AFTER_TURN = "after the turn has passed"  # 52.2: put back
    OTHER_STROKE = "during a stroke at another ball"  # 52.2: put back
    ITS_STROKE = "during a stroke at it, before it was touched"  # 52.3: all back


def report_foul(
    table: Table,
    rules: RuleSet,
    frame: Frame,
    codes: tuple[Code, ...],
    balls: tuple[int, ...] = (),
    declared: int = -1,
    seconds: float = 0.0,
) -> Frame:
    """A foul without a stroke: a touched ball, a potted ball used to measure, time (art. 55).

    Args:
        table, rules: of the frame.
        frame: before it; its balls stay where they are.
        codes: what the referee reports.
        balls: that were touched.
        declared: the colour that had been named, -1 for none.
        seconds: used without a stroke.
    """
    late = rules.shot_clock is not None and seconds > rules.shot_clock
    if not codes and not balls and not late:
        return frame
    flags = sum(1 << code for code in set(codes))
    handled = np.isin(np.arange(N_BALLS), balls)
    return as_numpy(
        _without_stroke(rules)(
            table,
            frame,
            np.int32(flags),
            handled,
            np.int32(declared),
            np.float32(seconds),
        )
    )


@cache
def _without_stroke(rules: RuleSet) -> Any:
    def rule(
        table: Table,
        frame: Frame,
        flags: jax.Array,
        handled: jax.Array,
        declared: jax.Array,
        seconds: jax.Array,
    ) -> Frame:
        none = jnp.int32(-1)
        said = Declaration(declared, none, none, jnp.bool_(False))
        events = nothing()._replace(
            stroke=jnp.bool_(False), flags=flags, handled=handled, seconds=seconds
        )
        before = standing(frame)
        judgement = judge(before, said, events, rules)
        targets = balls_on(new_turn(frame.on_table), frame.on_table)
        jaws = jaws_beside(table, frame.position, rules)
        leave, is_open = open_sides(table, frame.position, frame.on_table, targets, jaws)
        leave = Leave(
            leave.snookered & ~frame.in_hand, leave.angled & ~frame.in_hand, leave.obstacles
        )
        call = conclude(before, said, events, judgement, leave, rules)
        # Nothing was lost: the cue ball is in hand if it was.
        again = (frame.repetitions > 0) & rules.foul_in_replay_keeps_replay
        call = call._replace(
            in_hand=frame.in_hand,
            options=call.options | jnp.where(again, Option.REPLAY, 0),
        )
        ruled = Ruled(call, frame.position, frame.on_table, targets, leave, is_open)
        return struck(table, rules, frame, ruled, jnp.int32(0))

    return jax.jit(rule)


def put_back(frame: Frame, before: Frame) -> Frame:
    """Balls moved by somebody else go back; nothing else changes (art. 51)."""
    return frame._replace(position=before.position, on_table=before.on_table)


def late_drop(frame: Frame, before: Frame, ball: int, when: Late) -> Frame:
    """The frame after a ball that hung at a pocket has fallen untouched (art. 52).

    Args:
        frame: now, with the ball gone from the table.
        before: as it stood before the ball fell; for `Late.ITS_STROKE` before that stroke.
        ball: that fell.
        when: it fell. `Late.IN_TURN` counts as part of the stroke and is ruled with it, so it is
            not handled here.

    Raises:
        ValueError: for `Late.IN_TURN`.
    """
    if when == Late.IN_TURN:
        raise ValueError("late_drop: a ball that falls in turn is ruled with the stroke")
    if when == Late.ITS_STROKE:
        return before
    position, on_table = np.array(frame.position), np.array(frame.on_table)
    position[ball] = before.position[ball]
    on_table[ball] = True
    return frame._replace(position=position, on_table=on_table)


def correct_table(table: Table, frame: Frame, present: Any) -> Frame:
    """Colours wrongly on or off the table are put right when it is noticed (art. 44).

    No points change, and nobody is penalised.

    Args:
        table: for the spots.
        frame: with the mistake.
        present: [6] which colours, yellow to black, should be on the table.
    """
    wanted = np.zeros(N_BALLS, bool)
    wanted[COLOURS_SLICE] = present
    number = np.arange(N_BALLS)
    colours = (number >= COLOURS_SLICE.start) & (number < COLOURS_SLICE.stop)
    on_table = np.array(frame.on_table) & (wanted | ~colours)
    missing = wanted & ~on_table
    position, on_table = _respot(table, np.array(frame.position), on_table, missing)
    return frame._replace(position=np.asarray(position), on_table=np.asarray(on_table))


@jax.jit
def _respot(table: Table, position: Any, on_table: Any, back: Any) -> tuple[Any, Any]:
    return respot(table, position, on_table, back)
