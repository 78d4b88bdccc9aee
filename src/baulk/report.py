"""What the commands answer: the JSON objects, the table on the terminal, the picture."""

import math
from typing import Any

import numpy as np
from rich.table import Table as Grid

from baulk.agents.adviser import Advice, Leave, advise, leave_words, percent
from baulk.agents.planner import Plan, Suggestion
from baulk.env.rendering import Scene
from baulk.env.rules.codes import Code
from baulk.env.rules.records import Call
from baulk.env.situation import Situation
from baulk.physics.balls import BALL_NAMES, Balls
from baulk.physics.cue import Stroke
from baulk.physics.outcome import Outcome, Status
from baulk.physics.table import POCKETS, Table
from baulk.physics.trajectory import Trajectory, path, trajectory
from baulk.position import position_to_json, position_to_text


def _millimetres(point: Any) -> list[float]:
    return [round(1000.0 * float(part), 1) for part in point]


def stroke_json(stroke: Stroke) -> dict[str, float]:
    """A stroke with its units in the names."""
    return {
        "aim_deg": math.degrees(math.remainder(float(stroke.aim), 2.0 * math.pi)),
        "speed": float(stroke.speed),
        "side": float(stroke.side),
        "height": float(stroke.height),
        "elevation_deg": math.degrees(float(stroke.elevation)),
    }


def _leave_json(leave: Leave | None) -> dict[str, Any] | None:
    if leave is None:
        return None
    return {
        "share": leave.share,
        "best_pot": leave.chance,
        "ball": None if leave.ball is None else BALL_NAMES[leave.ball],
        "snookered": leave.snookered,
        "words": leave_words(leave),
    }


def suggestions_json(
    plan: Plan, level: str, kind: str, seed: int, seconds: float
) -> dict[str, Any]:
    """The answer of ``baulk suggest --json``; see schemas/suggestions.schema.json."""
    return {
        "format": "baulk-suggestions/1",
        "position": position_to_json(plan.situation),
        "position_text": position_to_text(plan.situation),
        "level": level,
        "kind": kind,
        "seed": seed,
        "snookered": plan.snookered,
        "strokes_simulated": plan.strokes,
        "latency_ms": 1000.0 * seconds,
        "suggestions": [
            _suggestion_json(rank, suggestion, advise(plan, suggestion))
            for rank, suggestion in enumerate(plan.suggestions, 1)
        ],
    }


def _suggestion_json(rank: int, suggestion: Suggestion, advice: Advice) -> dict[str, Any]:
    tolerance = suggestion.tolerance
    place, named = suggestion.placement, suggestion.nominated
    return {
        "rank": rank,
        "kind": suggestion.family.name.lower(),
        "ball": BALL_NAMES[suggestion.ball],
        "pocket": POCKETS[suggestion.pocket] if suggestion.pocket >= 0 else None,
        "nominate": None if named is None else BALL_NAMES[named],
        "place": None if place is None else _millimetres(place),
        "stroke": stroke_json(suggestion.stroke),
        "aim_words": advice.aim_words,
        "speed_words": advice.speed_words,
        "tip_words": advice.tip_words,
        "p_pot": suggestion.p_pot,
        "p_foul": suggestion.p_foul,
        "expected_points": suggestion.expected_points,
        "value": suggestion.value,
        "tolerance_deg": None if tolerance is None else math.degrees(tolerance),
        "cue_stop": _millimetres(advice.cue_stop),
        "cue_spread_mm": round(1000.0 * advice.cue_spread, 1),
        "success": _leave_json(advice.success),
        "miss": _leave_json(advice.miss),
        "reason": advice.reason,
    }


def suggestions_grid(answer: dict[str, Any]) -> Grid:
    """The ranked list for a terminal."""
    grid = Grid(
        title=f"{answer['position']['on']} on, level {answer['level']}", title_justify="left"
    )
    for head, right in (
        ("#", True), ("stroke", False), ("aim", True), ("speed", True), ("tip", False),
        ("pot", True), ("foul", True), ("points", True), ("value", True), ("cue ball stops", True),
    ):  # fmt: skip
        grid.add_column(head, justify="right" if right else "left", overflow="fold")
    for item in answer["suggestions"]:
        stroke, (x, y) = item["stroke"], item["cue_stop"]
        goal = f" -> {item['pocket']}" if item["pocket"] else f" ({item['kind']})"
        named = f", nominate {item['nominate']}" if item["nominate"] else ""
        placed = ", cue ball at {:.0f}, {:.0f}".format(*item["place"]) if item["place"] else ""
        within = "" if item["tolerance_deg"] is None else f"\n±{item['tolerance_deg']:.2f}°"
        grid.add_row(
            str(item["rank"]),
            f"{item['aim_words']}{goal}{named}{placed}",
            f"{stroke['aim_deg']:.2f}°{within}",
            f"{stroke['speed']:.1f} m/s\n{item['speed_words']}",
            item["tip_words"],
            percent(item["p_pot"]),
            percent(item["p_foul"]),
            f"{item['expected_points']:+.1f}",
            f"{item['value']:+.1f}",
            f"{x:.0f}, {y:.0f}\n±{item['cue_spread_mm']:.0f} mm",
        )
    return grid


