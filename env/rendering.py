"""Pictures of a position or a stroke, and animations, written to files all or nothing.

A `Scene` says what is to be seen; `draw` makes a matplotlib figure of it that belongs to the
caller alone: no window, no pyplot state.
"""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import matplotlib
import numpy as np
from jaxtyping import Bool, Float, UInt8
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, Ellipse, Rectangle
from matplotlib.textpath import TextToPath
from PIL import Image

from baulk.env.moving_balls import frames
from baulk.env.picture_files import (
    ANIMATION_SUFFIXES,
    PICTURE_SUFFIXES,
    PictureError,
    check_picture_path,
    write_whole,
)
from baulk.env.table_drawing import (
    BALL_COLOURS,
    FIGURE_WIDTH,
    PAGE_COLOUR,
    draw_balls,
    draw_table,
    paint_in_order,
    pixels,
    rim_radii,
    table_figure,
)
from baulk.physics.balls import CUE_BALL, N_BALLS
from baulk.physics.table import Table

__all__ = [
    "ANIMATION_SUFFIXES",
    "PICTURE_SUFFIXES",
    "PictureError",
    "Scene",
    "check_picture_path",
    "draw",
    "rgb_array",
    "save_animation",
    "save_picture",
]

_DPI = 100  # 14 inches: 1400 pixels
_HOLD = 1500  # ms that the last picture of an animation stays
_INK = "#2a2520"
_UNITS = re.compile(r"(?<=\d) (?=%|mm|m/s|°)")  # "3 %" stays on one line
_FONT, _FONT_SIZE, _LINE, _PAD = "DejaVu Sans", 15.0, 0.30, 0.12  # pt; inches

# What a user's matplotlibrc could change in a figure that sets everything else itself.
_STYLE: Final[dict[Any, Any]] = {
    "path.sketch": None,
    "path.effects": [],
    "path.simplify": True,
    "savefig.bbox": None,
    "svg.fonttype": "path",
    "svg.hashsalt": "baulk",
}


@dataclass(frozen=True, eq=False)
class Scene:
    """What a picture shows; lengths in metres, in the coordinates of the table.

    Attributes:
        table: the table, with or without balls on it.
        position: where the balls are, [22, 2].
        on_table: which balls are there, [22].
        paths: the course of balls, by ball index, as polylines [K, 2].
        ghost: centre of the cue ball where it meets the object ball, drawn dashed.
        cloud: places where the cue ball may stop, [M, 2].
        target: index of the pocket to point out.
        ends: whether to show, faintly, where the balls of ``paths`` stop.
        caption: text under the table, wrapped.
    """

    table: Table
    position: Float[Any, "22 2"]
    on_table: Bool[Any, " 22"]
    paths: Mapping[int, Float[Any, "K 2"]] = field(default_factory=dict)
    ghost: tuple[float, float] | None = None
    cloud: Float[Any, "M 2"] | None = None
    target: int | None = None
    ends: bool = True
    caption: str = ""


def draw(scene: Scene) -> Figure:
    """Draw a scene, 14 inches wide at 100 dpi; ``figure.axes[0]`` is in metres."""
    with matplotlib.rc_context(_STYLE):
        lines = _wrap(scene.caption)
        strip = len(lines) * _LINE + 2 * _PAD if lines else 0.0
        figure, axes = table_figure(scene.table, _DPI, strip)
        height = figure.get_figheight()
        draw_table(axes, scene.table)
        _draw_target(axes, scene)
        _draw_cloud(axes, scene)
        _draw_paths(axes, scene)
        draw_balls(axes, scene.table, scene.position, scene.on_table)
        _draw_ghost(axes, scene)
        paint_in_order(axes)
        for row, line in enumerate(lines):
            figure.text(
                0.5,
                (strip - _PAD - (row + 0.5) * _LINE) / height,
                line,
                ha="center",
                va="center",
                color=_INK,
                fontproperties=_font(),
                parse_math=False,
                usetex=False,
            )
        return figure


