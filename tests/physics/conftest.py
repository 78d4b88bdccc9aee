"""The numbered facts are checked in double precision."""

import jax
import pytest


@pytest.fixture
def float64():
    """Double precision for as long as a test runs."""
    with jax.enable_x64(True):
        yield
