"""Two balls collide: restitution and slip-dependent friction (physics notes b.4, TP A.14)."""

from typing import Any

import jax
import jax.numpy as jnp

from baulk.physics.materials import Contact
from baulk.physics.vectors import Vec, cross, dot, norm


def friction(slip_speed: jax.Array, contact: Contact) -> jax.Array:
    """Coefficient of ball-ball friction at a slip speed in m/s (TP A.14 fit to Marlow 1995)."""
    return contact.cling * (contact.low + contact.span * jnp.exp(-contact.decay * slip_speed))


def collide(
    velocity_1: Vec,
    spin_1: Vec,
    velocity_2: Vec,
    spin_2: Vec,
    normal: Vec,
    radius: Any,
    contact: Contact,
) -> tuple[Vec, Vec, Vec, Vec]:
    """Velocities and spins of two equal balls after they hit.

    Args:
        velocity_1, velocity_2: m/s.
        spin_1, spin_2: rad/s.
        normal: unit vector from ball 1 to ball 2.
        radius: m.
        contact: restitution and friction law.

    Returns:
        velocity_1, spin_1, velocity_2, spin_2 after the impulse; both spins change alike.
    """
    relative = velocity_1 - velocity_2
    approach = dot(relative, normal)
    s = relative + cross(spin_1 + spin_2, normal) * radius
    tangent = s - normal * dot(s, normal)
    slip_speed = norm(tangent)
    push = 0.5 * (1.0 + contact.restitution) * approach  # normal impulse over mass
    rub = jnp.minimum(friction(slip_speed, contact) * push, slip_speed / 7.0)
    impulse = -(normal * push) - tangent * (rub / jnp.maximum(slip_speed, 1e-30))
    turn = cross(normal, impulse) * (2.5 / radius)
    return velocity_1 + impulse, spin_1 + turn, velocity_2 - impulse, spin_2 + turn
