"""How fast engine and planner are on this machine."""

import json
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

import jax
import numpy as np

from baulk.agents.planner import plan
from baulk.env.situation import Situation
from baulk.env.skill import LEVELS
from baulk.physics.balls import BALL_NAMES, Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.outcome import Status
from baulk.physics.table import Table, make_table

GROUPS = ("break", "mid", "end")
"""Break-offs, positions of 7-15 balls, positions of 2-6 balls."""


def load_strokes(group: str) -> tuple[Table, Balls, Stroke]:
    """The strokes of a group, each on its own layout: balls [S, 22, ...], strokes [S]."""
    data = json.loads(files("baulk.data").joinpath("bench_shots.json").read_text("utf-8"))
    shots = [shot for shot in data["shots"] if shot["group"] == group]
    position = np.zeros((len(shots), 22, 2), np.float32)
    on_table = np.zeros((len(shots), 22), bool)
    for shot, place, present in zip(shots, position, on_table, strict=True):
        reds = 0
        for ball in shot["balls"]:
            if ball["colour"] == "red":
                reds += 1
            index = BALL_NAMES.index(f"red {reds}" if ball["colour"] == "red" else ball["colour"])
            place[index] = ball["x"], ball["y"]
            present[index] = True

    def column(key: str) -> np.ndarray[Any, np.dtype[np.float32]]:
        return np.array([shot[key] for shot in shots], np.float32)

    strokes = Stroke(
        speed=column("speed"),
        aim=np.radians(column("phi")),
        side=column("a"),
        height=column("b"),
        elevation=np.radians(column("theta")),
    )
    return make_table("12ft", "wpbsa"), Balls(position, on_table), strokes


def bench_physics(batch: int = 4096, repeats: int = 3) -> dict[str, dict[str, float]]:
    """Strokes per second and events per stroke of each group, compilation left out.

    Args:
        batch: strokes played in one call; a group is repeated to fill it.
        repeats: calls of which the fastest counts.
    """
    report = {}
    for group in GROUPS:
        table, balls, strokes = load_strokes(group)
        repeated = np.arange(batch) % balls.position.shape[0]
        balls, strokes = jax.tree.map(lambda leaf: leaf[repeated], (balls, strokes))  # noqa: B023
        outcome = simulate(table, balls, strokes)
        seconds = []
        for _ in range(repeats):
            begin = time.perf_counter()
            outcome = simulate(table, balls, strokes)
            seconds.append(time.perf_counter() - begin)
        report[group] = {
            "shots_per_s": batch / min(seconds),
            "events_per_shot": float(np.mean(outcome.events)),
            "unfinished": int(np.sum(np.asarray(outcome.status) != Status.FINISHED)),
        }
    return report


def bench_suggest(
    named: Sequence[tuple[str, Situation]],
    level: str,
    progress: Callable[[str, float], None] = lambda what, share: None,
) -> dict[str, Any]:
    """Time to a plan: the first of this process, then each position once more.

    Args:
        named: positions with their names.
        level: of the player.
        progress: told how far it is.
    """

    def seconds(situation: Situation) -> float:
        begin = time.perf_counter()
        plan(situation, LEVELS[level])
        return time.perf_counter() - begin

    first = seconds(named[0][1])
    rows: list[dict[str, Any]] = []
    for number, (name, situation) in enumerate(named, 1):
        rows.append({"name": name, "latency_ms": 1000.0 * seconds(situation)})
        progress("planning", number / len(named))
    return {
        "level": level,
        "first_ms": 1000.0 * first,
        "slowest_ms": max(row["latency_ms"] for row in rows),
        "positions": rows,
    }
