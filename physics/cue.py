"""The stroke and what it does to the cue ball: impulse, squirt and miscue (physics notes b.2)."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Float

from baulk.physics.materials import Ball, Cue
from baulk.physics.vectors import Vec, vec

MISCUE_SPEED = 0.35
"""Share of the intended speed that a miscued cue ball keeps: the tip slips off early."""

MISCUE_TURN = 0.15
"""rad by which a miscued cue ball leaves the line, away from the side that was struck."""


class Stroke(NamedTuple):
    """One stroke, or a batch of strokes.

    ``aim`` is the direction in which the cue ball leaves, so the player has already allowed for
    squirt; `cue_line` gives the direction of the cue itself.
    """

    speed: Float[Any, "*batch"]  # m/s, of the cue ball off the tip
    aim: Float[Any, "*batch"]  # rad, anticlockwise from +x seen from above
    side: Float[Any, "*batch"]  # ball radii, positive: tip right of centre
    height: Float[Any, "*batch"]  # ball radii, positive: above centre
    elevation: Float[Any, "*batch"]  # rad, butt of the cue raised


def squirt(side: jax.Array, cue: Cue) -> jax.Array:
    """Angle (rad, anticlockwise) between cue line and the cue ball's start (TP A.31).

    Right-hand side sends the cue ball left, so the sign is that of ``side``.
    """
    free = 1.0 - side * side
    return jnp.arctan(2.5 * side * jnp.sqrt(free) / (1.0 + cue.end_mass_ratio + 2.5 * free))


def cue_line(stroke: Stroke, cue: Cue) -> jax.Array:
    """Direction (rad) in which the cue points for the cue ball to leave along ``stroke.aim``."""
    return stroke.aim - squirt(_clip_side(stroke.side), cue)


def cue_speed(stroke: Stroke, ball: Ball, cue: Cue) -> jax.Array:
    """Speed (m/s) of the cue at impact that gives ``stroke.speed`` (impulse balance, b.2)."""
    return stroke.speed / tip_efficiency(stroke.side, stroke.height, ball, cue)


def tip_efficiency(side: jax.Array, height: jax.Array, ball: Ball, cue: Cue) -> jax.Array:
    """Cue-ball speed over cue speed: (1 + e) / (1 + m/M + (5/2)(a^2 + b^2)), b.2."""
    off = side * side + height * height
    return (1.0 + cue.tip_restitution) / (1.0 + ball.mass / cue.mass + 2.5 * off)


def is_miscue(side: jax.Array, height: jax.Array, cue: Cue) -> jax.Array:
    """Whether the tip slips: its offset is beyond the friction cone."""
    return side * side + height * height > cue.miscue_limit * cue.miscue_limit


def strike(stroke: Stroke, ball: Ball, cue: Cue) -> tuple[Vec, Vec]:
    """Velocity and spin of the cue ball off the tip, before the slate answers.

    v = |v| d, w = (5 |v| / 2 R^2) (r_c x d), with d along the cue and r_c the point struck. A
    miscue keeps a part of the speed, no spin, and leaves the line.
    """
    a, b = stroke.side, stroke.height
    miscue = is_miscue(a, b, cue)
    aim = jnp.where(miscue, stroke.aim + jnp.sign(a) * MISCUE_TURN, stroke.aim)
    speed = jnp.where(miscue, MISCUE_SPEED, 1.0) * stroke.speed
    cos_e, sin_e = jnp.cos(stroke.elevation), jnp.sin(stroke.elevation)
    cos_a, sin_a = jnp.cos(aim), jnp.sin(aim)
    direction = vec(cos_e * cos_a, cos_e * sin_a, -sin_e)
    # r_c x d with r_c = R (a right + b up - depth d): right x d = up, up x d = -right.
    up = vec(sin_e * cos_a, sin_e * sin_a, cos_e)
    right = vec(sin_a, -cos_a, 0.0)
    gain = jnp.where(miscue, 0.0, 2.5 * speed / ball.radius)
    return direction * speed, (up * a - right * b) * gain


def _clip_side(side: jax.Array) -> jax.Array:
    return jnp.clip(side, -1.0, 1.0)
