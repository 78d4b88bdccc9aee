"""What the rules engine reads and writes: arrays of one stroke, batched by ``vmap``.

N is 22 balls, index 0 the cue ball; balls are masks, a single ball is its index or -1. Players are
S, who strikes, and O, the opponent: scores are [S, O].
"""

from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Bool, Float, Int

from baulk.physics.balls import N_BALLS


class Standing(NamedTuple):
    """The frame as the striker finds it."""

    on: Int[Any, ""]  # an On
    on_table: Bool[Any, " N"]
    scores: Int[Any, "2"]
    visible: Bool[Any, ""]  # a straight line to some part of a ball on is free
    clear: Bool[Any, ""]  # a ball on is open on both sides
    full_ball: Bool[Any, ""]  # the line to the centre of a ball on is free
    impossible: Bool[Any, ""]  # no stroke hits a ball on
    repetitions: Int[Any, ""]  # replays ordered from this position


class Declaration(NamedTuple):
    """What the striker says, and what the referee makes of it (arts. 25-31)."""

    declared: Int[Any, ""]  # the ball named, -1 for none
    free: Int[Any, ""]  # the free ball named, -1 for none
    evident: Int[Any, ""]  # the ball that is evidently played at, -1 for none
    required: Bool[Any, ""]  # the referee asked for a declaration


class Events(NamedTuple):
    """What happened, as far as the rules care."""

    stroke: Bool[Any, ""]  # the cue ball was struck
    seconds: Float[Any, ""]  # s used
    first: Bool[Any, " N"]  # touched at the first contact
    plays_at_red: Bool[Any, ""]  # evidently aimed at a red
    potted: Bool[Any, " N"]
    off: Bool[Any, " N"]
    touching: Bool[Any, " N"]  # the cue ball, at address
    touch_moved: Bool[Any, " N"]  # of these, moved by the strike
    jumped: Bool[Any, " N"]  # the cue ball passed over it
    jump_touched: Bool[Any, " N"]  # ... after touching that ball
    jump_after_contact: Bool[Any, " N"]  # ... after its first contact with another
    jump_same: Bool[Any, " N"]  # ... and it is the ball hit first
    jump_far: Bool[Any, " N"]  # ... and lands beyond it
    jump_after_cushion: Bool[Any, " N"]  # ... after a cushion or another ball
    handled: Bool[Any, " N"]  # touched by hand, cue or clothes
    flags: Int[Any, ""]  # set of Code bits reported by a referee
    miss_judged: Bool[Any, ""]  # not the striker's best effort
    indirect: Bool[Any, ""]  # the ball hit first met a cushion or another ball afterwards


class Leave(NamedTuple):
    """What the next player faces, after balls were spotted."""

    snookered: Bool[Any, ""]  # on the ball on of a new turn
    angled: Bool[Any, ""]  # by a jaw alone
    obstacles: Bool[Any, " N"]  # effective: first in the way of every ball on


class Call(NamedTuple):
    """The referee's call and what follows from it."""

    codes: Int[Any, ""]  # set of Code bits
    penalty: Int[Any, ""]  # points to O
    points: Int[Any, ""]  # points to S
    respot: Bool[Any, " N"]
    in_hand: Bool[Any, ""]  # the cue ball was lost
    counted: Bool[Any, " N"]  # balls potted that score
    scores: Int[Any, "2"]
    state: Int[Any, ""]  # a State
    striker_next: Bool[Any, ""]  # S is next, else O; neither when it is over or a lot decides
    on: Int[Any, ""]  # an On; that of a new turn while a choice is pending
    options: Int[Any, ""]  # set of Option bits
    miss: Bool[Any, ""]
    forfeit: Bool[Any, ""]  # the frame is lost by misses
    winner: Int[Any, ""]  # 0 for S, 1 for O, -1 for none yet


def nothing() -> Events:
    """A stroke in which nothing happened, to be filled in with ``_replace``."""
    none, no = np.zeros(N_BALLS, bool), np.bool_(False)
    return Events(
        stroke=np.bool_(True),
        seconds=np.float32(0.0),
        first=none,
        plays_at_red=no,
        potted=none,
        off=none,
        touching=none,
        touch_moved=none,
        jumped=none,
        jump_touched=none,
        jump_after_contact=none,
        jump_same=none,
        jump_far=none,
        jump_after_cushion=none,
        handled=none,
        flags=np.int32(0),
        miss_judged=no,
        indirect=no,
    )