def rgb_array(scene: Scene) -> UInt8[Any, "H W 3"]:
    """A scene as pixels, top row first, 1400 wide."""
    figure = draw(scene)
    with matplotlib.rc_context(_STYLE):
        return pixels(figure)[..., :3].copy()


def save_picture(scene: Scene, path: str | Path) -> None:
    """Write a scene to a ``.png`` or ``.svg`` file, all or nothing.

    Raises:
        PictureError: another suffix, or the file cannot be written.
    """
    check_picture_path(path)
    content = io.BytesIO()
    if Path(path).suffix.lower() == ".png":
        Image.fromarray(rgb_array(scene)).save(content, "PNG", optimize=True)
    else:
        figure = draw(scene)
        with matplotlib.rc_context(_STYLE):
            figure.savefig(content, format="svg", facecolor=PAGE_COLOUR, metadata={"Date": None})
    write_whole(path, content.getvalue())


def save_animation(
    table: Table,
    times: Float[Any, " T"],
    positions: Float[Any, "T 22 2"],
    on_table: Bool[Any, "T 22"],
    path: str | Path,
) -> None:
    """Write balls in motion to a ``.gif`` file that repeats, all or nothing.

    Args:
        table: the table.
        times: increasing times of the pictures, s.
        positions: where the balls are at those times, m.
        on_table: which balls are on the table then.
        path: the file.

    Raises:
        PictureError: another suffix, or the file cannot be written.
    """
    check_picture_path(path, ANIMATION_SUFFIXES)
    pictures = frames(table, np.asarray(positions, float), np.asarray(on_table, bool))
    # A GIF counts hundredths of a second: round the moments, not the gaps, so that none add up.
    moments = np.round(100.0 * np.asarray(times, float)).astype(int)
    gaps = [int(gap) for gap in 10 * np.maximum(np.diff(moments), 2)]
    content = io.BytesIO()
    with matplotlib.rc_context(_STYLE):
        first = next(pictures)
    first.save(
        content,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=[*gaps, _HOLD],
        loop=0,
        optimize=False,
        disposal=1,
    )
    write_whole(path, content.getvalue())


def _draw_target(axes: Axes, scene: Scene) -> None:
    if scene.target is None:
        return
    centre = np.asarray(scene.table.fall_centre)[scene.target]
    radius = float(rim_radii(scene.table)[scene.target]) + 0.016
    for colour, width in (("#00000080", 5.5), ("#ffd34d", 3.4)):
        axes.add_patch(Circle(tuple(centre), radius, fc="none", ec=colour, lw=width))


def _draw_cloud(axes: Axes, scene: Scene) -> None:
    """Where the cue ball may stop, and an ellipse around most of it."""
    stops = np.zeros((0, 2)) if scene.cloud is None else np.asarray(scene.cloud, float)
    if not len(stops):
        return
    radius = float(scene.table.ball.radius)
    dots = [Circle(tuple(stop), 0.32 * radius) for stop in stops]
    axes.add_collection(
        PatchCollection(dots, fc=(1.0, 1.0, 1.0, 0.42), ec=(0.05, 0.2, 0.1, 0.35), lw=0.4)
    )
    if len(stops) < 3:
        return
    centre, spread, reach = _bulk(stops, radius)
    sizes, turns = np.linalg.eigh(spread)
    length, half = float(scene.table.length), 0.5 * float(scene.table.width)
    bed = Rectangle((0.0, -half), length, 2 * half, transform=axes.transData)
    for colour, width, style in (("#0b3a20aa", 3.0, "-"), ("#ffffffdd", 1.5, "--")):
        outline = Ellipse(
            tuple(centre),
            2 * reach * float(np.sqrt(sizes[1])),
            2 * reach * float(np.sqrt(sizes[0])),
            angle=float(np.degrees(np.arctan2(turns[1, 1], turns[0, 1]))),
            fc="none",
            ec=colour,
            lw=width,
            ls=style,
        )
        axes.add_patch(outline)
        outline.set_clip_path(bed)


