"""How this process computes: all cores, and a compile cache that outlives it."""

import os
from pathlib import Path

import jax

MAX_DEVICES = 8
"""More parts of a batch than this are too small to be worth it."""


def cache_folder() -> Path:
    """Where compiled programs are kept: ``BAULK_CACHE``, or the user's cache folder."""
    chosen = os.environ.get("BAULK_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "baulk" / "jax"


def configure() -> None:
    """Set JAX up; call it before anything is computed."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if "XLA_FLAGS" not in os.environ and "JAX_NUM_CPU_DEVICES" not in os.environ:
        jax.config.update("jax_num_cpu_devices", max(1, min(cores or 1, MAX_DEVICES)))
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return  # a read-only home only costs time
    jax.config.update("jax_compilation_cache_dir", str(folder))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.2)
