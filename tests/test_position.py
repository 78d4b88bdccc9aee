"""Positions read and written: nothing is lost, and whatever is wrong is said in one line."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from baulk.env.situation import BALLS_ON, RULES, Situation
from baulk.physics.balls import BALL_NAMES, COLOURS, COLOURS_SLICE, REDS_SLICE, Balls
from baulk.physics.table import MARKINGS, REDS, make_table
from baulk.position import (
    FORMAT,
    PositionError,
    load_position,
    position_from_json,
    position_from_text,
    position_to_json,
    position_to_text,
)
from baulk.position_checks import SLACK, settle
from baulk.position_text import TAG

SPOTS: dict[str, Any] = dict.fromkeys(COLOURS, "spot")
WHITE = {"white": [600, 0]}
MM = 0.001


def position(balls: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"balls": {**WHITE, **balls}, **rest}


def message_of(call: Any, *args: Any) -> str:
    with pytest.raises(PositionError) as caught:
        call(*args)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 250
    return message


def gaps(balls: Balls) -> Any:
    """Distances between centres of the balls on the table, m."""
    up = balls.position[balls.on_table]
    pairs = np.triu_indices(len(up), 1)
    return np.hypot(*(up[:, None] - up[None]).transpose(2, 0, 1))[pairs]


def same(one: Situation, two: Situation, tolerance: float) -> None:
    """Equal but for the numbering of the reds and ``tolerance`` in m."""
    for field in ("on", "table", "rules", "scores", "striker", "free_ball", "ball_in_hand"):
        assert getattr(one, field) == getattr(two, field)
    assert one.misses == two.misses
    for part in (slice(0, 1), REDS_SLICE, COLOURS_SLICE):
        ups = [s.balls.position[part][s.balls.on_table[part]] for s in (one, two)]
        np.testing.assert_allclose(*ups, atol=tolerance, rtol=0)
    colours = [s.balls.on_table[COLOURS_SLICE].tolist() for s in (one, two)]
    assert colours[0] == colours[1]


# Round trips


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Any legal situation, with balls that touch, stand on spots, cushions and in jaws."""
    name = draw(st.sampled_from(sorted(REDS)))
    rules = draw(st.sampled_from(RULES))
    table = make_table(name, markings=rules)
    radius = table.ball.radius
    centres = np.zeros((22, 2))
    up = np.zeros(22, bool)
    reds = draw(st.integers(0, REDS[name]))
    indices = draw(st.permutations(range(1, 16)).map(lambda order: sorted(order[:reds])))
    colours = draw(st.lists(st.sampled_from(range(16, 22)), unique=True, max_size=6))
    assume(reds or colours)
    in_hand = draw(st.booleans())
    for ball in [0, *colours, *indices]:
        for _ in range(20):
            kind = draw(st.sampled_from(["free", "spot", "touch", "cushion", "jaw"]))
            if ball == 0 and in_hand:
                along, turn = draw(st.floats(0, 1)), draw(st.floats(np.pi / 2, 1.5 * np.pi))
                place = np.array([table.baulk_line, 0.0]) + along * table.d_radius * np.array(
                    [np.cos(turn), np.sin(turn)]
                )
            elif kind == "spot" and ball >= 16:
                place = table.spots[ball - 16]
            elif kind == "touch" and up.any():
                other = draw(st.sampled_from(np.flatnonzero(up).tolist()))
                turn = draw(st.floats(0, 2 * np.pi))
                place = centres[other] + 2 * radius * np.array([np.cos(turn), np.sin(turn)])
            elif kind == "jaw":
                place = np.array([table.length - 0.0215, table.width / 2 - 0.0215])
            else:
                x = draw(st.floats(radius, table.length - radius))
                y = draw(st.floats(radius - table.width / 2, table.width / 2 - radius))
                place = np.array([x, table.width / 2 - radius if kind == "cushion" else y])
            trial, there = centres.copy(), up.copy()
            trial[ball], there[ball] = place, True
            try:
                settled = settle(table, trial, there, in_hand)
            except PositionError:
                continue
            if np.abs(settled - trial).max() < 1e-8:
                centres, up = settled, there
                break
    assume(up[0] and up[1:].any())
    lowest = "red" if up[REDS_SLICE].any() else BALL_NAMES[16 + int(np.argmax(up[COLOURS_SLICE]))]
    choices = [lowest, "colour"] if up[COLOURS_SLICE].any() else [lowest]
    on = draw(st.sampled_from(choices))
    return Situation(
        balls=Balls(centres, up),
        on=on,
        table=name,
        rules=rules,
        scores=draw(st.tuples(st.integers(0, 200), st.integers(0, 200))),
        striker=draw(st.integers(0, 1)),
        free_ball=on != "colour" and draw(st.booleans()),
        ball_in_hand=in_hand,
        misses=draw(st.integers(0, 5)),
    )


