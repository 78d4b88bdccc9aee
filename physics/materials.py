"""Material constants of ball, cloth, collision, cushion, cue and rail, each with its source.

Plain floats in NamedTuples: they are pytrees, so a compiled stroke takes other values
without being compiled again.
"""

from typing import NamedTuple

from baulk.physics.cushion import Cushion


class Ball(NamedTuple):
    """A snooker ball (IBSF/WPBSA equipment rule 2; mass after Mathavan 2010)."""

    radius: float = 0.02625  # m
    mass: float = 0.1406  # kg


class Cloth(NamedTuple):
    """Friction of ball and cloth (Mathavan 2009, Fig. 6; spin decay: Alciatore)."""

    sliding: float = 0.21  # coefficient of sliding friction
    rolling: float = 0.0127  # deceleration of a rolling ball over g
    spin_decay: float = 10.0  # rad/s^2, of spin about the vertical axis
    bounce: float = 0.5  # restitution of ball on slate (Alciatore)
    hop: float = 0.001  # m, a bounce whose apex is lower stays on the cloth
    gravity: float = 9.81  # m/s^2


class Contact(NamedTuple):
    """Ball on ball: restitution, and friction that falls with slip speed (TP A.14, Marlow 1995).

    The friction coefficient at slip speed s is ``cling * (low + span * exp(-decay * s))``.
    """

    restitution: float = 0.95
    low: float = 9.951e-3
    span: float = 0.108
    decay: float = 1.088  # s/m
    cling: float = 1.0


class Cue(NamedTuple):
    """The cue: end-mass ratio sets squirt (TP A.31), tip friction the miscue limit."""

    mass: float = 0.51  # kg
    tip_restitution: float = 0.73
    end_mass_ratio: float = 20.0  # ball mass over effective end mass of the cue
    miscue_limit: float = 0.514  # ball radii, sin(atan 0.6)


class Rail(NamedTuple):
    """The top of the cushion rail, where a ball that jumps the cushion can come to rest.

    No published figures: a rail as wide as a hand, level with the nose, slow as cloth.
    """

    width: float = 0.12  # m, from the nose line to the outer edge
    height: float = 0.040  # m above the cloth
    friction: float = 0.21


class Pocket(NamedTuple):
    """What decides that a ball drops (physics notes: level A)."""

    drop: float = 0.008  # m of fall after which a ball cannot come back
    jaw_restitution_scale: float = 1.0  # times the cushion's restitution


__all__ = ["Ball", "Cloth", "Contact", "Cue", "Cushion", "Pocket", "Rail"]
