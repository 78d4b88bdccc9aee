"""Answers to a foul that all simple agents give alike."""

import numpy as np

from baulk.agents.ease import look_once
from baulk.env.rules.codes import Option, State
from baulk.env.rules.decisions import Decision
from baulk.env.rules.frame import Frame, targets
from baulk.env.skill import Skill
from baulk.physics.table import Table

WORTH_PLAYING = 0.4
"""Chance of a pot from which on a player takes the table after a foul."""


def answer(table: Table, frame: Frame, skill: Skill) -> Decision | None:
    """Play when there is a pot, take a free ball, else pass it back; None when no foul is open."""
    state = State(int(frame.state))
    if state == State.TIEBREAK_TOSS:
        return Decision(starts=False)
    if state != State.FOUL_CHOICE:
        return None
    options = int(frame.options)
    chances = look_once(table, frame.position, frame.on_table, np.asarray(targets(frame)), skill)
    if chances.max() >= WORTH_PLAYING:
        return Decision(option=Option.PLAY)
    for option in (Option.FREE, Option.REPLAY, Option.PASS, Option.PLAY):
        if options & option:
            return Decision(option=option)
    raise AssertionError("PLAY is always offered")
