"""What an event does to the balls that take part in it; elementwise over the tables of a batch."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from baulk.physics.collision import collide
from baulk.physics.contacts import Bound, Mouth, mouth_beside, mouth_features, rail_components
from baulk.physics.cushion import cushion_impact, free_impulse, restitution
from baulk.physics.motion import Mode, Motion, slip, tolerance, transit
from baulk.physics.pocket import fall_time
from baulk.physics.rail import stays_on_rail
from baulk.physics.slate import drop_hop, slate_bounce
from baulk.physics.table import Table
from baulk.physics.vectors import Vec, dot, norm, unit, where

SOFT = 2.0e-3
"""m/s: a slower contact is a push, not a hit; it ends a series of ever smaller bounces."""

PART = 1.0e-3
"""m/s at which bodies part after a push, so that the next event lies ahead in time."""

_INWARD = ((1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0))


class PairResult(NamedTuple):
    """Two balls after a contact event."""

    first: Motion
    second: Motion
    hit: jax.Array  # bool, whether they touched (else the time was only a lower bound)


def resolve_pair(first: Motion, second: Motion, table: Table) -> PairResult:
    """Two balls at the time of their event: collide them if they touch."""
    radius = table.ball.radius
    tol = tolerance(first.until.dtype)
    offset = second.position - first.position
    distance = norm(offset)
    normal = offset * (1.0 / jnp.maximum(distance, radius))
    gap = distance - 2.0 * radius
    hit = gap < 2.0 * tol.gap
    approach = dot(first.velocity - second.velocity, normal)

    struck = collide(
        first.velocity, first.spin, second.velocity, second.spin, normal, radius, table.contact
    )
    part = normal * (0.5 * (approach + PART))
    pushed = (
        first.velocity - part,
        _release(first, normal, radius),
        second.velocity + part,
        _release(second, -normal, radius),
    )
    soft = approach < SOFT
    v1, w1, v2, w2 = (where(soft, p, q) for p, q in zip(pushed, struck, strict=True))
    # Two balls on the cloth stay on it: their contact is level and the slate holds them.
    level = (first.mode != Mode.AIRBORNE) & (second.mode != Mode.AIRBORNE)
    v1, w1 = _meet_slate(first.position, v1, w1, level, table)
    v2, w2 = _meet_slate(second.position, v2, w2, level, table)
    apart = normal * jnp.where(hit, 0.5 * jnp.minimum(gap, 0.0), 0.0)
    return PairResult(
        first._replace(
            position=first.position + apart,
            velocity=where(hit, v1, first.velocity),
            spin=where(hit, w1, first.spin),
        ),
        second._replace(
            position=second.position - apart,
            velocity=where(hit, v2, second.velocity),
            spin=where(hit, w2, second.spin),
        ),
        hit,
    )


def _release(motion: Motion, normal: Vec, radius: Any) -> Vec:
    """Spin of a ball pressed along ``normal``, without what presses it.

    A ball whose own spin drives it against a body that it already touches rubs that spin off:
    the part of the cloth slip that accelerates it along the normal is taken away, where that
    costs energy and does not give any.
    """
    along = dot(slip(motion.velocity, motion.spin, radius), normal.flat)
    turn = along / radius
    spin = motion.spin
    lighter = Vec((spin.x - turn * normal.y, spin.y + turn * normal.x, spin.z))
    sheds = (along < 0.0) & (dot(lighter, lighter) <= dot(spin, spin))
    return where(sheds & (motion.mode == Mode.SLIDING), lighter, spin)


def _meet_slate(
    position: Vec, velocity: Vec, spin: Vec, level: jax.Array, table: Table
) -> tuple[Vec, Vec]:
    """After an impulse: a ball on the cloth that is driven down bounces, a tiny hop is dropped."""
    on_slate = position.z <= table.ball.radius + tolerance(position.z.dtype).gap
    bounced, turned = slate_bounce(velocity, spin, table.ball, table.cloth)
    bounced = drop_hop(bounced, table.cloth)
    return (
        where(level, velocity.at_height(0.0), where(on_slate, bounced, velocity)),
        where(~level & on_slate, turned, spin),
    )


class BoundResult(NamedTuple):
    """One ball after it met a cushion, a mouth or a pocket."""

    motion: Motion
    mouth: jax.Array  # int32
    cushion: jax.Array  # bool, whether it touched a cushion or a jaw


def resolve_bound(motion: Motion, kind: jax.Array, mouth: jax.Array, table: Table) -> BoundResult:
    """A ball at the time of its event with the table.

    Args:
        motion: the ball.
        kind: a `Bound` with the number of the rail, jaw or facing added.
        mouth: the mouth that the ball is in, or -1.
        table: the table.
    """
    features = mouth_features(table, mouth)
    airborne = motion.mode == Mode.AIRBORNE
    is_rail = kind < Bound.NOSE
    is_over = (kind >= Bound.OVER) & (kind < Bound.JAW)
    is_jaw = (kind >= Bound.JAW) & (kind < Bound.FALL)
    is_fall, is_leave = kind == Bound.FALL, kind == Bound.LEAVE

    beside = jnp.full(kind.shape, -1, jnp.int32)
    outward_speed = jnp.zeros_like(motion.until)
    for rail, inward in enumerate(rail_components(motion.velocity)):
        mine = kind % 4 == rail
        beside = jnp.where(mine, mouth_beside(rail, motion.position, table), beside)
        outward_speed = jnp.where(mine, -inward, outward_speed)
    enters = is_rail & (beside >= 0)
    clears_jaw = (
        is_jaw & airborne & (motion.position.z - table.cushion.nose_height > table.ball.radius)
    )
    touches = ((kind < Bound.OVER) & ~enters) | (is_jaw & ~clears_jaw)
    velocity, spin = _rebound(motion, kind, _outward(motion.position, kind, features), table)

    from_fall = motion.position.flat - features.fall_centre
    dropping = fall_time(
        jnp.maximum(-dot(unit(from_fall), motion.velocity.flat), 0.0),
        table.pocket,
        table.ball,
        table.cloth,
    )
    to_bed = dot(from_fall, features.target - features.fall_centre) > 0.0
    stays = stays_on_rail(
        motion.position.z, motion.velocity.z, outward_speed, table.rail, table.ball, table.cloth
    )
    mode = jnp.where(is_fall, Mode.FALLING, motion.mode)
    mode = jnp.where(is_leave, jnp.where(to_bed, Mode.SLIDING, Mode.POTTED), mode)
    mode = jnp.where(is_over, jnp.where(stays, Mode.ON_RAIL, Mode.OFF), mode)
    mode = jnp.where(clears_jaw, Mode.OFF, mode).astype(jnp.int32)
    return BoundResult(
        motion._replace(
            velocity=where(touches, velocity, motion.velocity),
            spin=where(touches, spin, motion.spin),
            mode=mode,
            until=jnp.where(is_fall, dropping, motion.until),
        ),
        jnp.where(enters, beside, mouth),
        touches,
    )


def _outward(position: Vec, kind: jax.Array, features: Mouth) -> Vec:
    """Horizontal unit vector from the ball into the cushion that it meets."""
    zero = jnp.zeros_like(position.x)
    out = Vec((zero, zero))
    for rail, (x, y) in enumerate(_INWARD):
        out = where((kind < Bound.JAW) & (kind % 4 == rail), Vec((zero - x, zero - y)), out)
    for jaw in range(2):
        out = where(kind == Bound.JAW + jaw, unit(features.jaw_centre[jaw] - position.flat), out)
        out = where(kind == Bound.FACING + jaw, -features.jaw_end[jaw], out)
    return out


def _rebound(motion: Motion, kind: jax.Array, outward: Vec, table: Table) -> tuple[Vec, Vec]:
    """Velocity and spin after a cushion whose nose lies along ``outward`` from the ball."""
    v, w = motion.velocity, motion.spin
    radius = table.ball.radius
    along = Vec((outward.y, -outward.x))  # outward x up
    approach = dot(v.flat, outward)
    v_t, v_n, w_t, w_n, w_z = cushion_impact(
        dot(v.flat, along),
        approach,
        dot(w.flat, along),
        dot(w.flat, outward),
        w.z,
        table.cushion,
        table.cloth.sliding,
        radius,
    )
    rebound = (along * v_t + outward * v_n).at_height(0.0)
    turned = (along * w_t + outward * w_n).at_height(w_z)
    # A push: the cushion takes it, and the spin that drives the ball into it.
    soft = approach < SOFT
    normal = outward.at_height(0.0)
    rebound = where(soft, v - normal * (approach + PART), rebound)
    turned = where(soft, _release(motion, normal, radius), turned)
    # In the air: a rigid impulse along the true normal, level for a jaw.
    rise = jnp.where(kind < Bound.JAW, motion.position.z - table.cushion.nose_height, 0.0)
    rise = jnp.clip(rise / radius, -1.0, 1.0)
    inward = (outward * -jnp.sqrt(1.0 - rise * rise)).at_height(rise)
    closing = -dot(v, inward)
    bounce = restitution(closing, table.cushion)
    free_v, free_w = free_impulse(v, w, inward, bounce, table.cushion.friction, radius)
    free_v = where(closing < SOFT, v + inward * (closing + PART), free_v)
    free_w = where(closing < SOFT, w, free_w)
    airborne = motion.mode == Mode.AIRBORNE
    return where(airborne, free_v, rebound), where(airborne, free_w, turned)


def resolve_self(motion: Motion, mouth: jax.Array, table: Table) -> Motion:
    """A ball whose regime ends by itself: rolls, stops, lands, or is potted."""
    features = mouth_features(table, mouth)
    lands = motion.mode == Mode.AIRBORNE
    from_fall = motion.position.flat - features.fall_centre
    inside = mouth >= 0
    over_hole = inside & (dot(from_fall, from_fall) < features.fall_radius**2)
    behind = inside & ~over_hole & (dot(from_fall, features.target - features.fall_centre) < 0.0)
    drops = lands & over_hole
    bounced, turned = slate_bounce(motion.velocity, motion.spin, table.ball, table.cloth)
    bounces = lands & ~over_hole & ~behind
    after = transit(motion, table.ball)
    mode = jnp.where(drops, Mode.FALLING, motion.mode)
    mode = jnp.where(lands & behind, Mode.OFF, mode)
    mode = jnp.where(motion.mode == Mode.FALLING, Mode.POTTED, mode).astype(jnp.int32)
    speed = norm(motion.velocity.flat)
    dropping = fall_time(speed, table.pocket, table.ball, table.cloth)
    height = jnp.where(lands, table.ball.radius, motion.position.z)
    return after._replace(
        position=motion.position.at_height(height),
        velocity=where(bounces, bounced, after.velocity),
        spin=where(bounces, turned, after.spin),
        mode=mode,
        until=jnp.where(drops, dropping, motion.until),
    )
