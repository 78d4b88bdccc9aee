"""The whole course of one stroke, event by event, for pictures and animations."""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from baulk.physics.balls import Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import launch
from baulk.physics.lanes import Lanes, start, step
from baulk.physics.motion import Mode, Motion
from baulk.physics.table import Table
from baulk.physics.vectors import Vec

MAX_EVENTS = 1024
"""Events kept of one stroke; a break-off has about 100."""

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]


class Trajectory(NamedTuple):
    """The state after each of E events (the first is the strike), N = 22 balls; numpy.

    Between events every ball moves with constant acceleration, so this is the exact course.
    """

    time: Floats  # [E] s
    position: Floats  # [E, N, 3] m
    velocity: Floats  # [E, N, 3] m/s
    acceleration: Floats  # [E, N, 3] m/s^2
    mode: np.ndarray[Any, np.dtype[np.int32]]  # [E, N], a motion.Mode
    finished: bool  # whether every ball came to rest within MAX_EVENTS


def trajectory(table: Table, balls: Balls, stroke: Stroke) -> Trajectory:
    """Play one stroke (scalar leaves) on one layout (position [22, 2]) and keep every event."""
    dtype = jnp.asarray(balls.position).dtype
    table = jax.tree.map(lambda leaf: jnp.asarray(leaf, dtype), table)
    batched = Stroke(*(jnp.asarray(leaf, dtype)[None] for leaf in stroke))
    place = jnp.asarray(balls.position)[..., None]
    buffers, count, running = _record(
        table, Vec((place[:, 0], place[:, 1])), jnp.asarray(balls.on_table)[:, None], batched
    )
    time, position, velocity, acceleration, mode = (
        np.asarray(leaf)[: int(count)] for leaf in buffers
    )
    return Trajectory(time, position, velocity, acceleration, mode, not bool(running))


@partial(jax.jit, static_argnames="max_events")
def _record(
    table: Table,
    position: Vec,
    on_table: jax.Array,
    stroke: Stroke,
    max_events: int = MAX_EVENTS,
) -> Any:
    lanes = start(position, on_table, *launch(table, stroke), table)
    n = on_table.shape[0]
    dtype = position.x.dtype
    points = jnp.zeros((max_events, n, 3), dtype)
    modes = jnp.zeros((max_events, n), jnp.int32)
    buffers = (jnp.zeros(max_events, dtype), points, points, points, modes)

    def keep(buffers: Any, lanes: Lanes, at: jax.Array) -> Any:
        motion: Motion = jax.tree.map(lambda leaf: leaf[:, 0], lanes.motion)
        vectors = (motion.position, motion.velocity, motion.acceleration)
        rows = (lanes.time[0], *(jnp.stack(v.parts, axis=-1) for v in vectors), motion.mode)
        return tuple(buffer.at[at].set(row) for buffer, row in zip(buffers, rows, strict=True))

    def play(carry: Any) -> Any:
        lanes, buffers, count = carry
        lanes = step(lanes, table, max_events, False)
        return lanes, keep(buffers, lanes, count), count + 1

    def more(carry: Any) -> jax.Array:
        lanes, _, count = carry
        return lanes.running[0] & (count < max_events)

    first = (lanes, keep(buffers, lanes, jnp.int32(0)), jnp.int32(1))
    lanes, buffers, count = jax.lax.while_loop(more, play, first)
    return buffers, count, lanes.running[0]


def sample(course: Trajectory, times: Floats) -> tuple[Floats, np.ndarray[Any, np.dtype[np.bool_]]]:
    """Where the balls are at T times (s): positions [T, 22, 3] m, and whether on the table."""
    event = np.clip(np.searchsorted(course.time, times, side="right") - 1, 0, None)
    dt = np.minimum(times, course.time[-1]) - course.time[event]
    dt = np.maximum(dt, 0.0)[:, None, None]
    position = course.position[event]
    moved = position + (course.velocity[event] + 0.5 * course.acceleration[event] * dt) * dt
    return moved, course.mode[event] < Mode.POTTED


def path(course: Trajectory, ball: int, spacing: float = 0.01) -> Floats:
    """Polyline [K, 2] m along which a ball moved, points at most ``spacing`` m apart.

    Empty when the ball did not move.
    """
    points = []
    for event in range(len(course.time) - 1):
        span = course.time[event + 1] - course.time[event]
        velocity, pull = course.velocity[event, ball, :2], course.acceleration[event, ball, :2]
        if not np.any(velocity) and not np.any(pull):
            continue
        length = (
            float(np.linalg.norm(velocity)) * span + 0.5 * float(np.linalg.norm(pull)) * span**2
        )
        steps = max(1, int(np.ceil(length / spacing)))
        t = (np.arange(steps) / steps * span)[:, None]
        points.append(course.position[event, ball, :2] + (velocity + 0.5 * pull * t) * t)
    if not points:
        return np.zeros((0, 2))
    gone = np.flatnonzero(course.mode[:, ball] >= Mode.POTTED)
    last = gone[0] if gone.size else -1
    points.append(course.position[last, ball, :2][None])
    return np.concatenate(points)
