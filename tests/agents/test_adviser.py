"""Words for strokes and places."""

import math

import numpy as np
import pytest

from baulk.agents.adviser import percent, place_words, speed_words, the_ball, tip_words
from baulk.physics.cue import Stroke
from baulk.physics.table import make_table

TABLE = make_table()


def stroke(side=0.0, height=0.0, elevation_deg=0.0):
    return Stroke(2.0, 0.0, side, height, math.radians(elevation_deg))


@pytest.mark.parametrize(
    ("side", "height", "words"),
    [
        (0.0, 0.0, "centre ball"),
        (0.0, 0.4, "12 o'clock, 0.40 of the radius out (follow)"),
        (0.0, -0.4, "6 o'clock, 0.40 of the radius out (screw)"),
        (0.3, 0.0, "3 o'clock, 0.30 of the radius out (right side)"),
        (-0.3, 0.0, "9 o'clock, 0.30 of the radius out (left side)"),
        (-0.2, -0.35, "7 o'clock, 0.40 of the radius out (screw and left side)"),
    ],
)
def test_the_tip_is_an_hour_on_the_ball(side, height, words):
    assert tip_words(stroke(side, height)) == words


def test_a_raised_butt_is_mentioned():
    assert tip_words(stroke(elevation_deg=20.0)).endswith("butt raised 20 degrees")


def test_speeds_get_stronger_words():
    words = [speed_words(speed) for speed in np.arange(0.2, 12.0, 0.1)]
    assert list(dict.fromkeys(words)) == [
        "dead weight", "soft", "medium", "firm", "hard", "full power"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (TABLE.spots[5], "near the black spot"),
        ((0.3, 0.0), "in baulk, in the middle of the table"),
        ((0.3, 0.8), "in baulk, near the left side cushion"),
        ((2.2, -0.6), "between blue and pink, on the right"),
        ((3.52, 0.3), "near the top cushion, in the middle of the table"),
    ],
)
def test_places(point, words):
    assert place_words(TABLE, point) == words


def test_nothing_is_promised_for_certain():
    assert [percent(share) for share in (0.0, 0.504, 0.994, 0.996, 1.0)] == [
        "0 %", "50 %", "99 %", "over 99 %", "over 99 %"
    ]  # fmt: skip


def test_reds_have_no_names():
    assert the_ball(7) == "the red"
    assert the_ball(21) == "the black"
