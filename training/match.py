"""Frames between two agents, many side by side: their strokes are simulated in one batch."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple

import jax
import numpy as np

from baulk.agents.greedy import Greedy
from baulk.agents.one_ply import OnePly
from baulk.env.players.player import Player
from baulk.env.players.random_legal import RandomLegal
from baulk.env.rules.codes import On, State
from baulk.env.rules.compiled import answer_one, rule_many
from baulk.env.rules.decisions import Decision, check_decision
from baulk.env.rules.frame import Frame, as_numpy, drawn, new_frame
from baulk.env.rules.records import Declaration
from baulk.env.rules.ruleset import RuleSet
from baulk.env.skill import N_ERRORS, Skill, perturb
from baulk.physics.balls import COLOURS_SLICE, Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.table import Table

AGENTS: Final[dict[str, Callable[[], Player]]] = {
    "random": RandomLegal,
    "greedy": Greedy,
    "one-ply": OnePly,
}
"""Agents by the name they go by everywhere."""

MAX_STROKES: Final = 1500
"""Strokes after which a frame is stopped; it goes to whoever leads."""

LANES: Final = 64
"""Frames ruled in one compiled call."""


@dataclass
class Sheet:
    """What one player did."""

    wins: int = 0
    visits: list[int] = field(default_factory=list)  # points of each scoring visit
    fouls: int = 0
    strokes: int = 0
    scoring_strokes: int = 0

    def summary(self) -> dict[str, float]:
        """The figures of a score sheet."""
        breaks = np.array(self.visits or [0])
        return {
            "wins": self.wins,
            "mean_visit": float(breaks.mean()),
            "high_break": int(breaks.max()),
            "fifties": int((breaks >= 50).sum()),
            "centuries": int((breaks >= 100).sum()),
            "fouls": self.fouls,
            "pot_rate": self.scoring_strokes / max(self.strokes, 1),
        }


@dataclass
class Faults:
    """Faults of rules or engine that frames bring to light; all should be 0."""

    ledger_errors: int = 0  # scores that are not the sum of the calls
    ball_errors: int = 0  # balls lost, doubled, overlapping or off the bed
    stuck_frames: int = 0  # frames that did not end


class Played(NamedTuple):
    """The outcome of some frames."""

    sheets: tuple[Sheet, Sheet]
    faults: Faults
    frames: list[Frame]
    strokes: int
    seconds: float


def play_frames(
    agents: tuple[Player, Player],
    skills: tuple[Skill, Skill],
    count: int,
    table: Table,
    rules: RuleSet,
    *,
    reds: int,
    seed: int,
    max_strokes: int = MAX_STROKES,
    progress: Callable[[str, float], None] = lambda what, share: None,
) -> Played:
    """Play frames; players break off by turns (art. 16).

    Args:
        agents, skills: of both players.
        count: frames.
        table: the table.
        rules: the rule set.
        reds: racked.
        seed: of the agents' choices and errors; a frame does not depend on the others.
        max_strokes: see `MAX_STROKES`.
        progress: told how far it is.
    """
    begin = time.perf_counter()
    sheets, faults = (Sheet(), Sheet()), Faults()
    frames = [as_numpy(new_frame(table, rules, k % 2, reds)) for k in range(count)]
    ledgers = np.zeros((count, 2), int)
    rngs = [np.random.default_rng([seed, k]) for k in range(count)]
    strokes, ended = 0, 0
    live = list(range(count))
    while live:
        playing: list[tuple[int, Decision]] = []
        for k in live:
            decision = _decide(agents, skills, table, rules, frames, rngs, k)
            if decision is not None:
                playing.append((k, decision))
        for begin_at in range(0, len(playing), LANES):
            part = playing[begin_at : begin_at + LANES]
            ruled = _play(table, rules, frames, skills, rngs, part)
            for (k, _), (frame, call) in zip(part, ruled, strict=True):
                _book(sheets, frames[k], frame, call, ledgers[k])
                frames[k] = frame
                _audit(faults, table, rules, frame, ledgers[k], reds)
                strokes += 1
        still = []
        for k in live:
            frame = frames[k]
            if int(frame.state) == State.OVER or int(frame.strokes) >= max_strokes:
                _finish(sheets, faults, frame)
                ended += 1
                progress("playing", ended / count)
            else:
                still.append(k)
        live = still
    return Played(sheets, faults, frames, strokes, time.perf_counter() - begin)


def _decide(
    agents: tuple[Player, Player],
    skills: tuple[Skill, Skill],
    table: Table,
    rules: RuleSet,
    frames: list[Frame],
    rngs: list[np.random.Generator],
    k: int,
) -> Decision | None:
    """Let players answer until one of them strikes; None when the frame has ended without."""
    while True:
        frame = frames[k]
        player = int(frame.decider)
        decision = agents[player].choose(table, rules, frame, skills[player], rngs[k])
        check_decision(table, frame, decision)
        state = int(frame.state)
        if state == State.FOUL_CHOICE:
            frames[k] = as_numpy(answer_one(rules)(table, frame, np.int32(decision.option or 0)))
        elif state == State.TIEBREAK_TOSS:
            frames[k] = as_numpy(drawn(frame, np.bool_(decision.starts)))
        else:
            return decision


def _play(
    table: Table,
    rules: RuleSet,
    frames: list[Frame],
    skills: tuple[Skill, Skill],
    rngs: list[np.random.Generator],
    part: list[tuple[int, Decision]],
) -> list[tuple[Frame, Any]]:
    """Play and rule one stroke in each of some frames."""
    before = [_placed(frames[k], decision) for k, decision in part]
    played = []
    for (k, decision), frame in zip(part, before, strict=True):
        errors = rngs[k].standard_normal(N_ERRORS).astype(np.float32)
        assert decision.stroke is not None
        played.append(perturb(decision.stroke, skills[int(frame.decider)], errors))
    lots = np.array([rngs[k].integers(2) for k, _ in part], np.int32)
    stacked: Frame = jax.tree.map(lambda *leaves: np.stack(leaves), *before)
    strokes: Stroke = jax.tree.map(lambda *leaves: np.float32(np.stack(leaves)), *played)
    outcome = simulate(table, Balls(stacked.position, stacked.on_table), strokes)
    said = Declaration(
        declared=np.array([decision.declared for _, decision in part], np.int32),
        free=np.array([decision.free for _, decision in part], np.int32),
        evident=np.full(len(part), -1, np.int32),
        required=np.zeros(len(part), bool),
    )
    rows = (stacked, said, outcome, lots)
    padded = jax.tree.map(lambda leaf: np.resize(leaf, (LANES, *leaf.shape[1:])), rows)
    after, call = rule_many(rules)(table, *padded)
    after, call = jax.tree.map(np.asarray, (after, call))
    return [jax.tree.map(lambda leaf, i=i: leaf[i], (after, call)) for i in range(len(part))]


def _placed(frame: Frame, decision: Decision) -> Frame:
    """The frame with the cue ball where it was put."""
    if decision.place is None:
        return frame
    position = np.array(frame.position)
    position[0] = decision.place
    return frame._replace(position=position)


def _book(
    sheets: tuple[Sheet, Sheet], before: Frame, after: Frame, call: Any, ledger: np.ndarray
) -> None:
    """Enter a stroke in the striker's sheet and in the ledger of the frame."""
    striker = int(before.decider)
    sheet, points = sheets[striker], int(call.points)
    ledger[striker] += points
    ledger[1 - striker] += int(call.penalty)
    sheet.strokes += 1
    sheet.scoring_strokes += points > 0
    sheet.fouls += int(call.codes) != 0
    if not bool(call.striker_next):
        total = int(before.visit) + points
        if total:
            sheet.visits.append(total)


