"""The geometry rows of the rule book (G02-G13): who is snookered, by what."""

from types import SimpleNamespace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from baulk.env.rules.geometry import Jaws, jaws_beside, open_sides, snookered_in_hand, view
from baulk.env.rules.ruleset import FPB, WPBSA
from baulk.env.rules.testing import ball_index, ball_mask
from baulk.physics.balls import N_BALLS
from baulk.physics.table import make_table

TABLE = make_table("12ft", "fpb")
R = 0.02625
_leave = jax.jit(lambda *args: open_sides(TABLE, *args)[0])
_view = jax.jit(lambda *args: view(TABLE, *args))
_in_hand = jax.jit(lambda *args: snookered_in_hand(TABLE, *args))


def layout(**balls):
    position, on = np.zeros((N_BALLS, 2), np.float32), np.zeros(N_BALLS, bool)
    for code, place in balls.items():
        position[ball_index(code)], on[ball_index(code)] = place, True
    return position, on


def look(on=("R1",), jaws=None, **balls):
    arguments = (*layout(**balls), ball_mask(on), jaws)
    return SimpleNamespace(**_leave(*arguments)._asdict(), **_view(*arguments)._asdict())


def names(mask):
    return [code for code in ("R1", "R2", "GR", "BR", "BL", "PK", "BK") if mask[ball_index(code)]]


CUE = (0.5, 0.3)
TARGET = (1.5, 0.3)


def test_g01_nothing_in_the_way():
    found = look(CB=CUE, R1=TARGET)
    assert not found.snookered
    assert found.visible and found.full_ball and found.clear


def test_g02_a_ball_on_the_line_hides_both_sides():
    found = look(CB=CUE, R1=TARGET, BR=(1.0, 0.3))
    assert found.snookered and not found.full_ball
    assert names(found.obstacles) == ["BR"]


def test_g03_a_ball_that_hides_one_side_is_a_snooker_with_a_full_ball():
    # It covers the left edge and leaves the centre line free.
    found = look(CB=CUE, R1=TARGET, BR=(1.0, 0.36))
    assert found.snookered
    assert found.full_ball and found.visible
    assert not found.clear


def test_g04_one_open_red_is_enough():
    found = look(("R1", "R2"), CB=CUE, R1=TARGET, BR=(1.0, 0.3), R2=(1.5, -0.3))
    assert not found.snookered


def test_g05_different_balls_hide_different_reds():
    found = look(
        ("R1", "R2"),
        CB=(0.5, 0.0),
        R1=(1.5, 0.3),
        R2=(1.5, -0.3),
        BR=(1.0, 0.15),
        PK=(1.0, -0.15),
    )
    assert found.snookered
    assert names(found.obstacles) == []


def test_g06_other_balls_on_hide_nothing():
    assert not look(("R1", "R2"), CB=CUE, R1=TARGET, R2=(1.0, 0.3)).snookered


@pytest.mark.parametrize(("out", "snookered"), [(0.0, True), (0.0005, False)])
def test_g08_a_tangent_blocks(out, snookered):
    # (0.996554, 0.378678) touches the left path; a little farther out it does not.
    direction = np.array([-np.sin(np.arcsin(2 * R)), np.cos(np.arcsin(2 * R))])
    brown = np.array([0.996554, 0.378678]) + out * direction
    assert bool(look(CB=CUE, R1=TARGET, BR=brown).snookered) == snookered


def test_g09_a_jaw_is_a_snooker_for_the_federation_only():
    balls = {"CB": (0.005, 0.870), "R1": (0.0265, 0.0)}
    jaw = Jaws(jnp.array([[-0.05, 0.80]], jnp.float32), jnp.array([0.05], jnp.float32))
    found = look(jaws=jaw, **balls)
    assert found.snookered and found.angled
    assert not look(**balls).snookered
    assert jaws_beside(TABLE, jnp.asarray(layout(**balls)[0]), WPBSA) is None


def test_jaws_count_only_for_a_cue_ball_in_their_pocket():
    near = jnp.asarray(layout(CB=(0.0, 0.86))[0])
    away = jnp.asarray(layout(CB=(1.0, 0.3))[0])
    assert (jaws_beside(TABLE, near, FPB).centre[:, 0] < 10).sum() == 2
    assert (jaws_beside(TABLE, away, FPB).centre[:, 0] < 10).sum() == 0


def test_g10_the_first_obstacle_is_the_nearest():
    found = look(CB=CUE, R1=TARGET, BR=(0.8, 0.3), PK=(1.2, 0.3))
    assert names(found.obstacles) == ["BR"]


def test_g11_in_hand_snookered_from_all_of_the_d():
    balls = layout(
        CB=(0.7, 0.0), R1=(1.7845, 0.0), GR=(1.70, -0.054), BR=(1.70, 0.0), BL=(1.70, 0.054)
    )
    assert _in_hand(*balls, ball_mask(["R1"]))


def test_g12_in_hand_a_gap_is_found():
    balls = layout(CB=(0.7, 0.0), R1=(1.7845, 0.0), GR=(1.70, -0.12))
    assert not _in_hand(*balls, ball_mask(["R1"]))


@pytest.mark.parametrize(("gap", "snookered"), [(5e-5, False), (0.1, True)])
def test_g13_a_touching_ball_on_is_not_snookered(gap, snookered):
    # A brown right behind the touching red would otherwise hide it.
    red = (0.5 + 2 * R + gap, 0.3)
    brown = (0.5 + 2 * R + 0.5 * gap, 0.3) if gap > 0.06 else (0.9, 0.3)
    assert bool(look(CB=(0.5, 0.3), R1=red, BR=brown).snookered) == snookered


def test_what_lies_behind_is_not_in_the_way():
    assert not look(CB=CUE, R1=TARGET, BR=(0.44, 0.3)).snookered


def test_nothing_to_hit_is_no_snooker():
    assert not look((), CB=CUE, R1=TARGET).snookered
