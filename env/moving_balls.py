"""The pictures of an animation: the table drawn once, the balls pasted on it as sprites.

Drawing every picture anew would take minutes for a break-off.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import numpy as np
from jaxtyping import Bool, Float, UInt8
from matplotlib.figure import Figure
from PIL import Image

from baulk.env.table_drawing import (
    BALL_COLOURS,
    draw_balls,
    draw_table,
    paint_in_order,
    pixels,
    table_figure,
)
from baulk.physics.balls import N_BALLS
from baulk.physics.table import Table

_DPI = 64  # 14 inches: 896 pixels
_PARTS: Final = 4
"""A ball is placed to a quarter of a pixel, or slow ones would stutter."""

Sprite = Float[Any, "parts parts n n 4"]


def frames(
    table: Table, positions: Float[Any, "T 22 2"], on_table: Bool[Any, "T 22"]
) -> Iterator[Image.Image]:
    """Pictures, 896 pixels wide, of balls at T moments (positions in m), all of one palette."""
    figure, axes = table_figure(table, _DPI)
    draw_table(axes, table)
    paint_in_order(axes)
    ground = pixels(figure)[..., :3]
    (left, right), top = axes.get_xlim(), axes.get_ylim()[1]
    scale = ground.shape[1] / (right - left)
    looks = {BALL_COLOURS.index(colour) for colour in BALL_COLOURS}
    sprites = {BALL_COLOURS[ball]: _sprite(table, ball, scale) for ball in sorted(looks)}
    palette = _palette(ground, sprites.values())
    for places, shown in zip(positions, on_table, strict=True):
        picture = ground.copy()
        for ball in np.flatnonzero(shown):
            x, y = (places[ball] - (left, top)) * (scale, -scale)
            _paste(picture, sprites[BALL_COLOURS[ball]], float(x), float(y))
        yield Image.fromarray(picture).quantize(palette=palette, dither=Image.Dither.NONE)


def _sprite(table: Table, ball: int, scale: float) -> Sprite:
    """One ball at ``scale`` pixels a metre, premultiplied, for each part of a pixel."""
    half = int(np.ceil(1.5 * float(table.ball.radius) * scale)) + 1
    fine = 2 * half * _PARTS
    figure = Figure(
        figsize=(fine / (_DPI * _PARTS),) * 2, dpi=_DPI * _PARTS, facecolor=(0, 0, 0, 0)
    )
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(-half / scale, half / scale)
    axes.set_ylim(-half / scale, half / scale)
    draw_balls(axes, table, np.zeros((N_BALLS, 2)), np.arange(N_BALLS) == ball)
    image = pixels(figure) / 255.0
    image[..., :3] *= image[..., 3:]
    shifted = [
        [np.roll(image, (down, across), axis=(0, 1)) for across in range(_PARTS)]
        for down in range(_PARTS)
    ]
    cells = np.array(shifted).reshape(_PARTS, _PARTS, 2 * half, _PARTS, 2 * half, _PARTS, 4)
    return cells.mean(axis=(3, 5))


def _paste(picture: UInt8[Any, "H W 3"], sprite: Sprite, x: float, y: float) -> None:
    """Put a ball with its centre ``x`` pixels from the left and ``y`` from the top."""
    size = sprite.shape[2]
    corner = np.round(_PARTS * (np.array([y, x]) - size / 2)).astype(int)
    (top, left), (down, across) = corner // _PARTS, corner % _PARTS
    height, width, _ = picture.shape
    if top < 0 or left < 0 or top + size > height or left + size > width:
        return  # off the table and out of the picture
    under = picture[top : top + size, left : left + size]
    ball = sprite[down, across]
    blend = 255.0 * ball[..., :3] + (1.0 - ball[..., 3:]) * under
    under[...] = np.round(blend).astype(np.uint8)


def _palette(ground: UInt8[Any, "H W 3"], sprites: Iterable[Sprite]) -> Image.Image:
    """At most 256 colours: as many for the small balls as for the large table."""
    cloth = ground[ground.shape[0] // 2, ground.shape[1] // 4].astype(float)
    balls = [
        255.0 * sprite[0, 0, ..., :3] + (1.0 - sprite[0, 0, ..., 3:]) * cloth for sprite in sprites
    ]
    strip = np.round(np.concatenate(balls)).astype(np.uint8)
    colours: list[int] = []
    for image in (ground, strip):
        reduced = Image.fromarray(image).quantize(128, dither=Image.Dither.NONE)
        colours += reduced.getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours[: 3 * 256])
    return palette