def _audit(
    faults: Faults, table: Table, rules: RuleSet, frame: Frame, ledger: np.ndarray, reds: int
) -> None:
    """Check what must hold after every stroke (6.10)."""
    faults.ledger_errors += not np.array_equal(ledger, frame.scores)
    on = np.asarray(frame.on_table)
    colours = on[COLOURS_SLICE]
    first = int(np.argmax(colours)) if colours.any() else len(colours)
    in_order = bool(colours[first:].all()) and (first == 0 or not on[1:16].any())
    wrong = not on[0] or on[1 + reds : 16].any() or not in_order
    place = np.asarray(frame.position)[on]
    gap = np.hypot(*(place[:, None] - place[None]).transpose(2, 0, 1))
    gap[np.diag_indices(len(place))] = 1.0
    wrong |= not np.isfinite(place).all() or gap.min() < 2.0 * float(table.ball.radius) - 2e-5
    order = int(frame.on)
    if int(frame.state) in (State.STROKE, State.FOUL_CHOICE):
        wrong |= order == On.RED and not on[1:16].any()
    faults.ball_errors += bool(wrong)


def _finish(sheets: tuple[Sheet, Sheet], faults: Faults, frame: Frame) -> None:
    """Count the winner; a frame that was stopped is stuck, and goes to whoever leads."""
    winner = int(frame.winner)
    if winner < 0:
        faults.stuck_frames += 1
        winner = int(np.argmax(frame.scores))
    sheets[winner].wins += 1


def report(played: Played, count: int) -> dict[str, Any]:
    """The score sheet of a match as one object; the players are a and b."""
    both = (sheet.summary() for sheet in played.sheets)
    sides = {
        f"{key}_{side}": value
        for side, row in zip("ab", both, strict=True)
        for key, value in row.items()
    }
    return {
        "frames": count,
        **sides,
        "strokes": played.strokes,
        "seconds": played.seconds,
        **asdict(played.faults),
    }
