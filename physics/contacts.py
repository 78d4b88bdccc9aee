"""When a ball next meets another ball, a cushion, a jaw or a pocket.

Arrays are batch-last: ``[N, B]`` for the N balls of B tables.

A ball can only meet a jaw or a fall edge after its centre has crossed the rail line inside that
pocket's mouth, so every ball carries the mouth it is in (or -1) and only the features of that
mouth are tried.
"""

from enum import IntEnum
from functools import reduce
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from baulk.physics.motion import Mode, Motion, tolerance
from baulk.physics.pocket import time_to_leave
from baulk.physics.roots import falls_to_zero, first_contact
from baulk.physics.table import Table
from baulk.physics.vectors import Vec, dot


class Bound(IntEnum):
    """What a ball meets apart from other balls; rails add 0-3, jaws and facings 0-1."""

    RAIL = 0  # the nose, or the line of a mouth that it enters
    NOSE = 4  # the nose, met in the air
    OVER = 8  # passes above the nose
    JAW = 12
    FACING = 14
    FALL = 16  # the fall edge, inwards
    LEAVE = 17  # the fall edge, outwards while falling


N_BOUNDS = 18


class Mouth(NamedTuple):
    """The features of the pocket mouths that some balls are in; tuples are by jaw."""

    jaw_centre: tuple[Vec, Vec]  # m
    jaw_radius: jax.Array  # m
    jaw_end: tuple[Vec, Vec]  # unit normal where the arc meets the facing
    jaw_out: tuple[Vec, Vec]  # unit tangent there, away from the bed
    fall_centre: Vec  # m
    fall_radius: jax.Array  # m
    target: Vec  # m


def mouth_features(table: Table, mouth: jax.Array) -> Mouth:
    """Features of mouth number ``mouth`` [...]; zeros where it is -1."""

    def pick(values: Any) -> jax.Array:
        """One number per pocket, chosen by comparison: gathers are slow on a CPU."""
        values = jnp.asarray(values)
        return reduce(
            lambda rest, k: jnp.where(mouth == k, values[k], rest),
            range(6),
            jnp.zeros(mouth.shape, values.dtype),
        )

    def point(values: Any) -> Vec:
        return Vec((pick(values[:, 0]), pick(values[:, 1])))

    def by_jaw(values: Any) -> tuple[Vec, Vec]:
        return point(values[:, 0]), point(values[:, 1])

    return Mouth(
        jaw_centre=by_jaw(table.jaw_centre),
        jaw_radius=pick(table.jaw_radius),
        jaw_end=by_jaw(table.jaw_end),
        jaw_out=by_jaw(table.jaw_out),
        fall_centre=point(table.fall_centre),
        fall_radius=pick(table.fall_radius),
        target=point(table.pocket_target),
    )


def contact_distance(table: Table) -> jax.Array:
    """Horizontal distance (m) from the nose to the centre of a ball on the cloth that touches it.

    The nose is above the centre, so it is R cos of the angle of contact (physics notes a.4).
    """
    radius = table.ball.radius
    lift = table.cushion.nose_height - radius
    return jnp.sqrt(radius * radius - lift * lift)


def ball_times(row: Motion, balls: Motion, index: jax.Array, table: Table) -> jax.Array:
    """Times [N, B] from now until one ball of each table meets each ball of it.

    Args:
        row: [B] motion of that ball.
        balls: [N, B] motion of all.
        index: [B] which ball it is; its entry with itself is inf.
        table: for the ball radius.
    """
    times = first_contact(
        balls.position - row.position,
        balls.velocity - row.velocity,
        balls.acceleration - row.acceleration,
        2.0 * table.ball.radius,
        jnp.minimum(balls.until, row.until),
    )
    number = jnp.arange(balls.mode.shape[0], dtype=jnp.int32)[:, None]
    here = (balls.mode < Mode.POTTED) & (row.mode < Mode.POTTED)
    return jnp.where(here & (number != index), times, jnp.inf)


def rail_distances(position: Vec, table: Table) -> list[jax.Array]:
    """Distances (m) of points from the four nose lines, positive on the bed."""
    half = 0.5 * table.width
    return [position.x, table.length - position.x, half - position.y, half + position.y]


def rail_components(vector: Vec) -> list[jax.Array]:
    """Components of a vector along the inward normals of the four rails."""
    return [vector.x, -vector.x, -vector.y, vector.y]


def mouth_beside(rail: int, point: Vec, table: Table) -> jax.Array:
    """Mouth that a rail has beside a point, -1 where it has its nose."""
    half, end = 0.5 * table.width, table.corner_end
    if rail < 2:
        left, right = (0, 1) if rail == 0 else (4, 5)
        return jnp.where(point.y > half - end, left, jnp.where(point.y < end - half, right, -1))
    near, middle, far = (0, 2, 4) if rail == 2 else (1, 3, 5)
    centred = jnp.abs(point.x - 0.5 * table.length) < table.middle_end
    return jnp.where(
        point.x < end,
        near,
        jnp.where(centred, middle, jnp.where(point.x > table.length - end, far, -1)),
    )


