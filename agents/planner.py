"""The one-ply planner: candidate strokes, tried under noise, the best ranked with honest odds."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import jax
import numpy as np
from jaxtyping import Bool, Float, Int

from baulk.agents.assessment import Assessment, assess, visible
from baulk.agents.candidates.candidate import Candidates, Family, declarations, line_of, stack
from baulk.agents.candidates.escapes import escape_candidates
from baulk.agents.candidates.pots import pot_candidates
from baulk.agents.candidates.safeties import safety_candidates
from baulk.agents.placement import place_in_d
from baulk.env.rules.codes import On
from baulk.env.situation import Situation
from baulk.env.skill import LEVELS, Skill, draw_errors, perturb
from baulk.physics.balls import COLOURS_SLICE, N_BALLS, Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.outcome import Outcome
from baulk.physics.table import Table, make_table

KINDS: Final = ("any", "attack", "safety", "escape")

ROUNDS: Final = ((48, 24), (16, 64), (6, 128))
"""Sequential halving: candidates kept, and strokes of noise that each of them is tried with."""

FRESH: Final = 1024
"""Strokes of new noise behind the figures of a suggestion."""

MIN_FRESH: Final = 256
"""The same where a stroke is slow to play."""

USUAL_EVENTS: Final = 18.0
"""Events of a stroke up to which all strokes are played; a break-off has 100."""

PER_LINE: Final = 14
"""Candidates of one line, or one idea, that go into the first round."""

PER_ANSWER: Final = 1
"""Suggestions of one idea: another would be the same stroke, a little harder or softer."""

AIM_STEPS: Final = (-0.5, -0.25, 0.25, 0.5)
"""Shifts of aim tried on the leaders, in half-widths of the potting window."""

EFFORT_SECONDS: Final = 2.5
"""What the default number of strokes takes on two cores; ``seconds`` scales it."""

Progress = Callable[[str, float], None]
"""Told what is being done and the share of the work that is behind."""


class Sampled(NamedTuple):
    """M strokes under noise of each of K candidates."""

    outcome: Outcome  # [K, M]
    assessment: Assessment  # [K, M]


@dataclass(frozen=True)
class Suggestion:
    """One stroke and what came of it in `FRESH` executions by the player; SI units."""

    stroke: Stroke  # scalars
    family: Family
    ball: int
    pocket: int  # -1 when nothing is to be potted
    nominated: int | None  # colour or free ball that has to be named
    placement: tuple[float, float] | None  # m, where a cue ball in hand is put
    p_pot: float  # that a ball on is potted without a foul
    p_foul: float
    expected_points: float  # of this stroke, the opponent's penalty points taken off
    value: float  # points, with what follows for and against
    tolerance: float | None  # rad, half-width of aims that pot, without other errors
    outcomes: Outcome  # [FRESH]
    assessment: Assessment  # [FRESH]


@dataclass(frozen=True)
class Plan:
    """What the planner found for a situation."""

    situation: Situation  # as it is played: a cue ball in hand has its place
    table: Table
    suggestions: tuple[Suggestion, ...]  # the best first
    snookered: bool  # no ball on can be reached in a straight line
    strokes: int  # simulated in all


class NothingToPlay(ValueError):
    """No stroke of the kind asked for exists in the position."""


def plan(
    situation: Situation,
    skill: Skill = LEVELS["pro"],
    *,
    kind: str = "any",
    top: int = 3,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress = lambda what, share: None,
) -> Plan:
    """Rank strokes for a situation.

    Args:
        situation: the position and the ball on.
        skill: of the player, and of the opponent who comes next.
        kind: one of `KINDS`: any stroke, pots only, safeties only, or escapes.
        top: suggestions wanted.
        seconds: time to think on two cores, about; it sets how many strokes are tried, so the
            answer depends on the seed alone.
        seed: of the noise.
        progress: called now and then.

    Raises:
        NothingToPlay: there is no such stroke.
        ValueError: an unknown kind.
    """
    if kind not in KINDS:
        raise ValueError(f"kind: unknown {kind!r}; one of {', '.join(KINDS)}")
    effort = 1.0 if seconds is None else float(np.clip(seconds / EFFORT_SECONDS, 0.25, 40.0))
    table = make_table(situation.table, situation.rules)
    search = _Search(table, situation, skill, progress)
    progress("looking for strokes", 0.05)
    if situation.ball_in_hand:
        search = search.placed()
    candidates, seen = search.candidates(kind)
    progress("trying them without errors", 0.25)
    leaders, value = search.filtered(candidates, rename=kind == "any")
    # A pack that is split takes many events: fewer strokes of it in the same time.
    share = float(np.clip(USUAL_EVENTS / search.events, 0.2, 1.0))
    effort *= share
    rounds = ROUNDS if share > 0.5 else (ROUNDS[0], ROUNDS[-1])
    done = 0.4
    for number, (keep, strokes) in enumerate(rounds):
        kept = _best_of_both(leaders, value, keep, per_line=max(2, PER_LINE >> number))
        leaders = leaders.take(kept)
        if number == len(rounds) - 1:
            leaders = _with_aims(leaders)
        errors = draw_errors(seed + number, max(8, int(strokes * effort)))
        value = search.sampled(leaders, errors).assessment.value.mean(axis=1)
        done += 0.45 / len(rounds)
        progress("playing them with errors", done)
    leaders = leaders.take(_best(leaders, value, top, per_line=PER_ANSWER))
    fresh = search.sampled(
        leaders, draw_errors(seed + len(ROUNDS), max(MIN_FRESH, int(FRESH * share)))
    )
    progress("measuring the best", 0.9)
    tolerances = search.tolerances(leaders)
    order = np.argsort(-fresh.assessment.value.mean(axis=1), kind="stable")
    suggestions = tuple(search.suggestion(leaders, k, fresh, tolerances[k]) for k in order)
    progress("done", 1.0)
    return Plan(search.situation, table, suggestions, not seen, search.count)


class _Search:
    """A situation being searched; counts the strokes that it plays."""

    def __init__(
        self, table: Table, situation: Situation, skill: Skill, progress: Progress
    ) -> None:
        self.table = table
        self.situation = situation
        self.skill = skill
        self.progress = progress
        self.count = 0
        self.events = 0.0  # of one stroke on average, once the candidates have been played
        self.balls = Balls(
            np.asarray(situation.balls.position, np.float32),
            np.asarray(situation.balls.on_table, bool),
        )
        self.aimable = situation.targets
        if situation.free_ball:
            number = np.arange(N_BALLS)
            self.aimable = self.aimable | (self.balls.on_table & (number >= COLOURS_SLICE.start))

    def placed(self) -> "_Search":
        """The same search with the cue ball in hand put where it pots best."""
        balls = place_in_d(self.table, self.balls, self.aimable, self.skill)
        situation = self.situation
        moved = Situation(
            balls=balls,
            on=situation.on,
            table=situation.table,
            rules=situation.rules,
            scores=situation.scores,
            striker=situation.striker,
            free_ball=situation.free_ball,
            ball_in_hand=True,
            misses=situation.misses,
        )
        return _Search(self.table, moved, self.skill, self.progress)

    def candidates(self, kind: str) -> tuple[Candidates, bool]:
        """All candidates of a kind, and whether any ball on can be seen."""
        seen = np.asarray(_visible(self.table, *self.balls, self.aimable))
        parts = []
        if kind in ("any", "attack"):
            parts.append(pot_candidates(self.table, self.balls, self.aimable, self.skill))
        if kind in ("any", "safety"):
            parts.append(safety_candidates(self.table, self.balls, seen))
        if kind == "escape" or (kind != "attack" and not seen.any()):
            parts.append(escape_candidates(self.table, self.balls, self.aimable))
        found = [part for part in parts if part is not None]
        if not found:
            wanted = {"attack": "a direct pot", "escape": "an escape"}.get(kind, "a legal contact")
            raise NothingToPlay(f"{wanted} was not found in this position")
        self.count += sum(part.size for part in found)
        return stack(found), bool(seen.any())

    def filtered(self, candidates: Candidates, rename: bool) -> tuple[Candidates, Float[Any, " K"]]:
        """Candidates that do what they are meant to when played perfectly, with their value.

        With ``rename`` a safety that pots a ball is called a pot from then on.
        """
        played = self.sampled(candidates, np.zeros((1, 5), np.float32))
        found = played.assessment
        value = found.value[:, 0]
        pots = candidates.window > 0.0
        # An aim that pots is worth the chance that this player holds it.
        spread = np.sqrt(2.0) * max(float(self.skill.aim), 1e-6)
        holds = _erf(candidates.window / spread)
        value = np.where(pots, holds * value - (1.0 - holds) * 4.0, value)
        self.events = float(played.outcome.events.mean())
        good = found.codes[:, 0] == 0
        good &= ~pots | found.scores[:, 0]
        candidates = _named_for_what_happens(candidates, played, rename)
        if not good.any():
            good = np.ones_like(good)
        return candidates.take(good), value[good]

    def sampled(self, candidates: Candidates, errors: Float[Any, "M 5"]) -> Sampled:
        """Every candidate [K] with every error [M], the same for all."""
        k, m = candidates.size, len(errors)
        self.count += k * m
        strokes = Stroke(*(np.repeat(leaf, m) for leaf in candidates.stroke))
        noise = np.tile(np.asarray(errors, np.float32), (k, 1))
        played = perturb(strokes, self.skill, noise)
        outcome = simulate(self.table, self.balls, played)
        said = declarations(self.situation, np.repeat(candidates.ball, m))
        assessment = assess(self.table, self.situation, outcome, said, self.skill)
        return jax.tree.map(
            lambda leaf: leaf.reshape(k, m, *leaf.shape[1:]), Sampled(outcome, assessment)
        )

    def tolerances(self, candidates: Candidates) -> list[float | None]:
        """Half-width (rad) of aims at which each stroke still scores; None if it does not."""
        if not np.any(candidates.family == Family.POT):
            return [None] * candidates.size
        steps = 41
        span = np.where(candidates.window > 0.0, 3.0 * candidates.window, 0.01)
        offsets = span[:, None] * np.linspace(-1.0, 1.0, steps)
        strokes = Stroke(*(np.repeat(leaf, steps) for leaf in candidates.stroke))
        strokes = strokes._replace(aim=(strokes.aim + offsets.ravel()).astype(np.float32))
        outcome = simulate(self.table, self.balls, strokes)
        self.count += len(offsets.ravel())
        said = declarations(self.situation, np.repeat(candidates.ball, steps))
        found = assess(self.table, self.situation, outcome, said, self.skill)
        scores = found.scores.reshape(-1, steps)
        widths: list[float | None] = []
        for row, offset, family in zip(scores, offsets, candidates.family, strict=True):
            middle = steps // 2
            if family != Family.POT or not row[middle]:
                widths.append(None)
                continue
            left = (
                middle - int(np.argmin(row[middle::-1])) + 1 if not row[: middle + 1].all() else 0
            )
            right = middle + int(np.argmin(row[middle:])) if not row[middle:].all() else steps
            step = offset[1] - offset[0]
            widths.append(float(0.5 * step * (right - left)))
        return widths

    def suggestion(
        self, candidates: Candidates, k: Any, fresh: Sampled, tolerance: float | None
    ) -> Suggestion:
        """Candidate ``k`` with the figures of its fresh strokes."""
        outcomes: Outcome = jax.tree.map(lambda leaf: leaf[k], fresh.outcome)
        found: Assessment = jax.tree.map(lambda leaf: leaf[k], fresh.assessment)
        situation, ball = self.situation, int(candidates.ball[k])
        named = situation.on_code == On.COL or not situation.targets[ball]
        x, y = (float(part) for part in self.balls.position[0])
        return Suggestion(
            stroke=Stroke(*(float(leaf[k]) for leaf in candidates.stroke)),
            family=Family(int(candidates.family[k])),
            ball=ball,
            pocket=int(candidates.pocket[k]),
            nominated=ball if named else None,
            placement=(x, y) if situation.ball_in_hand else None,
            p_pot=float(found.scores.mean()),
            p_foul=float((found.codes != 0).mean()),
            expected_points=float((found.points - found.penalty).mean()),
            value=float(found.value.mean()),
            tolerance=tolerance,
            outcomes=outcomes,
            assessment=found,
        )


_erf = np.vectorize(math.erf, otypes=[float])


@jax.jit
def _visible(table: Table, position: Any, on_table: Any, targets: Any) -> Bool[Any, " 22"]:
    return visible(table, position, on_table, targets)


def _best(
    candidates: Candidates, value: Float[Any, " K"], keep: int, per_line: int
) -> Int[Any, " k"]:
    """Indices of the best candidates, at first no more than ``per_line`` of one line."""
    order = np.argsort(-value, kind="stable")
    taken: dict[int, int] = {}
    chosen: list[int] = []
    for k in order:
        line = int(candidates.line[k])
        taken[line] = taken.get(line, 0) + 1
        if taken[line] <= per_line:
            chosen.append(int(k))
    spare = [int(k) for k in order if int(k) not in set(chosen)]
    return np.array((chosen + spare)[:keep], int)


def _best_of_both(
    candidates: Candidates, value: Float[Any, " K"], keep: int, per_line: int
) -> Int[Any, " k"]:
    """The best pots and the best of the others, half and half: neither may crowd the other out.

    What a stroke is worth when it is played perfectly says little of two different kinds.
    """
    pots = candidates.family == Family.POT
    halves = []
    for group in (np.flatnonzero(pots), np.flatnonzero(~pots)):
        best = _best(candidates.take(group), value[group], keep, per_line)
        halves.append(group[best])
    first = [half[: keep // 2] for half in halves]
    spare = np.concatenate([half[keep // 2 :] for half in halves])
    spare = spare[np.argsort(-value[spare], kind="stable")]
    return np.concatenate([*first, spare])[:keep].astype(int)


def _named_for_what_happens(candidates: Candidates, played: Sampled, rename: bool) -> Candidates:
    """Candidates named for the ball that they hit first, or that they pot by the way."""
    found, outcome = played.assessment, played.outcome
    order, hit = outcome.pot_order[:, 0], outcome.first_hit[:, 0]
    drops = np.argmin(np.where(order > 0, order, N_BALLS + 1), axis=1)
    contacts = candidates.family != Family.POT
    lucky = found.scores[:, 0] & contacts & rename
    ball = np.where(contacts & hit.any(axis=1), np.argmax(hit, axis=1), candidates.ball)
    ball = np.where(lucky, drops, ball).astype(np.int32)
    pocket = np.where(lucky, outcome.pocket[np.arange(len(ball)), 0, ball], candidates.pocket)
    return candidates._replace(
        family=np.where(lucky, Family.POT, candidates.family).astype(np.int32),
        ball=ball,
        pocket=pocket.astype(np.int32),
        line=np.where(lucky, line_of(Family.POT, ball, pocket), candidates.line),
    )


def _with_aims(candidates: Candidates) -> Candidates:
    """The candidates, and the same with their aim moved within the potting window."""
    parts = [candidates]
    pots = candidates.take(candidates.window > 0.0)
    for share in AIM_STEPS:
        aim = pots.stroke.aim + np.float32(share) * pots.window
        parts.append(pots._replace(stroke=pots.stroke._replace(aim=aim)))
    return stack(parts)
