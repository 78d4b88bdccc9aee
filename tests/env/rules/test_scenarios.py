"""Every ruling that the rule book's scenarios demand, under every rule set that they name."""

import copy
import json
from pathlib import Path

import pytest

from baulk.env.rules.ruleset import RULE_SETS
from baulk.env.rules.testing import CODES, ball_index, run_scenario

SCENARIOS = json.loads((Path(__file__).parent / "rule_scenarios.json").read_text("utf-8"))[
    "scenarios"
]
ROWS = [(scenario, rules) for scenario in SCENARIOS for rules in scenario["expected"]]


@pytest.mark.parametrize(
    ("scenario", "rules"), ROWS, ids=[f"{scenario['id']}-{rules}" for scenario, rules in ROWS]
)
def test_scenario(scenario, rules):
    assert run_scenario(scenario, rules) == []


def test_a_wrong_expectation_is_found():
    scenario = copy.deepcopy(SCENARIOS[0])
    scenario["expected"]["fpb"]["pts"] = 3
    scenario["expected"]["fpb"]["codes"] = ["JUMP"]
    differences = run_scenario(scenario, "fpb")
    assert len(differences) == 2
    assert any(line.startswith("pts: expected 3, found 0") for line in differences)


def test_unknown_names_list_the_valid_ones():
    with pytest.raises(ValueError, match=", ".join(CODES[-6:])):
        ball_index("XX")
    scenario = {"events": {"flags": ["SNEEZE"]}, "expected": {"fpb": {}}}
    with pytest.raises(ValueError, match="NO_CONTACT"):
        run_scenario(scenario, "fpb")
    with pytest.raises(ValueError, match=", ".join(RULE_SETS)):
        run_scenario({"expected": {"pub": {}}}, "pub")
