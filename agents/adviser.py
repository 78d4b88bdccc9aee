"""Say in a player's words what a suggestion is and why: contact, weight, tip, and what follows."""

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from jaxtyping import Float

from baulk.agents.candidates.candidate import Family
from baulk.agents.planner import Plan, Suggestion
from baulk.env.rules.codes import Code, On
from baulk.physics.balls import BALL_NAMES, COLOURS
from baulk.physics.cue import Stroke
from baulk.physics.table import POCKETS, Table

FULLNESS: Final = (
    (0.94, "full"),
    (0.62, "three-quarter ball"),
    (0.375, "half ball"),
    (0.18, "quarter ball"),
    (0.0, "thin"),
)
"""Share of the object ball that is covered at contact, and what players call it."""

SPEED_WORDS: Final = (
    (0.9, "dead weight"),
    (1.6, "soft"),
    (2.6, "medium"),
    (3.8, "firm"),
    (5.2, "hard"),
    (99.0, "full power"),
)
"""Speed off the tip below which each word is used, m/s."""


@dataclass(frozen=True)
class Leave:
    """What one kind of outcome leaves to whoever plays next."""

    share: float  # of all strokes
    chance: float  # mean chance of the best pot that is left
    ball: int | None  # the ball of that pot, most often
    snookered: float  # share in which no ball on can be seen


@dataclass(frozen=True)
class Advice:
    """A suggestion in words and figures; SI units."""

    aim_words: str
    speed_words: str
    tip_words: str
    cue_stop: Float[Any, "2"]  # m, mean resting place of a cue ball that stays on the table
    cue_spread: float  # m, root mean square distance from there
    success: Leave | None  # what the striker has next
    miss: Leave | None  # what the opponent has
    reason: str


def advise(plan: Plan, suggestion: Suggestion) -> Advice:
    """Explain one suggestion of a plan; every figure is counted from its fresh strokes."""
    found, outcomes = suggestion.assessment, suggestion.outcomes
    stays = np.asarray(outcomes.on_table)[:, 0]
    stops = found.cue_stop[stays] if stays.any() else found.cue_stop
    mean = stops.mean(axis=0)
    spread = float(np.sqrt(np.mean(np.sum((stops - mean) ** 2, axis=1))))
    success = _leave(found, found.scores)
    miss = _leave(found, ~found.scores)
    return Advice(
        aim_words=aim_words(plan, suggestion),
        speed_words=speed_words(float(suggestion.stroke.speed)),
        tip_words=tip_words(suggestion.stroke),
        cue_stop=mean,
        cue_spread=spread,
        success=success,
        miss=miss,
        reason=_reason(plan, suggestion, mean, success, miss),
    )


def aim_words(plan: Plan, suggestion: Suggestion) -> str:
    """Which ball, how much of it, and which side; off cushions when it is not played direct."""
    position = np.asarray(plan.situation.balls.position)
    stroke, name = suggestion.stroke, named_ball(plan, suggestion.ball)
    aim = float(stroke.aim)
    offset = position[suggestion.ball] - position[0]
    across = math.cos(aim) * offset[1] - math.sin(aim) * offset[0]
    along = math.cos(aim) * offset[0] + math.sin(aim) * offset[1]
    cover = 1.0 - abs(across) / (2.0 * plan.table.ball.radius)
    cushions = int(np.median(np.asarray(suggestion.outcomes.cushions_before)))
    if cushions:
        times = {1: "one cushion", 2: "two cushions", 3: "three cushions"}.get(
            cushions, f"{cushions} cushions"
        )
        return f"{name}, off {times}"
    if along <= 0.0 or cover <= 0.0:
        return f"{name}, by swerve"
    amount = next(word for least, word in FULLNESS if cover >= least)
    if amount == "full":
        return f"{name}, full"
    # A ball that lies to the left of the line of aim is met on its right side.
    return f"{name}, {amount} on its {'right' if across > 0.0 else 'left'} side"


def speed_words(speed: float) -> str:
    """What players call a speed in m/s."""
    return next(word for limit, word in SPEED_WORDS if speed < limit)


def tip_words(stroke: Stroke) -> str:
    """Where the tip strikes, as an hour on the ball's face, and what that does."""
    side, height = float(stroke.side), float(stroke.height)
    off = math.hypot(side, height)
    butt = math.degrees(float(stroke.elevation))
    raised = f", butt raised {butt:.0f} degrees" if butt >= 8.0 else ""
    if off < 0.08:
        return f"centre ball{raised}"
    hour = round(math.degrees(math.atan2(side, height)) / 30.0) % 12 or 12
    effect = [word for word, on in (("follow", height > 0.08), ("screw", height < -0.08)) if on]
    if abs(side) > 0.08:
        effect.append("right side" if side > 0.0 else "left side")
    return f"{hour} o'clock, {off:.2f} of the radius out ({' and '.join(effect)}){raised}"


