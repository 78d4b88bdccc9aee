"""Pictures show what is there, where it is; files are whole or absent."""

import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from PIL import Image

from baulk.env import picture_files
from baulk.env.layouts import pack
from baulk.env.rendering import (
    PictureError,
    Scene,
    check_picture_path,
    draw,
    rgb_array,
    save_animation,
    save_picture,
)
from baulk.env.table_drawing import BALL_COLOURS, cushion_outlines, extent, jaw_outline, pixels
from baulk.physics.balls import COLOURS, N_BALLS
from baulk.physics.table import REDS, Table, make_table

TABLE = make_table()
RADIUS = TABLE.ball.radius
WHITE, YELLOW, GREEN, BLUE, BLACK = 0, 16, 17, 19, 21


def scene(*balls: int, table: Table = TABLE, **rest: Any) -> Scene:
    """Colours on their spots, the white in the D, the reds in the pack: those named."""
    reds = min(15, REDS["12ft"])
    position = np.zeros((N_BALLS, 2))
    position[WHITE] = (0.5, -0.1)
    position[1 : reds + 1] = pack(table, reds)
    position[16:] = table.spots
    return Scene(table, position, np.isin(np.arange(N_BALLS), balls), **rest)


def rgb(colour: str) -> np.ndarray[Any, Any]:
    return np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)])


def at(image: np.ndarray[Any, Any], place: Any, table: Table = TABLE) -> np.ndarray[Any, Any]:
    """Colour of the picture at a place (m): where it is follows from the extent alone."""
    left, right, _, top = extent(table)
    scale = image.shape[1] / (right - left)
    row, column = (top - place[1]) * scale, (place[0] - left) * scale
    return image[int(row), int(column)].astype(int)


def looks_like(pixel: Any, colour: str, within: int = 40) -> bool:
    return bool(np.max(np.abs(np.asarray(pixel) - rgb(colour))) <= within)


def is_green(pixel: Any) -> bool:
    red, green, blue = (int(part) for part in pixel)
    return green > 1.4 * red and green > 1.2 * blue


@pytest.fixture(scope="module")
def empty() -> np.ndarray[Any, Any]:
    return rgb_array(scene())


@pytest.fixture(scope="module")
def full() -> np.ndarray[Any, Any]:
    return rgb_array(scene(*range(N_BALLS)))


def test_every_ball_stands_at_its_place_in_its_colour(full: Any, empty: Any) -> None:
    places = scene(*range(N_BALLS)).position
    for ball in range(N_BALLS):
        assert looks_like(at(full, places[ball]), BALL_COLOURS[ball]), ball
        assert not looks_like(at(empty, places[ball] + [0.0, 0.015]), BALL_COLOURS[ball]), ball


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_ball_has_its_true_size(step: tuple[int, int]) -> None:
    image, centre = rgb_array(scene(BLUE)), np.asarray(TABLE.spots)[3]
    assert looks_like(at(image, centre + 0.8 * RADIUS * np.array(step)), BALL_COLOURS[BLUE], 70)
    assert is_green(at(image, centre + 1.5 * RADIUS * np.array(step)))


def test_baulk_is_left_and_the_green_spot_is_up(full: Any) -> None:
    height, width, _ = full.shape
    rows, columns = np.nonzero(np.all(np.abs(full - rgb(BALL_COLOURS[YELLOW])) < 30, axis=-1))
    assert np.median(columns) < 0.3 * width and np.median(rows) > 0.5 * height
    rows, columns = np.nonzero(np.all(np.abs(full - rgb(BALL_COLOURS[WHITE])) < 8, axis=-1))
    assert np.median(columns) < 0.3 * width


def test_the_green_ball_stands_out_from_the_cloth(full: Any) -> None:
    left, right, _, top = extent(TABLE)
    scale = full.shape[1] / (right - left)
    x, y = np.asarray(TABLE.spots)[1]
    across = full[int((top - y + 0.3 * RADIUS) * scale), :, :].astype(int)
    ball = across[int((x - left) * scale)]
    cloth = across[int((x - left + 4 * RADIUS) * scale)]
    edge = int((x - left + 0.95 * RADIUS) * scale)
    assert np.abs(ball - cloth).max() > 40
    assert across[edge - 2 : edge + 3].sum(axis=1).max() > cloth.sum() + 80


def test_pockets_are_dark_and_noses_run_between_them(empty: Any) -> None:
    for pocket in range(6):
        target, fall = TABLE.pocket_target[pocket], TABLE.fall_centre[pocket]
        assert at(empty, fall).max() < 40, pocket
        assert at(empty, 0.5 * (target + fall)).max() < 40, pocket
    inside, outside = 0.5 * TABLE.width - 0.02, 0.5 * TABLE.width + 0.02
    for x in (0.5, 1.4, 2.2, 3.0):
        for side in (-1, 1):
            cloth, cushion = at(empty, (x, side * inside)), at(empty, (x, side * outside))
            assert is_green(cloth) and is_green(cushion)
            assert cushion.sum() < 0.85 * cloth.sum()
            red, green, blue = at(empty, (x, side * (0.5 * TABLE.width + 0.1)))
            assert red > green > blue  # wood


