"""Pictures of a position or a stroke, and animations, written to files all or nothing.

A `Scene` says what is to be seen; `draw` makes a matplotlib figure of it that belongs to the
caller alone: no window, no pyplot state.
"""

import io
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import matplotlib
import numpy as np
from jaxtyping import Bool, Float, UInt8
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, Ellipse, Rectangle
from matplotlib.textpath import TextToPath
from PIL import Image

from baulk.env.table_drawing import BALL_COLOURS, draw_balls, draw_table, extent, rim_radii
from baulk.physics.balls import CUE_BALL, N_BALLS
from baulk.physics.table import Table

PICTURE_SUFFIXES: Final = (".png", ".svg")
ANIMATION_SUFFIXES: Final = (".gif",)

_WIDTH, _DPI = 14.0, 100  # inches and pixels per inch: 1400 pixels
_ANIMATION_DPI = 64
_HOLD = 1500  # ms that the last picture of an animation stays
_PAGE, _INK = "#faf8f3", "#2a2520"
_FONT, _FONT_SIZE, _LINE, _PAD = "DejaVu Sans", 15.0, 0.30, 0.12  # pt; inches
# What a user's matplotlibrc could change in a figure that sets everything else itself.
_STYLE: Final = {
    "path.sketch": None,
    "path.effects": [],
    "path.simplify": True,
    "savefig.bbox": None,
    "svg.fonttype": "path",
    "svg.hashsalt": "baulk",
}


class PictureError(ValueError):
    """A picture or an animation cannot be written there; the message is one line."""


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
        left, right, bottom, top = extent(scene.table)
        lines = _wrap(scene.caption)
        strip = len(lines) * _LINE + 2 * _PAD if lines else 0.0
        tall = _WIDTH * (top - bottom) / (right - left)
        # Whole pixels: the same size from every back end.
        height = round((tall + strip) * _DPI) / _DPI
        figure = Figure(figsize=(_WIDTH, height), dpi=_DPI, facecolor=_PAGE)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.0, 1.0 - tall / height, 1.0, tall / height))
        axes.set_axis_off()
        axes.set_xlim(left, right)
        axes.set_ylim(bottom, top)
        # Artists are painted in the order in which they are added.
        axes.set_autoscale_on(False)
        draw_table(axes, scene.table)
        _draw_target(axes, scene)
        _draw_cloud(axes, scene)
        _draw_paths(axes, scene)
        draw_balls(axes, scene.table, scene.position, scene.on_table)
        _draw_ghost(axes, scene)
        for order, artist in enumerate(axes.get_children()):
            artist.set_zorder(order)
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
    return _pixels(draw(scene))


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
            figure.savefig(content, format="svg", facecolor=_PAGE, metadata={"Date": None})
    _write(path, content.getvalue())


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
    frames = _frames(table, np.asarray(positions, float), np.asarray(on_table, bool))
    # A GIF counts hundredths of a second: round the moments, not the gaps, so that none add up.
    moments = np.round(100.0 * np.asarray(times, float)).astype(int)
    gaps = [int(gap) for gap in 10 * np.maximum(np.diff(moments), 2)]
    content = io.BytesIO()
    next(frames).save(
        content,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=[*gaps, _HOLD],
        loop=0,
        optimize=False,
        disposal=1,
    )
    _write(path, content.getvalue())


def check_picture_path(path: str | Path, suffixes: Sequence[str] = PICTURE_SUFFIXES) -> None:
    """Make sure, without creating anything, that a file can be written there.

    Raises:
        PictureError: the suffix is not one of ``suffixes``, or the folder is not there or is
            not writable.
    """
    place = Path(path)
    allowed = " or ".join(suffixes)
    if place.suffix.lower() not in suffixes:
        raise PictureError(f"{str(path)!r}: unknown kind of picture; the name must end in {allowed}")
    try:
        if place.is_dir():
            reason = "it is a folder"
        elif not place.parent.is_dir():
            reason = f"there is no folder {str(place.parent)!r}"
        elif not os.access(place.parent, os.W_OK | os.X_OK):
            reason = f"the folder {str(place.parent)!r} is not writable"
        else:
            return
    except OSError as error:
        reason = error.strerror or type(error).__name__
    raise _unwritable(path, reason)