def bound_times(row: Motion, mouth: jax.Array, table: Table) -> tuple[jax.Array, jax.Array]:
    """Earliest time and kind of what each ball meets apart from balls.

    Args:
        row: [...] motion of some balls.
        mouth: [...] the mouth that each is in, or -1.
        table: the table.

    Returns:
        times [...] (inf for never) and kinds [...] (a `Bound`, with the number of the rail, jaw
        or facing added).
    """
    reach = contact_distance(table)
    moving = (row.mode >= Mode.SLIDING) & (row.mode <= Mode.FALLING)
    never = jnp.full(mouth.shape, jnp.inf, row.until.dtype)
    rails = _rail_times(row, mouth, reach, table)
    airs = jax.lax.cond(
        jnp.any(row.mode == Mode.AIRBORNE), lambda: _air_times(row, table), lambda: [never] * 8
    )
    mouths = jax.lax.cond(
        jnp.any(moving & (mouth >= 0)),
        lambda: _mouth_times(row, mouth, reach, table),
        lambda: [never] * 6,
    )
    first, kind = never, jnp.full(mouth.shape, N_BOUNDS, jnp.int32)
    for number, time in enumerate([*rails, *airs, *mouths]):
        sooner = moving & (time <= row.until) & (time < first)
        first = jnp.where(sooner, time, first)
        kind = jnp.where(sooner, number, kind)
    return first, kind


def _at(row: Motion, t: jax.Array) -> Vec:
    """Where balls are at time t; for inf, where they are now."""
    t = jnp.where(jnp.isfinite(t), t, 0.0)
    return row.position.flat + (row.velocity.flat + row.acceleration.flat * (0.5 * t)) * t


def _rail_times(row: Motion, mouth: jax.Array, reach: Any, table: Table) -> list[jax.Array]:
    """Times at which balls reach the four lines where a nose would touch them."""
    gaps = rail_distances(row.position, table)
    speeds, pulls = rail_components(row.velocity), rail_components(row.acceleration)
    times = []
    for rail, (gap, speed, pull) in enumerate(zip(gaps, speeds, pulls, strict=True)):
        t = falls_to_zero(gap - reach, speed, pull)
        # Past the line by rounding, a ball on the bed meets it now; in a mouth it left it behind.
        t = jnp.where(mouth < 0, jnp.maximum(t, 0.0), t)
        beside = mouth_beside(rail, _at(row, t), table)
        counts = jnp.where(beside < 0, row.mode != Mode.AIRBORNE, beside != mouth)
        counts &= t >= -tolerance(t.dtype).time
        times.append(jnp.where(counts, jnp.maximum(t, 0.0), jnp.inf))
    return times


def _air_times(row: Motion, table: Table) -> list[jax.Array]:
    """Times at which balls in the air touch the four noses, and then pass above them.

    A nose is a horizontal line: the contact is a quartic in the plane across it.
    """
    airborne = row.mode == Mode.AIRBORNE
    rise = row.position.z - table.cushion.nose_height
    zero = jnp.zeros_like(rise)
    touches: list[jax.Array] = []
    passes: list[jax.Array] = []
    gaps, speeds = rail_distances(row.position, table), rail_components(row.velocity)
    for rail, (gap, speed) in enumerate(zip(gaps, speeds, strict=True)):
        touch = first_contact(
            Vec((gap, rise)),
            Vec((speed, row.velocity.z)),
            Vec((zero, row.acceleration.z)),
            table.ball.radius,
            row.until,
        )
        over = falls_to_zero(jnp.maximum(gap, 0.0), speed, zero)
        for found, t in ((touches, touch), (passes, over)):
            nose = mouth_beside(rail, _at(row, t), table) < 0
            found.append(jnp.where(airborne & nose, t, jnp.inf))
    return [*touches, *passes]


def _mouth_times(row: Motion, mouth: jax.Array, reach: Any, table: Table) -> list[jax.Array]:
    """Times of two jaws, two facings and the fall edge, inwards and outwards."""
    features = mouth_features(table, mouth)
    place, velocity, acceleration = row.position.flat, row.velocity.flat, row.acceleration.flat
    tol = tolerance(row.until.dtype)
    jaws, facings = [], []
    for centre, end, out in zip(
        features.jaw_centre, features.jaw_end, features.jaw_out, strict=True
    ):
        away = place - centre
        jaw = first_contact(away, velocity, acceleration, features.jaw_radius + reach, row.until)
        before_end = dot(_at(row, jaw) - centre, out) <= tol.gap
        jaws.append(jnp.where(before_end, jaw, jnp.inf))
        facing = falls_to_zero(
            dot(away, end) - features.jaw_radius - reach, dot(velocity, end), dot(acceleration, end)
        )
        past_end = dot(_at(row, facing) - centre, out) >= -tol.gap
        facing = jnp.where(past_end & (facing >= -tol.time), jnp.maximum(facing, 0.0), jnp.inf)
        facings.append(facing)
    away = place - features.fall_centre
    fall = first_contact(away, velocity, acceleration, features.fall_radius, row.until)
    on_cloth = (row.mode == Mode.SLIDING) | (row.mode == Mode.ROLLING)
    leave = time_to_leave(away, velocity, features.fall_radius)
    last = [
        jnp.where(on_cloth, fall, jnp.inf),
        jnp.where(row.mode == Mode.FALLING, leave, jnp.inf),
    ]
    return [jnp.where(mouth >= 0, t, jnp.inf) for t in (*jaws, *facings, *last)]
