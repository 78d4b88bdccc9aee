"""Levels and the errors they make."""

import math

import numpy as np
import pytest

from baulk.env.skill import LEVELS, N_ERRORS, Skill, draw_errors, perturb
from baulk.physics.cue import Stroke

MEANT = Stroke(*(np.full(4000, value, np.float32) for value in (2.0, 0.3, 0.2, -0.1, 0.05)))


def test_the_machine_makes_no_errors():
    played = perturb(MEANT, LEVELS["machine"], draw_errors(0, 4000))
    for is_, was in zip(played, MEANT, strict=True):
        np.testing.assert_array_equal(is_, was)


@pytest.mark.parametrize("level", ["pro", "semipro", "club", "improver", "beginner"])
def test_errors_have_the_spread_of_the_level(level):
    skill = LEVELS[level]
    played = perturb(MEANT, skill, draw_errors(1, 4000))
    assert np.std(played.aim) == pytest.approx(skill.aim, rel=0.05)
    assert np.std(played.speed) / 2.0 == pytest.approx(skill.speed, rel=0.05)
    assert np.std(played.side) == pytest.approx(skill.tip, rel=0.05)
    assert np.std(played.height) == pytest.approx(skill.tip, rel=0.05)
    assert np.mean(played.aim) == pytest.approx(0.3, abs=skill.aim / 10 + 1e-6)


def test_levels_are_in_order():
    for part in range(len(Skill._fields)):
        spreads = [level[part] for level in LEVELS.values()]
        assert spreads == sorted(spreads)
        assert len(set(spreads)) == len(spreads)


def test_no_stroke_is_played_backwards_or_upwards():
    wild = np.full((4000, N_ERRORS), -20.0, np.float32)
    played = perturb(MEANT, LEVELS["beginner"], wild)
    assert (played.speed > 0.0).all()
    assert (played.elevation >= 0.0).all()
    assert (perturb(MEANT, LEVELS["beginner"], -100 * wild).elevation < math.pi / 2).all()


def test_errors_are_balanced_and_seeded():
    errors = draw_errors(7, 1000)
    np.testing.assert_allclose(errors.mean(axis=0), 0.0, atol=1e-6)
    np.testing.assert_array_equal(errors, draw_errors(7, 1000))
    assert not np.array_equal(errors, draw_errors(8, 1000))
