"""The table as data: playing area, markings, cushion noses, jaws and fall edges.

Frame: origin at the middle of the baulk cushion's nose, x along the table (0 at the baulk
cushion, ``length`` at the top cushion), y across it (positive to the left seen from baulk), z up
from the cloth. Metres.
"""

import math
from typing import Any, Final, NamedTuple

import numpy as np

from baulk.physics.materials import Ball, Cloth, Contact, Cue, Cushion, Pocket, Rail

POCKETS: Final = (
    "bottom left",
    "bottom right",
    "middle left",
    "middle right",
    "top left",
    "top right",
)
"""Names of the pockets by index; left and right as seen from baulk, bottom is the baulk end."""

RAILS: Final = ("bottom", "top", "left", "right")
"""Names of the cushions by index: baulk cushion, top cushion, left and right side."""

REDS: Final = {"12ft": 15, "8ft": 10}
"""Reds that belong on each table (art. 1)."""

MARKINGS: Final = ("fpb", "wpbsa")

Floats = Any
"""A float, or a numpy or JAX array of floats of the stated shape."""


class Table(NamedTuple):
    """Geometry and materials of one table; every leaf is a float or an array of floats.

    Axes: 6 pockets (`POCKETS`), 2 jaws of a pocket, 2 coordinates (x, y).
    """

    length: Floats  # m, nose to nose
    width: Floats  # m, nose to nose
    baulk_line: Floats  # m from the baulk cushion
    d_radius: Floats  # m
    spots: Floats  # [6, 2] m, yellow, green, brown, blue, pink, black
    corner_end: Floats  # m from the corner to where the straight nose begins
    middle_end: Floats  # m from the middle of a middle pocket to where the straight nose begins
    jaw_centre: Floats  # [6, 2, 2] m, centre of each jaw's arc
    jaw_radius: Floats  # [6] m
    jaw_nose: Floats  # [6, 2, 2] unit normal of the arc where it leaves the straight nose
    jaw_end: Floats  # [6, 2, 2] unit normal of the arc where it meets the facing
    jaw_out: Floats  # [6, 2, 2] unit tangent of the arc there, away from the bed
    fall_centre: Floats  # [6, 2] m, centre of the slate's fall edge
    fall_radius: Floats  # [6] m
    pocket_target: Floats  # [6, 2] m, the point of the opening that a pot is aimed at
    ball: Ball
    cloth: Cloth
    contact: Contact
    cushion: Cushion
    cue: Cue
    rail: Rail
    pocket: Pocket


class PocketCut(NamedTuple):
    """How pockets are cut, in metres (physics notes d.1, throat and jaw radius)."""

    corner_throat: float
    corner_jaw: float
    middle_throat: float
    middle_jaw: float
    cushion_depth: float = 0.04763
    corner_fall_offset: float = 0.04762
    corner_fall_radius: float = 0.0889
    middle_fall_offset: float = 0.05159
    middle_fall_radius: float = 0.05319


POCKET_CUTS: Final = {
    "tight": PocketCut(0.08014, 0.0889, 0.08457, 0.0669),
    "match": PocketCut(0.085, 0.0889, 0.08457, 0.0669),
    "club": PocketCut(0.0889, 0.0982, 0.08636, 0.079375),
}
"""Ball-width presets; ``match`` gives the 3.5 inches at the fall that table fitters quote."""

_BALL, _CLOTH, _CONTACT, _CUSHION, _CUE = Ball(), Cloth(), Contact(), Cushion(), Cue()
_FULL_LENGTH = 3.569
_SIZES = {"12ft": (3.569, 1.778), "8ft": (2.45, 1.225)}
_MARKS = {"fpb": (0.736, 0.280, 0.310), "wpbsa": (0.737, 0.292, 0.324)}


