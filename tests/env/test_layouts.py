"""Random positions are ones that can stand on a table."""

import numpy as np
import pytest

from baulk.env.layouts import STAGES, pack, random_situation
from baulk.physics.table import REDS, make_table
from baulk.position import position_from_json, position_to_json


@pytest.mark.parametrize("table_name", ["12ft", "8ft"])
@pytest.mark.parametrize("stage", STAGES)
def test_random_situations_are_valid_positions(stage, table_name):
    rng = np.random.default_rng(3)
    for _ in range(20):
        situation = random_situation(rng, stage, table_name)
        assert situation.targets.any()
        again = position_from_json(position_to_json(situation))
        np.testing.assert_allclose(again.balls.position[0], situation.balls.position[0], atol=1e-5)


def test_the_same_seed_gives_the_same_position():
    first, second = (random_situation(np.random.default_rng(5), "mid") for _ in range(2))
    np.testing.assert_array_equal(first.balls.position, second.balls.position)


@pytest.mark.parametrize(("name", "rows"), [("12ft", 5), ("8ft", 4)])
def test_the_pack_is_a_triangle_of_touching_reds_short_of_the_black(name, rows):
    table = make_table(name)
    reds = pack(table, REDS[name])
    assert len(reds) == rows * (rows + 1) // 2
    gap = np.hypot(*(reds[:, None] - reds[None]).transpose(2, 0, 1))
    gap[np.diag_indices(len(reds))] = np.inf
    assert np.allclose(gap.min(axis=1), 2 * table.ball.radius, atol=1e-4)
    assert gap.min() >= 2 * table.ball.radius
    assert reds[:, 0].min() - table.spots[4][0] - 2 * table.ball.radius == pytest.approx(1e-3)
    assert reds[:, 0].max() < table.spots[5][0] - 2 * table.ball.radius
