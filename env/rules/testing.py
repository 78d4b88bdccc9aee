"""Check rulings written down as data: a situation, what happened, what the referee must say.

A scenario is an object with ``state``, ``action``, ``events`` and, by rule set, ``expected``; balls
are named CB, R1-R15, YE, GR, BR, BL, PK, BK.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import jax
import numpy as np

from baulk.env.rules.adjudication import conclude, judge
from baulk.env.rules.codes import Code, On, Option, State
from baulk.env.rules.records import Call, Declaration, Events, Leave, Standing, nothing
from baulk.env.rules.ruleset import RuleSet, rule_set
from baulk.physics.balls import COLOURS_SLICE, N_BALLS, REDS_SLICE

CODES: Final = ("CB", *(f"R{k}" for k in range(1, 16)), "YE", "GR", "BR", "BL", "PK", "BK")
"""Codes of the balls by index."""

_OPTIONS = (Option.PLAY, Option.FREE, Option.HAND, Option.PASS, Option.REPLAY)


def ball_index(code: str) -> int:
    """Index of a ball's code; ``RD`` is some red.

    Raises:
        ValueError: there is no such ball.
    """
    if code == "RD":
        return REDS_SLICE.start
    if code not in CODES:
        raise ValueError(f"ball: unknown {code!r}; one of {', '.join(CODES)}")
    return CODES.index(code)


def ball_mask(codes: Iterable[str]) -> Any:
    """Mask [22] of some balls; ``jaw`` is no ball."""
    mask = np.zeros(N_BALLS, bool)
    for code in codes:
        if code != "jaw":
            mask[ball_index(code)] = True
    return mask


def run_scenario(scenario: Mapping[str, Any], rules: str) -> list[str]:
    """Differences between a ruling and what a scenario expects of it; none when it is right.

    Args:
        scenario: one object of the list.
        rules: name of the rule set.

    Raises:
        ValueError: unknown rules, balls or flags.
    """
    expected = scenario["expected"][rules]
    found = ruling(scenario, rule_set(_variant(scenario, rules)))
    differences = []
    for key, wanted in expected.items():
        got = found[key]
        if key in ("codes", "respot", "opts"):  # sets, in no order
            got, wanted = sorted(got), sorted(wanted)
        if got != wanted:
            differences.append(f"{key}: expected {wanted!r}, found {got!r}")
    return differences


def _variant(scenario: Mapping[str, Any], rules: str) -> str:
    """Six-red rows are kept under the name of the rules that they vary."""
    return "wpbsa6" if scenario.get("rules") == "wpbsa6" else rules


def ruling(scenario: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """The call on a scenario, in the words in which scenarios are written."""
    standing, declaration = _standing(scenario.get("state", {})), _said(scenario)
    events, leave = _events(scenario.get("events", {}))
    call: Call = jax.tree.map(np.asarray, _compiled(rules)(standing, declaration, events, leave))
    state = State(int(call.state))
    over, lot = state == State.OVER, state == State.TIEBREAK_TOSS
    codes = [code.name for code in Code if int(call.codes) >> code & 1]
    chooses = state == State.FOUL_CHOICE
    return {
        "legal": not codes,
        "codes": codes,
        "pen": int(call.penalty),
        "pts": int(call.points),
        "respot": [CODES[ball] for ball in np.flatnonzero(call.respot)],
        "hand": bool(call.in_hand),
        "scores": [int(score) for score in call.scores],
        "state": state.name,
        "next": None if over else "lot" if lot else "S" if call.striker_next else "O",
        "on": None if over else On(int(call.on)).name,
        "opts": [str(option.name) for option in _OPTIONS if int(call.options) & option],
        "winner": {0: "S", 1: "O"}.get(int(call.winner)),
        "miss": bool(call.miss) if chooses or call.forfeit else None,
        "forfeit": True if call.forfeit else None,
    }


@cache
def _compiled(rules: RuleSet) -> Any:
    def rule(standing: Standing, said: Declaration, events: Events, leave: Leave) -> Call:
        return conclude(standing, said, events, judge(standing, said, events, rules), leave, rules)

    return jax.jit(rule)


def _standing(state: Mapping[str, Any]) -> Standing:
    on_table = ball_mask(["CB", *state.get("colours", CODES[COLOURS_SLICE])])
    reds = int(state.get("reds", 10))
    on_table[REDS_SLICE.start : REDS_SLICE.start + reds] = True
    clear = bool(state.get("clear", False))
    return Standing(
        on=np.int32(On[state.get("on", "RED")]),
        on_table=on_table,
        scores=np.array(state.get("scores", (0, 0)), np.int32),
        visible=np.bool_(state.get("visible", False)),
        clear=np.bool_(clear),
        full_ball=np.bool_(state.get("full_ball", clear)),
        impossible=np.bool_(state.get("impossible", False)),
        repetitions=np.int32(state.get("rep", 0)),
    )


def _said(scenario: Mapping[str, Any]) -> Declaration:
    action, events = scenario.get("action", {}), scenario.get("events", {})

    def ball(code: str | None) -> Any:
        return np.int32(-1 if code is None else ball_index(code))

    return Declaration(
        declared=ball(action.get("declare")),
        free=ball(action.get("free")),
        evident=ball(events.get("evident")),
        required=np.bool_(events.get("decl_required", False)),
    )


def _events(events: Mapping[str, Any]) -> tuple[Events, Leave]:
    flags, handled = 0, list[str]()
    for flag in events.get("flags", ()):
        name, *balls = [flag] if isinstance(flag, str) else flag
        if name not in Code.__members__:
            raise ValueError(f"flag: unknown {name!r}; one of {', '.join(Code.__members__)}")
        flags |= 1 << Code[name]
        handled += balls
    jumps = events.get("jump", ())

    def jumped(key: str | None) -> Any:
        return ball_mask(jump["ball"] for jump in jumps if key is None or jump.get(key, False))

    happened = nothing()._replace(
        stroke=np.bool_(events.get("stroke", True)),
        seconds=np.float32(events.get("t", 0.0)),
        first=ball_mask(events.get("fc", ())),
        plays_at_red=np.bool_(events.get("plays_at_red", False)),
        potted=ball_mask(events.get("pots", ())),
        off=ball_mask(events.get("off", ())),
        touching=ball_mask(events.get("touching", ())),
        touch_moved=ball_mask(events.get("touch_moved", ())),
        jumped=jumped(None),
        jump_touched=jumped("touched_first"),
        jump_after_contact=jumped("first_contact_before"),
        jump_same=jumped("same_ball"),
        jump_far=jumped("far_side"),
        jump_after_cushion=jumped("cushion_or_ball_before"),
        handled=ball_mask(handled),
        flags=np.int32(flags),
        miss_judged=np.bool_(events.get("miss_judged", False)),
        indirect=np.bool_(events.get("hide_indirect", False)),
    )
    leave = Leave(
        snookered=np.bool_(events.get("snk", False)),
        angled=np.bool_(events.get("angled", False)),
        obstacles=ball_mask(events.get("snk_by", ())),
    )
    return happened, leave
