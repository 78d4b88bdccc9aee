"""`baulk/Frame-v0`: what Gymnasium demands, and that it plays by the rules."""

import pickle

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import baulk.env  # noqa: F401 - registers the ids
from baulk.agents.greedy import Greedy
from baulk.env.frame_env import FrameEnv
from baulk.env.rules.codes import State


def aim_at(observation, ball):
    x, y = observation["position"][ball] - observation["position"][0]
    return np.arctan2(y, x) / np.pi


def test_gymnasium_accepts_it():
    env = gym.make("baulk/Frame-v0", max_strokes=6)
    check_env(env.unwrapped, skip_render_check=True)


def test_the_id_is_found_through_its_module():
    assert isinstance(gym.make("baulk.env:baulk/Frame-v0").unwrapped, FrameEnv)


def play(env, seed, steps):
    observation, _ = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    history = []
    for _ in range(steps):
        action = rng.uniform(-1, 1, 8).astype(np.float32)
        action[0] = aim_at(observation, int(rng.choice(np.flatnonzero(observation["targets"]))))
        observation, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(observation)
        history.append((reward, terminated, info["call"]["codes"]))
        if terminated or truncated:
            break
    return observation, history


def test_the_same_seed_plays_the_same_frame():
    first, second = (play(FrameEnv(), 4, 8) for _ in range(2))
    assert first[1] == second[1]
    for key in first[0]:
        np.testing.assert_array_equal(first[0][key], second[0][key])


def test_rewards_add_up_to_the_lead():
    env = FrameEnv(rules="wpbsa", level="club")
    observation, _ = env.reset(seed=2)
    start = int(observation["scores"][0] - observation["scores"][1])
    observation, history = play(env, 2, 10)
    lead = int(observation["scores"][0] - observation["scores"][1])
    if not history[-1][1]:
        assert sum(reward for reward, *_ in history) == lead - start


def test_it_is_always_our_turn_or_over():
    env = FrameEnv(opponent=Greedy(), table="8ft")
    env.reset(seed=3)
    for _ in range(6):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            break
        assert int(env.frame.decider) == env.player
        assert int(env.frame.state) == State.STROKE


def test_it_is_cut_off_after_so_many_strokes():
    env = FrameEnv(max_strokes=3)
    env.reset(seed=0)
    truncated = False
    for _ in range(4):
        *_, truncated, _ = env.step(np.array([0.5, -1, 0, 0, -1, 0, 0, 0], np.float32))
        if truncated:
            break
    assert truncated


def test_it_renders_and_pickles():
    env = FrameEnv(render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.ndim == 3 and picture.shape[2] == 3
    again = pickle.loads(pickle.dumps(env))
    np.testing.assert_array_equal(again.frame.position, env.frame.position)
    line = FrameEnv(render_mode="ansi")
    line.reset(seed=1)
    assert "on" in line.render()


@pytest.mark.parametrize(
    ("arguments", "listed"),
    [
        ({"rules": "pub"}, "fpb, wpbsa"),
        ({"table": "6ft"}, "12ft, 8ft"),
        ({"level": "god"}, "machine, pro"),
        ({"render_mode": "video"}, "rgb_array, ansi"),
        ({"reds": 16}, "1 to 15"),
    ],
)
def test_unknown_arguments_list_the_valid_ones(arguments, listed):
    with pytest.raises(ValueError, match=listed):
        FrameEnv(**arguments)
    with pytest.raises(RuntimeError, match="reset"):
        FrameEnv().step(np.zeros(8))
