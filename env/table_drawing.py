"""How a snooker table and its balls look from above, drawn on matplotlib axes in metres.

Baulk is at the left, x runs to the right and y upwards. Every outline comes from the `Table`, so
the picture shows the pockets that the balls are played into.
"""

from typing import Any, Final

import numpy as np
from jaxtyping import Bool, Float, UInt8
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import EllipseCollection, LineCollection, PatchCollection
from matplotlib.figure import Figure
from matplotlib.patches import Arc, Circle, FancyBboxPatch, Patch, Polygon, Rectangle

from baulk.physics.balls import N_BALLS
from baulk.physics.table import POCKET_CUTS, Table

_RED: Final = "#c4161c"
BALL_COLOURS: Final = (
    "#f7f3e3",
    *(_RED for _ in range(15)),
    "#f6d021",
    "#00573a",
    "#7a4420",
    "#1b4fbf",
    "#f291b2",
    "#1b1b1d",
)
"""Colour of each ball by index, as ``#rrggbb``."""

WOOD_WIDTH: Final = 0.105
"""m of wood behind the cushions."""

FIGURE_WIDTH: Final = 14.0
"""Inches."""

PAGE_COLOUR: Final = "#faf8f3"
CLOTH_COLOUR: Final = "#2a9154"
POCKET_COLOUR: Final = "#0b0a09"
_CUSHION_COLOUR: Final = "#17683b"
_WOOD_COLOUR: Final = "#6b3a1e"
_MARK_COLOUR: Final = "#eaf3e6"

_MARGIN = 0.02
_DEPTH = POCKET_CUTS["match"].cushion_depth

# A cushion runs from one jaw to another; a jaw is (pocket, jaw of that pocket).
_CUSHIONS: Final = (
    ((0, 1), (1, 1)),
    ((4, 1), (5, 1)),
    ((0, 0), (2, 1)),
    ((2, 0), (4, 0)),
    ((1, 0), (3, 1)),
    ((3, 0), (5, 0)),
)


def extent(table: Table) -> tuple[float, float, float, float]:
    """Left, right, bottom and top (m) of what is drawn: the table with a narrow margin."""
    length, half = float(table.length), 0.5 * float(table.width)
    around = _DEPTH + WOOD_WIDTH + _MARGIN
    return -around, length + around, -half - around, half + around


def jaw_outline(table: Table, pocket: int, jaw: int) -> Float[Any, "K 2"]:
    """One jaw from the straight nose along its arc and facing to the wood (m)."""
    nose = np.asarray(table.jaw_nose)[pocket, jaw]
    end = np.asarray(table.jaw_end)[pocket, jaw]
    radius = float(np.asarray(table.jaw_radius)[pocket])
    turn = np.linspace(0.0, np.arccos(np.clip(nose @ end, -1.0, 1.0)), 25)[:, None]
    across = end - (nose @ end) * nose
    normals = np.cos(turn) * nose + np.sin(turn) * across / np.linalg.norm(across)
    arc = np.asarray(table.jaw_centre)[pocket, jaw] + radius * normals
    facing = arc[-1] + 2.0 * _DEPTH * np.asarray(table.jaw_out)[pocket, jaw]
    points = np.vstack([arc, facing])
    depth = (points[0] - points) @ nose
    wood = [np.interp(_DEPTH, depth, points[:, axis]) for axis in (0, 1)]
    return np.vstack([points[depth < _DEPTH], wood])


def cushion_outlines(table: Table) -> list[Float[Any, "K 2"]]:
    """Outlines (m) of the six cushions, each from the wood round one jaw to the other."""
    return [
        np.vstack([jaw_outline(table, *first)[::-1], jaw_outline(table, *last)])
        for first, last in _CUSHIONS
    ]


def rim_radii(table: Table) -> Float[Any, " 6"]:
    """Radius (m) of the hole in the wood of each pocket: it meets the ends of the facings."""
    ends = np.array([jaw_outline(table, pocket, 0)[-1] for pocket in range(6)])
    return np.linalg.norm(ends - np.asarray(table.fall_centre), axis=-1)