def make_table(
    name: str = "12ft",
    markings: str = "fpb",
    pockets: str = "match",
    *,
    ball: Ball = _BALL,
    cloth: Cloth = _CLOTH,
    contact: Contact = _CONTACT,
    cushion: Cushion = _CUSHION,
    cue: Cue = _CUE,
) -> Table:
    """Build a table.

    Args:
        name: ``12ft`` (3.569 x 1.778 m) or ``8ft`` (2.45 x 1.225 m, 10 reds).
        markings: ``fpb`` (art. 6: 736/280/310 mm) or ``wpbsa`` (737/292/324 mm); on the
            smaller table the marks scale with its length.
        pockets: a key of `POCKET_CUTS`; pocket size does not scale, the balls are the same.
        ball, cloth, contact, cushion, cue: material constants.

    Raises:
        ValueError: an unknown name; the message lists the valid ones.
    """
    length, width = _choose("table", name, _SIZES)
    baulk_line, d_radius, black = (
        mark * length / _FULL_LENGTH for mark in _choose("markings", markings, _MARKS)
    )
    cut = _choose("pockets", pockets, POCKET_CUTS)
    spots = [
        (baulk_line, -d_radius),
        (baulk_line, d_radius),
        (baulk_line, 0.0),
        (length / 2, 0.0),
        (length * 3 / 4, 0.0),
        (length - black, 0.0),
    ]
    corner_end = cut.corner_throat / math.sqrt(2) + cut.corner_jaw * math.tan(math.pi / 8)
    middle_end = cut.middle_throat / 2 + cut.middle_jaw
    mouths = [
        _corner(0.0, width / 2, cut, corner_end),
        _corner(0.0, -width / 2, cut, corner_end),
        _middle(length / 2, width / 2, cut, middle_end),
        _middle(length / 2, -width / 2, cut, middle_end),
        _corner(length, width / 2, cut, corner_end),
        _corner(length, -width / 2, cut, corner_end),
    ]
    stacked = {key: np.array([mouth[key] for mouth in mouths]) for key in mouths[0]}
    return Table(
        length=length,
        width=width,
        baulk_line=baulk_line,
        d_radius=d_radius,
        spots=np.array(spots),
        corner_end=corner_end,
        middle_end=middle_end,
        ball=ball,
        cloth=cloth,
        contact=contact,
        cushion=cushion,
        cue=cue,
        rail=Rail(),
        pocket=Pocket(),
        **stacked,
    )


def _choose(field: str, name: str, options: Any) -> Any:
    if name not in options:
        raise ValueError(f"{field}: unknown {name!r}; one of {', '.join(options)}")
    return options[name]


def _corner(x: float, y: float, cut: PocketCut, end: float) -> dict[str, Any]:
    """One corner pocket, turned from its play-side frame (both axes point at the bed)."""
    axes = np.array([1.0 if x == 0.0 else -1.0, -1.0 if y > 0 else 1.0])
    corner = np.array([x, y])
    half = math.sqrt(0.5)
    rho = cut.corner_jaw
    return {
        "jaw_centre": corner + axes * np.array([[end, -rho], [-rho, end]]),
        "jaw_radius": rho,
        "jaw_nose": axes * np.array([[0.0, 1.0], [1.0, 0.0]]),
        "jaw_end": axes * np.array([[-half, half], [half, -half]]),
        "jaw_out": -axes * np.array([[half, half], [half, half]]),
        "fall_centre": corner - axes * cut.corner_fall_offset,
        "fall_radius": cut.corner_fall_radius,
        "pocket_target": corner + axes * (cut.corner_fall_radius * half - cut.corner_fall_offset),
    }


def _middle(x: float, y: float, cut: PocketCut, end: float) -> dict[str, Any]:
    """One middle pocket, turned from its play-side frame (second axis points at the bed)."""
    axes = np.array([1.0, -1.0 if y > 0 else 1.0])
    centre = np.array([x, y])
    rho = cut.middle_jaw
    return {
        "jaw_centre": centre + axes * np.array([[end, -rho], [-end, -rho]]),
        "jaw_radius": rho,
        "jaw_nose": axes * np.array([[0.0, 1.0], [0.0, 1.0]]),
        "jaw_end": np.array([[-1.0, 0.0], [1.0, 0.0]]),
        "jaw_out": axes * np.array([[0.0, -1.0], [0.0, -1.0]]),
        "fall_centre": centre + axes * np.array([0.0, -cut.middle_fall_offset]),
        "fall_radius": cut.middle_fall_radius,
        "pocket_target": centre,
    }
