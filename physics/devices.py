"""Share the rows of a batch among the devices of this machine, one program for all."""

from collections.abc import Callable
from functools import cache
from typing import Any

import jax
import numpy as np


def count() -> int:
    """Local devices; a CPU counts as several where JAX was told so before its first use."""
    return jax.local_device_count()


def deal(leaf: Any, share: int) -> Any:
    """Rows [S, ...] padded with zeros to ``share`` a device, row i to device i modulo their number.

    So neighbours, which take about as long, go to different devices.
    """
    devices = count()
    leaf = np.asarray(leaf)
    padded = np.zeros((devices * share, *leaf.shape[1:]), leaf.dtype)
    padded[: leaf.shape[0]] = leaf
    rows = padded.reshape(share, devices, *leaf.shape[1:])
    return np.swapaxes(rows, 0, 1).reshape(padded.shape)


def gather(leaf: Any, size: int) -> Any:
    """The first ``size`` rows in their old order: undoes `deal`; numpy."""
    devices = count()
    whole = np.asarray(leaf)
    rows = whole.reshape(devices, whole.shape[0] // devices, *whole.shape[1:])
    return np.swapaxes(rows, 0, 1).reshape(whole.shape)[:size]


@cache
def on_all(play: Callable[..., Any], shared: int, dealt: int) -> Callable[..., Any]:
    """``play`` compiled for all devices.

    Args:
        play: a function at module level, of ``shared`` arguments that all devices see alike and
            then ``dealt`` arguments of which each sees its rows; keywords are compile-time
            constants.
        shared: number of arguments that are the same everywhere.
        dealt: number of arguments that are split by rows.
    """
    mesh = jax.make_mesh((count(),), ("rows",), (jax.sharding.AxisType.Auto,))
    split, same = jax.sharding.PartitionSpec("rows"), jax.sharding.PartitionSpec()

    def everywhere(*arguments: Any, **constants: Any) -> Any:
        return jax.shard_map(
            lambda *own: play(*own, **constants),
            mesh=mesh,
            in_specs=(same,) * shared + (split,) * dealt,
            out_specs=split,
            check_vma=False,
        )(*arguments)

    return jax.jit(everywhere, static_argnames=("n_lanes", "diagnose"))
