"""The balls of a table as arrays: index 0 is the cue ball, 1-15 reds, 16-21 yellow to black."""

from typing import Any, Final, NamedTuple

from jaxtyping import Bool, Float

N_BALLS: Final = 22
CUE_BALL: Final = 0
REDS_SLICE: Final = slice(1, 16)
COLOURS_SLICE: Final = slice(16, 22)
COLOURS: Final = ("yellow", "green", "brown", "blue", "pink", "black")
BALL_NAMES: Final = ("white", *(f"red {i}" for i in range(1, 16)), *COLOURS)
VALUES: Final = (0, *(1 for _ in range(15)), 2, 3, 4, 5, 6, 7)


class Balls(NamedTuple):
    """The balls at rest before a stroke, on one table or on a batch of tables (leading axes).

    A ball that is not on the table (potted, never racked) has ``on_table`` False; where it is
    then does not matter. N is 22. Numpy or JAX arrays, here and wherever shapes are given on Any.
    """

    position: Float[Any, "*batch N 2"]  # m, where each ball stands on the cloth
    on_table: Bool[Any, "*batch N"]
