"""The one-line twin of a position file, made to be pasted into a chat message or a URL.

Parts joined by hyphens, each beginning with what it says::

    baulk1-w600L0-ye-gr-br-bl-pk-bk-r2900L189-r2750.5R121-on.red-score12.30

``w600L0`` is the white 600 mm from the baulk cushion and 0 mm left of the centre line seen from
baulk (``R``: right of it); ``ye`` alone stands on its spot; a colour that is not named is not on
the table; ``pack`` is the full rack. ``8ft``, ``wpbsa``, ``striker1``, ``freeball``, ``inhand``
and ``misses2`` appear when they differ from the defaults of the file. Only letters, digits, full
stops and hyphens are used; blanks, line breaks and capitals do not matter to the reader.
"""

import re
from typing import Any, Final

from baulk.physics.balls import COLOURS
from baulk.position_checks import PositionError

TAG: Final = "baulk1"

_CODES = dict(zip(("white", *COLOURS), ("w", "ye", "gr", "br", "bl", "pk", "bk"), strict=True))
_NAMES = {code: name for name, code in _CODES.items()}
_FLAGS = {"freeball": "free_ball", "inhand": "ball_in_hand"}
_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_BALL = re.compile(rf"(w|ye|gr|br|bl|pk|bk|r)(?:({_NUMBER})([lr])({_NUMBER}))?")
_COUNT = re.compile(r"(striker|misses)(\d{1,9})")
_SCORE = re.compile(r"score(\d{1,9})\.(\d{1,9})")
_DEFAULTS = {"table": "12ft", "rules": "fpb", "striker": 0, "misses": 0, "scores": [0, 0]}


def looks_like_text(text: str) -> bool:
    """Whether this is meant as a one-line position, of this version or another."""
    return re.match(r"\s*baulk\d+(?:[-\s]|$)", text, re.IGNORECASE) is not None


def write_line(data: dict[str, Any]) -> str:
    """The line for a position given as in a position file, in full; points in mm."""
    balls = data["balls"]
    parts = [TAG, *(data[key] for key in ("table", "rules") if data[key] != _DEFAULTS[key])]
    for name, code in _CODES.items():
        if name in balls:
            parts.append(code if balls[name] == "spot" else code + _write_point(balls[name]))
    reds = balls["reds"]
    parts += ["pack"] if reds == "pack" else ["r" + _write_point(point) for point in reds]
    parts.append(f"on.{data['on']}")
    if data["scores"] != _DEFAULTS["scores"]:
        parts.append("score{}.{}".format(*data["scores"]))
    parts += [f"{key}{data[key]}" for key in ("striker", "misses") if data[key]]
    parts += [word for word, key in _FLAGS.items() if data[key]]
    return "-".join(parts)


def read_line(line: str) -> dict[str, Any]:
    """The position file that a line stands for; its values are not checked yet.

    Raises:
        PositionError: a part that means nothing, or one given twice.
    """
    tag, *parts = re.split(r"[-\s]+", line.strip().rstrip("-")) if line.strip() else [""]
    if tag.lower() != TAG:
        raise PositionError(f"format: unknown {_shown(tag)}; a line must begin with {TAG}-")
    data: dict[str, Any] = {"balls": {}}
    for part in parts:
        _read_part(data, part)
    return data


def _read_part(data: dict[str, Any], part: str) -> None:
    word = part.lower()
    balls = data["balls"]
    if match := _BALL.fullmatch(word):
        code, x, side, y = match.groups()
        point = None if x is None else [float(x), float(y) if side == "l" else -float(y)]
        if code == "r":
            if point is None:
                raise PositionError(f"balls.reds: {_shown(part)} lacks its place, as in r2900L189")
            if balls.setdefault("reds", []) == "pack":
                raise PositionError("balls.reds: give pack or single reds, not both")
            balls["reds"].append(point)
        elif code == "w" and point is None:
            raise PositionError("balls.white: 'w' lacks its place, as in w600L0")
        else:
            _put(balls, _NAMES[code], "spot" if point is None else point, "balls.")
    elif word == "pack":
        _put(balls, "reds", "pack", "balls.")
    elif word.startswith("on."):
        _put(data, "on", word[3:])
    elif match := _SCORE.fullmatch(word):
        _put(data, "scores", [int(score) for score in match.groups()])
    elif match := _COUNT.fullmatch(word):
        _put(data, match[1], int(match[2]))
    elif word in _FLAGS:
        _put(data, _FLAGS[word], True)
    elif re.fullmatch(r"\d+ft", word):
        _put(data, "table", word)
    elif word in ("fpb", "wpbsa"):
        _put(data, "rules", word)
    else:
        raise PositionError(_unknown(part, word))


def _unknown(part: str, word: str) -> str:
    """What to say of a part that cannot be read: name the field that it was meant for."""
    point = "must be mm from baulk, L or R, mm from the centre line, as in r2900L189"
    if match := re.match(r"(w|ye|gr|br|bl|pk|bk|r)[\d.]", word):
        name = "reds" if match[1] == "r" else _NAMES[match[1]]
        return f"balls.{name}: {_shown(part)} {point}"
    for key, example in {"score": "score12.30", "striker": "striker1", "misses": "misses2"}.items():
        if word.startswith(key):
            field = "scores" if key == "score" else key
            return f"{field}: {_shown(part)} must be written as in {example}"
    known = (*_NAMES, "r", "pack", "on.", "score", "striker", "misses", *_FLAGS)
    return f"text: unknown part {_shown(part)}; parts begin with {', '.join(known)}"


def _put(target: dict[str, Any], key: str, value: Any, prefix: str = "") -> None:
    if key in target:
        raise PositionError(f"{prefix}{key}: given twice")
    target[key] = value


def _write_point(point: list[float]) -> str:
    x, y = point
    return f"{_number(x)}{'R' if y < 0 else 'L'}{_number(abs(y))}"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