def place_words(table: Table, point: Any) -> str:
    """A place on the table in words."""
    x, y = float(point[0]), float(point[1])
    spots = np.asarray(table.spots)
    gaps = np.hypot(*(spots - [x, y]).T)
    nearest = int(np.argmin(gaps))
    if gaps[nearest] < 0.25:
        return f"near the {COLOURS[nearest]} spot"
    side = "left" if y > 0.0 else "right"
    if 0.5 * float(table.width) - abs(y) < 0.12:
        along = f"near the {side} side cushion"
    elif abs(y) < 0.25 * float(table.width):
        along = "in the middle of the table"
    else:
        along = f"on the {side}"
    ends = (
        (float(table.baulk_line), "in baulk"),
        (float(spots[3, 0]), "between baulk line and blue"),
        (float(spots[4, 0]), "between blue and pink"),
        (float(table.length) - 0.12, "beside the black"),
    )
    zone = next((words for limit, words in ends if x < limit), "near the top cushion")
    return f"{zone}, {along}"


def _leave(found: Any, chosen: Any) -> Leave | None:
    if not chosen.any():
        return None
    balls = found.ball[chosen][found.chance[chosen] > 0.05]
    return Leave(
        share=float(chosen.mean()),
        chance=float(found.chance[chosen].mean()),
        ball=int(np.bincount(balls).argmax()) if balls.size else None,
        snookered=float(found.snookered[chosen].mean()),
    )


def leave_words(leave: Leave) -> str:
    """What is left, in words."""
    if leave.snookered > 0.5:
        return "a snooker"
    if leave.ball is None or leave.chance < 0.1:
        return "no pot worth trying"
    # Which of the reds it is matters little and changes from stroke to stroke.
    name = "a red" if BALL_NAMES[leave.ball].startswith("red") else f"the {BALL_NAMES[leave.ball]}"
    return f"{name} at {percent(leave.chance)}"


def _reason(
    plan: Plan, suggestion: Suggestion, stop: Any, success: Leave | None, miss: Leave | None
) -> str:
    where = place_words(plan.table, stop)
    name = the_ball(suggestion.ball)
    if suggestion.family == Family.POT:
        begin = (
            f"Pots {name} into the {POCKETS[suggestion.pocket]} pocket"
            if (suggestion.pocket >= 0)
            else f"Pots {name}"
        )
        ends_frame = plan.situation.on_code == On.BK and BALL_NAMES[suggestion.ball] == "black"
        then = "" if ends_frame or success is None else f" and leaves {leave_words(success)}"
        other = f"; a miss leaves {leave_words(miss)}" if miss and miss.share >= 0.005 else ""
        return f"{begin} {percent(suggestion.p_pot)} of the time{then}{other}."
    legal = percent(1.0 - suggestion.p_foul)
    what = "Hits" if suggestion.family == Family.SAFETY else "Escapes to"
    left = leave_words(miss) if miss else "nothing"
    worst = _commonest_foul(suggestion)
    risk = f" (else: {worst})" if worst and suggestion.p_foul >= 0.02 else ""
    pots = f", pots it {percent(suggestion.p_pot)}" if suggestion.p_pot >= 0.05 else ""
    hits = f"{what} {name} legally {legal} of the time{pots}{risk}"
    return f"{hits}, cue ball {where}, and leaves {left}."


def named_ball(plan: Plan, ball: int) -> str:
    """A ball of a plan; a red by its place in mm, for it has no name."""
    if not BALL_NAMES[ball].startswith("red"):
        return BALL_NAMES[ball]
    x, y = 1000.0 * np.asarray(plan.situation.balls.position)[ball]
    return f"red at {x:.0f}, {y:.0f}"


def the_ball(ball: int) -> str:
    """A ball as it is spoken of: reds have no names."""
    return f"the {BALL_NAMES[ball].split()[0]}"


def _commonest_foul(suggestion: Suggestion) -> str | None:
    codes = suggestion.assessment.codes
    counts = {code: int((codes >> code & 1).sum()) for code in Code}
    commonest = max(counts, key=lambda code: counts[code])
    return commonest.english if counts[commonest] else None


def percent(share: float) -> str:
    """A share in words that promise nothing certain."""
    if share >= 0.995:
        return "over 99 %"
    return f"{100.0 * share:.0f} %"
