"""A frame as a state machine on arrays: whose turn, what is on, what may be decided (rules 6).

Pure functions of one frame, batched by ``vmap``; players are 0 and 1. The rule set is a
compile-time constant.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from baulk.env.layouts import pack
from baulk.env.rules.adjudication import balls_on, new_turn
from baulk.env.rules.codes import On, Option, State
from baulk.env.rules.geometry import View, jaws_beside, view
from baulk.env.rules.records import Standing
from baulk.env.rules.ruleset import RuleSet
from baulk.env.rules.spotting import place_in_hand
from baulk.env.rules.stroke import Ruled
from baulk.physics.balls import COLOURS_SLICE, CUE_BALL, N_BALLS
from baulk.physics.table import Table


class Snapshot(NamedTuple):
    """The position before a stroke, to which a replay goes back (arts. 46, 50)."""

    position: Float[Any, "N 2"]
    on_table: Bool[Any, " N"]
    on: Int[Any, ""]
    in_hand: Bool[Any, ""]
    free: Bool[Any, ""]
    view: View


class Frame(NamedTuple):
    """One frame at rest, waiting for a decision; N is 22."""

    position: Float[Any, "N 2"]  # m
    on_table: Bool[Any, " N"]
    state: Int[Any, ""]  # a State
    decider: Int[Any, ""]  # the player who decides: the striker, or the victim of a foul
    on: Int[Any, ""]  # an On
    scores: Int[Any, "2"]
    options: Int[Any, ""]  # set of Option bits, while a foul is to be answered
    in_hand: Bool[Any, ""]
    free: Bool[Any, ""]  # the striker may nominate a free ball
    repetitions: Int[Any, ""]  # replays ordered in a row
    view: View  # what the striker can hit, for the referee
    snapshot: Snapshot
    visit: Int[Any, ""]  # points of the visit so far
    strokes: Int[Any, ""]
    quiet: Int[Any, ""]  # strokes since the last score or foul
    starter: Int[Any, ""]
    winner: Int[Any, ""]  # -1 while it goes on


def new_frame(table: Table, rules: RuleSet, starter: int, reds: int) -> Frame:
    """The break-off: racked balls, cue ball in hand (arts. 15, 32); numpy.

    Args:
        table: for the spots.
        rules: the rule set.
        starter: the player who breaks off.
        reds: 15, 10 or 6.
    """
    position, on_table = np.zeros((N_BALLS, 2), np.float32), np.zeros(N_BALLS, bool)
    position[COLOURS_SLICE] = np.asarray(table.spots)
    position[1 : reds + 1] = pack(table, reds)
    on_table[COLOURS_SLICE] = True
    on_table[1 : reds + 1] = True
    position[CUE_BALL] = table.baulk_line, -0.5 * table.d_radius
    on_table[CUE_BALL] = True
    no, zero = np.bool_(False), np.int32(0)
    seen = View(visible=np.bool_(True), full_ball=no, clear=no)
    snapshot = Snapshot(position, on_table, zero, np.bool_(True), no, seen)
    return Frame(
        position=position,
        on_table=on_table,
        state=np.int32(State.STROKE),
        decider=np.int32(starter),
        on=np.int32(On.RED),
        scores=np.zeros(2, np.int32),
        options=zero,
        in_hand=np.bool_(True),
        free=no,
        repetitions=zero,
        view=seen,
        snapshot=snapshot,
        visit=zero,
        strokes=zero,
        quiet=zero,
        starter=np.int32(starter),
        winner=np.int32(-1),
    )


def standing(frame: Frame) -> Standing:
    """The frame as the rules see it before the decider's stroke."""
    own = frame.scores[frame.decider]
    other = frame.scores[1 - frame.decider]
    return Standing(
        on=frame.on,
        on_table=frame.on_table,
        scores=jnp.stack([own, other]),
        visible=frame.view.visible,
        clear=frame.view.clear,
        full_ball=frame.view.full_ball,
        impossible=jnp.bool_(False),
        repetitions=frame.repetitions,
    )


def targets(frame: Frame) -> Bool[Array, " N"]:
    """Balls of which one is on, a free ball not counted."""
    return balls_on(frame.on, frame.on_table)


