"""A match: the draw, who breaks off, frames won, what misconduct costs (arts. 4, 16, 17, 58, 59).

Immutable records; every function returns a new one. Players are 0 and 1.
"""

from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from baulk.env.rules.adjudication import remaining
from baulk.env.rules.codes import On, State
from baulk.env.rules.frame import Frame
from baulk.env.rules.ruleset import RuleSet


class Offence(IntEnum):
    """Conduct that a referee reports (art. 58)."""

    DISCIPLINARY = 0  # C: 7 points, the second time the match
    SERIOUS = 1  # D: 7 points and the match


@dataclass(frozen=True)
class Match:
    """A fixed number of frames: whoever wins more than half of them first."""

    best_of: int
    toss_winner: int
    starters: tuple[int, ...] = ()  # who broke off each frame so far
    intended: tuple[int, ...] = ()  # who should have
    wins: tuple[int, int] = (0, 0)
    frame_scores: tuple[tuple[int, int], ...] = ()
    offences: tuple[int, int] = (0, 0)
    lost_by: int | None = None  # the player who was disqualified

    @property
    def needed(self) -> int:
        """Frames that win the match (art. 4)."""
        return self.best_of // 2 + 1

    @property
    def winner(self) -> int | None:
        """Who has won, if anybody has."""
        if self.lost_by is not None:
            return 1 - self.lost_by
        reached = [player for player in (0, 1) if self.wins[player] >= self.needed]
        return reached[0] if reached else None


def draw(best_of: int, rng: np.random.Generator) -> Match:
    """A new match; the lot says who may choose (art. 16).

    Raises:
        ValueError: a number of frames that could end level.
    """
    if best_of < 1 or best_of % 2 == 0:
        raise ValueError(
            f"best_of: {best_of} frames could end level; it must be odd and at least 1"
        )
    return Match(best_of=best_of, toss_winner=int(rng.integers(2)))


def first_starter(match: Match, starts: bool) -> int:
    """Who breaks off the first frame when the winner of the toss starts, or sends the other in."""
    return match.toss_winner if starts else 1 - match.toss_winner


def next_starter(match: Match, rules: RuleSet) -> int:
    """Who breaks off the next frame: the other player by turns (arts. 16 §, 17).

    After a wrong start that stood, the federation alternates from it; the international rules go
    back to the original order.

    Raises:
        ValueError: no frame has been started; see `first_starter`.
    """
    if not match.starters:
        raise ValueError("starters: the first frame is started by the toss")
    last = match.starters if rules.wrong_starter == "new_alternation" else match.intended
    return 1 - last[-1]


def started(match: Match, player: int, rules: RuleSet) -> Match:
    """A frame has been started by ``player``, rightly or by mistake."""
    meant = next_starter(match, rules) if match.starters else player
    return replace(match, starters=(*match.starters, player), intended=(*match.intended, meant))


def start_corrected(match: Match) -> Match:
    """A wrong start found before the next stroke: the right player starts the frame again."""
    right = match.intended[-1]
    return replace(match, starters=(*match.starters[:-1], right))


def frame_over(match: Match, winner: int, scores: tuple[int, int]) -> Match:
    """Enter a frame."""
    wins = list(match.wins)
    wins[winner] += 1
    return replace(match, wins=(wins[0], wins[1]), frame_scores=(*match.frame_scores, scores))


def reported(match: Match, player: int, offence: Offence) -> tuple[Match, int]:
    """Misconduct: the match after it, and penalty points to the other player (art. 58 C, D).

    Points of misconduct add to those of a foul in the same action (55 §8).
    """
    counts = list(match.offences)
    counts[player] += 1
    lost = offence == Offence.SERIOUS or counts[player] >= 2
    after = replace(match, offences=(counts[0], counts[1]))
    return (disqualified(after, player) if lost else after), 7


def disqualified(match: Match, player: int) -> Match:
    """The match is lost: the other is taken to have won the frames needed (59.3)."""
    wins = list(match.wins)
    wins[1 - player] = match.needed
    return replace(match, wins=(wins[0], wins[1]), lost_by=player)


def forfeited_scores(frame: Frame, loser: int, penalty: int, rules: RuleSet) -> tuple[int, int]:
    """Scores of a frame that is lost by forfeit (art. 59.1-2, S4R2).

    The federation gives the winner the penalty and all points still possible, or what makes him
    win by one; the international rules take the loser's points away and leave out the penalty.

    Args:
        frame: as it stood.
        loser: who forfeits.
        penalty: points for the offence.
        rules: the rule set.
    """
    left = int(remaining(frame.on, frame.on_table))
    own = [int(score) for score in frame.scores]
    winner = 1 - loser
    if rules.loss_points == "s4r2":
        own[loser] = 0
        own[winner] += left
    else:
        own[winner] = max(own[winner] + penalty + left, own[loser] + 1)
    return own[0], own[1]


def stalemate(frame: Frame, fresh: Frame, rules: RuleSet) -> Frame:
    """The frame started again, scores 0, by the same player (S3R16).

    Args:
        frame: in which neither player makes progress.
        fresh: a new frame, broken off by the same player.
        rules: the rule set.

    Raises:
        ValueError: the rules know no stalemate, or not enough strokes were played without change.
    """
    if rules.stalemate_strokes is None:
        raise ValueError("stalemate: these rules have none")
    if int(frame.quiet) < 2 * rules.stalemate_strokes:
        raise ValueError(
            f"stalemate: {rules.stalemate_strokes} strokes each without change are needed"
        )
    if State(int(frame.state)) != State.STROKE or int(frame.on) == On.TB:
        raise ValueError("stalemate: only between strokes, and not on a spotted black")
    return fresh._replace(starter=frame.starter, decider=frame.starter)