@settings(max_examples=150, deadline=None)
@given(situations())
def test_json_gives_back_what_was_written(situation: Situation) -> None:
    data = json.loads(json.dumps(position_to_json(situation), allow_nan=False))
    again = position_from_json(data)
    same(again, situation, 0.001 * MM)
    assert position_to_json(again)["balls"].keys() == data["balls"].keys()


@settings(max_examples=150, deadline=None)
@given(situations())
def test_text_gives_back_what_was_written_to_a_tenth_of_a_mm(situation: Situation) -> None:
    line = position_to_text(situation)
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", line)
    assert line.startswith(f"{TAG}-")
    assert len(line) < 500
    again = position_from_text(line)
    same(again, situation, 0.1 * MM)
    touching = gaps(situation.balls) < 0.0525 + 1e-8
    assert np.sum(gaps(again.balls) < 0.0525 + 3e-6) >= np.sum(touching)
    same(load_position(line), again, 0.0)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("table", sorted(REDS))
def test_a_full_rack_is_written_as_pack(table: str, rules: str) -> None:
    situation = position_from_json(position({**SPOTS, "reds": "pack"}, table=table, rules=rules))
    assert position_to_json(situation)["balls"] == {**WHITE, **SPOTS, "reds": "pack"}
    assert "-ye-gr-br-bl-pk-bk-pack-" in position_to_text(situation)


def test_single_precision_keeps_spots_and_the_pack() -> None:
    situation = position_from_json(position({**SPOTS, "reds": "pack"}))
    balls = Balls(situation.balls.position.astype(np.float32), situation.balls.on_table)
    written = position_to_json(Situation(balls, "red"))
    assert written["balls"] == {**WHITE, **SPOTS, "reds": "pack"}


def test_text_reads_as_it_says() -> None:
    line = "baulk1-w600L0-ye-bl-bk3172.4R287-r2900L189-r2750.5R121-on.red-score12.30"
    situation = position_from_text(line)
    assert position_to_text(situation) == line
    assert position_to_json(situation)["balls"] == {
        "white": [600.0, 0.0],
        "yellow": "spot",
        "blue": "spot",
        "black": [3172.4, -287.0],
        "reds": [[2900.0, 189.0], [2750.5, -121.0]],
    }


def test_text_may_be_wrapped_and_capitalised_by_a_chat() -> None:
    plain = position_from_text("baulk1-w600L0-bl-r2900L189-on.red-striker1-wpbsa")
    same(load_position("  Baulk1-W600l0-bl-\n R2900l189 on.Red-striker1-wpbsa-\n"), plain, 0.0)


# Defaults


def test_everything_but_balls_has_a_default() -> None:
    situation = position_from_json(position({"blue": "spot", "reds": [[2900, 189]]}))
    same(situation, Situation(situation.balls, "red"), 0.0)
    assert situation.balls.position[1].tolist() == [2.9, 0.189]


def test_on_is_the_lowest_colour_when_the_reds_are_gone() -> None:
    assert position_from_json(position({"pink": "spot", "brown": "spot"})).on == "brown"


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("table", sorted(REDS))
def test_spots_follow_the_rules(table: str, rules: str) -> None:
    situation = position_from_json(position(SPOTS, table=table, rules=rules))
    spots = make_table(table, markings=rules).spots
    np.testing.assert_array_equal(situation.balls.position[COLOURS_SLICE], spots)


