"""What a player may decide, checked before anything changes (arts. 23, 25, 32, 72)."""

from typing import Any, NamedTuple

import numpy as np

from baulk.env.rules.codes import On, Option, State
from baulk.env.rules.frame import Frame, targets
from baulk.physics.balls import BALL_NAMES, COLOURS_SLICE, CUE_BALL
from baulk.physics.cue import Stroke
from baulk.physics.table import Table


class IllegalDecision(ValueError):
    """A decision that the rules do not allow; the message names the article."""


class Decision(NamedTuple):
    """What a player decides: the answer to a foul, or a stroke.

    A stroke comes with the colour or free ball that is named, and with the place of a cue ball in
    hand.
    """

    option: Option | None = None
    stroke: Stroke | None = None  # scalars, SI
    declared: int = -1
    free: int = -1
    place: tuple[float, float] | None = None  # m
    concedes: bool = False
    starts: bool = True  # the winner of a draw plays first


def check_decision(table: Table, frame: Frame, decision: Decision) -> None:
    """Refuse what the rules do not allow; the frame is not changed.

    Raises:
        IllegalDecision: with the article.
    """
    state = State(int(frame.state))
    if state == State.OVER:
        raise IllegalDecision("art. 77: the frame is over")
    if decision.concedes:
        if state != State.STROKE:
            raise IllegalDecision("art. 77 C: only the striker may concede")
        return
    if state == State.FOUL_CHOICE:
        _check_option(int(frame.options), decision)
    elif state == State.STROKE:
        _check_stroke(table, frame, decision)


def _check_option(options: int, decision: Decision) -> None:
    offered = [option for option in Option if options & option]
    names = ", ".join(str(option.name) for option in offered)
    if decision.option is None:
        raise IllegalDecision(f"art. 72: a foul has to be answered first: {names}")
    if decision.option not in offered:
        article = "23" if decision.option == Option.PASS else "72"
        raise IllegalDecision(f"art. {article}: {decision.option.name} is not offered: {names}")


def _check_stroke(table: Table, frame: Frame, decision: Decision) -> None:
    if decision.stroke is None:
        raise IllegalDecision("art. 72: no foul is to be answered, a stroke is")
    if decision.free >= 0 and not frame.free:
        raise IllegalDecision("art. 8: there is no free ball")
    on_table = np.asarray(frame.on_table)
    for article, ball in (("25", decision.declared), ("8", decision.free)):
        if ball < 0:
            continue
        if ball < COLOURS_SLICE.start or not on_table[ball]:
            raise IllegalDecision(f"art. {article}: {BALL_NAMES[ball]} cannot be named")
    if decision.free >= 0 and bool(np.asarray(targets(frame))[decision.free]):
        raise IllegalDecision("art. 8: the ball on is no free ball")
    in_order = decision.declared >= 0 and int(frame.on) >= On.YE
    if in_order and not np.asarray(targets(frame))[decision.declared]:
        raise IllegalDecision("art. 55.27: that colour is not on")
    if decision.place is not None:
        _check_place(table, frame, decision.place)


def _check_place(table: Table, frame: Frame, place: Any) -> None:
    if not frame.in_hand:
        raise IllegalDecision("art. 32: the cue ball is not in hand")
    x, y = (float(part) for part in place)
    line, reach = float(table.baulk_line), float(table.d_radius)
    slack = 1e-6
    if x > line + slack or np.hypot(x - line, y) > reach + slack:
        raise IllegalDecision("art. 32: the cue ball in hand must be placed in the D")
    others = np.asarray(frame.on_table).copy()
    others[CUE_BALL] = False
    gap = np.hypot(*(np.asarray(frame.position)[others] - [x, y]).T)
    if gap.size and gap.min() <= 2.0 * float(table.ball.radius):
        raise IllegalDecision("art. 32: the cue ball in hand must touch no ball")
