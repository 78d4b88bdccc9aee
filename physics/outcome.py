"""What a stroke led to, as fixed-size arrays."""

from enum import IntEnum
from typing import Any, NamedTuple

from jaxtyping import Bool, Float, Int


class Status(IntEnum):
    """How the simulation of a stroke ended; each member carries the sentence a person reads."""

    FINISHED = 0
    OUT_OF_EVENTS = 1

    @property
    def sentence(self) -> str:
        """What the status means and what to do about it."""
        return {
            Status.FINISHED: "every ball came to rest",
            Status.OUT_OF_EVENTS: (
                "the event budget ran out before the balls came to rest; raise max_events"
            ),
        }[self]


class Outcome(NamedTuple):
    """Result of one stroke, or of a batch of strokes (leading axes). N is 22 balls."""

    position: Float[Any, "*batch N 2"]  # m, where each ball stopped or left the bed
    on_table: Bool[Any, "*batch N"]  # still on the bed
    first_hit: Bool[Any, "*batch N"]  # touched at the cue ball's first contact
    jumped: Bool[Any, "*batch N"]  # passed over by the cue ball before its first contact
    pot_order: Int[Any, "*batch N"]  # 1 for the first ball potted, 0 for not potted
    pocket: Int[Any, "*batch N"]  # pocket of a potted ball, -1 for none
    off_table: Bool[Any, "*batch N"]  # left the table, or rests on the rail
    on_rail: Bool[Any, "*batch N"]  # of these, those that rest on the rail
    touching: Bool[Any, "*batch N"]  # touched the cue ball at address
    struck_at_address: Bool[Any, "*batch N"]  # of these, those that the strike drove
    kissed: Bool[Any, "*batch N"]  # met a ball other than the cue ball
    cushions: Int[Any, "*batch N"]  # cushion and jaw contacts of each ball
    cushions_before: Int[Any, "*batch"]  # the cue ball's, before its first contact
    miscue: Bool[Any, "*batch"]
    duration: Float[Any, "*batch"]  # s until the last ball is still
    events: Int[Any, "*batch"]
    status: Int[Any, "*batch"]  # a Status
    energy_gain: Float[Any, "*batch"]  # J, the largest rise of energy in any one event
    overlap: Float[Any, "*batch"]  # m, the deepest overlap of two balls at rest at the end