@pytest.mark.parametrize(("table", "rows"), [("12ft", 5), ("8ft", 4)])
def test_pack_is_a_triangle_that_faces_the_black(table: str, rows: int) -> None:
    #   pink  apex  base  black
    #                 o
    #            o
    #    p  o          o    k
    #            o
    #                 o
    situation = position_from_json(position({**SPOTS, "reds": "pack"}, table=table))
    reds = situation.balls.position[REDS_SLICE][situation.balls.on_table[REDS_SLICE]]
    pink, black = (situation.balls.position[BALL_NAMES.index(name)] for name in ("pink", "black"))
    assert reds[0] - pink == pytest.approx([0.0535, 0.0])
    xs, counts = np.unique(np.round(reds[:, 0], 6), return_counts=True)
    assert counts.tolist() == list(range(1, rows + 1))
    assert xs[-1] < black[0]
    np.testing.assert_allclose(np.sort(reds[:, 1]), -np.sort(reds[:, 1])[::-1], atol=1e-9)
    near = gaps(Balls(reds, np.ones(len(reds), bool)))
    neighbours = near[near < 0.053]
    assert len(neighbours) == 3 * rows * (rows - 1) // 2
    np.testing.assert_allclose(neighbours, 0.05252, atol=1e-9)


def test_white_in_hand_stands_in_the_d_half_way_to_the_yellow() -> None:
    data = {"balls": SPOTS, "ball_in_hand": True}
    assert position_from_json(data).balls.position[0].tolist() == [0.736, -0.14]


def test_white_in_hand_keeps_clear_of_other_balls() -> None:
    balls = {**SPOTS, "reds": [[736, -120], [736, 160], [666, -150]]}
    situation = position_from_json({"balls": balls, "ball_in_hand": True})
    assert gaps(situation.balls).min() > 0.0525


# Rounding


def test_a_small_overlap_is_parted_without_a_word() -> None:
    situation = position_from_json(position({"reds": [[2000, 0], [2052.4, 0]]}))
    np.testing.assert_allclose(
        situation.balls.position[1:3], [[1.99995, 0], [2.05245, 0]], atol=1e-8
    )


def test_a_row_that_overlaps_by_rounding_is_parted() -> None:
    reds = [[2000 + 52.4 * i, 0] for i in range(15)]
    assert gaps(position_from_json(position({"reds": reds})).balls).min() > 0.0525 - 1e-8


@pytest.mark.parametrize(
    ("given_mm", "expected_mm"),
    [
        ([2500, 862.85], [2500, 862.75]),
        ([3542.85, -100], [3542.75, -100]),
        ([26.2, 400], [26.25, 400]),
    ],
)
def test_a_ball_just_inside_a_cushion_is_pushed_out(given_mm: Any, expected_mm: Any) -> None:
    situation = position_from_json(position({"reds": [given_mm]}))
    np.testing.assert_allclose(situation.balls.position[1], np.array(expected_mm) * MM, atol=1e-9)


@pytest.mark.parametrize(
    "place", [[3548, 868], [20, -868], [3558, 850], [1784.5, 884], [1790, -880], [1768, 874]]
)
def test_a_ball_may_stand_in_the_jaws(place: list[float]) -> None:
    situation = position_from_json(position({"reds": [place]}))
    np.testing.assert_allclose(situation.balls.position[1], np.array(place) * MM)


# What a person may get wrong: the position, then what the line must begin with and what it has

