"""How a ball moves between events: regimes, closed forms and transition times (notes b.1).

A ball on the cloth slides or rolls with constant acceleration, in the air it falls, over a
pocket it falls with the horizontal velocity it had. All arrays of one call share their shape.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from baulk.physics.materials import Ball, Cloth
from baulk.physics.vectors import Vec, dot, norm, unit, where


class Mode(IntEnum):
    """What a ball is doing; from POTTED on it has left the bed."""

    REST = 0  # at rest, perhaps spinning on the spot
    SLIDING = 1
    ROLLING = 2
    AIRBORNE = 3
    FALLING = 4  # past the fall edge of a pocket, may still be jawed out
    POTTED = 5
    OFF = 6  # left the table
    ON_RAIL = 7  # came to rest on the cushion rail


class Motion(NamedTuple):
    """State of motion of some balls."""

    position: Vec  # m, centre
    velocity: Vec  # m/s
    spin: Vec  # rad/s
    acceleration: Vec  # m/s^2, constant until the next event
    mode: jax.Array  # int32, a Mode
    until: jax.Array  # s until the regime ends by itself, inf if it does not


class Tolerance(NamedTuple):
    """What counts as zero, by floating point type."""

    speed: float  # m/s, slower is at rest, less slip is rolling
    gap: float  # m, closer is touching
    time: float  # s


def tolerance(dtype: Any) -> Tolerance:
    """Tolerances that suit positions of a few metres in ``dtype``."""
    if jnp.dtype(dtype).itemsize == 8:
        return Tolerance(speed=1e-10, gap=1e-11, time=1e-12)
    return Tolerance(speed=1e-5, gap=2e-6, time=1e-6)


def slip(velocity: Vec, spin: Vec, radius: Any) -> Vec:
    """Horizontal velocity of the ball's lowest point over the cloth: v + R z x w."""
    return Vec((velocity.x - radius * spin.y, velocity.y + radius * spin.x))


def rolling_spin(velocity: Vec, radius: Any) -> Vec:
    """Horizontal spin of a ball that rolls: (z x v) / R."""
    return Vec((-velocity.y / radius, velocity.x / radius))


def final_velocity(velocity: Vec, spin: Vec, radius: Any) -> Vec:
    """Horizontal velocity once a sliding ball rolls, for any friction (Coriolis invariant).

    v_f = (5/7) v0 + (2/7) R (w0 x z).
    """
    return Vec(
        (
            (5.0 * velocity.x + 2.0 * radius * spin.y) / 7.0,
            (5.0 * velocity.y - 2.0 * radius * spin.x) / 7.0,
        )
    )


def slide_time(slip_speed: jax.Array, cloth: Cloth) -> jax.Array:
    """Seconds until sliding becomes rolling: 2 |u| / (7 mu_s g)."""
    return slip_speed * (2.0 / (7.0 * cloth.sliding * cloth.gravity))


def rolling_time(speed: jax.Array, cloth: Cloth) -> jax.Array:
    """Seconds until a rolling ball stops: |v| / (mu_r g)."""
    return speed / (cloth.rolling * cloth.gravity)


def rolling_distance(speed: jax.Array, cloth: Cloth) -> jax.Array:
    """Distance (m) that a rolling ball travels before it stops: v^2 / (2 mu_r g)."""
    return speed * speed / (2.0 * cloth.rolling * cloth.gravity)


def landing_time(height: jax.Array, rise: jax.Array, gravity: Any) -> jax.Array:
    """Seconds until a ball ``height`` m above rest, rising at ``rise`` m/s, meets the slate."""
    height = jnp.maximum(height, 0.0)
    return (rise + jnp.sqrt(rise * rise + 2.0 * gravity * height)) / gravity


