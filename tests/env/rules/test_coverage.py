"""The table of articles is complete, and what it names exists."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "rules.md").read_text("utf-8").splitlines()
    if re.match(r"\| \d+ \|", line)
]
SCENARIOS = {
    row["id"]
    for row in json.loads((Path(__file__).parent / "rule_scenarios.json").read_text("utf-8"))[
        "scenarios"
    ]
}
FILES = {path.name: path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")}


def test_every_article_has_a_row():
    assert [int(row[0]) for row in ROWS] == [n for n in range(1, 78) if n != 7]
    assert len(ROWS) == 76


@pytest.mark.parametrize("row", ROWS, ids=[f"art-{row[0]}" for row in ROWS])
def test_its_tests_and_files_exist(row):
    _, says, where, tests = row
    assert says
    named = [name.strip(" `") for name in tests.split(",")]
    assert named != [""]
    for name in named:
        if re.fullmatch(r"T\d+", name):
            assert name in SCENARIOS
        else:
            file, function = name.split("::")
            assert f"def {function}(" in FILES[file]
    for path in re.findall(r"`([\w/]+\.py)`", where):
        assert (ROOT / path).is_file()