NAN, INF = float("nan"), float("inf")
RED = {"reds": [[2900, 189]]}
WRONG: list[tuple[Any, str, str]] = [
    # keys
    (position({"purple": "spot"}), "balls.purple: ", "white, yellow"),
    (position(RED, colour="red"), "colour: ", "format, table"),
    (position({"re\nd": [1, 2]}), "balls.'re\\nd': ", "unknown"),
    ({}, "balls: ", "missing"),
    # named values
    (position(RED, format="baulk-position/2"), "format: ", '"baulk-position/1"'),
    (position(RED, table="10ft"), "table: ", '"12ft" or "8ft"'),
    (position(RED, rules="pool"), "rules: ", '"fpb" or "wpbsa"'),
    (position(RED, on="white"), "on: ", "red, colour, yellow"),
    (position({"blue": "sport"}), "balls.blue: ", '"spot" or [x, y]'),
    (position({"reds": "rack"}), "balls.reds: ", '"pack" or a list'),
    (position({"white": "spot"}), "balls.white: ", "[x, y] in mm"),
    # types
    ([], "position: ", "balls"),
    (None, "position: ", "balls"),
    (position(RED, scores=7), "scores: ", "two whole numbers"),
    (position(RED, scores=[7]), "scores: ", "two whole numbers"),
    (position(RED, scores=[7, "8"]), "scores[1]: ", "0 to 9999"),
    (position(RED, scores=[7, 1.5]), "scores[1]: ", "0 to 9999"),
    (position(RED, striker="0"), "striker: ", "0 or 1"),
    (position(RED, striker=True), "striker: ", "0 or 1"),
    (position(RED, free_ball=1), "free_ball: ", "true or false"),
    (position(RED, ball_in_hand="no"), "ball_in_hand: ", "true or false"),
    (position(RED, misses=None), "misses: ", "0 to 9999"),
    ({"balls": []}, "balls: ", "an object"),
    (position({"white": None}), "balls.white: ", "[x, y] in mm"),
    (position({"white": [600]}), "balls.white: ", "[x, y] in mm"),
    (position({"white": [600, 0, 0]}), "balls.white: ", "[x, y] in mm"),
    (position({"white": [600, "0"]}), "balls.white[1]: ", "number of mm"),
    (position({"white": [True, 0]}), "balls.white[0]: ", "number of mm"),
    (position({"green": {"x": 1}}), "balls.green: ", '"spot" or [x, y]'),
    (position({"reds": {}}), "balls.reds: ", '"pack" or a list'),
    (position({"reds": [[2900, 0], 5]}), "balls.reds[1]: ", "[x, y] in mm"),
    (position({"reds": [[2900, 0], [2800, None]]}), "balls.reds[1][1]: ", "number of mm"),
    # numbers
    (position({"white": [NAN, 0]}), "balls.white[0]: ", "finite"),
    (position({"reds": [[2900, 0], [2800, -INF]]}), "balls.reds[1][1]: ", "finite"),
    (position(RED, scores=[NAN, 0]), "scores[0]: ", "finite"),
    (position(RED, misses=INF), "misses: ", "finite"),
    (position({"white": [10**5000, 0]}), "balls.white[0]: ", "too many digits"),
    (position({"white": [600, -(10**400)]}), "balls.white[1]: ", "-100000 to 100000"),
    (position(RED, scores=[-1, 0]), "scores[0]: ", "0 to 9999"),
    (position(RED, scores=[0, 10**30]), "scores[1]: ", "0 to 9999"),
    (position(RED, striker=2), "striker: ", "0 or 1"),
    (position(RED, striker=-1), "striker: ", "0 or 1"),
    (position(RED, misses=-1), "misses: ", "0 to 9999"),
    # balls
    ({"balls": RED}, "balls.white: ", "ball_in_hand"),
    (position({}), "balls: ", "no ball is on"),
    (position({"reds": [[1000, 60 * i] for i in range(-7, 9)]}), "balls.reds: ", "15 at most"),
    (position({"reds": [[2000, 54 * i] for i in range(11)]}, table="8ft"), "balls.reds: ", "10"),
    (position({"reds": [[2000, 0], [2050, 0]]}), "balls.reds[0], balls.reds[1]: ", "by 2.50 mm"),
    (position({"reds": [[2000, 0], [2000, 0]]}), "balls.reds[0], balls.reds[1]: ", "by 52.50 mm"),
    (position({"blue": "spot", "reds": [[1785, 50]]}), "balls.reds[0], balls.blue: ", "2.50 mm"),
    (position({"reds": [[2000, 0], [2052.3, 0]]}), "balls.reds[0], balls.reds[1]: ", "0.20 mm"),
    (position({"blue": [2800, 0], "reds": "pack"}), "balls.reds[", "overlap"),
    # off the bed
    (position({"reds": [[2900, 0], [4000, 0]]}), "balls.reds[1]: ", "x must be 26.25 to 3542.75"),
    (position({"white": [10, 0]}), "balls.white: ", "26.25"),
    (position({"pink": [2500, -863]}), "balls.pink: ", "y -862.75 to 862.75 mm"),
    (position({"reds": [[1784.5, 889]]}), "balls.reds[0]: ", "off the bed"),
    (position({"reds": [[3560, 880]]}), "balls.reds[0]: ", "off the bed"),
    (position({"reds": [[3480, 866]]}), "balls.reds[0]: ", "off the bed"),
    (position({"reds": [[1700, -870]]}), "balls.reds[0]: ", "off the bed"),
    (position({"reds": [[3575, 850]]}), "balls.reds[0]: ", "off the bed"),
    (position({"reds": [[2300, 700]]}, table="8ft"), "balls.reds[0]: ", "y -586.25 to 586.25"),
    # the ball on
    (position({"blue": "spot"}, on="red"), "on: ", "must be blue or colour"),
    (position(RED, on="colour"), "on: ", "must be red"),
    (position({**RED, "blue": "spot"}, on="blue"), "on: ", "must be red or colour"),
    (position({"blue": "spot", "pink": "spot"}, on="pink"), "on: ", "must be blue or colour"),
    (position({"blue": "spot", "pink": "spot"}, on="green"), "on: ", "is not on the table"),
    (position({"blue": "spot"}, on="colour", free_ball=True), "free_ball: ", "must be false"),
    (position({**RED, "white": [900, 0]}, ball_in_hand=True), "balls.white: ", "in the D"),
]


