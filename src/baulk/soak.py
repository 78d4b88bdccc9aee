"""Hunt faults of engine and rules at random; whatever is counted here should be 0."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from baulk.env.layouts import STAGES, random_situation
from baulk.env.rules.ruleset import rule_set
from baulk.env.skill import LEVELS
from baulk.physics.balls import Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.outcome import Outcome, Status
from baulk.physics.table import REDS, Table, make_table
from baulk.training.match import AGENTS, play_frames

FAULTS: Final = ("nan", "overlaps", "outside", "unfinished", "energy_gains")

OVERLAP: Final = 1.0e-5
"""m; balls at rest that lie deeper in each other are a fault. Single precision rounds at 4e-7."""

GAIN: Final = 1.0e-6
"""J; an event that adds more energy is a fault. A ball at 8 m/s has 4.5 J."""

TABLES: Final = (("12ft", "fpb"), ("12ft", "wpbsa"), ("8ft", "fpb"))

FRAME_FAULTS: Final = ("exceptions", "ledger_errors", "ball_errors", "stuck_frames")

PAIRS: Final = (("random", "random"), ("greedy", "random"), ("greedy", "greedy"))

_BATCH = 2048
_FRAMES = 64


def random_strokes(rng: np.random.Generator, count: int) -> Stroke:
    """Strokes of all speeds, tip offsets (miscues too) and elevations."""
    angle, reach = rng.uniform(0.0, 2.0 * np.pi, count), np.sqrt(rng.uniform(0.0, 1.0, count))
    reach = np.where(rng.uniform(size=count) < 0.85, 0.5 * reach, reach)
    lift = np.where(rng.uniform(size=count) < 0.7, 8.0, 80.0) * rng.uniform(size=count)
    columns = (
        np.exp(rng.uniform(np.log(0.05), np.log(12.0), count)),
        rng.uniform(-np.pi, np.pi, count),
        reach * np.cos(angle),
        reach * np.sin(angle),
        np.radians(lift),
    )
    return Stroke(*(column.astype(np.float32) for column in columns))


def count_faults(table: Table, outcome: Outcome) -> dict[str, int]:
    """Strokes of a batch that show each of `FAULTS`."""
    position, on_table = np.asarray(outcome.position), np.asarray(outcome.on_table)
    finite = np.isfinite(position).all(axis=-1) & np.isfinite(outcome.duration)[:, None]
    return {
        "nan": int((~finite).any(axis=1).sum()),
        "overlaps": int((np.asarray(outcome.overlap) > OVERLAP).sum()),
        "outside": int((on_table & ~_on_bed(table, position)).any(axis=1).sum()),
        "unfinished": int((np.asarray(outcome.status) != Status.FINISHED).sum()),
        "energy_gains": int((np.asarray(outcome.energy_gain) > GAIN).sum()),
    }


def _on_bed(table: Table, position: Any) -> Any:
    """Whether balls [..., 2] lie within the noses, or in a pocket's mouth short of the fall."""
    x, y = position[..., 0], position[..., 1]
    slack = 1.0e-5
    # The nose overhangs: a ball that touches it has its centre closer than its radius.
    reach = np.sqrt(table.ball.radius**2 - (table.cushion.nose_height - table.ball.radius) ** 2)
    room = reach - slack
    inside = (x >= room) & (x <= table.length - room)
    inside &= np.abs(y) <= 0.5 * table.width - room
    offset = position[..., None, :] - np.asarray(table.fall_centre)
    far = np.hypot(offset[..., 0], offset[..., 1]) - np.asarray(table.fall_radius)
    # Between the fall edge and the bed lies less than a hand's breadth of slate.
    return inside | np.any((far > -slack) & (far < 0.12), axis=-1)


def soak_physics(
    count: int, seed: int, progress: Callable[[str, float], None] = lambda what, share: None
) -> dict[str, int]:
    """Play ``count`` random strokes and count the faults.

    Args:
        count: strokes.
        seed: of positions and strokes.
        progress: told how far it is.
    """
    rng = np.random.default_rng(seed)
    report = dict.fromkeys(("strokes", *FAULTS), 0)
    for number, begin in enumerate(range(0, count, _BATCH)):
        size = min(_BATCH, count - begin)
        name, markings = TABLES[number % len(TABLES)]
        table = make_table(name, markings)
        stages = rng.choice(STAGES, size)
        layouts = [random_situation(rng, stage, name, markings).balls for stage in stages]
        balls = Balls(
            np.stack([layout.position for layout in layouts]).astype(np.float32),
            np.stack([layout.on_table for layout in layouts]),
        )
        outcome = simulate(table, balls, random_strokes(rng, size), diagnose=True)
        for fault, found in count_faults(table, outcome).items():
            report[fault] += found
        report["strokes"] += size
        progress("soaking", report["strokes"] / count)
    return report


def soak_frames(
    count: int, seed: int, progress: Callable[[str, float], None] = lambda what, share: None
) -> dict[str, Any]:
    """Play ``count`` whole frames between simple agents, and count the faults.

    Rule sets, tables, pairs of agents and levels take turns.

    Args:
        count: frames.
        seed: of everything.
        progress: told how far it is.
    """
    report: dict[str, Any] = dict.fromkeys(("frames", "strokes", *FRAME_FAULTS), 0)
    report["first_exception"] = None
    levels = ("pro", "club", "beginner")
    for number, begin in enumerate(range(0, count, _FRAMES)):
        size = min(_FRAMES, count - begin)
        name, markings = (("12ft", "fpb"), ("12ft", "wpbsa"), ("8ft", "fpb"), ("8ft", "wpbsa"))[
            number % 4
        ]
        pair = PAIRS[(number // 4) % len(PAIRS)]
        skill = LEVELS[levels[number % len(levels)]]
        try:
            played = play_frames(
                (AGENTS[pair[0]](), AGENTS[pair[1]]()),
                (skill, skill),
                size,
                make_table(name, markings),
                rule_set(markings),
                reds=REDS[name],
                seed=seed + number,
            )
        except Exception as error:
            report["exceptions"] += 1
            report["first_exception"] = report["first_exception"] or repr(error)
        else:
            report["strokes"] += played.strokes
            for fault in FRAME_FAULTS[1:]:
                report[fault] += getattr(played.faults, fault)
        report["frames"] += size
        progress("soaking", report["frames"] / count)
    return report