@pytest.mark.parametrize("pockets", ["tight", "match", "club"])
def test_jaws_follow_the_arcs_of_the_table(pockets: str) -> None:
    table = make_table(pockets=pockets)
    for pocket in range(6):
        for jaw in range(2):
            outline = jaw_outline(table, pocket, jaw)
            centre, radius = table.jaw_centre[pocket, jaw], table.jaw_radius[pocket]
            nose = centre + radius * table.jaw_nose[pocket, jaw]
            np.testing.assert_allclose(outline[0], nose)
            away = np.linalg.norm(outline[:-1] - centre, axis=1)
            np.testing.assert_allclose(away, radius, rtol=1e-9)
            assert len(outline) > 10
    assert len(cushion_outlines(table)) == 6


def test_markings_are_where_the_table_says(empty: Any) -> None:
    line, d_radius = TABLE.baulk_line, TABLE.d_radius
    cloth = at(empty, (1.2, 0.5)).sum()
    for place in ((line, 0.6), (line, -0.6), (line - d_radius, 0.0), *TABLE.spots):
        assert at(empty, place).sum() > cloth + 120, place
    assert at(empty, (line + d_radius, 0.0)).sum() < cloth + 40


def test_a_path_is_seen_and_ends_in_a_faint_ball(empty: Any) -> None:
    line = np.array([[1.0, 0.3], [2.0, 0.5]])
    shown = rgb_array(scene(paths={5: line}))
    middle, stop = line.mean(axis=0), line[-1] + [0.0, 0.6 * RADIUS]
    red, green, _ = at(shown, middle)
    assert red > green and is_green(at(empty, middle))
    assert np.abs(at(shown, stop) - at(empty, stop)).max() > 60
    plain = rgb_array(scene(paths={5: line}, ends=False))
    np.testing.assert_array_equal(at(plain, stop), at(empty, stop))


def test_no_ball_is_left_where_a_path_ends_in_a_pocket() -> None:
    line = np.array([[3.0, 0.4], TABLE.fall_centre[4]])
    with_ends = rgb_array(scene(paths={1: line}))
    np.testing.assert_array_equal(with_ends, rgb_array(scene(paths={1: line}, ends=False)))


def test_ghost_cloud_and_target_are_seen_where_they_are(empty: Any) -> None:
    cloud = np.random.default_rng(1).normal((2.5, -0.4), 0.02, (200, 2))
    shown = rgb_array(scene(ghost=(1.2, 0.2), cloud=cloud, target=4)).astype(int)
    assert at(shown, (2.5, -0.4)).sum() > at(empty, (2.5, -0.4)).sum() + 90
    assert np.any(at(shown, (1.2, 0.2)) != at(empty, (1.2, 0.2)))
    changed = np.argwhere(np.any(shown != empty, axis=-1))
    left, right, _, top = extent(TABLE)
    scale = empty.shape[1] / (right - left)
    places = np.column_stack([left + changed[:, 1] / scale, top - changed[:, 0] / scale])
    reach = [
        np.linalg.norm(places - centre, axis=1)
        for centre in ((1.2, 0.2), (2.5, -0.4), TABLE.fall_centre[4])
    ]
    assert np.all(np.min(reach, axis=0) < 0.15)
    assert all(np.any(near < 0.1) for near in reach)


@pytest.mark.parametrize("stops", [0, 1, 2, 3, 400])
def test_any_number_of_stops_is_drawn_even_all_in_one_place(stops: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert rgb_array(scene(cloud=np.tile([2.0, 0.1], (stops, 1)))).shape[1] == 1400


def test_the_smaller_table_has_its_own_size_and_the_same_balls() -> None:
    table = make_table("8ft")
    image = rgb_array(scene(BLACK, table=table))
    assert image.shape[1] == 1400
    spot = np.asarray(table.spots)[5]
    assert looks_like(at(image, spot, table), BALL_COLOURS[BLACK])
    assert looks_like(at(image, spot + [0.0, 0.85 * RADIUS], table), BALL_COLOURS[BLACK], 80)
    assert is_green(at(image, spot + [0.0, 1.5 * RADIUS], table))


@pytest.mark.parametrize(
    "caption",
    ["", "Short.", "a word and " * 60, "unbroken" * 60, "two\nlines", "$x_1$ costs $5, 100 %"],
)
def test_captions_lie_under_the_table_and_are_never_clipped(caption: str, empty: Any) -> None:
    figure = draw(scene(caption=caption))
    image = pixels(figure)[..., :3]
    np.testing.assert_array_equal(image[: len(empty) - 1], empty[: len(empty) - 1])
    under = image[len(empty) + 1 :].astype(int)
    assert (len(under) > 0) == bool(caption)
    if caption:
        ink = np.abs(under - under[0, 0]).max(axis=-1) > 60
        assert ink.any()
        assert not ink[:, :10].any() and not ink[:, -10:].any() and not ink[-4:].any()
    shown = "".join(text.get_text() for text in figure.texts)
    assert "".join(shown.split()) == "".join(caption.split())


def test_pictures_are_the_same_every_time_and_small(tmp_path: Path) -> None:
    busy = scene(
        *range(N_BALLS), caption="Twice.", cloud=np.full((50, 2), 1.0), paths={0: np.eye(2)}
    )
    for suffix in (".png", ".svg"):
        first, second = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
        save_picture(busy, first)
        with matplotlib.rc_context({"svg.hashsalt": None, "savefig.bbox": "tight"}):
            save_picture(busy, second)
        assert first.read_bytes() == second.read_bytes()
        assert first.stat().st_size < 400_000
    assert Image.open(tmp_path / "a.png").width == 1400
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert b"<dc:date>" not in (tmp_path / "a.svg").read_bytes()


def message(call: Any, *args: Any) -> str:
    with pytest.raises(PictureError) as caught:
        call(*args)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", ["a.jpg", "a", "", "a.png.txt", "a\nb.bmp"])
def test_another_suffix_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    for call in (check_picture_path, lambda path: save_picture(scene(), path)):
        said = message(call, tmp_path / name if name else "")
        assert ".png or .svg" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["none/a.png", "file/a.png", "folder.png", "n" * 300 + ".png"])