def table_figure(table: Table, dpi: float, strip: float = 0.0) -> tuple[Figure, Axes]:
    """An empty figure, 14 inches wide, and its axes in metres that fill it.

    Args:
        table: what will be drawn.
        dpi: pixels per inch.
        strip: inches left free below the axes.
    """
    left, right, bottom, top = extent(table)
    tall = FIGURE_WIDTH * (top - bottom) / (right - left)
    # Whole pixels: the same size from every back end.
    height = round((tall + strip) * dpi) / dpi
    figure = Figure(figsize=(FIGURE_WIDTH, height), dpi=dpi, facecolor=PAGE_COLOUR)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 1.0 - tall / height, 1.0, tall / height))
    axes.set_axis_off()
    axes.set_autoscale_on(False)
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    return figure, axes


def paint_in_order(axes: Axes) -> None:
    """Have everything on the axes painted in the order in which it was added, whatever its kind."""
    for order, artist in enumerate(axes.get_children()):
        artist.set_zorder(order)


def pixels(figure: Figure) -> UInt8[Any, "H W 4"]:
    """A figure as red, green, blue and opacity, top row first."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.array(canvas.buffer_rgba())


def draw_table(axes: Axes, table: Table) -> None:
    """Draw the empty table: wood, cloth, markings, pockets and cushions."""
    length, width = float(table.length), float(table.width)
    _draw_wood(axes, table)
    bed = Rectangle(
        (-_DEPTH, -0.5 * width - _DEPTH), length + 2 * _DEPTH, width + 2 * _DEPTH, fc=CLOTH_COLOUR
    )
    axes.add_patch(bed)
    _draw_light(axes, table)
    _draw_markings(axes, table)
    _draw_pockets(axes, table, bed)
    outlines = cushion_outlines(table)
    for spread in (7.0, 4.5, 2.5):
        shade = [Polygon(outline) for outline in outlines]
        axes.add_collection(
            PatchCollection(shade, fc="none", ec=(0, 0, 0, 0.10), lw=spread, joinstyle="round")
        )
    cushions = [Polygon(outline) for outline in outlines]
    axes.add_collection(PatchCollection(cushions, fc=_CUSHION_COLOUR, ec="none"))
    noses = [outline[1:-1] for outline in outlines]
    axes.add_collection(LineCollection(noses, colors="#3fae6b", linewidths=1.1))
    backs = [outline[[0, -1]] for outline in outlines]
    axes.add_collection(LineCollection(backs, colors="#2a1508", linewidths=1.4))


def draw_balls(
    axes: Axes, table: Table, position: Float[Any, "22 2"], on_table: Bool[Any, " 22"]
) -> None:
    """Draw the balls that are on the table at their true size (positions in m)."""
    places, shown = np.asarray(position, float), np.asarray(on_table, bool)
    radius = float(table.ball.radius)
    for ball in range(N_BALLS):
        if shown[ball]:
            for artist in _ball(places[ball], radius, BALL_COLOURS[ball]):
                axes.add_artist(artist)


def _ball(place: Float[Any, "2"], radius: float, colour: str) -> list[Artist]:
    """One ball: a soft shadow, the body, a lit side, a highlight."""
    x, y = place
    green = colour == BALL_COLOURS[17]
    edge, width = ("#b7e3c6", 0.9) if green else ((0.0, 0.0, 0.0, 0.55), 0.6)
    black = colour == BALL_COLOURS[21]
    lit = 0.10 if black else 0.16

    def disc(dx: float, dy: float, size: float, **look: Any) -> Circle:
        return Circle((x + dx * radius, y + dy * radius), size * radius, **{"lw": 0.0, **look})

    body = disc(0.0, 0.0, 1.0, fc=colour, ec="none")
    rim = Circle((x, y), radius, fc="none", ec=edge, lw=width)
    return [
        disc(0.20, -0.26, 1.10, fc=(0, 0, 0, 0.16)),
        disc(0.14, -0.18, 1.02, fc=(0, 0, 0, 0.22)),
        body,
        disc(-0.12, 0.14, 0.78, fc=(1, 1, 1, 0.5 * lit)),
        disc(-0.20, 0.24, 0.54, fc=(1, 1, 1, 0.5 * lit)),
        rim,
        disc(-0.34, 0.38, 0.21, fc=(1, 1, 1, 0.85)),
    ]


def _draw_wood(axes: Axes, table: Table) -> None:
    length, width = float(table.length), float(table.width)
    around = _DEPTH + WOOD_WIDTH

    def board(inset: float, **look: Any) -> FancyBboxPatch:
        reach, corner = around - inset, 0.075 - inset
        return FancyBboxPatch(
            (-reach + corner, -0.5 * width - reach + corner),
            length + 2 * (reach - corner),
            width + 2 * (reach - corner),
            boxstyle=f"round,pad={corner},rounding_size={corner}",
            **look,
        )

    wood = board(0.0, fc=_WOOD_COLOUR, ec="#2f170a", lw=1.2)
    axes.add_patch(wood)
    grain = LineCollection(_grain(table), colors=(0.16, 0.07, 0.02, 0.28), linewidths=0.7)
    axes.add_collection(grain)
    grain.set_clip_path(wood)
    axes.add_patch(board(0.012, fc="none", ec=(1.0, 0.85, 0.65, 0.22), lw=1.0))
    rims = rim_radii(table)
    for centre, rim in zip(np.asarray(table.fall_centre), rims, strict=True):
        axes.add_patch(Circle(tuple(centre), rim + 0.016, fc="#2b1a10", ec="#b08d4a", lw=1.1))


def _grain(table: Table) -> list[Float[Any, "K 2"]]:
    """Lines (m) along the boards; fixed waves, so that a picture is the same every time."""
    length, half = float(table.length), 0.5 * float(table.width)
    lines = []
    for row, offset in enumerate(np.linspace(0.008, WOOD_WIDTH - 0.008, 8)):
        along = np.linspace(-0.16, length + 0.16, 90)
        wave = 0.004 * np.sin(2.1 * along + 1.7 * row) + 0.0015 * np.sin(7.3 * along + row)
        across = np.linspace(-half - _DEPTH, half + _DEPTH, 50)
        ripple = 0.004 * np.sin(2.3 * across + 2.9 * row)
        out = _DEPTH + offset
        lines += [np.column_stack([along, side * (half + out + wave)]) for side in (-1, 1)]
        lines += [
            np.column_stack([-out - ripple, across]),
            np.column_stack([length + out + ripple, across]),
        ]
    return lines


def _draw_light(axes: Axes, table: Table) -> None:
    """The lamp over the table: the cloth is a little brighter towards the middle."""
    length, width = float(table.length), float(table.width)
    for inset in np.linspace(0.02, 0.42, 12) * width:
        axes.add_patch(
            FancyBboxPatch(
                (inset, inset - 0.5 * width),
                length - 2 * inset,
                width - 2 * inset,
                boxstyle=f"round,pad=0,rounding_size={min(inset, 0.5 * width - inset)}",
                fc=(0.30, 0.95, 0.50, 0.014),
                ec="none",
            )
        )


def _draw_markings(axes: Axes, table: Table) -> None:
    line, half, radius = float(table.baulk_line), 0.5 * float(table.width), float(table.d_radius)
    look: dict[str, Any] = {"color": _MARK_COLOUR, "lw": 1.3, "alpha": 0.85}
    axes.plot([line, line], [-half, half], solid_capstyle="butt", **look)
    axes.add_patch(Arc((line, 0.0), 2 * radius, 2 * radius, theta1=90.0, theta2=270.0, **look))
    spots = np.asarray(table.spots)
    size = np.full(len(spots), 0.011)
    axes.add_collection(
        EllipseCollection(
            size,
            size,
            np.zeros(len(spots)),
            units="xy",
            offsets=spots,
            offset_transform=axes.transData,
            fc=_MARK_COLOUR,
            ec="none",
        )
    )


def _draw_pockets(axes: Axes, table: Table, bed: Patch) -> None:
    """Where the slate ends (on the bed), and the round hole in the wood behind it."""
    holes = zip(np.asarray(table.fall_centre), np.asarray(table.fall_radius), strict=True)
    for (centre, fall), rim in zip(holes, rim_radii(table), strict=True):
        edge = Circle(tuple(centre), float(fall), fc=POCKET_COLOUR, ec="#0d4526", lw=1.0)
        axes.add_patch(edge)
        edge.set_clip_path(bed)
        axes.add_patch(Circle(tuple(centre), float(rim), fc=POCKET_COLOUR, ec="none"))
