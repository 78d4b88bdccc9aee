"""The closed forms that find an aim agree with the engine, throw and swerve included."""

import jax
import numpy as np

from baulk.agents.aiming import aim_for_direction
from baulk.physics.balls import N_BALLS, Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.table import make_table
from baulk.physics.trajectory import trajectory

TABLE = make_table()
K = 64


def test_object_balls_go_where_they_are_sent():
    rng = np.random.default_rng(2)
    cut = rng.uniform(-1.0, 1.0, K)
    direction = rng.uniform(-np.pi, np.pi, K)
    ball = np.tile([1.8, 0.0], (K, 1))
    line = np.stack([np.cos(direction), np.sin(direction)], axis=1)
    to_cue = direction + np.pi + cut
    cue = ball - 0.0525 * line + 0.5 * np.stack([np.cos(to_cue), np.sin(to_cue)], axis=1)
    stroke = Stroke(
        speed=rng.uniform(0.8, 4.0, K).astype(np.float32),
        aim=np.zeros(K, np.float32),
        side=rng.uniform(-0.35, 0.35, K).astype(np.float32),
        height=rng.uniform(-0.35, 0.35, K).astype(np.float32),
        elevation=np.full(K, 0.035, np.float32),
    )
    solve = jax.jit(lambda *args: aim_for_direction(TABLE, *args))
    aim = np.asarray(solve(*(np.float32(x) for x in (cue, ball, direction)), stroke))
    position, on = np.zeros((K, N_BALLS, 2), np.float32), np.zeros((K, N_BALLS), bool)
    position[:, 0], position[:, 1], on[:, :2] = cue, ball, True
    outcome = simulate(TABLE, Balls(position, on), stroke._replace(aim=aim))
    assert outcome.first_hit[:, 1].all()
    errors = []
    for k in range(8):
        course = trajectory(
            TABLE,
            Balls(position[k], on[k]),
            Stroke(*(leaf[k] for leaf in stroke._replace(aim=aim))),
        )
        moving = np.flatnonzero(np.any(course.velocity[:, 1] != 0.0, axis=1))[0]
        vx, vy, _ = course.velocity[moving, 1]
        off = np.arctan2(vy, vx) - direction[k]
        errors.append(abs((off + np.pi) % (2 * np.pi) - np.pi))
    assert np.degrees(max(errors)) < 0.15