def test_a_place_that_cannot_be_written_is_refused_early(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.png").mkdir()
    before = sorted(tmp_path.rglob("*"))
    said = message(check_picture_path, tmp_path / name)
    assert repr(str(tmp_path / name)) in said
    message(save_picture, scene(), tmp_path / name)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_path_that_can_be_written_is_accepted_and_not_created(tmp_path: Path) -> None:
    check_picture_path(tmp_path / "a.PNG")
    check_picture_path(str(tmp_path / "a.svg"))
    check_picture_path(tmp_path / "a.gif", (".gif",))
    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_the_old_picture_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "a.png"
    place.write_bytes(b"old")

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(picture_files.os, "replace", fail)
    assert "No space left" in message(save_picture, scene(), place)
    assert place.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [place]


def test_a_picture_gets_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    save_picture(scene(), tmp_path / "a.png")
    assert os.stat(tmp_path / "a.png").st_mode == os.stat(tmp_path / "plain").st_mode


def test_an_animation_moves_the_balls_in_time(tmp_path: Path) -> None:
    times = np.array([0.0, 0.04, 0.1])
    positions = np.tile(scene().position, (3, 1, 1))
    positions[:, WHITE] = [(1.0, 0.2), (1.5, 0.2), (2.0, 0.2)]
    on_table = np.zeros((3, N_BALLS), bool)
    on_table[:, WHITE] = on_table[:2, BLACK] = True
    place = tmp_path / "a.gif"
    save_animation(TABLE, times, positions, on_table, place)
    film = Image.open(place)
    assert getattr(film, "n_frames", 1) == 3 and film.info["loop"] == 0
    pauses = []
    for frame in range(3):
        film.seek(frame)
        pauses.append(film.info["duration"])
        image = np.asarray(film.convert("RGB"))
        for other in range(3):
            seen = looks_like(at(image, positions[other, WHITE]), BALL_COLOURS[WHITE], 30)
            assert seen == (other == frame)
        black = looks_like(at(image, TABLE.spots[5]), BALL_COLOURS[BLACK], 45)
        assert black == (frame < 2)
    assert pauses[:2] == [40, 60]
    assert list(tmp_path.iterdir()) == [place]


def test_an_animation_shows_every_colour_of_the_set(tmp_path: Path) -> None:
    still = scene(*range(N_BALLS))
    save_animation(
        TABLE, np.zeros(1), still.position[None], still.on_table[None], tmp_path / "a.gif"
    )
    image = np.asarray(Image.open(tmp_path / "a.gif").convert("RGB"))
    for ball in range(N_BALLS):
        assert looks_like(at(image, still.position[ball]), BALL_COLOURS[ball], 45), ball


def test_animations_are_gif_files_only(tmp_path: Path) -> None:
    still = scene()
    said = message(
        save_animation,
        TABLE,
        np.zeros(1),
        still.position[None],
        still.on_table[None],
        tmp_path / "a.png",
    )
    assert "must end in .gif" in said
    assert not list(tmp_path.iterdir())


def test_each_ball_but_the_reds_has_a_colour_of_its_own() -> None:
    assert len(set(BALL_COLOURS)) == 2 + len(COLOURS)
    assert len(BALL_COLOURS) == N_BALLS


def test_pyplot_is_neither_needed_nor_touched() -> None:
    program = """
import sys
import matplotlib
import numpy as np
from baulk.env.rendering import Scene, rgb_array
from baulk.physics.table import make_table

def settings():  # asking for the back end would import pyplot
    return {name: matplotlib.rcParams[name] for name in matplotlib.rcParams if name != "backend"}

before = settings()
rgb_array(Scene(make_table(), np.zeros((22, 2)), np.zeros(22, bool), caption="x"))
assert settings() == before, "settings changed"
assert "matplotlib.pyplot" not in sys.modules, "pyplot imported"
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