def _bulk(points: Float[Any, "M 2"], radius: float) -> tuple[Any, Any, float]:
    """Centre, covariance and reach (in deviations) of the ellipse around the inner 86 % (2 sigma).

    Two passes, the second without the outliers, which would stretch the ellipse over the table.
    """
    floor = (0.25 * radius) ** 2 * np.eye(2)
    inner, centre = points, np.median(points, axis=0)
    for _ in range(2):
        spread = np.cov(inner.T) + floor
        from_centre = points - centre
        far = np.sqrt(np.sum(from_centre @ np.linalg.inv(spread) * from_centre, axis=1))
        reach = float(np.quantile(far, 0.865))
        inner = points[far <= reach]
        if len(inner) < 3:
            break
        centre = inner.mean(axis=0)
    return centre, spread, max(reach, 1.0)


def _draw_paths(axes: Axes, scene: Scene) -> None:
    """Courses under the balls, the cue ball's above the others."""
    radius = float(scene.table.ball.radius)
    for ball in sorted(scene.paths, reverse=True):
        line = np.asarray(scene.paths[ball], float).reshape(-1, 2)
        if len(line) < 2:
            continue
        colour = BALL_COLOURS[ball]
        dark = ball in (N_BALLS - 1, N_BALLS - 5)
        casing = "#d9eadfcc" if dark else "#06180dcc"
        wide = 2.1 if ball == CUE_BALL else 1.9
        for paint, width in ((casing, wide + 1.5), (colour, wide)):
            axes.add_collection(
                LineCollection(
                    [line], colors=[paint], linewidths=width, capstyle="round", joinstyle="round"
                )
            )
        if scene.ends and not _in_pocket(scene.table, line[-1]):
            stop = tuple(line[-1])
            axes.add_patch(Circle(stop, radius, fc=colour, ec="none", alpha=0.6))
            axes.add_patch(Circle(stop, radius, fc="none", ec=casing, lw=1.0))


def _in_pocket(table: Table, place: Float[Any, "2"]) -> bool:
    away = np.linalg.norm(np.asarray(table.fall_centre) - place, axis=-1)
    return bool(np.any(away < np.asarray(table.fall_radius)))


def _draw_ghost(axes: Axes, scene: Scene) -> None:
    if scene.ghost is None:
        return
    radius = float(scene.table.ball.radius)
    axes.add_patch(Circle(scene.ghost, radius, fc=(1.0, 1.0, 1.0, 0.22), ec="#06180d99", lw=2.6))
    axes.add_patch(
        Circle(scene.ghost, radius, fc="none", ec="#ffffff", lw=1.4, ls=(0.0, (2.6, 1.8)))
    )


def _font() -> FontProperties:
    return FontProperties(family=_FONT, size=_FONT_SIZE)


def _wrap(text: str) -> list[str]:
    """Lines that fit the width of a picture; a word longer than a line is broken."""
    fit = (FIGURE_WIDTH - 0.6) * 72.0
    measure, font = TextToPath(), _font()

    def fits(line: str) -> bool:
        return bool(measure.get_text_width_height_descent(line, font, ismath=False)[0] <= fit)

    lines: list[str] = []
    for paragraph in text.strip().splitlines():
        line = ""
        for word in _UNITS.sub("\u00a0", paragraph).split(" "):
            if not word:
                continue
            longer = f"{line} {word}" if line else word
            if fits(longer):
                line = longer
                continue
            if line:
                lines.append(line)
            while not fits(word):
                cut = next(end for end in range(len(word) - 1, 0, -1) if fits(word[:end]))
                lines.append(word[:cut])
                word = word[cut:]
            line = word
        lines.append(line)
    return lines
