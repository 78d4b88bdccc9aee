"""Invariants of whole strokes, over positions and strokes of every kind; fact 70."""

import math

import jax
import numpy as np
import pytest

from baulk.env.layouts import STAGES, random_situation
from baulk.physics.balls import N_BALLS, Balls
from baulk.physics.contacts import contact_distance
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.outcome import Status
from baulk.physics.table import make_table
from baulk.physics.trajectory import path, sample, trajectory
from baulk.soak import FAULTS, count_faults, random_strokes

TABLE = make_table()
R = TABLE.ball.radius


def random_batch(seed, n, stages=STAGES):
    rng = np.random.default_rng(seed)
    layouts = [random_situation(rng, stages[k % len(stages)]).balls for k in range(n)]
    balls = Balls(
        np.stack([layout.position for layout in layouts]).astype(np.float32),
        np.stack([layout.on_table for layout in layouts]),
    )
    return balls, random_strokes(rng, n)


def layout(*places):
    """Cue ball and reds at ``places`` (m)."""
    position, on = np.zeros((N_BALLS, 2), np.float32), np.zeros(N_BALLS, bool)
    for ball, place in enumerate(places):
        position[ball], on[ball] = place, True
    return Balls(position, on)


def strokes(n, speed=2.0, aim_deg=0.0, side=0.0, height=0.0, elevation_deg=0.0):
    parts = (speed, np.radians(aim_deg), side, height, np.radians(elevation_deg))
    return Stroke(*(np.broadcast_to(np.float32(part), (n,)).copy() for part in parts))


def played(balls, stroke, **options):
    return simulate(TABLE, balls, stroke, **options)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_fact_70_nothing_is_lost_overlaps_or_gains_energy(seed):
    balls, stroke = random_batch(seed, 512)
    outcome = played(balls, stroke, diagnose=True)
    assert count_faults(TABLE, outcome) == dict.fromkeys(FAULTS, 0)
    # Every ball is on the bed, in a pocket, or off the table: never two of these, never none.
    places = outcome.on_table.astype(int) + (outcome.pocket >= 0) + outcome.off_table
    np.testing.assert_array_equal(places, balls.on_table.astype(int))


def test_fact_70_the_same_call_gives_the_same_result():
    balls, stroke = random_batch(3, 256)
    for first, second in zip(played(balls, stroke), played(balls, stroke), strict=True):
        np.testing.assert_array_equal(first, second)


def test_a_stroke_does_not_depend_on_its_neighbours():
    balls, stroke = random_batch(4, 200, ("end",))
    whole = played(balls, stroke)
    order = np.random.default_rng(0).permutation(200)
    mixed = played(*jax.tree.map(lambda leaf: leaf[order], (balls, stroke)))
    np.testing.assert_array_equal(whole.position[order], mixed.position)
    alone = played(*jax.tree.map(lambda leaf: leaf[:1], (balls, stroke)))
    np.testing.assert_array_equal(whole.position[:1], alone.position)


def test_more_strokes_than_a_queue_holds():
    balls, stroke = random_batch(5, 64, ("end",))
    many = jax.tree.map(lambda leaf: np.concatenate([leaf] * 40), (balls, stroke))
    outcome = played(*many)
    assert outcome.status.shape == (2560,)
    np.testing.assert_allclose(outcome.position[:64], outcome.position[-64:], atol=1e-4)


def test_one_layout_for_all_strokes_is_the_same_as_copies():
    balls = layout((1.0, 0.0), (2.0, 0.1))
    stroke = strokes(5, aim_deg=np.linspace(-3, 6, 5))
    copies = jax.tree.map(lambda leaf: np.repeat(leaf[None], 5, axis=0), balls)
    for first, second in zip(played(balls, stroke), played(copies, stroke), strict=True):
        np.testing.assert_array_equal(first, second)


def mirrored(balls, stroke):
    flipped = Balls(balls.position * np.array([1.0, -1.0], balls.position.dtype), balls.on_table)
    return flipped, stroke._replace(aim=-stroke.aim, side=-stroke.side)


def test_a_mirrored_stroke_ends_mirrored():
    with jax.enable_x64(True):
        balls, stroke = random_batch(6, 96, ("end",))
        balls = Balls(balls.position.astype(np.float64), balls.on_table)
        stroke = Stroke(*(leaf.astype(np.float64) for leaf in stroke))
        ends, other = played(balls, stroke), played(*mirrored(balls, stroke))
    short = (ends.events < 15) & (other.events < 15)
    assert short.sum() > 30
    stays = ends.on_table & other.on_table & short[:, None]
    np.testing.assert_array_equal(ends.on_table[short], other.on_table[short])
    gap = ends.position - other.position * [1.0, -1.0]
    assert np.abs(gap[stays]).max() < 1e-6