def settle(motion: Motion, ball: Ball, cloth: Cloth) -> Motion:
    """Regime, acceleration and time left of balls whose velocity or spin has just changed.

    Balls that are falling keep their timer; balls that have left the bed stop.
    """
    position, velocity, spin, _, mode, until = motion
    tol = tolerance(position.x.dtype)
    on_bed = mode < Mode.FALLING
    in_air = on_bed & ((position.z > ball.radius + tol.gap) | (velocity.z > 0.0))
    u = slip(velocity, spin, ball.radius)
    slip_speed, speed = norm(u), norm(velocity.flat)
    slides = on_bed & ~in_air & (slip_speed > tol.speed)
    rolls = on_bed & ~in_air & ~slides & (speed > tol.speed)
    rests = on_bed & ~in_air & ~slides & ~rolls
    falls = mode == Mode.FALLING
    gone = mode >= Mode.POTTED

    mode = jnp.where(in_air, Mode.AIRBORNE, mode)
    mode = jnp.where(slides, Mode.SLIDING, mode)
    mode = jnp.where(rolls, Mode.ROLLING, mode)
    mode = jnp.where(rests, Mode.REST, mode).astype(jnp.int32)
    still = rests | gone
    level = velocity.at_height(0.0)
    velocity = where(in_air, velocity, level) * jnp.where(still, 0.0, 1.0)
    rolled = rolling_spin(velocity, ball.radius)
    spin = Vec(
        (
            jnp.where(rolls | still, rolled.x, spin.x),
            jnp.where(rolls | still, rolled.y, spin.y),
            jnp.where(gone, 0.0, spin.z),
        )
    )
    grounded = slides | rolls | rests
    position = position.at_height(jnp.where(grounded, ball.radius, position.z))
    slide = u * (-cloth.sliding * cloth.gravity / jnp.maximum(slip_speed, 1e-30))
    roll = unit(velocity.flat) * (-cloth.rolling * cloth.gravity)
    acceleration = where(slides, slide, roll * jnp.where(rolls, 1.0, 0.0)).at_height(
        jnp.where(in_air, -cloth.gravity, 0.0)
    )
    until = jnp.where(
        slides,
        slide_time(slip_speed, cloth),
        jnp.where(
            rolls,
            rolling_time(speed, cloth),
            jnp.where(
                in_air,
                landing_time(position.z - ball.radius, velocity.z, cloth.gravity),
                jnp.where(falls, until, jnp.inf),
            ),
        ),
    )
    return Motion(position, velocity, spin, acceleration, mode, until)


def advance(motion: Motion, dt: jax.Array, ball: Ball, cloth: Cloth) -> Motion:
    """Move balls on by ``dt`` seconds (broadcast over the balls) within their regimes."""
    position, velocity, spin, acceleration, mode, until = motion
    # Sliding: dw/dt = -(5/2R) z x a; rolling: dw/dt = (1/R) z x a.
    lever = jnp.where(mode == Mode.SLIDING, -2.5, jnp.where(mode == Mode.ROLLING, 1.0, 0.0))
    lever = lever * (dt / ball.radius)
    decay = jnp.where(mode <= Mode.ROLLING, cloth.spin_decay * dt, 0.0)
    return Motion(
        position=position + (velocity + acceleration * (0.5 * dt)) * dt,
        velocity=velocity + acceleration * dt,
        spin=Vec(
            (
                spin.x - lever * acceleration.y,
                spin.y + lever * acceleration.x,
                jnp.sign(spin.z) * jnp.maximum(jnp.abs(spin.z) - decay, 0.0),
            )
        ),
        acceleration=acceleration,
        mode=mode,
        until=until - dt,
    )


def transit(motion: Motion, ball: Ball) -> Motion:
    """Make exact what a regime's own end means: sliding ends in rolling, rolling at rest.

    To be followed by `settle`. Landing and falling are decided elsewhere.
    """
    stops = motion.mode == Mode.ROLLING
    velocity = motion.velocity * jnp.where(stops, 0.0, 1.0)
    rolled = rolling_spin(velocity, ball.radius).at_height(motion.spin.z)
    level = (motion.mode == Mode.SLIDING) | stops
    return motion._replace(velocity=velocity, spin=where(level, rolled, motion.spin))


def energy(motion: Motion, ball: Ball, cloth: Cloth) -> jax.Array:
    """Energy (J) of balls: m v^2 / 2 + (2/5) m R^2 w^2 / 2 + m g z."""
    inertia = 0.4 * ball.radius * ball.radius
    moving = dot(motion.velocity, motion.velocity) + inertia * dot(motion.spin, motion.spin)
    return ball.mass * (0.5 * moving + cloth.gravity * motion.position.z)
