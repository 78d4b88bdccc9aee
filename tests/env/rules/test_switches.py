"""Switches of a rule set: what changes when one of them is turned."""

from dataclasses import replace

import pytest

from baulk.env.rules.codes import Code
from baulk.env.rules.ruleset import FPB, WPBSA, rule_set
from baulk.env.rules.testing import ruling

FAILED = {"state": {"visible": True, "clear": True}, "events": {"fc": [], "miss_judged": True}}


def test_art_49_the_miss_can_be_switched_off():
    assert ruling(FAILED, FPB)["opts"] == ["PLAY", "PASS", "REPLAY"]
    assert ruling(FAILED, replace(FPB, miss_rule="off"))["opts"] == ["PLAY", "PASS"]


SWITCHES = {
    "min_foul": (
        {"events": {"fc": []}},
        ("pen", FPB, 4),
        ("pen", replace(FPB, min_foul=5), 5),
    ),
    "seven_codes": (
        {"events": {"stroke": False, "flags": ["POTTED_USED"]}},
        ("pen", FPB, 7),
        ("pen", replace(FPB, seven_codes=frozenset()), 4),
    ),
    "red_after_red_penalty": (
        {"state": {"on": "COL"}, "events": {"fc": ["R4"], "pots": ["R4"], "plays_at_red": True}},
        ("pen", FPB, 4),
        ("pen", replace(FPB, red_after_red_penalty="seven"), 7),
    ),
    "undeclared_penalty": (
        {"state": {"on": "COL"}, "events": {"fc": ["BL"], "decl_required": True}},
        ("pen", FPB, 5),
        ("pen", replace(FPB, undeclared_penalty="seven_if_required"), 7),
    ),
    "evident_overrides_declaration": (
        {
            "state": {"on": "COL"},
            "action": {"declare": "BL"},
            "events": {"fc": ["PK"], "pots": ["PK"], "evident": "PK"},
        },
        ("pts", FPB, 6),
        ("pts", replace(FPB, evident_overrides_declaration=False), 0),
    ),
    "out_of_order_is_sequence": (
        {"state": {"on": "YE", "reds": 0}, "action": {"declare": "BR"}, "events": {"fc": ["BR"]}},
        ("codes", FPB, ["SEQUENCE", "WRONG_FIRST"]),
        (
            "codes",
            replace(FPB, out_of_order_is_sequence=False),
            ["WRONG_DECL", "WRONG_FIRST"],
        ),
    ),
    "free_ball_pk_bk_exception": (
        {
            "state": {"on": "PK", "reds": 0, "colours": ["PK", "BK"]},
            "action": {"free": "BK"},
            "events": {"fc": ["BK"], "snk": True, "snk_by": ["BK"]},
        },
        ("pen", FPB, 0),
        ("pen", replace(FPB, free_ball_pk_bk_exception=False), 6),
    ),
    "touched_ball_snooker": (
        {
            "state": {"on": "COL", "reds": 5},
            "action": {"declare": "BR"},
            "events": {"fc": ["BR"], "snk": True, "snk_by": ["BR"]},
        },
        ("codes", FPB, ["HIDE_TOUCHED"]),
        ("codes", replace(FPB, touched_ball_snooker="legal"), []),
    ),
    "angled_after_foul": (
        {"events": {"fc": [], "snk": True, "snk_by": ["jaw"], "angled": True}},
        ("opts", FPB, ["PLAY", "FREE", "HAND", "PASS"]),
        ("opts", replace(FPB, angled_after_foul="in_hand"), ["PLAY", "HAND", "PASS"]),
    ),
    "angled_after_foul free_ball": (
        {"events": {"fc": [], "snk": True, "snk_by": ["jaw"], "angled": True}},
        ("opts", replace(FPB, angled_after_foul="free_ball"), ["PLAY", "FREE", "PASS"]),
        ("opts", replace(FPB, angled_after_foul="none"), ["PLAY", "FREE", "PASS"]),
    ),
    "pass_after_in_off": (
        {"events": {"fc": ["R1"], "pots": ["CB"]}},
        ("opts", FPB, ["PLAY"]),
        ("opts", replace(FPB, pass_after_in_off=True), ["PLAY", "PASS"]),
    ),
    "miss_visible_always": (
        {"state": {"visible": True}, "events": {"fc": []}},
        ("miss", FPB, False),
        ("miss", replace(FPB, miss_visible_always=True), True),
    ),
    "miss_score_test": (
        {
            "state": {"reds": 1, "scores": [20, 70], "visible": True},
            "events": {"fc": [], "miss_judged": True},
        },
        ("miss", FPB, True),
        ("miss", replace(FPB, miss_score_test=True), False),
    ),
    "miss_forfeit": (
        {
            "state": {"visible": True, "clear": True, "rep": 2},
            "events": {"fc": [], "miss_judged": True},
        },
        ("forfeit", FPB, None),
        ("forfeit", replace(FPB, miss_forfeit=WPBSA.miss_forfeit), True),
    ),
    "shot_clock": (
        {"events": {"fc": ["R1"], "t": 61}},
        ("pen", FPB, 7),
        ("pen", replace(FPB, shot_clock=None), 0),
    ),
    "jump_rule": (
        {
            "events": {
                "fc": ["R1"],
                "jump": [
                    {"ball": "R1", "same_ball": True, "touched_first": True, "far_side": True}
                ],
            }
        },
        ("codes", FPB, []),
        ("codes", replace(FPB, jump_rule="wpbsa_abc"), ["JUMP"]),
    ),
    "end_on_pink": (
        {
            "state": {"on": "PK", "reds": 0, "colours": ["PK", "BK"], "scores": [60, 55]},
            "events": {"fc": ["PK"], "pots": ["PK"]},
        },
        ("state", FPB, "OVER"),
        ("state", replace(FPB, end_on_pink=False), "STROKE"),
    ),
}


@pytest.mark.parametrize(("scenario", "one", "other"), SWITCHES.values(), ids=SWITCHES)
def test_a_switch_has_both_positions(scenario, one, other):
    for key, rules, wanted in (one, other):
        found = ruling(scenario, rules)[key]
        assert (sorted(found) if isinstance(found, list) else found) == (
            sorted(wanted) if isinstance(wanted, list) else wanted
        )


def test_an_unknown_rule_set_lists_the_valid_ones():
    with pytest.raises(ValueError, match="fpb, wpbsa"):
        rule_set("pub")


def test_every_code_speaks_both_languages():
    for code in Code:
        assert code.article and code.english and code.portuguese
        assert code.english != code.portuguese