@pytest.mark.parametrize(("data", "begins", "has"), WRONG)
def test_wrong_json_is_an_error_of_one_line_that_names_the_field(
    data: Any, begins: str, has: str
) -> None:
    message = message_of(position_from_json, data)
    assert message.startswith(begins)
    assert has in message


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ('{"balls": {"white": [600, 0], "white": [700, 0]}}', "balls.white: given twice"),
        ('{"on": "red", "balls": {}, "on": "red"}', "on: given twice"),
        ('{"balls": {"white": [600, NaN]}}', "balls.white[1]: nan"),
        ('{"balls": {"white": [600, 1e999]}}', "balls.white[1]: inf"),
        ('{"balls": {"white": [600, 0]', "position: not JSON: "),
        ('{"balls": ' + "1" * 5000 + "}", "position: not a position: a number"),
        ('{"balls": ' + "[" * 100_000 + "]" * 100_000 + "}", "position: not a position: nested"),
        ("{" + " " * 1_000_000 + "}", "position: longer than 1000000"),
        ("baulk1", "balls.white: missing"),
        ("baulk2-w600L0", "format: unknown 'baulk2'"),
        ("baulk1-w600L0-r600L20", "balls.white, balls.reds[0]: overlap"),
        ("baulk1-w600L0-w700L0-bl", "balls.white: given twice"),
        ("baulk1-w600L0-bl-bl", "balls.blue: given twice"),
        ("baulk1-w600L0-pack-pack", "balls.reds: given twice"),
        ("baulk1-w600L0-pack-r2900L0", "balls.reds: give pack or single reds"),
        ("baulk1-w600L0-r2900L0-pack", "balls.reds: given twice"),
        ("baulk1-w-bl", "balls.white: 'w' lacks its place"),
        ("baulk1-w600L0-r", "balls.reds: 'r' lacks its place"),
        ("baulk1-w600L0-r2900", "balls.reds: 'r2900' must be"),
        ("baulk1-w600-bl", "balls.white: 'w600' must be"),
        ("baulk1-w600L0-bl1.2.3L0", "balls.blue: 'bl1.2.3L0' must be"),
        ("baulk1-w600L0-xx", "text: unknown part 'xx'"),
        ("baulk1-w600L0-r9999999999L0", "balls.reds: "),
        ("baulk1-w600L0-bl-10ft", "table: got '10ft'"),
        ("baulk1-w600L0-bl-on.white", "on: got 'white'"),
        ("baulk1-w600L0-bl-on.red", "on: 'red' with no reds"),
        ("baulk1-w600L0-bl-score5", "scores: 'score5'"),
        ("baulk1-w600L0-bl-score1.2-score1.2", "scores: given twice"),
        ("baulk1-w600L0-bl-striker7", "striker: got 7"),
        ("baulk1-w600L0-bl-missesx", "misses: 'missesx'"),
        ("baulk1-w600L0-bl-misses99999", "misses: got 99999"),
    ],
)
def test_wrong_text_is_an_error_of_one_line_that_names_the_field(text: str, begins: str) -> None:
    assert message_of(load_position, text).startswith(begins)


