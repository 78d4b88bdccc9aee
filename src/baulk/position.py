"""Positions in and out: the JSON file, and the line of text that says the same.

Millimetres in both, metres in the `Situation` they load into. Whatever a person gets wrong is a
`PositionError` of one line.
"""

import json
import math
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from jsonschema import Draft202012Validator

from baulk.env.layouts import pack
from baulk.env.situation import Situation
from baulk.physics.balls import (
    BALL_NAMES,
    COLOURS,
    COLOURS_SLICE,
    CUE_BALL,
    N_BALLS,
    REDS_SLICE,
    Balls,
)
from baulk.physics.table import REDS, Table, make_table
from baulk.position_checks import PositionError, field_of, is_tight, place_in_d, settle
from baulk.position_text import looks_like_text, read_line, write_line

__all__ = [
    "FORMAT",
    "PositionError",
    "load_position",
    "position_from_json",
    "position_from_text",
    "position_to_json",
    "position_to_text",
]

FORMAT: Final = "baulk-position/1"

MAX_BYTES: Final = 1_000_000
"""Longest position that is read."""

_ON_SPOT = 1.0e-6  # m, within which a ball is written as on its spot, a red as in the pack
_ROOM = 0.0003  # m, a ball with less room around it is written to 0.001 mm in the text
_TWICE = object()


def load_position(path_or_text: str | Path) -> Situation:
    """Read a position.

    Args:
        path_or_text: the path of a position file, ``-`` for standard input, or the position
            itself: a line that begins with ``baulk1-``, or JSON.

    Raises:
        PositionError: it cannot be read or used; the message is one line that names the field.
    """
    given = str(path_or_text)
    if looks_like_text(given) or given.lstrip().startswith("{"):
        if len(given) > MAX_BYTES:
            raise PositionError(f"position: longer than {MAX_BYTES} characters")
        return _parse(given)
    return _parse(_read(given))


def position_from_json(data: Any) -> Situation:
    """The situation that the content of a position file stands for.

    Args:
        data: as `json.load` gives it; everything but ``balls`` has a default.

    Raises:
        PositionError: a value is missing, wrong or impossible.
    """
    _require_sound(data, ())
    _require_schema(data)
    name, rules = data.get("table", "12ft"), data.get("rules", "fpb")
    table = make_table(name, markings=rules)
    in_hand = data.get("ball_in_hand", False)
    balls = _set_up(data["balls"], name, table, in_hand)
    on = _ball_on(data.get("on"), balls)
    free_ball = data.get("free_ball", False)
    if free_ball and on == "colour":
        raise PositionError("free_ball: must be false when any colour is on")
    return Situation(
        balls=balls,
        on=on,
        table=name,
        rules=rules,
        scores=(int(data.get("scores", (0, 0))[0]), int(data.get("scores", (0, 0))[1])),
        striker=int(data.get("striker", 0)),
        free_ball=free_ball,
        ball_in_hand=in_hand,
        misses=int(data.get("misses", 0)),
    )


def position_to_json(situation: Situation) -> dict[str, Any]:
    """The content of a position file, every key written; centres to 0.0001 mm.

    Reds are listed in order without the potted ones, so their indices close up.

    Raises:
        PositionError: a ball on the table is at no finite place.
    """
    return _describe(situation, np.full(N_BALLS, 4))


def position_from_text(line: str) -> Situation:
    """The situation that a one-line position stands for; `baulk.position_text` has the format.

    Raises:
        PositionError: a part is unknown, missing, wrong or impossible.
    """
    return position_from_json(read_line(line))


def position_to_text(situation: Situation) -> str:
    """One line for a chat message or a URL; centres to 0.1 mm, finer where balls are tight.

    A ball within 0.3 mm of another or of the edge of the bed is written to 0.001 mm, so that
    touching balls still touch.

    Raises:
        PositionError: a ball on the table is at no finite place.
    """
    table = make_table(situation.table, markings=situation.rules)
    position = np.asarray(situation.balls.position, float)
    tight = is_tight(table, position, np.asarray(situation.balls.on_table, bool), _ROOM)
    return write_line(_describe(situation, np.where(tight, 3, 1)))


def _set_up(given: dict[str, Any], name: str, table: Table, in_hand: bool) -> Balls:
    """The balls of a file that fits the schema, each on the bed and clear of the others."""
    position = np.zeros((N_BALLS, 2))
    on_table = np.zeros(N_BALLS, bool)

    def put(ball: int, place: Any) -> None:
        position[ball] = place
        on_table[ball] = True

    for colour, spot in zip(COLOURS, table.spots, strict=True):
        if colour in given:
            place = given[colour]
            put(BALL_NAMES.index(colour), spot if place == "spot" else np.array(place) / 1e3)
    reds = given.get("reds", [])
    if len(reds) > REDS[name] and reds != "pack":
        raise PositionError(
            f"balls.reds: {len(reds)} reds; a {name} table has {REDS[name]} at most"
        )
    centres = pack(table, REDS[name]) if reds == "pack" else [np.array(red) / 1e3 for red in reds]
    for ball, centre in enumerate(centres, start=REDS_SLICE.start):
        put(ball, centre)
    if "white" in given:
        put(CUE_BALL, np.array(given["white"]) / 1e3)
    elif in_hand:
        put(CUE_BALL, place_in_d(table, position[on_table]))
    else:
        raise PositionError("balls.white: missing; it may be left out only with ball_in_hand true")
    return Balls(settle(table, position, on_table, in_hand), on_table)


