"""Colours that come back: own spot, highest free spot, beside the spot (arts. 41-44)."""

import jax
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baulk.env.rules.spotting import respot
from baulk.physics.balls import N_BALLS
from baulk.physics.table import make_table

TABLE = make_table()
YELLOW, GREEN, BROWN, BLUE, PINK, BLACK = range(16, 22)
DIAMETER = 2 * TABLE.ball.radius
_respot = jax.jit(lambda position, on, back: respot(TABLE, position, on, back))


def spotted(back, blockers=(), present=()):
    """Respot ``back`` with reds at ``blockers`` (m) and the colours ``present`` at home."""
    position, on = np.zeros((N_BALLS, 2), np.float32), np.zeros(N_BALLS, bool)
    position[16:] = TABLE.spots
    for red, place in enumerate(blockers, 1):
        position[red], on[red] = place, True
    on[list(present)] = True
    found, stands = _respot(position, on, np.isin(np.arange(N_BALLS), back))
    assert np.asarray(stands)[list(back)].all()
    return np.asarray(found)


@pytest.mark.parametrize("colour", range(16, 22))
def test_own_spot_when_it_is_free(colour):
    np.testing.assert_allclose(spotted([colour])[colour], TABLE.spots[colour - 16], atol=1e-6)


def test_highest_free_spot_when_the_own_is_taken():
    place = spotted([BLUE], [TABLE.spots[3]])[BLUE]
    np.testing.assert_allclose(place, TABLE.spots[5], atol=1e-6)


def test_highest_value_is_placed_first():
    # Black and pink come back, the black spot is taken: black takes the pink's, pink the blue's.
    places = spotted([PINK, BLACK], [TABLE.spots[5]])
    np.testing.assert_allclose(places[BLACK], TABLE.spots[4], atol=1e-6)
    np.testing.assert_allclose(places[PINK], TABLE.spots[3], atol=1e-6)


def test_beside_the_spot_towards_the_top_when_all_are_taken():
    place = spotted([BLUE], list(TABLE.spots))[BLUE]
    assert place[1] == pytest.approx(0.0, abs=1e-6)
    assert place[0] - TABLE.spots[3][0] == pytest.approx(DIAMETER, abs=1e-4)


def test_past_a_row_of_balls_beside_the_spot():
    row = [TABLE.spots[3] + [k * DIAMETER * 1.2, 0.0] for k in range(3)]
    others = [TABLE.spots[k] for k in (0, 1, 2, 4, 5)]
    place = spotted([BLUE], row + others)[BLUE]
    assert place[0] == pytest.approx(row[-1][0] + DIAMETER, abs=1e-4)


def test_black_goes_towards_baulk_when_there_is_no_room_above():
    length = float(TABLE.length)
    x = float(TABLE.spots[5][0])
    row = [(x + k * DIAMETER, 0.0) for k in range(1, 6) if x + k * DIAMETER < length]
    place = spotted([BLACK], [*TABLE.spots, *row])[BLACK]
    assert place[0] == pytest.approx(x - DIAMETER, abs=1e-4)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**31), st.lists(st.integers(16, 21), min_size=1, unique=True))
def test_nothing_ever_overlaps(seed, back):
    rng = np.random.default_rng(seed)
    reds = TABLE.spots[rng.integers(0, 6, 8)] + rng.normal(0.0, 0.05, (8, 2))
    apart = [reds[0]]
    for place in reds[1:]:
        if min(np.hypot(*(place - other)) for other in apart) > DIAMETER:
            apart.append(place)
    places = spotted(back, apart)
    standing = np.concatenate([places[1 : len(apart) + 1], places[back]])
    gap = np.hypot(*(standing[:, None] - standing[None]).transpose(2, 0, 1))
    assert gap[~np.eye(len(standing), dtype=bool)].min() > DIAMETER - 1e-5