def test_single_precision_hits_the_same_ball_first():
    balls, stroke = random_batch(7, 400, ("mid", "end"))
    single = played(balls, stroke)
    with jax.enable_x64(True):
        double = played(
            Balls(balls.position.astype(np.float64), balls.on_table),
            Stroke(*(leaf.astype(np.float64) for leaf in stroke)),
        )
    assert double.position.dtype == np.float64
    same = (single.first_hit == double.first_hit).all(axis=1)
    assert same.mean() >= 0.99


def test_a_budget_that_runs_out_is_said():
    balls, stroke = random_batch(8, 32, ("mid",))
    outcome = played(balls, stroke, max_events=2)
    assert (outcome.status == Status.OUT_OF_EVENTS).any()
    assert "max_events" in Status(Status.OUT_OF_EVENTS).sentence


TIGHT = float(contact_distance(TABLE))


@pytest.mark.parametrize("aim", np.linspace(-90, 90, 13))
def test_a_ball_frozen_to_a_cushion_and_played_into_it_stays_in(aim):
    # At the baulk cushion, away from the pockets, the cue ball played back into it.
    for gap in (TIGHT, R):
        outcome = played(layout((gap, 0.3)), strokes(1, speed=3.0, aim_deg=180 + aim))
        assert outcome.on_table[0, 0] or outcome.pocket[0, 0] >= 0
        assert outcome.status[0] == Status.FINISHED


def test_a_touching_ball_played_away_from_does_not_move():
    balls = layout((1.5, 0.0), (1.5 + 2 * R + 1e-5, 0.0))
    away = played(balls, strokes(7, aim_deg=np.linspace(100, 260, 7)))
    assert away.touching[:, 1].all()
    assert not away.struck_at_address.any()
    later = away.first_hit[:, 1]  # it may come back to the ball off a cushion
    assert (away.position[~later, 1] == balls.position[1]).all()
    at_it = played(balls, strokes(5, aim_deg=np.linspace(-60, 60, 5)))
    assert at_it.struck_at_address[:, 1].all()
    assert at_it.first_hit[:, 1].all()


def test_two_reds_hit_at_once_are_both_first():
    half = R + 1e-6
    x = 2.0
    balls = layout((1.0, 0.0), (x, half), (x, -half))
    outcome = played(balls, strokes(1, speed=2.0))
    assert outcome.first_hit[0, [1, 2]].all()


def test_a_jump_is_reported():
    balls = layout((1.0, 0.0), (1.35, 0.0), (2.6, 0.0))
    outcome = played(balls, strokes(40, speed=np.linspace(2.0, 9.0, 40), elevation_deg=45.0))
    assert outcome.jumped[:, 1].any()
    over = outcome.jumped[:, 1]
    assert not outcome.first_hit[over, 1].any()
    level = played(balls, strokes(3, speed=3.0))
    assert not level.jumped.any()


def test_a_ball_driven_off_the_table_is_reported():
    outcome = played(
        layout((3.2, 0.0)), strokes(40, speed=np.linspace(4, 12, 40), elevation_deg=35.0)
    )
    lost = outcome.off_table[:, 0]
    assert lost.any()
    assert not outcome.on_table[lost, 0].any()
    assert (outcome.pocket[lost, 0] == -1).all()


def test_a_break_off_accounts_for_all_balls():
    balls = random_situation(np.random.default_rng(9), "break").balls
    outcome = played(
        Balls(balls.position.astype(np.float32), balls.on_table), strokes(16, speed=6.0)
    )
    places = outcome.on_table.astype(int) + (outcome.pocket >= 0) + outcome.off_table
    assert (places.sum(axis=1) == N_BALLS).all()


def test_the_course_of_a_stroke_is_that_of_the_engine():
    balls, stroke = random_batch(10, 12, ("end",))
    outcome = played(balls, stroke)
    for k in range(12):
        one = Balls(balls.position[k], balls.on_table[k])
        course = trajectory(TABLE, one, Stroke(*(leaf[k] for leaf in stroke)))
        if len(course.time) > 20:
            continue  # long chains amplify the last bit
        assert course.finished
        stays = outcome.on_table[k]
        np.testing.assert_allclose(
            course.position[-1, stays, :2], outcome.position[k, stays], atol=2e-3
        )
        ends, on = sample(course, np.array([0.0, course.time[-1] + 5.0]))
        np.testing.assert_allclose(ends[0, :, :2][one.on_table], one.position[one.on_table])
        np.testing.assert_array_equal(on[1], stays)
        line = path(course, 0)
        np.testing.assert_allclose(line[0], one.position[0], atol=1e-6)
        assert np.hypot(*np.diff(line, axis=0).T).max() < 0.0101 + 1e-4


def test_right_side_leaves_the_cushion_to_the_right():
    # Up the table, straight at the top cushion: right side takes the ball right, towards -y.
    outcome = played(layout((2.0, 0.0)), strokes(2, speed=2.0, side=np.array([0.4, -0.4])))
    assert outcome.position[0, 0, 1] < -0.1
    assert outcome.position[1, 0, 1] > 0.1
    assert math.isclose(outcome.position[0, 0, 1], -outcome.position[1, 0, 1], abs_tol=1e-3)