def _ball_on(given: str | None, balls: Balls) -> str:
    """The ball on: as given if the rules allow it, else red or the lowest colour."""
    reds = bool(np.any(balls.on_table[REDS_SLICE]))
    colours = [name for name, up in zip(COLOURS, balls.on_table[COLOURS_SLICE], strict=True) if up]
    if not reds and not colours:
        raise PositionError("balls: no red and no colour, so no ball is on")
    lowest = "red" if reds else colours[0]
    if given is None or given == lowest:
        return lowest
    if given == "colour":
        if colours:
            return given
        raise PositionError("on: 'colour' with no colour on the table; must be red")
    other = " or colour" if colours else ""
    if given == "red":
        raise PositionError(f"on: 'red' with no reds on the table; must be {lowest}{other}")
    why = (
        "while reds are on the table"
        if reds
        else "is not the lowest on the table"
        if given in colours
        else "is not on the table"
    )
    raise PositionError(f"on: {given!r} {why}; must be {lowest}{other}")


def _describe(situation: Situation, decimals: Any) -> dict[str, Any]:
    """The content of a position file; ``decimals`` of a mm to keep for each ball, int [N]."""
    table = make_table(situation.table, markings=situation.rules)
    position = np.asarray(situation.balls.position, float)
    standing = np.flatnonzero(situation.balls.on_table)

    def write(ball: int) -> list[float]:
        if not np.all(np.isfinite(position[ball])):
            raise PositionError(f"{field_of(ball)}: {position[ball].tolist()} is not finite")
        # Adding 0.0 turns -0.0 into 0.0.
        return [round(float(mm), int(decimals[ball])) + 0.0 for mm in position[ball] * 1e3]

    balls: dict[str, Any] = {}
    if CUE_BALL in standing:
        balls["white"] = write(CUE_BALL)
    for ball, spot in zip(range(N_BALLS)[COLOURS_SLICE], table.spots, strict=True):
        if ball in standing:
            at_home = np.hypot(*(position[ball] - spot)) <= _ON_SPOT
            balls[BALL_NAMES[ball]] = "spot" if at_home else write(ball)
    reds = [int(ball) for ball in standing if REDS_SLICE.start <= ball < REDS_SLICE.stop]
    rack = pack(table, REDS[situation.table])
    racked = len(reds) == len(rack) and np.all(np.abs(position[reds] - rack) <= _ON_SPOT)
    balls["reds"] = "pack" if racked else [write(ball) for ball in reds]
    return {
        "format": FORMAT,
        "table": situation.table,
        "rules": situation.rules,
        "balls": balls,
        "on": situation.on,
        "scores": [int(score) for score in situation.scores],
        "striker": int(situation.striker),
        "free_ball": bool(situation.free_ball),
        "ball_in_hand": bool(situation.ball_in_hand),
        "misses": int(situation.misses),
    }


def _read(path: str) -> str:
    """The text of a file or of standard input (``-``)."""
    shown = "standard input" if path == "-" else _shown(path)
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise PositionError(
            f"position: no file {shown}; give a .json file, - or a line that begins with baulk1-"
        ) from None
    except IsADirectoryError:
        raise PositionError(f"position: {shown} is a folder; give a .json file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PositionError(f"position: cannot read {shown}: {reason}") from None
    if len(raw) > MAX_BYTES:
        raise PositionError(f"position: {shown} is larger than 1 MB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PositionError(
            f"position: {shown} is not UTF-8 text (byte {error.start + 1})"
        ) from None


def _parse(text: str) -> Situation:
    if looks_like_text(text):
        return position_from_text(text)
    try:
        return position_from_json(json.loads(text, object_pairs_hook=_object))
    except PositionError:
        raise
    except json.JSONDecodeError as error:
        raise PositionError(
            f"position: not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        ) from None
    except RecursionError:
        raise PositionError("position: not a position: nested too deeply") from None
    except ValueError:
        raise PositionError("position: not a position: a number with too many digits") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key given twice is marked, and found later where its path is known."""
    data: dict[str, Any] = {}
    for key, value in pairs:
        data[key] = _TWICE if key in data else value
    return data


def _require_sound(value: Any, path: tuple[str | int, ...]) -> None:
    """No key given twice, no NaN or infinity, no number too long for Python to write."""
    if value is _TWICE:
        raise PositionError(f"{_field(path)}: given twice")
    if isinstance(value, float) and not math.isfinite(value):
        raise PositionError(f"{_field(path)}: {value} is not a finite number")
    if isinstance(value, int) and value.bit_length() > 10_000:
        raise PositionError(f"{_field(path)}: a number with too many digits")
    if isinstance(value, dict):
        for key, item in value.items():
            _require_sound(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            _require_sound(item, (*path, place))


def _require_schema(data: Any) -> None:
    error = next(_validator().iter_errors(data), None)
    if error is None:
        return
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        known = error.schema["properties"]
        key = next(key for key in error.instance if key not in known)
        raise PositionError(f"{_field((*path, key))}: unknown; must be one of {', '.join(known)}")
    if error.validator == "required":
        key = next(key for key in error.validator_value if key not in error.instance)
        raise PositionError(f"{_field((*path, key))}: missing")
    raise PositionError(
        f"{_field(path)}: got {_shown(error.instance)}, must be {error.schema['description']}"
    )


@cache
def _validator() -> Any:
    schema = files("baulk").joinpath("schemas/position.schema.json").read_text(encoding="utf-8")
    return Draft202012Validator(json.loads(schema))


def _field(path: tuple[str | int, ...]) -> str:
    """``balls.reds[3]`` for a path into the file."""
    field = ""
    for step in path:
        if isinstance(step, int):
            field += f"[{step}]"
        else:
            plain = isinstance(step, str) and step.isidentifier() and len(step) <= 40
            field += ("." if field else "") + (step if plain else _shown(step))
    return field or "position"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
