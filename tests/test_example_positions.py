"""The positions that are shipped: each loads, and is what its name says."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baulk.env.situation import Situation
from baulk.physics.balls import BALL_NAMES, COLOURS, COLOURS_SLICE, REDS_SLICE
from baulk.physics.table import POCKETS, Table, make_table
from baulk.position import load_position, position_from_text, position_to_json, position_to_text

FOLDER = Path(__file__).resolve().parents[1] / "positions"
FILES = sorted(FOLDER.glob("*.json"))
NAMED = [
    "black_spot_routine",
    "break_off",
    "cluster_of_reds",
    "colours_clearance",
    "cross_drill",
    "final_black",
    "frame_ball_pink_along_cushion",
    "half_ball_blue",
    "line_up",
    "long_red_to_corner",
    "plant_into_middle",
    "red_hanging_over_corner",
    "red_tight_on_side_cushion",
    "snookered_behind_brown",
    "snookered_behind_green_near_side_cushion",
    "t_drill",
]
REACH = 0.0525  # m between the centres of balls that touch
MM = 0.001
Point = Any


def load(name: str) -> tuple[Situation, Table]:
    situation = load_position(FOLDER / f"{name}.json")
    return situation, make_table(situation.table, markings=situation.rules)


def place(situation: Situation, name: str) -> Point:
    return situation.balls.position[BALL_NAMES.index(name)]


def standing(situation: Situation, *but: str) -> Point:
    """Centres of the balls on the table, without those named."""
    up = situation.balls.on_table.copy()
    up[[BALL_NAMES.index(name) for name in but]] = False
    return situation.balls.position[up]


def balls_on(situation: Situation) -> list[str]:
    if situation.on == "red":
        reds = range(REDS_SLICE.start, REDS_SLICE.stop)
        return [BALL_NAMES[ball] for ball in reds if situation.balls.on_table[ball]]
    return [situation.on]


def colours_up(situation: Situation) -> list[str]:
    up = situation.balls.on_table[COLOURS_SLICE]
    return [name for name, there in zip(COLOURS, up, strict=True) if there]


def gap_to_segment(points: Point, start: Point, end: Point) -> Point:
    """Distance of each point from a segment, m."""
    along = end - start
    share = np.clip((points - start) @ along / (along @ along), 0.0, 1.0)
    return np.hypot(*(points - start - share[:, None] * along).T)


def angle(vector: Point) -> float:
    """Degrees, anticlockwise from +x."""
    return float(np.degrees(np.arctan2(vector[1], vector[0])))


def between(one: float, two: float) -> float:
    """Degrees between two directions."""
    return abs((one - two + 180.0) % 360.0 - 180.0)


def ghost_ball(target: Point, pocket: Point) -> Point:
    """Where the cue ball must be when it touches the target, for a pot."""
    return target + REACH * (target - pocket) / np.hypot(*(target - pocket))


def pot(situation: Situation, name: str, table: Table, pocket: str) -> float:
    """Cut angle in degrees of a pot whose two lines are free of other balls."""
    white, target = place(situation, "white"), place(situation, name)
    hole = table.pocket_target[POCKETS.index(pocket)]
    ghost = ghost_ball(target, hole)
    others = standing(situation, "white", name)
    if len(others):
        assert gap_to_segment(others, white, ghost).min() > REACH
        assert gap_to_segment(others, target, hole).min() > REACH
    return between(angle(ghost - white), angle(hole - target))


def hidden(situation: Situation, name: str) -> bool:
    """Whether no straight line takes the cue ball to any part of this ball."""
    white, target = place(situation, "white"), place(situation, name)
    distance = np.hypot(*(target - white))
    others = standing(situation, "white", *balls_on(situation))
    half = np.arcsin(REACH / distance)
    centre = np.radians(angle(target - white))
    for aim in np.linspace(centre - half, centre + half, 401):
        way = np.array([np.cos(aim), np.sin(aim)])
        along = way @ (target - white)
        contact = along - np.sqrt(max(REACH**2 - (distance**2 - along**2), 0.0))
        if gap_to_segment(others, white, white + way * contact).min() > REACH:
            return False
    return True


def test_the_named_positions_are_there() -> None:
    assert set(NAMED) <= {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_says_everything_and_nothing_else(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    situation = load_position(path)
    written = position_to_json(situation)
    if data["ball_in_hand"]:
        data["balls"].setdefault("white", written["balls"]["white"])
    assert written == data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_survives_a_line_of_text(path: Path) -> None:
    situation = load_position(path)
    again = position_from_text(position_to_text(situation))
    np.testing.assert_allclose(again.balls.position, situation.balls.position, atol=0.05 * MM)
    assert position_to_text(again) == position_to_text(situation)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_is_in_the_table_of_the_readme(path: Path) -> None:
    assert f"[{path.stem}]({path.name})" in (FOLDER / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_score_is_one_that_the_frame_can_have(path: Path) -> None:
    """No fouls: reds, each with at most a black, and the colours that are gone."""
    situation = load_position(path)
    reds = {"12ft": 15, "8ft": 10}[situation.table]
    potted = reds - int(np.sum(situation.balls.on_table[REDS_SLICE]))
    most = 8 * potted + 27 - sum(2 + COLOURS.index(name) for name in colours_up(situation))
    assert sum(situation.scores) <= most


def test_break_off_is_a_full_rack_and_the_white_in_the_d() -> None:
    for name, reds in {"break_off": 15, "break_off_8ft": 10}.items():
        situation, table = load(name)
        white = place(situation, "white")
        assert len(balls_on(situation)) == reds
        assert colours_up(situation) == list(COLOURS)
        assert white[0] <= table.baulk_line
        assert np.hypot(*(white - [table.baulk_line, 0.0])) <= table.d_radius


def test_half_ball_blue_is_a_half_ball_from_the_baulk_line() -> None:
    situation, table = load("half_ball_blue")
    assert situation.on == "blue"
    np.testing.assert_array_equal(place(situation, "blue"), table.spots[3])
    assert pot(situation, "blue", table, "top left") == pytest.approx(30.0, abs=0.1)
    assert place(situation, "white")[0] == pytest.approx(table.baulk_line)


def test_long_red_is_long_and_clear() -> None:
    situation, table = load("long_red_to_corner")
    assert pot(situation, "red 1", table, "top left") < 20.0
    assert np.hypot(*(place(situation, "red 1") - place(situation, "white"))) > 2.0


def test_red_on_the_side_cushion_touches_it_and_goes_along_it() -> None:
    situation, table = load("red_tight_on_side_cushion")
    red = place(situation, "red 1")
    assert red[1] == pytest.approx(table.width / 2 - table.ball.radius, abs=1e-9)
    corner = np.array([table.length, red[1]])
    others = standing(situation, "white", "red 1")
    assert gap_to_segment(others, red, corner).min() > REACH
    ghost = red - [REACH, 0.0]
    white = place(situation, "white")
    assert gap_to_segment(others, white, ghost).min() > REACH
    assert between(angle(ghost - white), 0.0) < 45.0


def test_line_up_is_15_reds_on_the_centre_line() -> None:
    situation, _ = load("line_up")
    reds = situation.balls.position[REDS_SLICE]
    assert situation.balls.on_table.all()
    np.testing.assert_array_equal(reds[:, 1], 0.0)
    assert np.sum(reds[:, 0] > place(situation, "black")[0]) == 3
    assert reds[:, 0].min() > place(situation, "blue")[0]


def test_t_drill_is_a_t_on_the_pink_spot() -> None:
    situation, _ = load("t_drill")
    pink, black = place(situation, "pink"), place(situation, "black")
    stem, bar = situation.balls.position[1:6], situation.balls.position[6:16]
    np.testing.assert_array_equal(stem[:, 1], 0.0)
    assert np.all((stem[:, 0] > pink[0]) & (stem[:, 0] < black[0]))
    np.testing.assert_allclose(bar[:, 0], pink[0], atol=0.1 * MM)
    np.testing.assert_allclose(bar[:5, 1], -bar[5:, 1])


def test_cross_drill_is_four_lines_from_the_pink_to_pockets() -> None:
    situation, table = load("cross_drill")
    pink = place(situation, "pink")
    arms = {"top left": 0, "top right": 0, "middle left": 0, "middle right": 0}
    for name in balls_on(situation):
        red = place(situation, name)
        for pocket in arms:
            hole = table.pocket_target[POCKETS.index(pocket)]
            arms[pocket] += bool(gap_to_segment(red[None], pink, hole)[0] < 0.2 * MM)
    assert sorted(arms.values()) == [3, 4, 4, 4]


def test_black_spot_routine_has_the_white_among_five_reds() -> None:
    situation, table = load("black_spot_routine")
    white = place(situation, "white")
    assert len(balls_on(situation)) == 5
    for name in balls_on(situation):
        assert np.hypot(*(place(situation, name) - white)) < 0.35
    cuts = [pot(situation, "red 4", table, "top left"), pot(situation, "red 2", table, "top left")]
    assert min(cuts) < 60.0


def test_colours_clearance_starts_with_an_open_yellow_and_needs_the_black() -> None:
    situation, table = load("colours_clearance")
    assert colours_up(situation) == list(COLOURS)
    assert situation.on == "yellow"
    assert pot(situation, "yellow", table, "bottom right") < 45.0
    behind = situation.scores[1] - situation.scores[0]
    assert 20 < behind < 27


def test_final_black_decides_the_frame() -> None:
    situation, table = load("final_black")
    assert colours_up(situation) == ["black"]
    assert 0 < situation.scores[1] - situation.scores[0] < 7
    assert pot(situation, "black", table, "top right") < 45.0


def test_plant_points_into_the_middle_pocket() -> None:
    situation, table = load("plant_into_middle")
    near, far = place(situation, "red 1"), place(situation, "red 2")
    hole = table.pocket_target[POCKETS.index("middle left")]
    assert between(angle(near - far), angle(hole - far)) < 1.0
    assert np.hypot(*(near - far)) < REACH + 3 * MM
    others = standing(situation, "white", "red 1", "red 2")
    assert gap_to_segment(others, near, hole).min() > REACH
    assert gap_to_segment(others, place(situation, "white"), far).min() > REACH
    assert between(angle(far - place(situation, "white")), angle(near - far)) < 30.0


def test_hanging_red_is_in_the_jaws_at_the_edge() -> None:
    situation, table = load("red_hanging_over_corner")
    red = place(situation, "red 1")
    pocket = POCKETS.index("top left")
    over = np.hypot(*(red - table.fall_centre[pocket])) - table.fall_radius[pocket]
    assert 0.0 < over < 15 * MM
    assert red[0] > table.length - table.ball.radius  # beyond where a straight cushion lets it be
    assert pot(situation, "red 1", table, "top left") < 60.0


def test_pink_along_the_cushion_wins_the_frame() -> None:
    situation, table = load("frame_ball_pink_along_cushion")
    pink, black = 6, 7
    mine, other = situation.scores
    assert situation.on == "pink"
    assert mine + pink - other > black > mine - other
    wall = table.width / 2 - table.ball.radius - abs(place(situation, "pink")[1])
    assert 0.0 < wall < 10 * MM
    assert pot(situation, "pink", table, "top right") < 45.0


@pytest.mark.parametrize(
    "name",
    ["snookered_behind_brown", "snookered_behind_green_near_side_cushion", "free_ball_behind_blue"],
)
def test_snookered_means_that_no_ball_on_can_be_seen(name: str) -> None:
    situation, _ = load(name)
    for ball in balls_on(situation):
        assert hidden(situation, ball), ball


def test_the_green_and_the_white_are_near_the_side_cushion() -> None:
    situation, table = load("snookered_behind_green_near_side_cushion")
    for name in ("white", "green"):
        assert table.width / 2 - place(situation, name)[1] < 0.1


def test_a_free_ball_stands_open() -> None:
    situation, _ = load("free_ball_behind_blue")
    assert situation.free_ball
    others = standing(situation, "white", "blue")
    white, blue = place(situation, "white"), place(situation, "blue")
    assert gap_to_segment(others, white, blue).min() > REACH


def test_cluster_is_tight_and_a_colour_is_on() -> None:
    situation, table = load("cluster_of_reds")
    reds = situation.balls.position[1:8]
    distance = np.hypot(*(reds[:, None] - reds[None]).transpose(2, 0, 1))
    np.fill_diagonal(distance, np.inf)
    assert np.all(distance.min(axis=1) < REACH + 5 * MM)
    assert situation.on == "colour"
    assert pot(situation, "black", table, "top right") < 60.0


def test_respotted_black_is_level_and_in_hand() -> None:
    situation, table = load("respotted_black")
    assert situation.ball_in_hand
    assert situation.scores[0] == situation.scores[1]
    np.testing.assert_array_equal(place(situation, "black"), table.spots[5])
