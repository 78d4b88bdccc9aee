"""Vectors whose components are arrays of their own, so that compiled code stays elementwise.

A stacked ``[3, ...]`` array would make the compiler emit reductions and concatenations in the
hot loop; separate components fuse into plain vector arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Vec:
    """A vector with two or three components, each an array of the same shape."""

    parts: tuple[jax.Array, ...]

    @property
    def x(self) -> jax.Array:
        """Component along the table."""
        return self.parts[0]

    @property
    def y(self) -> jax.Array:
        """Component across the table."""
        return self.parts[1]

    @property
    def z(self) -> jax.Array:
        """Component upwards."""
        return self.parts[2]

    @property
    def flat(self) -> Vec:
        """The horizontal components alone."""
        return Vec(self.parts[:2])

    def at_height(self, z: Any) -> Vec:
        """The same horizontal components with another z, broadcast to their shape."""
        return vec(self.x, self.y, z)

    def map(self, change: Callable[[jax.Array], jax.Array]) -> Vec:
        """Apply a function to each component, such as an indexing."""
        return Vec(tuple(change(part) for part in self.parts))

    def __add__(self, other: Vec) -> Vec:
        return Vec(tuple(a + b for a, b in zip(self.parts, other.parts, strict=True)))

    def __sub__(self, other: Vec) -> Vec:
        return Vec(tuple(a - b for a, b in zip(self.parts, other.parts, strict=True)))

    def __neg__(self) -> Vec:
        return self.map(lambda part: -part)

    def __mul__(self, factor: Any) -> Vec:
        return self.map(lambda part: part * factor)

    __rmul__ = __mul__


def vec(*parts: Any) -> Vec:
    """A vector of the given components; scalars take the shape and type of the first."""
    first = jnp.asarray(parts[0])
    return Vec(
        tuple(jnp.broadcast_to(jnp.asarray(part, first.dtype), first.shape) for part in parts)
    )


def stacked(array: jax.Array) -> Vec:
    """The vector whose components are the rows of ``array`` [D, ...]."""
    return Vec(tuple(array[k] for k in range(array.shape[0])))


def dot(a: Vec, b: Vec) -> jax.Array:
    """Inner product."""
    return reduce(jnp.add, (p * q for p, q in zip(a.parts, b.parts, strict=True)))


def cross(a: Vec, b: Vec) -> Vec:
    """Vector product in three dimensions."""
    return Vec((a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x))


def norm(a: Vec) -> jax.Array:
    """Length."""
    return jnp.sqrt(dot(a, a))


def unit(a: Vec) -> Vec:
    """Direction; the zero vector stays zero."""
    return a * (1.0 / jnp.maximum(norm(a), 1e-30))


def where(mask: jax.Array, a: Vec, b: Vec) -> Vec:
    """Choose componentwise by ``mask``."""
    return Vec(tuple(jnp.where(mask, p, q) for p, q in zip(a.parts, b.parts, strict=True)))
