"""What one stroke is worth: fouls, penalty, points, and who plays on what next.

Pure functions on the arrays of one stroke; ``vmap`` them for batches. Article numbers are those
of the Portuguese federation.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Bool, Float, Int

from baulk.env.rules.spotting import respot
from baulk.physics.balls import COLOURS_SLICE, CUE_BALL, N_BALLS, REDS_SLICE, VALUES
from baulk.physics.outcome import Outcome
from baulk.physics.table import Table

MINIMUM_PENALTY = 4
"""Art. 55 §1."""


class Phase(IntEnum):
    """What kind of ball is on."""

    RED = 0
    COLOUR = 1  # any colour after a red; the stroke nominates one
    SEQUENCE = 2  # the colours in order


class Turn(NamedTuple):
    """What the rules say before a stroke: the duty of the striker."""

    phase: Int[Any, ""]  # a Phase
    on: Bool[Any, " N"]  # balls on: all reds, the nominated colour, or the next of the sequence
    free_ball: Int[Any, ""]  # ball nominated as a free ball, -1 for none


class Foul(IntEnum):
    """Why a stroke is foul; the first that applies is reported."""

    NONE = 0
    IN_OFF = 1  # art. 55.1
    NO_CONTACT = 2  # art. 55.26
    WRONG_FIRST = 3  # art. 55.13
    SIMULTANEOUS = 4  # art. 55.14
    WRONG_POT = 5  # art. 55.11
    OFF_TABLE = 6  # art. 55.10
    JUMP = 7  # art. 55.16
    TOUCHING_MOVED = 8  # art. 55.4

    @property
    def sentence(self) -> str:
        """What a referee would say."""
        return {
            Foul.NONE: "no foul",
            Foul.IN_OFF: "in-off: the cue ball was potted",
            Foul.NO_CONTACT: "the cue ball hit nothing",
            Foul.WRONG_FIRST: "the cue ball hit a ball not on first",
            Foul.SIMULTANEOUS: "the cue ball hit two balls at once",
            Foul.WRONG_POT: "a ball not on was potted",
            Foul.OFF_TABLE: "a ball left the table",
            Foul.JUMP: "the cue ball jumped over a ball",
            Foul.TOUCHING_MOVED: "a touching ball was moved",
        }[self]


class Call(NamedTuple):
    """The referee's call on a stroke."""

    foul: Int[Any, ""]  # a Foul
    points: Int[Any, ""]  # to the striker
    penalty: Int[Any, ""]  # to the opponent
    potted: Bool[Any, " N"]  # balls on that count
    continues: Bool[Any, ""]  # the striker plays on


def turn_of(phase: int, on: jax.Array, free_ball: int = -1) -> Turn:
    """A `Turn` from plain values."""
    return Turn(jnp.int32(phase), jnp.asarray(on, bool), jnp.int32(free_ball))


def call(outcome: Outcome, turn: Turn) -> Call:
    """Judge a stroke (arts. 12-14, 33, 55).

    Args:
        outcome: of one stroke.
        turn: the duty it was played under.
    """
    numbers = jnp.arange(N_BALLS)
    values = jnp.asarray(VALUES)
    free = numbers == turn.free_ball
    allowed = turn.on | free
    worth = jnp.max(jnp.where(turn.on, values, 0))

    first = outcome.first_hit & (numbers != CUE_BALL)
    hits = jnp.sum(first)
    # A ball on that touches the cue ball counts as hit (art. 33); what is hit then is free.
    touched_on = jnp.any(outcome.touching & allowed)
    # With a free ball the nominated ball has to be among the first (art. 8).
    nominated_hit = (turn.free_ball < 0) | jnp.any(first & free)
    wrong_first = (hits == 1) & ~(jnp.any(first & allowed) & nominated_hit)
    together = (hits > 1) & ~(jnp.all(~first | allowed) & nominated_hit)
    together |= (hits > 1) & (turn.phase != Phase.RED) & (turn.free_ball < 0)

    potted = (outcome.pot_order > 0) & (numbers != CUE_BALL)
    wrong_pot = potted & ~allowed
    lost = outcome.off_table & (numbers != CUE_BALL)
    moved = outcome.struck_at_address & outcome.touching
    flags = [
        outcome.pot_order[CUE_BALL] > 0,
        (hits == 0) & ~touched_on,
        wrong_first & ~touched_on,
        together & ~touched_on,
        jnp.any(wrong_pot),
        jnp.any(outcome.off_table),
        jnp.any(outcome.jumped),
        jnp.any(moved),
    ]
    foul = jnp.int32(Foul.NONE)
    for kind in reversed(range(len(flags))):
        foul = jnp.where(flags[kind], kind + 1, foul)

    involved = wrong_pot | lost | moved | (outcome.jumped & (numbers != CUE_BALL))
    involved |= first & ((wrong_first | together) & ~touched_on)
    highest = jnp.max(jnp.where(involved, values, 0))
    is_foul = foul != Foul.NONE
    penalty = jnp.where(is_foul, jnp.maximum(MINIMUM_PENALTY, jnp.maximum(worth, highest)), 0)

    counted = potted & allowed & ~is_foul
    reds = jnp.sum(counted)  # a free ball potted as a red counts one
    once = jnp.where(jnp.any(counted), worth, 0)
    points = jnp.where(turn.phase == Phase.RED, reds, once)
    return Call(
        foul=foul.astype(jnp.int32),
        points=points.astype(jnp.int32),
        penalty=penalty.astype(jnp.int32),
        potted=counted,
        continues=points > 0,
    )


class After(NamedTuple):
    """The table that the next stroke is played from."""

    position: Float[Any, "N 2"]  # m; a cue ball in hand stands in the middle of the D
    on_table: Bool[Any, " N"]
    targets: Bool[Any, " N"]  # balls of which one is on next
    phase: Int[Any, ""]  # a Phase
    in_hand: Bool[Any, ""]


def after(table: Table, outcome: Outcome, turn: Turn, judged: Call) -> After:
    """Colours respotted, cue ball back, and the ball on of whoever plays next (arts. 10, 11)."""
    numbers = jnp.arange(N_BALLS)
    colours = (numbers >= COLOURS_SLICE.start) & (numbers < COLOURS_SLICE.stop)
    lost = (outcome.pot_order > 0) | outcome.off_table
    # In the sequence the ball on stays down once it has been potted legally.
    stays_down = (turn.phase == Phase.SEQUENCE) & judged.potted & turn.on
    position, on_table = respot(
        table, outcome.position, outcome.on_table, lost & colours & ~stays_down
    )
    in_hand = lost[CUE_BALL]
    middle_of_d = jnp.stack([table.baulk_line, -0.5 * jnp.asarray(table.d_radius)])
    position = position.at[CUE_BALL].set(
        jnp.where(in_hand, middle_of_d.astype(position.dtype), position[CUE_BALL])
    )
    on_table = on_table.at[CUE_BALL].set(True)

    any_red = jnp.any(on_table[REDS_SLICE])
    to_colour = judged.continues & (turn.phase == Phase.RED)
    lowest = jnp.min(jnp.where(colours & on_table, numbers, N_BALLS))
    reds = (numbers >= REDS_SLICE.start) & (numbers < REDS_SLICE.stop) & on_table
    targets = jnp.where(to_colour, colours & on_table, jnp.where(any_red, reds, numbers == lowest))
    phase = jnp.where(to_colour, Phase.COLOUR, jnp.where(any_red, Phase.RED, Phase.SEQUENCE))
    return After(position, on_table, targets, phase.astype(jnp.int32), in_hand)
