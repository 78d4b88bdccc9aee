"""The state of a batch of tables in play, and the step from one event to the next.

Arrays are batch-last, ``[N, B]`` for N balls on B tables (lanes): vector units then work on
neighbouring lanes, and a lane that has finished can be loaded with the next stroke.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from baulk.physics.contacts import (
    ball_times,
    bound_times,
    contact_distance,
    mouth_beside,
    rail_distances,
)
from baulk.physics.motion import Mode, Motion, advance, energy, settle
from baulk.physics.resolve import resolve_bound, resolve_pair, resolve_self
from baulk.physics.table import Table
from baulk.physics.vectors import Vec, dot, norm, where

SIMULTANEOUS = 1.0e-4
"""m: at the cue ball's first contact, balls closer than this count as touched with it."""

AT_ADDRESS = 5.0e-4
"""m: a ball met before the cue ball has come farther was touching it, and the strike drove it."""

CLEARANCE = 5.0e-4
"""m: the cue ball in the air is over a ball when it covers it, seen from above, by this."""


class Record(NamedTuple):
    """What the referee wants to know, gathered while a stroke runs; [N, B] or [B]."""

    first_hit: jax.Array  # [N, B] bool
    has_hit: jax.Array  # [B] bool
    jumped: jax.Array  # [N, B] bool
    pot_order: jax.Array  # [N, B] int32
    struck_at_address: jax.Array  # [N, B] bool
    kissed: jax.Array  # [N, B] bool
    cushions: jax.Array  # [N, B] int32
    cushions_before: jax.Array  # [B] int32
    energy_gain: jax.Array  # [B] J


class Lanes(NamedTuple):
    """B tables in play; times are counted from now."""

    motion: Motion  # [N, B]
    mouth: jax.Array  # [N, B] int32, pocket mouth that a ball is in, or -1
    pair: jax.Array  # [N, N, B] s until two balls touch, symmetric
    bound: jax.Array  # [N, B] s until a ball meets something of the table
    bound_kind: jax.Array  # [N, B] int32, a Bound
    time: jax.Array  # [B] s since the stroke
    events: jax.Array  # [B] int32
    running: jax.Array  # [B] bool
    record: Record


def start(position: Vec, on_table: jax.Array, velocity: Vec, spin: Vec, table: Table) -> Lanes:
    """Lanes in which only the cue ball moves.

    Args:
        position: [N, B] m, balls at rest, two components.
        on_table: [N, B] bool.
        velocity: [B] m/s of the cue ball.
        spin: [B] rad/s of the cue ball.
        table: the table.
    """
    n, lanes = on_table.shape
    cue = jnp.arange(n)[:, None] == 0
    zero = jnp.zeros_like(position.x)
    still = Vec((zero, zero, zero))
    any_ball = jnp.any(on_table)

    def placed() -> tuple[Motion, jax.Array]:
        motion = Motion(
            position=position.at_height(table.ball.radius),
            velocity=where(cue, velocity, still),
            spin=where(cue, spin, still),
            acceleration=still,
            mode=jnp.where(on_table, Mode.REST, Mode.POTTED).astype(jnp.int32),
            until=zero,
        )
        return settle(motion, table.ball, table.cloth), _mouth_of_resting(motion.position, table)

    def nowhere() -> tuple[Motion, jax.Array]:
        empty = Motion(still, still, still, still, jnp.zeros(zero.shape, jnp.int32), zero)
        return empty, jnp.zeros(zero.shape, jnp.int32)

    # Branches for the reason given in `step`: each part is worked out once.
    motion, mouth = jax.lax.cond(any_ball, placed, nowhere)
    first: Motion = jax.tree.map(lambda leaf: leaf[0], motion)
    row = _look_ahead(any_ball, first, motion, jnp.zeros(lanes, jnp.int32), table)
    bound, kind = bound_times(first, mouth[0], table)
    flags = jnp.zeros((n, lanes), bool)
    counts = jnp.zeros((n, lanes), jnp.int32)
    lane = jnp.zeros(lanes, jnp.int32)
    return Lanes(
        motion=motion,
        mouth=mouth,
        pair=jnp.where(cue[:, None], row, jnp.where(cue, row[:, None], jnp.inf)),
        bound=jnp.where(cue, bound, jnp.inf),
        bound_kind=jnp.where(cue, kind, 0),
        time=zero[0],
        events=lane,
        running=jnp.ones(lanes, bool),
        record=Record(
            first_hit=flags,
            has_hit=flags[0],
            jumped=flags,
            pot_order=counts,
            struck_at_address=flags,
            kissed=flags,
            cushions=counts,
            cushions_before=lane,
            energy_gain=zero[0],
        ),
    )


