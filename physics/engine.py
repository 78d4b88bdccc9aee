"""Simulate batches of strokes: lanes that finish are loaded with the next stroke of the queue."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from baulk.physics import devices
from baulk.physics.balls import Balls
from baulk.physics.cue import Stroke, is_miscue, strike
from baulk.physics.lanes import SIMULTANEOUS, Lanes, start, step
from baulk.physics.motion import Mode
from baulk.physics.outcome import Outcome, Status
from baulk.physics.slate import slate_bounce
from baulk.physics.table import Table
from baulk.physics.vectors import Vec, stacked

MAX_EVENTS = 3000
"""Events after which a stroke is given up and reported as `Status.OUT_OF_EVENTS`."""


_PATIENCE = 8
"""Lanes are loaded again when one in so many has finished."""


class _Queue(NamedTuple):
    """S strokes waiting to be played, batch-first so that a lane loads a row."""

    position: jax.Array  # [S, N, 2]
    on_table: jax.Array  # [S, N]
    velocity: jax.Array  # [S, 3]
    spin: jax.Array  # [S, 3]


class _Results(NamedTuple):
    """What is kept of a finished lane: rows of floats and of integers."""

    floats: jax.Array  # [S + 1, N, 2] position
    ints: jax.Array  # [S + 1, N] packed flags
    scalars: jax.Array  # [S + 1, 5]


def _store(results: _Results, lanes: Lanes, job: jax.Array, table: Table) -> _Results:
    """Write the lanes of finished jobs [B] into their rows; other lanes name the spare row."""
    motion, record = lanes.motion, lanes.record
    flags = (
        motion.mode
        | record.first_hit.astype(jnp.int32) << 3
        | record.jumped.astype(jnp.int32) << 4
        | record.struck_at_address.astype(jnp.int32) << 5
        | record.pot_order << 6
        | (lanes.mouth + 1) << 11
        | jnp.minimum(record.cushions, 255) << 14
        | record.kissed.astype(jnp.int32) << 22
    )
    spinning = jnp.where(motion.mode == Mode.REST, jnp.abs(motion.spin.z), 0.0)
    unfinished = jnp.any((motion.mode > Mode.REST) & (motion.mode < Mode.POTTED), axis=0)
    scalars = jnp.stack(
        [
            lanes.time + jnp.max(spinning, axis=0) / table.cloth.spin_decay,
            lanes.events.astype(lanes.time.dtype),
            record.cushions_before.astype(lanes.time.dtype),
            unfinished.astype(lanes.time.dtype),
            record.energy_gain,
        ],
        axis=1,
    )
    place = jnp.stack([motion.position.x.T, motion.position.y.T], axis=-1)
    return _Results(
        floats=results.floats.at[job].set(place),
        ints=results.ints.at[job].set(flags.T),
        scalars=results.scalars.at[job].set(scalars),
    )


def _load(queue: _Queue, job: jax.Array, table: Table) -> Lanes:
    """Lanes at the start of jobs [B]."""
    place = queue.position[job]
    return start(
        Vec((place[..., 0].T, place[..., 1].T)),
        queue.on_table[job].T,
        stacked(queue.velocity[job].T),
        stacked(queue.spin[job].T),
        table,
    )


def _run(
    table: Table,
    queue: _Queue,
    n_jobs: jax.Array,
    *,
    n_lanes: int,
    max_events: jax.Array,
    diagnose: bool,
) -> _Results:
    """Play the first ``n_jobs`` strokes of a queue on ``n_lanes`` lanes."""
    size, n = queue.on_table.shape
    dtype = queue.position.dtype
    spare = size
    patience = max(1, n_lanes // _PATIENCE)
    job = jnp.arange(n_lanes, dtype=jnp.int32)
    busy = job < n_jobs
    job = jnp.where(busy, job, spare)
    lanes = _load(queue, jnp.minimum(job, size - 1), table)
    lanes = lanes._replace(running=busy)
    results = _Results(
        floats=jnp.zeros((size + 1, n, 2), dtype),
        ints=jnp.zeros((size + 1, n), jnp.int32),
        scalars=jnp.zeros((size + 1, 5), dtype),
    )

    def play(carry: tuple[Lanes, jax.Array, jax.Array, _Results]):  # type: ignore[no-untyped-def]
        lanes, job, taken, results = carry
        waiting = taken < n_jobs

        def unfinished(lanes: Lanes) -> jax.Array:
            running = jnp.sum(lanes.running)
            return running > jnp.where(waiting, n_lanes - patience, 0)

        lanes = jax.lax.while_loop(
            unfinished, lambda at: step(at, table, max_events, diagnose), lanes
        )
        finished = ~lanes.running & (job < spare)
        results = _store(results, lanes, jnp.where(finished, job, spare), table)
        rank = jnp.cumsum(finished) - 1
        fresh = finished & (taken + rank < n_jobs)
        job = jnp.where(finished, jnp.where(fresh, taken + rank, spare), job).astype(jnp.int32)
        loaded = _load(queue, jnp.minimum(job, size - 1), table)
        lanes = jax.tree.map(lambda new, old: jnp.where(fresh, new, old), loaded, lanes)
        return lanes, job, taken + jnp.sum(fresh, dtype=jnp.int32), results

    def more(carry: tuple[Lanes, jax.Array, jax.Array, _Results]) -> jax.Array:
        return jnp.any(carry[1] < spare)

    taken = jnp.minimum(n_lanes, n_jobs).astype(jnp.int32)
    return jax.lax.while_loop(more, play, (lanes, job, taken, results))[3]


_QUEUE = 2048
"""Strokes in a queue: one length, so that one program serves all; a longer batch is cut."""

_LANES = 128
"""Lanes per device at most: more fall out of the cache, fewer waste the vector units."""


def simulate(
    table: Table,
    balls: Balls,
    strokes: Stroke,
    *,
    n_lanes: int | None = None,
    max_events: int = MAX_EVENTS,
    diagnose: bool = False,
) -> Outcome:
    """Play strokes to the end, each on its own copy of the balls, on all devices there are.

    Args:
        table: the table, shared by all.
        balls: ``[S, 22, ...]`` one layout for each stroke, or ``[22, ...]`` the same for all; its
            dtype (float32, or float64 under ``jax.enable_x64``) is that of the simulation.
        strokes: ``[S]`` strokes; the cue ball must be on the table.
        n_lanes: strokes played side by side on one device; usually left to us.
        max_events: budget of one stroke; see `Status.OUT_OF_EVENTS`.
        diagnose: also report ``energy_gain`` (a little slower).

    Returns:
        `Outcome` of numpy arrays with leading axis S. The same call gives the same result twice; in
        another batch a stroke may differ by rounding, which long chains of collisions amplify.
    """
    position = jnp.asarray(balls.position)
    dtype = position.dtype
    size = jnp.shape(strokes.speed)[0]
    strokes = Stroke(*(jnp.asarray(leaf, dtype) for leaf in strokes))
    table = jax.tree.map(lambda leaf: jnp.asarray(leaf, dtype), table)
    shared = position.ndim == 2
    parts = []
    for begin in range(0, max(size, 1), _QUEUE):
        cut = slice(begin, min(begin + _QUEUE, size))
        layout = balls if shared else Balls(balls.position[cut], balls.on_table[cut])
        queued = Stroke(*(leaf[cut] for leaf in strokes))
        parts.append(_play_queue(table, layout, queued, n_lanes or _LANES, max_events, diagnose))
    if len(parts) == 1:
        return parts[0]
    whole: Outcome = jax.tree.map(lambda *leaves: np.concatenate(leaves), *parts)
    return whole


def _play_queue(
    table: Table,
    balls: Balls,
    strokes: Stroke,
    n_lanes: int,
    max_events: int,
    diagnose: bool,
) -> Outcome:
    """Pad to a whole queue, deal the strokes out to the devices, and gather what comes back."""
    size = strokes.speed.shape[0]
    share = -(-_QUEUE // devices.count())
    dtype = strokes.speed.dtype
    position = np.asarray(balls.position, dtype)
    on_table = np.asarray(balls.on_table, bool)
    if position.ndim == 2:
        position = np.broadcast_to(position, (size, *position.shape))
        on_table = np.broadcast_to(on_table, (size, *on_table.shape))
    queue = (Balls(position, on_table), strokes, np.ones(size, bool))
    outcome = devices.on_all(_play, 2, 3)(
        table,
        np.int32(max_events),
        *jax.tree.map(lambda leaf: devices.deal(leaf, share), queue),
        n_lanes=min(share, n_lanes),
        diagnose=diagnose,
    )
    gathered: Outcome = jax.tree.map(lambda leaf: devices.gather(leaf, size), outcome)
    return gathered


def _play(
    table: Table,
    max_events: jax.Array,
    balls: Balls,
    strokes: Stroke,
    real: jax.Array,
    *,
    n_lanes: int,
    diagnose: bool,
) -> Outcome:
    """Play some strokes on one device; those at the end that are not ``real`` fill the queue."""
    velocity, spin = launch(table, strokes)
    rows = (jnp.stack(vector.parts, axis=-1) for vector in (velocity, spin))
    queue = _Queue(balls.position, balls.on_table, *rows)
    n_jobs = jnp.sum(real, dtype=jnp.int32)
    results = _run(table, queue, n_jobs, n_lanes=n_lanes, max_events=max_events, diagnose=diagnose)
    return _unpack(results, balls, strokes, table)


def launch(table: Table, strokes: Stroke) -> tuple[Vec, Vec]:
    """Velocity and spin [S] of the cue ball after the tip, and the slate below it, acted."""
    velocity, spin = strike(strokes, table.ball, table.cue)
    return slate_bounce(velocity, spin, table.ball, table.cloth)


def _unpack(results: _Results, balls: Balls, strokes: Stroke, table: Table) -> Outcome:
    position, flags, scalars = (leaf[:-1] for leaf in results)
    mode = flags & 7
    pot_order = flags >> 6 & 31
    potted = pot_order > 0
    on_bed = (mode < Mode.POTTED) & balls.on_table
    start = balls.position
    away = start - start[..., :1, :]
    gap = jnp.sqrt(jnp.sum(away * away, axis=-1)) - 2.0 * table.ball.radius
    others = jnp.arange(start.shape[-2]) > 0
    return Outcome(
        position=position,
        on_table=on_bed,
        first_hit=(flags >> 3 & 1).astype(bool),
        jumped=(flags >> 4 & 1).astype(bool),
        pot_order=pot_order,
        pocket=jnp.where(potted, (flags >> 11 & 7) - 1, -1),
        off_table=(mode == Mode.OFF) | (mode == Mode.ON_RAIL),
        on_rail=mode == Mode.ON_RAIL,
        touching=(gap < SIMULTANEOUS) & balls.on_table & others,
        struck_at_address=(flags >> 5 & 1).astype(bool),
        kissed=(flags >> 22 & 1).astype(bool),
        cushions=flags >> 14 & 255,
        cushions_before=scalars[..., 2].astype(jnp.int32),
        miscue=is_miscue(strokes.side, strokes.height, table.cue),
        duration=scalars[..., 0],
        events=scalars[..., 1].astype(jnp.int32),
        status=jnp.where(scalars[..., 3] > 0, Status.OUT_OF_EVENTS, Status.FINISHED),
        energy_gain=scalars[..., 4],
        overlap=_overlap(position, on_bed, table),
    )


def _overlap(position: jax.Array, on_bed: jax.Array, table: Table) -> jax.Array:
    """Deepest overlap [S] m of two balls on the bed."""
    offset = position[:, :, None] - position[:, None]
    gap = jnp.sqrt(jnp.sum(offset * offset, axis=-1)) - 2.0 * table.ball.radius
    n = on_bed.shape[-1]
    both = on_bed[:, :, None] & on_bed[:, None] & ~jnp.eye(n, dtype=bool)
    return jnp.max(jnp.where(both, -gap, 0.0), axis=(-2, -1))