def suggestion_scene(plan: Plan, suggestion: Suggestion) -> Scene:
    """The picture of a suggestion: its course played perfectly, and where the cue ball may stop."""
    balls = plan.situation.balls
    course = trajectory(plan.table, _single(balls), suggestion.stroke)
    stops = np.asarray(suggestion.assessment.cue_stop)
    stays = np.asarray(suggestion.outcomes.on_table)[:, 0]
    advice = advise(plan, suggestion)
    weight = f"{advice.speed_words} ({float(suggestion.stroke.speed):.1f} m/s)"
    caption = f"{advice.aim_words.capitalize()}, {weight}, {advice.tip_words}. {advice.reason}"
    return Scene(
        table=plan.table,
        position=np.asarray(balls.position),
        on_table=np.asarray(balls.on_table),
        paths=_paths(course),
        ghost=_ghost(course, plan.table),
        cloud=stops[stays][:400],
        target=suggestion.pocket if suggestion.pocket >= 0 else None,
        caption=caption,
    )


def stroke_scene(table: Table, situation: Situation, course: Trajectory, caption: str) -> Scene:
    """The picture of one stroke as it was played."""
    return Scene(
        table=table,
        position=np.asarray(situation.balls.position),
        on_table=np.asarray(situation.balls.on_table),
        paths=_paths(course),
        ghost=_ghost(course, table),
        caption=caption,
    )


def _single(balls: Balls) -> Balls:
    return Balls(np.asarray(balls.position, np.float32), np.asarray(balls.on_table, bool))


def _paths(course: Trajectory) -> dict[int, Any]:
    lines = {ball: path(course, ball) for ball in range(len(BALL_NAMES))}
    return {ball: line for ball, line in lines.items() if len(line) > 1}


def _ghost(course: Trajectory, table: Table) -> tuple[float, float] | None:
    """Where the cue ball is when another ball first moves."""
    moving = np.any(course.velocity[:, 1:] != 0.0, axis=(1, 2))
    if not moving.any():
        return None
    x, y, _ = course.position[int(np.argmax(moving)), 0]
    return float(x), float(y)


def simulation_json(
    situation: Situation, stroke: Stroke, outcome: Outcome, judged: Call
) -> dict[str, Any]:
    """The answer of ``baulk simulate --json``; see schemas/simulation.schema.json."""
    order = np.asarray(outcome.pot_order)
    potted = [int(ball) for ball in np.argsort(order) if order[ball] > 0]
    present = np.asarray(situation.balls.on_table)
    rest = {
        BALL_NAMES[ball]: _millimetres(np.asarray(outcome.position)[ball])
        for ball in np.flatnonzero(np.asarray(outcome.on_table))
    }
    return {
        "format": "baulk-simulation/1",
        "position": position_to_json(situation),
        "stroke": stroke_json(stroke),
        "first_hit": [BALL_NAMES[b] for b in np.flatnonzero(np.asarray(outcome.first_hit))],
        "potted": [
            {"ball": BALL_NAMES[b], "pocket": POCKETS[int(np.asarray(outcome.pocket)[b])]}
            for b in potted
        ],
        "off_table": [
            BALL_NAMES[b] for b in np.flatnonzero(np.asarray(outcome.off_table) & present)
        ],
        "cushions": {
            BALL_NAMES[b]: int(np.asarray(outcome.cushions)[b])
            for b in np.flatnonzero(np.asarray(outcome.cushions))
        },
        "cushions_before_first_hit": int(outcome.cushions_before),
        "miscue": bool(outcome.miscue),
        "duration": float(outcome.duration),
        "events": int(outcome.events),
        "status": Status(int(outcome.status)).name.lower(),
        "rest": rest,
        "call": {
            "codes": [code.name for code in fouls(judged)],
            "articles": [code.article for code in fouls(judged)],
            "points": int(judged.points),
            "penalty": int(judged.penalty),
            "continues": bool(judged.striker_next),
            "words": call_words(judged),
        },
    }


def fouls(judged: Call) -> list[Code]:
    """The fouls of a call."""
    return [code for code in Code if int(judged.codes) >> code & 1]


def call_words(judged: Call) -> str:
    """The referee's call in one sentence."""
    if int(judged.codes):
        what = " and ".join(code.english for code in fouls(judged))
        return f"Foul, {int(judged.penalty)} away: {what}."
    points = int(judged.points)
    if points == 0:
        return "No score."
    return f"{points} point{'s' if points > 1 else ''}."


def match_grid(answer: dict[str, Any], name_a: str, name_b: str) -> Grid:
    """The score sheet of a match for a terminal."""
    grid = Grid(title=f"{answer['frames']} frames", title_justify="left")
    for head in ("", name_a, name_b):
        grid.add_column(head, justify="right" if head else "left")
    rows = (
        ("frames won", "wins", "{:d}"),
        ("mean scoring visit", "mean_visit", "{:.1f}"),
        ("highest break", "high_break", "{:d}"),
        ("breaks of 50", "fifties", "{:d}"),
        ("centuries", "centuries", "{:d}"),
        ("fouls", "fouls", "{:d}"),
        ("strokes that scored", "pot_rate", "{:.0%}"),
    )
    for label, key, form in rows:
        grid.add_row(label, *(form.format(answer[f"{key}_{side}"]) for side in "ab"))
    return grid
