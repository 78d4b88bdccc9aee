"""How well a player executes a stroke: named levels, and the errors they make."""

import math
from typing import Any, Final, NamedTuple

import numpy as np
from jaxtyping import Float

from baulk.physics.cue import Stroke

N_ERRORS: Final = 5
"""Independent errors of one stroke: line, speed, side, height, elevation."""

MIN_SHARE: Final = 0.05
"""Of the speed that was meant: even the worst stroke moves the cue ball."""

MAX_ELEVATION: Final = math.radians(80.0)


class Skill(NamedTuple):
    """Standard deviations of the errors of one stroke.

    ``aim`` is that of the direction in which the cue ball leaves: what a tip off its mark adds by
    squirt is part of it, as it is part of every published figure.
    """

    aim: Any  # rad
    speed: Any  # share of the speed
    tip: Any  # ball radii, side and height alike
    elevation: Any  # rad


def _skill(aim_deg: float, speed: float, tip: float, elevation_deg: float) -> Skill:
    return Skill(math.radians(aim_deg), speed, tip, math.radians(elevation_deg))


LEVELS: Final = {
    "machine": _skill(0.0, 0.0, 0.0, 0.0),
    "pro": _skill(0.03, 0.025, 0.02, 0.3),
    "semipro": _skill(0.05, 0.04, 0.03, 0.5),
    "club": _skill(0.10, 0.06, 0.05, 0.7),
    "improver": _skill(0.20, 0.10, 0.08, 1.0),
    "beginner": _skill(0.50, 0.15, 0.12, 1.5),
}
"""Levels by name, from perfect to beginner."""


def perturb(strokes: Stroke, skill: Skill, errors: Float[Any, "*batch 5"]) -> Stroke:
    """Strokes as they come out when they are not quite what was meant.

    Args:
        strokes: [*batch] as meant.
        skill: standard deviations.
        errors: standard normal, in the order line, speed, side, height, elevation.
    """
    line, pace, side, height, lift = (errors[..., k] for k in range(N_ERRORS))
    return Stroke(
        speed=strokes.speed * np.maximum(1.0 + skill.speed * pace, MIN_SHARE),
        aim=strokes.aim + skill.aim * line,
        side=strokes.side + skill.tip * side,
        height=strokes.height + skill.tip * height,
        elevation=np.clip(strokes.elevation + skill.elevation * lift, 0.0, MAX_ELEVATION),
    )


def draw_errors(seed: int, count: int) -> Float[Any, "count 5"]:
    """Standard normal errors of ``count`` strokes; half of them mirror the other half."""
    rng = np.random.default_rng(seed)
    half = rng.standard_normal((-(-count // 2), N_ERRORS))
    return np.concatenate([half, -half])[:count].astype(np.float32)