def struck(table: Table, rules: RuleSet, frame: Frame, ruled: Ruled, lot: Any) -> Frame:
    """The frame after the decider's stroke has been ruled.

    Args:
        table: for the re-spotted black.
        rules: the rule set.
        frame: before the stroke.
        ruled: from `rule_stroke`.
        lot: 0 or 1, the player who wins the draw should the scores be level.
    """
    call, striker = ruled.call, frame.decider
    other = 1 - striker
    mine = jnp.arange(2) == striker
    scores = frame.scores + jnp.where(mine, call.points, call.penalty)
    tied = call.state == State.TIEBREAK_TOSS
    position, on_table = _black_alone(table, ruled, tied)
    decider = jnp.where(tied, lot, jnp.where(call.striker_next, striker, other))
    happened = (call.points > 0) | (call.codes != 0)
    winner = jnp.where(call.winner == 0, striker, jnp.where(call.winner == 1, other, -1))
    before = Snapshot(
        frame.position, frame.on_table, frame.on, frame.in_hand, frame.free, frame.view
    )
    after = frame._replace(
        position=position,
        on_table=on_table,
        state=call.state,
        decider=decider.astype(jnp.int32),
        on=call.on,
        scores=scores,
        options=call.options,
        in_hand=call.in_hand | tied,
        free=jnp.bool_(False),
        repetitions=jnp.where(call.state == State.FOUL_CHOICE, frame.repetitions, 0),
        snapshot=before,
        visit=jnp.where(call.striker_next, frame.visit + call.points, 0),
        strokes=frame.strokes + 1,
        quiet=jnp.where(happened, 0, frame.quiet + 1),
        winner=winner.astype(jnp.int32),
    )
    return after._replace(view=look(table, rules, after))


def _black_alone(table: Table, ruled: Ruled, tied: Array) -> tuple[Array, Array]:
    """The black on its spot for a tie-break; otherwise the balls as they are."""
    black = jnp.arange(N_BALLS) == COLOURS_SLICE.stop - 1
    spot = jnp.asarray(table.spots, ruled.position.dtype)[-1]
    position = jnp.where(tied & black[:, None], spot, ruled.position)
    on_table = ruled.on_table | (tied & black)
    waits = place_in_hand(table, position, on_table)
    cue = (jnp.arange(N_BALLS) == CUE_BALL)[:, None]
    return jnp.where(tied & cue, waits, position), on_table


def look(table: Table, rules: RuleSet, frame: Frame) -> View:
    """What the decider can hit, were he to strike now."""
    jaws = jaws_beside(table, frame.position, rules)
    seen = view(table, frame.position, frame.on_table, targets(frame), jaws)
    # From hand something can always be seen: the striker chooses the place.
    return View(seen.visible | frame.in_hand, seen.full_ball, seen.clear & ~frame.in_hand)


def answered(table: Table, rules: RuleSet, frame: Frame, option: Any) -> Frame:
    """The frame after a foul has been answered with one `Option` (arts. 22, 23, 72)."""
    victim, offender = frame.decider, 1 - frame.decider
    goes_back = (option == Option.PASS) | (option == Option.REPLAY)
    replay = option == Option.REPLAY
    snapshot = frame.snapshot
    position, on_table = (
        jnp.where(replay, old, now)
        for old, now in (
            (snapshot.position, frame.position),
            (snapshot.on_table, frame.on_table),
        )
    )
    after = frame._replace(
        position=position,
        on_table=on_table,
        state=jnp.int32(State.STROKE),
        decider=jnp.where(goes_back, offender, victim).astype(jnp.int32),
        on=jnp.where(replay, snapshot.on, new_turn(on_table)).astype(jnp.int32),
        options=jnp.int32(0),
        in_hand=jnp.where(replay, snapshot.in_hand, frame.in_hand | (option == Option.HAND)),
        free=jnp.where(replay, snapshot.free, option == Option.FREE),
        repetitions=jnp.where(replay, frame.repetitions + 1, 0).astype(jnp.int32),
        visit=jnp.int32(0),
    )
    return after._replace(view=look(table, rules, after))


def drawn(frame: Frame, starts: Any) -> Frame:
    """The frame after the winner of the draw for a tie-break starts, or sends the other in."""
    first = jnp.where(starts, frame.decider, 1 - frame.decider)
    return frame._replace(
        state=jnp.int32(State.STROKE),
        decider=first.astype(jnp.int32),
        on=jnp.int32(On.TB),
        view=frame.view._replace(visible=jnp.bool_(True)),
    )


def conceded(frame: Frame) -> Frame:
    """The frame after the decider has given it up (77 C)."""
    return frame._replace(state=jnp.int32(State.OVER), winner=(1 - frame.decider).astype(jnp.int32))


def may_claim(frame: Frame, rules: RuleSet) -> Array:
    """Whether the striker may claim the frame: black only, more than 7 ahead (S2R1(b))."""
    lead = frame.scores[frame.decider] - frame.scores[1 - frame.decider]
    ready = (frame.state == State.STROKE) & (frame.on == On.BK) & (lead > 7)
    return ready & rules.claim_on_black


def is_over(frame: Frame) -> Array:
    """Whether the frame has a winner."""
    return frame.state == State.OVER


def as_numpy(frame: Frame) -> Frame:
    """The same frame, its leaves numpy arrays."""
    whole: Frame = jax.tree.map(np.asarray, frame)
    return whole
