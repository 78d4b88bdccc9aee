"""The command: answers that fit their schemas, and one line for every mistake."""

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from baulk.cli import cli

POSITIONS = Path(__file__).parents[1] / "positions"
BLUE = str(POSITIONS / "half_ball_blue.json")
BLACK = str(POSITIONS / "final_black.json")


def run(*arguments):
    """The command in a process of its own, as a user runs it."""
    code = "from baulk.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=300
    )


def answer(*arguments):
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def validate(data, name):
    schema = json.loads(files("baulk").joinpath("schemas", name).read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(data)


def test_suggest_answers_with_json_and_a_picture(tmp_path):
    picture = tmp_path / "black.png"
    arguments = ("suggest", BLACK, "--seconds", "0.7", "--top", "2", "--picture", str(picture))
    data = answer(*arguments, "--json")
    validate(data, "suggestions.schema.json")
    assert picture.stat().st_size > 10_000
    assert data["suggestions"][0]["ball"] == "black"
    again = answer(*arguments, "--json")
    del data["latency_ms"], again["latency_ms"]
    assert data == again


def test_suggest_prints_a_ranked_list():
    result = CliRunner().invoke(cli, ["suggest", BLACK, "--seconds", "0.7"])
    assert result.exit_code == 0
    assert "Pots the black" in result.stdout


def test_suggest_reads_the_line_that_it_prints():
    data = answer("suggest", BLACK, "--seconds", "0.7", "--json")
    again = answer("suggest", data["position_text"], "--seconds", "0.7", "--json")
    assert again["position"] == data["position"]


def test_simulate_plays_a_stroke_and_rules_it(tmp_path):
    picture, animation = tmp_path / "stroke.svg", tmp_path / "stroke.gif"
    files_wanted = ("--picture", str(picture), "--animation", str(animation))
    data = answer("simulate", BLUE, "--aim", "0", "--speed", "1", "--json", *files_wanted)
    validate(data, "simulation.schema.json")
    assert data["first_hit"] == ["blue"]
    assert data["call"]["codes"] == []
    assert picture.read_text().lstrip().startswith("<?xml")
    assert animation.read_bytes().startswith(b"GIF8")
    data = answer("simulate", BLUE, "--aim", "180", "--speed", "1", "--json")
    assert data["call"]["codes"] == ["NO_CONTACT"]
    assert data["call"]["penalty"] == 5
    assert not data["call"]["continues"]


def test_soak_counts_are_zero_and_bench_has_its_keys():
    report = answer("soak", "physics", "--n", "256", "--seed", "3", "--json")
    assert {key: report[key] for key in report if key != "strokes"} == dict.fromkeys(
        ("nan", "overlaps", "outside", "unfinished", "energy_gains"), 0
    )
    report = answer("bench", "physics", "--batch", "128", "--json")
    for group in ("break", "mid", "end"):
        assert report[group]["shots_per_s"] > 0
        assert report[group]["events_per_shot"] > 5
    report = answer("bench", "suggest", BLACK, "--json")
    assert report["positions"][0]["latency_ms"] == report["slowest_ms"] > 0


def test_match_and_soak_frames_have_their_keys():
    report = answer("match", "greedy", "random", "--frames", "2", "--seed", "3", "--json")
    for key in ("wins", "mean_visit", "high_break", "fifties", "centuries", "fouls", "pot_rate"):
        assert {f"{key}_a", f"{key}_b"} <= set(report)
    assert report["frames"] == report["wins_a"] + report["wins_b"] == 2
    assert report["strokes"] > 0 and report["seconds"] > 0
    report = answer("soak", "frames", "--n", "2", "--seed", "5", "--json")
    for key in ("exceptions", "ledger_errors", "ball_errors", "stuck_frames"):
        assert report[key] == 0
    result = CliRunner().invoke(cli, ["match", "greedy", "random", "--frames", "1"])
    assert "frames won" in result.stdout


MISTAKES = {
    "no such file": (("suggest", "nothere.json"), "nothere.json"),
    "unknown level": (("suggest", BLUE, "--level", "god"), "beginner"),
    "unknown kind": (("suggest", BLUE, "--kind", "trick"), "escape"),
    "time out of range": (("suggest", BLUE, "--seconds", "0"), "0.5"),
    "too few": (("suggest", BLUE, "--top", "0"), "--top"),
    "no speed": (("simulate", BLUE, "--aim", "0"), "--speed"),
    "speed zero": (("simulate", BLUE, "--aim", "0", "--speed", "0"), "more than 0"),
    "speed above": (("simulate", BLUE, "--aim", "0", "--speed", "12.5"), "at most 12"),
    "speed nan": (("simulate", BLUE, "--aim", "0", "--speed", "nan"), "at most 12"),
    "aim is a word": (("simulate", BLUE, "--aim", "left", "--speed", "1"), "--aim"),
    "side beyond the ball": (
        ("simulate", BLUE, "--aim", "0", "--speed", "1", "--side", "1.2"),
        "from -1 to 1",
    ),
    "tip beyond the ball": (
        ("simulate", BLUE, "--aim", "0", "--speed", "1", "--side", "0.8", "--height", "0.8"),
        "1 radius",
    ),
    "unknown colour": (
        ("simulate", BLUE, "--aim", "0", "--speed", "1", "--nominate", "purple"),
        "yellow",
    ),
    "no free ball": (
        ("simulate", BLUE, "--aim", "0", "--speed", "1", "--nominate", "pink"),
        "free ball",
    ),
    "picture in no folder": (("suggest", BLUE, "--picture", "/no/such/folder/a.png"), "a.png"),
    "picture of no kind": (("suggest", BLUE, "--picture", "a.bmp"), ".png"),
    "unknown agent": (("match", "greedy", "robot"), "one-ply"),
    "unknown command": (("frobnicate",), "frobnicate"),
}


@pytest.mark.parametrize(("arguments", "names"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_line_and_status_2(arguments, names):
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1
    assert names in result.stderr


def test_without_a_command_help_is_shown():
    result = run()
    assert "suggest" in result.stdout + result.stderr
    assert "Traceback" not in result.stderr
