"""How well a player executes a stroke: named levels, and noise on the pose of the cue."""

import math
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

from baulk.physics.cue import Stroke, cue_line, cue_speed, squirt, tip_efficiency
from baulk.physics.table import Table

N_ERRORS: Final = 5
"""Independent errors of one stroke: line, speed, side, height, elevation."""

MAX_ELEVATION: Final = math.radians(80.0)


class Skill(NamedTuple):
    """Standard deviations of the errors of one stroke."""

    aim: Any  # rad, direction of the cue
    speed: Any  # share of the cue's speed
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


def perturb(
    table: Table, strokes: Stroke, skill: Skill, errors: Float[Array, "*batch 5"]
) -> Stroke:
    """Strokes as they come out when the cue is not quite where it was meant to be.

    The errors act on the cue: a tip that lands off its mark also changes squirt and the share of
    the cue's speed that the ball takes.

    Args:
        table: for ball and cue.
        strokes: [*batch] as meant.
        skill: standard deviations.
        errors: standard normal, in the order line, speed, side, height, elevation.
    """
    line, pace, side_error, height_error, lift = (errors[..., k] for k in range(N_ERRORS))
    side = strokes.side + skill.tip * side_error
    height = strokes.height + skill.tip * height_error
    direction = cue_line(strokes, table.cue) + skill.aim * line
    cue = cue_speed(strokes, table.ball, table.cue) * jnp.maximum(1.0 + skill.speed * pace, 0.05)
    return Stroke(
        speed=cue * tip_efficiency(side, height, table.ball, table.cue),
        aim=direction + squirt(jnp.clip(side, -1.0, 1.0), table.cue),
        side=side,
        height=height,
        elevation=jnp.clip(strokes.elevation + skill.elevation * lift, 0.0, MAX_ELEVATION),
    )


def draw_errors(seed: int, count: int) -> Float[Array, "count 5"]:
    """Standard normal errors of ``count`` strokes; half of them mirror the other half."""
    half = jax.random.normal(jax.random.key(seed), (-(-count // 2), N_ERRORS))
    return jnp.concatenate([half, -half])[:count]
