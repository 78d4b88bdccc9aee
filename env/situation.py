"""What a player sees on coming to the table: the balls, the ball on, the score."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from jaxtyping import Bool

from baulk.env.rules.codes import On
from baulk.physics.balls import BALL_NAMES, COLOURS, COLOURS_SLICE, N_BALLS, REDS_SLICE, Balls

BALLS_ON: Final = ("red", "colour", *COLOURS)
"""What can be on: a red, any colour after a red, or a colour of the sequence."""

RULES: Final = ("fpb", "wpbsa")


@dataclass(frozen=True)
class Situation:
    """A position and what the rules say of it, before a stroke.

    ``balls`` holds numpy arrays of one table: position [22, 2] m, on_table [22]. A ball in hand
    may be played from anywhere in the D; ``balls`` then says where it is placed for now.
    """

    balls: Balls
    on: str  # one of BALLS_ON
    table: str = "12ft"
    rules: str = "fpb"
    scores: tuple[int, int] = (0, 0)
    striker: int = 0  # index into scores
    free_ball: bool = False
    ball_in_hand: bool = False
    misses: int = 0  # fouls called as a miss in a row from this place

    @property
    def on_code(self) -> On:
        """The ball on as the rules engine names it."""
        if self.on in COLOURS:
            return On(COLOURS.index(self.on) + On.YE)
        return On.RED if self.on == "red" else On.COL

    @property
    def targets(self) -> Bool[Any, " 22"]:
        """Balls on the table of which one is on, a free ball not counted."""
        number = np.arange(N_BALLS)
        if self.on_code == On.RED:
            on = (number >= REDS_SLICE.start) & (number < REDS_SLICE.stop)
        elif self.on_code == On.COL:
            on = number >= COLOURS_SLICE.start
        else:
            on = number == BALL_NAMES.index(self.on)
        return on & np.asarray(self.balls.on_table, bool)
