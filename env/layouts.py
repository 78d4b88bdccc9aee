"""Random positions as they come up in a frame: break-offs, mid-frame, end-game."""

from typing import Any, Final

import numpy as np
from jaxtyping import Float

from baulk.env.situation import Situation
from baulk.physics.balls import COLOURS, COLOURS_SLICE, N_BALLS, Balls
from baulk.physics.table import REDS, Table, make_table

STAGES: Final = ("break", "mid", "end")

PACK_GAP: Final = 2.0e-5
"""m between neighbours of the pack: balls that touch, set by hand."""

APEX_GAP: Final = 1.0e-3
"""m between pink and the apex red (art. 15: at most 2 mm, not touching)."""


def pack(table: Table, reds: int) -> Float[Any, "R 2"]:
    """Places (m) of ``reds`` reds racked behind the pink, the apex first."""
    pitch = 2.0 * float(table.ball.radius) + PACK_GAP
    x, y = (float(part) for part in np.asarray(table.spots)[4])
    x += 2.0 * float(table.ball.radius) + APEX_GAP
    places: list[tuple[float, float]] = []
    row = 0
    while len(places) < reds:
        across = (np.arange(row + 1) - 0.5 * row) * pitch
        places += [(x + row * pitch * np.sqrt(0.75), y + step) for step in across]
        row += 1
    return np.array(places[:reds])


def random_situation(
    rng: np.random.Generator, stage: str, table_name: str = "12ft", rules: str = "fpb"
) -> Situation:
    """A position of a stage of the frame (one of `STAGES`), with a ball on that fits.

    Args:
        rng: source of the position.
        stage: a full pack and the cue ball in the D, scattered reds, or few balls.
        table_name, rules: as in a `Situation`.
    """
    table = make_table(table_name, rules)
    most = REDS[table_name]
    position, on_table = np.zeros((N_BALLS, 2)), np.zeros(N_BALLS, bool)
    position[COLOURS_SLICE] = np.asarray(table.spots)
    on_table[COLOURS_SLICE] = True
    if stage == "break":
        position[1 : most + 1] = pack(table, most)
        on_table[1 : most + 1] = True
        bearing, reach = rng.uniform(0.5 * np.pi, 1.5 * np.pi), 0.9 * np.sqrt(rng.uniform())
        centre = np.array([float(table.baulk_line), 0.0])
        reach *= float(table.d_radius)
        position[0] = centre + reach * np.array([np.cos(bearing), np.sin(bearing)])
        on_table[0] = True
        if not is_free(table, position, on_table, 0):
            position[0] = centre + [0.0, -0.5 * float(table.d_radius)]
        return Situation(Balls(position, on_table), "red", table_name, rules)
    reds = int(rng.integers(4, most) if stage == "mid" else rng.integers(0, 4))
    if stage == "end" and reds == 0:
        on_table[COLOURS_SLICE.start : COLOURS_SLICE.start + int(rng.integers(0, 6))] = False
    for ball in np.flatnonzero(on_table):
        if rng.uniform() < 0.25:
            _scatter(rng, table, position, on_table, int(ball))
    for ball in (*range(1, reds + 1), 0):
        on_table[ball] = True
        _scatter(rng, table, position, on_table, ball)
    on = "red" if reds else COLOURS[int(np.argmax(on_table[COLOURS_SLICE]))]
    if reds and rng.uniform() < 0.4:
        on = "colour"
    return Situation(Balls(position, on_table), on, table_name, rules)


def is_free(table: Table, position: Any, on_table: Any, ball: int) -> bool:
    """Whether a ball, where it is, touches no other."""
    others = np.asarray(on_table).copy()
    others[ball] = False
    gap = np.linalg.norm(np.asarray(position)[others] - np.asarray(position)[ball], axis=-1)
    return bool(np.all(gap > 2.0 * float(table.ball.radius) + 1e-5))


def _scatter(
    rng: np.random.Generator, table: Table, position: Any, on_table: Any, ball: int
) -> None:
    """Put a ball somewhere free, now and then touching a cushion or near another ball."""
    margin = float(table.ball.radius)
    low = np.array([margin, -0.5 * float(table.width) + margin])
    high = np.array([float(table.length) - margin, 0.5 * float(table.width) - margin])
    while True:
        place = rng.uniform(low, high)
        kind = rng.uniform()
        if kind < 0.1:
            side = int(rng.integers(2))
            place[side] = (low if rng.uniform() < 0.5 else high)[side]
        elif kind < 0.3 and on_table.sum() > 1:
            mate = int(rng.choice(np.flatnonzero(on_table)))
            turn = rng.uniform(0.0, 2.0 * np.pi)
            reach = 2.0 * margin + rng.choice([2e-5, 1e-3, 2e-2])
            place = position[mate] + reach * np.array([np.cos(turn), np.sin(turn)])
        position[ball] = place
        inside = np.all(place >= low - 1e-9) and np.all(place <= high + 1e-9)
        if inside and is_free(table, position, on_table, ball):
            return
