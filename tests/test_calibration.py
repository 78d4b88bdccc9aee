"""The measure of honesty: a row per position, and it can tell a lie."""

import dataclasses
from pathlib import Path

import pytest

import baulk.calibration as calibration
from baulk.calibration import calibrate
from baulk.position import load_position

HANGER = load_position(Path(__file__).parents[1] / "positions" / "red_hanging_over_corner.json")


def test_a_row_for_each_position():
    report = calibrate([("hanger", HANGER)], 1, 400, "club", 2)
    assert [row["name"] for row in report["positions"]] == ["hanger", "random mid 0"]
    assert report["mean_abs_error"] < 0.1
    assert report["positions"][0]["realised"] > 0.8


def test_a_planner_that_promises_too_much_is_found_out(monkeypatch):
    honest = calibration.plan

    def boastful(*args, **kwargs):
        found = honest(*args, **kwargs)
        best = dataclasses.replace(found.suggestions[0], p_pot=found.suggestions[0].p_pot - 0.5)
        return dataclasses.replace(found, suggestions=(best,))

    monkeypatch.setattr(calibration, "plan", boastful)
    report = calibrate([("hanger", HANGER)], 0, 400, "club", 2)
    assert report["mean_abs_error"] == pytest.approx(0.5, abs=0.1)
    assert report["mean_error"] < -0.4