# Files


def test_a_file_is_read_in_either_format(tmp_path: Path) -> None:
    expected = position_from_json(position(RED))
    path = tmp_path / "some.json"
    path.write_text(json.dumps(position_to_json(expected)), encoding="utf-8-sig")
    same(load_position(path), expected, 0.0)
    path.write_text(position_to_text(expected) + "\n")
    same(load_position(str(path)), expected, 0.0)


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO(json.dumps(position(RED)).encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
    same(load_position("-"), position_from_json(position(RED)), 0.0)


def test_empty_standard_input_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    assert message_of(load_position, "-").startswith("position: not JSON")


@pytest.mark.parametrize(
    ("content", "begins"),
    [
        (b"", "position: not JSON"),
        (b"half a position", "position: not JSON"),
        (b'{"balls": "\xff"}', "position: "),
        (b" " * 1_000_001, "position: "),
        (b'{"balls": {}} {}', "position: not JSON"),
        (b'"text"', "position: got 'text'"),
    ],
)
def test_a_bad_file_is_an_error_of_one_line(tmp_path: Path, content: bytes, begins: str) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(content)
    message = message_of(load_position, path)
    assert message.startswith(begins)


def test_what_is_wrong_with_a_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(b"\xff")
    assert "not UTF-8" in message_of(load_position, path)
    path.write_bytes(b" " * 1_000_001)
    assert "larger than 1 MB" in message_of(load_position, path)


def test_a_missing_file_a_folder_and_an_impossible_name_are_errors(tmp_path: Path) -> None:
    assert "no file" in message_of(load_position, str(tmp_path / "none.json"))
    assert "is a folder" in message_of(load_position, str(tmp_path))
    assert "cannot read" in message_of(load_position, "x" * 5000)
    assert "cannot read" in message_of(load_position, "a\0b")
    assert "no file" in message_of(load_position, "")


# Writing


@pytest.mark.parametrize("write", [position_to_json, position_to_text])
def test_a_ball_at_no_place_cannot_be_written(write: Any) -> None:
    situation = position_from_json(position(RED))
    centres = situation.balls.position.copy()
    centres[1, 1] = np.nan
    message = message_of(write, Situation(Balls(centres, situation.balls.on_table), "red"))
    assert message.startswith("balls.reds[0]: ")


def test_every_key_is_written() -> None:
    assert position_to_json(position_from_json(position(RED))) == {
        "format": FORMAT,
        "table": "12ft",
        "rules": "fpb",
        "balls": {"white": [600.0, 0.0], "reds": [[2900.0, 189.0]]},
        "on": "red",
        "scores": [0, 0],
        "striker": 0,
        "free_ball": False,
        "ball_in_hand": False,
        "misses": 0,
    }


def test_the_schema_knows_what_the_code_knows() -> None:
    path = Path(sys.modules["baulk.position"].__file__ or "").with_name("schemas")
    schema = json.loads((path / "position.schema.json").read_text())["properties"]
    assert schema["table"]["enum"] == list(REDS)
    assert schema["rules"]["enum"] == list(RULES) == list(MARKINGS)
    assert schema["on"]["enum"] == list(BALLS_ON)
    assert list(schema["balls"]["properties"]) == ["white", *COLOURS, "reds"]
    assert schema["format"]["const"] == FORMAT
    assert SLACK == 0.15 * MM