def _mouth_of_resting(position: Vec, table: Table) -> jax.Array:
    """Mouth [N, B] in whose strip a ball at rest stands, so that it can be met there; else -1."""
    reach = contact_distance(table)
    mouth = jnp.full(position.x.shape, -1, jnp.int32)
    for rail, gap in enumerate(rail_distances(position, table)):
        mouth = jnp.where(gap < reach, mouth_beside(rail, position, table), mouth)
    return mouth


def step(lanes: Lanes, table: Table, max_events: int | jax.Array, diagnose: bool) -> Lanes:
    """Take every running lane to its next event and resolve it.

    Args:
        lanes: the tables in play.
        table: the table.
        max_events: a lane that has used them stops running.
        diagnose: also keep the largest rise of energy.
    """
    motion = lanes.motion
    n = motion.mode.shape[0]
    numbers = jnp.arange(n, dtype=jnp.int32)
    number = numbers[:, None]

    # 1. Which event is next: the pair, the ball with the table, or the ball by itself.
    next_pair = jnp.min(lanes.pair, axis=(0, 1))
    next_bound = jnp.min(lanes.bound, axis=0)
    next_self = jnp.min(motion.until, axis=0)
    dt = jnp.minimum(jnp.minimum(next_pair, next_bound), next_self)
    goes = lanes.running & jnp.isfinite(dt)
    is_pair = goes & (next_pair == dt)
    is_bound = goes & ~is_pair & (next_bound == dt)
    code = numbers[:, None, None] * n + numbers[None, :, None]
    pair_code = jnp.min(jnp.where(lanes.pair == dt, code, n * n), axis=(0, 1))
    alone = jnp.where(is_bound, lanes.bound == dt, motion.until == dt)
    single = jnp.min(jnp.where(alone, number, n), axis=0)
    first = jnp.where(is_pair, pair_code // n, single)
    second = jnp.where(is_pair, pair_code % n, n)
    dt = jnp.where(goes, jnp.maximum(dt, 0.0), 0.0)

    # 2. Move every ball there, and take out the two that matter.
    record = lanes.record
    jumped = record.jumped | (_passed_over(motion, dt, table) & ~record.has_hit)
    motion = advance(motion, dt, table.ball, table.cloth)
    is_first, is_second = number == first, number == second
    one, other = _pick(motion, is_first), _pick(motion, is_second)
    mouth_one = _take(lanes.mouth, is_first)
    kind = _take(lanes.bound_kind, is_first)

    # 3. Resolve. The branch is taken whenever anything goes on; being a branch, it keeps the
    # compiler from working all this out again for every ball that is compared with these two.
    event = _Event(one, other, mouth_one, kind, is_pair, is_bound)
    after = jax.lax.cond(jnp.any(goes), lambda: _resolve(event, table), lambda: _Resolved.of(event))
    one_after, other_after, mouth_one = after.one, after.other, after.mouth

    # 4. Put them back and look ahead again for these two.
    mine, yours = is_first & goes, is_second & is_pair
    motion_next = Motion(
        *(
            jax.tree.map(lambda a, b, c: jnp.where(mine, a, jnp.where(yours, b, c)), *leaves)
            for leaves in zip(one_after, other_after, motion, strict=True)
        )
    )
    mouth = jnp.where(mine, mouth_one, lanes.mouth)
    row_one = _look_ahead(jnp.any(goes), one_after, motion_next, first, table)
    row_other = _look_ahead(jnp.any(is_pair), other_after, motion_next, second, table)
    pair = lanes.pair - dt
    pair = jnp.where(yours[:, None], row_other, jnp.where(yours, row_other[:, None], pair))
    pair = jnp.where(mine[:, None], row_one, jnp.where(mine, row_one[:, None], pair))
    both = jax.tree.map(lambda a, b: jnp.stack([a, b]), one_after, other_after)
    bounds, kinds = bound_times(both, jnp.stack([mouth_one, _take(mouth, is_second)]), table)
    bound = jnp.where(mine, bounds[0], jnp.where(yours, bounds[1], lanes.bound - dt))
    bound_kind = jnp.where(mine, kinds[0], jnp.where(yours, kinds[1], lanes.bound_kind))

    # 5. What the referee saw.
    hit = is_pair & after.hit
    by_cue = hit & (first == 0)
    gap = _gaps_to_cue(motion.position, table)
    close = (gap < SIMULTANEOUS) & (motion.mode < Mode.POTTED) & (number > 0)
    opening = by_cue & ~record.has_hit
    cushion = is_bound & after.cushion
    potted = mine & (one_after.mode == Mode.POTTED)
    gain = record.energy_gain
    if diagnose:
        gained = _gained((one, other), (one_after, other_after), is_pair, table)
        gain = jnp.where(goes, jnp.maximum(gain, gained), gain)
    events = lanes.events + goes
    at_address = norm(one.velocity) * (lanes.time + dt) < AT_ADDRESS
    met_first = opening & (close | is_second)
    record = Record(
        first_hit=record.first_hit | met_first,
        has_hit=record.has_hit | by_cue,
        # A ball that the cue ball comes down on has been hit, not jumped over.
        jumped=jumped & ~met_first,
        pot_order=jnp.where(potted, jnp.max(record.pot_order, axis=0) + 1, record.pot_order),
        struck_at_address=record.struck_at_address | (by_cue & is_second & at_address),
        kissed=record.kissed | (hit & (first > 0) & (is_first | is_second)),
        cushions=record.cushions + (cushion & is_first),
        cushions_before=record.cushions_before + (cushion & (first == 0) & ~record.has_hit),
        energy_gain=gain,
    )
    return Lanes(
        motion=motion_next,
        mouth=mouth,
        pair=pair,
        bound=bound,
        bound_kind=bound_kind,
        time=lanes.time + dt,
        events=events,
        running=goes & (events < max_events),
        record=record,
    )


class _Event(NamedTuple):
    """The next event of each lane; [B]."""

    one: Motion
    other: Motion
    mouth: jax.Array
    kind: jax.Array
    is_pair: jax.Array
    is_bound: jax.Array


class _Resolved(NamedTuple):
    """The two balls after it; [B]."""

    one: Motion
    other: Motion
    mouth: jax.Array
    hit: jax.Array
    cushion: jax.Array

    @classmethod
    def of(cls, event: _Event) -> "_Resolved":
        """Nothing happened."""
        no = jnp.zeros_like(event.is_pair)
        return cls(event.one, event.other, event.mouth, no, no)


def _resolve(event: _Event, table: Table) -> _Resolved:
    """Every lane computes all three kinds of event and keeps its own."""
    one, other, mouth, kind, is_pair, is_bound = event
    met = resolve_pair(one, other, table)
    bounded = resolve_bound(one, kind, mouth, table)
    ended = resolve_self(one, mouth, table)
    after = _choose(is_pair, met.first, _choose(is_bound, bounded.motion, ended))
    return _Resolved(
        settle(after, table.ball, table.cloth),
        settle(met.second, table.ball, table.cloth),
        jnp.where(is_bound, bounded.mouth, mouth),
        met.hit,
        bounded.cushion,
    )


def _look_ahead(
    needed: jax.Array, row: Motion, balls: Motion, index: jax.Array, table: Table
) -> jax.Array:
    """`ball_times` behind a branch, for the reason given in `step`; nothing when not needed."""
    times: jax.Array = jax.lax.cond(
        needed,
        lambda: ball_times(row, balls, index, table),
        lambda: jnp.full(balls.until.shape, jnp.inf, balls.until.dtype),
    )
    return times


def _pick(motion: Motion, chosen: jax.Array) -> Motion:
    """The ball [B] that ``chosen`` [N, B] marks in each lane; zeros where none is marked."""
    picked: Motion = jax.tree.map(lambda leaf: _take(leaf, chosen), motion)
    return picked


def _take(values: jax.Array, chosen: jax.Array) -> jax.Array:
    return jnp.sum(jnp.where(chosen, values, 0), axis=-2, dtype=values.dtype)


def _choose(mask: jax.Array, yes: Motion, no: Motion) -> Motion:
    chosen: Motion = jax.tree.map(lambda a, b: jnp.where(mask, a, b), yes, no)
    return chosen


def _gaps_to_cue(position: Vec, table: Table) -> jax.Array:
    """Surface gap [N, B] m between the cue ball and each ball."""
    return norm(position - position.map(lambda part: part[:1])) - 2.0 * table.ball.radius


def _passed_over(motion: Motion, dt: jax.Array, table: Table) -> jax.Array:
    """Balls [N, B] over which the cue ball, in the air, passes within the next ``dt``.

    Seen from above it flies in a straight line; the nearest point of that line decides.
    """
    cue: Motion = jax.tree.map(lambda leaf: leaf[:1], motion)
    offset = motion.position.flat - cue.position.flat
    velocity = cue.velocity.flat - motion.velocity.flat
    along = dot(offset, velocity) / jnp.maximum(dot(velocity, velocity), 1e-12)
    nearest = offset - velocity * jnp.clip(along, 0.0, dt)
    near = dot(nearest, nearest) < (2.0 * table.ball.radius - CLEARANCE) ** 2
    number = jnp.arange(motion.mode.shape[0])[:, None]
    flies = cue.mode == Mode.AIRBORNE
    return flies & near & (motion.mode < Mode.AIRBORNE) & (number > 0)


def _gained(
    before: tuple[Motion, Motion],
    after: tuple[Motion, Motion],
    is_pair: jax.Array,
    table: Table,
) -> jax.Array:
    """Energy [B] J that the balls of an event gained in it; never positive in nature."""
    one, other = (
        energy(new, table.ball, table.cloth) - energy(old, table.ball, table.cloth)
        for new, old in zip(after, before, strict=True)
    )
    return one + jnp.where(is_pair, other, 0.0)
