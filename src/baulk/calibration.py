"""Are the promised odds true? The best stroke's odds against those of many fresh executions."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from baulk.agents.assessment import assess
from baulk.agents.candidates.candidate import declarations
from baulk.agents.planner import plan
from baulk.env.layouts import random_situation
from baulk.env.situation import Situation
from baulk.env.skill import LEVELS, draw_errors, perturb
from baulk.physics.balls import Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate


def calibrate(
    named: Sequence[tuple[str, Situation]],
    count: int,
    strokes: int,
    level: str,
    seed: int,
    progress: Callable[[str, float], None] = lambda what, share: None,
) -> dict[str, Any]:
    """Plan in each position, then play the best stroke with errors the planner has not seen.

    Args:
        named: positions with their names.
        count: random positions to add, mid-frame and end-game by turns.
        strokes: executions of each best stroke.
        level: of the player.
        seed: of the random positions and of the executions; the planner uses another.
        progress: told how far it is.

    Returns:
        a row per position, and the mean absolute and the mean signed difference.
    """
    rng = np.random.default_rng(seed)
    positions = list(named)
    for number in range(count):
        stage = ("mid", "end")[number % 2]
        positions.append((f"random {stage} {number}", random_situation(rng, stage)))
    skill = LEVELS[level]
    rows: list[dict[str, Any]] = []
    for number, (name, situation) in enumerate(positions):
        begin = time.perf_counter()
        found = plan(situation, skill, top=1, seed=seed)
        seconds = time.perf_counter() - begin
        best = found.suggestions[0]
        errors = draw_errors(1_000_003 * (seed + 1) + number, strokes)
        meant = Stroke(*(np.full(strokes, part, np.float32) for part in best.stroke))
        played = perturb(meant, skill, errors)
        balls = Balls(
            np.asarray(found.situation.balls.position, np.float32),
            np.asarray(found.situation.balls.on_table, bool),
        )
        outcome = simulate(found.table, balls, played)
        said = declarations(found.situation, np.full(strokes, best.ball))
        judged = assess(found.table, found.situation, outcome, said, skill)
        rows.append(
            {
                "name": name,
                "kind": best.family.name.lower(),
                "p_pot": best.p_pot,
                "realised": float(judged.scores.mean()),
                "p_foul": best.p_foul,
                "realised_foul": float((judged.codes != 0).mean()),
                "latency_ms": 1000.0 * seconds,
            }
        )
        progress("calibrating", (number + 1) / len(positions))
    error = np.array([row["p_pot"] - row["realised"] for row in rows])
    return {
        "level": level,
        "strokes": strokes,
        "mean_abs_error": float(np.abs(error).mean()) if rows else 0.0,
        "mean_error": float(error.mean()) if rows else 0.0,
        "positions": rows,
    }
