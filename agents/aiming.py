"""The aim that sends an object ball in a wanted direction, throw and swerve allowed for."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

from baulk.physics.collision import collide
from baulk.physics.cue import Stroke
from baulk.physics.engine import launch
from baulk.physics.motion import Motion, advance, settle
from baulk.physics.roots import first_contact
from baulk.physics.table import Table
from baulk.physics.vectors import Vec, unit, where

_ITERATIONS = 5
_PROBE = 2.0e-4
"""rad between the two aims of which the secant is taken at first."""


def aim_for_direction(
    table: Table,
    cue_ball: Float[Array, "K 2"],
    object_ball: Float[Array, "K 2"],
    direction: Float[Array, " K"],
    strokes: Stroke,
) -> Float[Array, " K"]:
    """Aims (rad) at which strokes drive their object ball off along ``direction`` (rad).

    Found by the secant method on the closed forms of sliding, rolling and collision; other balls
    and cushions are not looked at. The aim of ``strokes`` is not used.

    Args:
        table: materials.
        cue_ball, object_ball: m.
        direction: rad.
        strokes: [K] speed, tip and elevation.
    """
    radius = table.ball.radius
    line = jnp.stack([jnp.cos(direction), jnp.sin(direction)], axis=-1)
    to_ghost = object_ball - 2.0 * radius * line - cue_ball
    guess = jnp.arctan2(to_ghost[:, 1], to_ghost[:, 0])
    to_ball = object_ball - cue_ball
    full = jnp.arctan2(to_ball[:, 1], to_ball[:, 0])
    distance = jnp.sqrt(jnp.sum(to_ball * to_ball, axis=-1))
    widest = 0.995 * jnp.arcsin(jnp.clip(2.0 * radius / distance, 0.0, 1.0))

    def error(aim: jax.Array) -> jax.Array:
        sent = _sent(table, cue_ball, object_ball, strokes._replace(aim=aim))
        return _wrapped(sent - direction)

    before, aim = guess, guess + _PROBE
    wrong = error(before)
    for _ in range(_ITERATIONS):
        now = error(aim)
        slope = (now - wrong) / jnp.where(aim == before, _PROBE, aim - before)
        # A cut's object ball turns several times as fast as the aim, the other way round.
        step = jnp.clip(now / jnp.where(jnp.abs(slope) < 0.2, -1.0, slope), -0.02, 0.02)
        held = full + jnp.clip(_wrapped(aim - step - full), -widest, widest)
        before, wrong, aim = aim, now, held
    return aim


def _sent(table: Table, cue_ball: jax.Array, object_ball: jax.Array, strokes: Stroke) -> jax.Array:
    """Direction [K] rad in which each object ball leaves; the line of centres on a miss."""
    zero = jnp.zeros_like(strokes.speed)
    velocity, spin = launch(table, strokes)
    start = Vec((cue_ball[:, 0], cue_ball[:, 1], zero + table.ball.radius))
    none = Vec((zero, zero, zero))
    moving = Motion(
        start, velocity.at_height(0.0), spin, none, jnp.ones(zero.shape, jnp.int32), zero
    )
    sliding = settle(moving, table.ball, table.cloth)
    target = Vec((object_ball[:, 0], object_ball[:, 1], zero + table.ball.radius))
    early = _contact(table, sliding, target)
    slid = jnp.where(jnp.isfinite(early), early, jnp.minimum(sliding.until, 1.0e3))
    there = advance(sliding, slid, table.ball, table.cloth)
    rolling = settle(there, table.ball, table.cloth)
    late = _contact(table, rolling, target)
    rolled = advance(rolling, jnp.where(jnp.isfinite(late), late, 0.0), table.ball, table.cloth)
    at = jax.tree.map(lambda a, b: jnp.where(jnp.isfinite(early), a, b), there, rolled)
    normal = unit((target - at.position).flat).at_height(0.0)
    _, _, sent, _ = collide(
        at.velocity, at.spin, none, none, normal, table.ball.radius, table.contact
    )
    hit = jnp.isfinite(early) | jnp.isfinite(late)
    sent = where(hit, sent, normal)
    return jnp.arctan2(sent.y, sent.x)


def _contact(table: Table, motion: Motion, target: Vec) -> jax.Array:
    return first_contact(
        target - motion.position,
        -motion.velocity,
        -motion.acceleration,
        2.0 * table.ball.radius,
        motion.until,
    )


def _wrapped(angle: jax.Array) -> jax.Array:
    """The same angle between -pi and pi."""
    return jnp.arctan2(jnp.sin(angle), jnp.cos(angle))
