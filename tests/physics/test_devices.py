"""Rows dealt out to devices come back in order."""

import numpy as np
import pytest

from baulk.physics import devices


@pytest.mark.parametrize("size", [0, 1, 5, 8])
def test_deal_and_gather_are_inverse(size):
    rows = np.arange(3 * size, dtype=np.float32).reshape(size, 3)
    dealt = devices.deal(rows, 8)
    assert dealt.shape == (8 * devices.count(), 3)
    np.testing.assert_array_equal(devices.gather(dealt, size), rows)


def test_neighbours_go_to_different_devices():
    n = devices.count()
    dealt = devices.deal(np.arange(1, n + 1), 4).reshape(n, 4)
    np.testing.assert_array_equal(dealt[:, 0], np.arange(1, n + 1))
