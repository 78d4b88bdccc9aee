"""Matches: P01-P05 (who starts), P22-P28 (misconduct and forfeits), P32 (stalemate)."""

import numpy as np
import pytest

from baulk.env.rules.codes import On
from baulk.env.rules.frame import new_frame
from baulk.env.rules.match import (
    Match,
    Offence,
    disqualified,
    draw,
    first_starter,
    forfeited_scores,
    frame_over,
    next_starter,
    reported,
    stalemate,
    start_corrected,
    started,
)
from baulk.env.rules.ruleset import FPB, WPBSA
from baulk.physics.balls import N_BALLS
from baulk.physics.table import make_table

A, B = 0, 1
TABLE = make_table()


def test_art_04_a_match_is_won_by_more_than_half_of_its_frames():
    match = Match(best_of=3, toss_winner=A)
    match = frame_over(match, A, (60, 20))
    assert match.winner is None
    match = frame_over(match, A, (70, 1))
    assert match.winner == A
    assert match.wins == (2, 0)


def test_p01_the_winner_of_the_lot_may_send_the_other_in():
    match = Match(best_of=3, toss_winner=B)
    assert first_starter(match, starts=False) == A
    assert first_starter(match, starts=True) == B


def test_p02_then_they_start_by_turns():
    match = started(Match(best_of=5, toss_winner=A), A, FPB)
    for player in (B, A, B):
        assert next_starter(match, FPB) == player
        match = started(match, player, FPB)
    with pytest.raises(ValueError, match="toss"):
        next_starter(Match(best_of=5, toss_winner=A), FPB)


def test_the_lot_is_fair_and_seeded():
    winners = [draw(7, np.random.default_rng(seed)).toss_winner for seed in range(200)]
    assert 70 < sum(winners) < 130
    assert draw(7, np.random.default_rng(3)) == draw(7, np.random.default_rng(3))
    with pytest.raises(ValueError, match="odd"):
        draw(4, np.random.default_rng(0))


def _wrong_start(rules):
    """A breaks frame 1 and, by mistake, frame 2."""
    match = started(Match(best_of=7, toss_winner=A), A, rules)
    return started(match, A, rules)


def test_p03_found_before_the_next_stroke_the_frame_starts_again():
    match = start_corrected(_wrong_start(FPB))
    assert match.starters == (A, B)
    assert next_starter(match, FPB) == A


def test_p04_found_later_the_federation_alternates_from_it():
    assert next_starter(_wrong_start(FPB), FPB) == B


def test_p05_the_international_rules_go_back_to_the_order():
    # Three in a row for A.
    assert next_starter(_wrong_start(WPBSA), WPBSA) == A


def test_p22_misconduct_adds_seven_to_the_foul():
    match, points = reported(Match(best_of=7, toss_winner=A), A, Offence.DISCIPLINARY)
    assert 7 + points == 14
    assert match.winner is None


def test_p23_the_second_offence_loses_the_match():
    match, _ = reported(Match(best_of=7, toss_winner=A), A, Offence.DISCIPLINARY)
    match, _ = reported(match, A, Offence.DISCIPLINARY)
    assert match.winner == B


def test_p24_a_serious_offence_loses_it_at_once():
    match, points = reported(Match(best_of=7, toss_winner=A), A, Offence.SERIOUS)
    assert points == 7
    assert match.winner == B


def _frame(on, reds, colours, scores):
    on_table = np.zeros(N_BALLS, bool)
    on_table[[0, *range(1, reds + 1), *colours]] = True
    frame = new_frame(TABLE, FPB, A, 15)
    return frame._replace(on=np.int32(on), on_table=on_table, scores=np.array(scores, np.int32))


def test_p25_the_winner_gets_the_penalty_and_all_that_was_left():
    frame = _frame(On.RED, 3, range(16, 22), (40, 30))
    assert forfeited_scores(frame, A, 7, FPB) == (40, 88)


def test_p26_or_what_makes_him_win_by_one():
    frame = _frame(On.BK, 0, (21,), (60, 30))
    assert forfeited_scores(frame, A, 7, FPB) == (60, 61)


def test_p27_frames_won_stay_and_the_match_is_made_up():
    match = Match(best_of=7, toss_winner=A, wins=(2, 1))
    assert disqualified(match, A).wins == (2, 4)


def test_p28_the_international_rules_take_the_points_away():
    frame = _frame(On.RED, 3, range(16, 22), (40, 30))
    assert forfeited_scores(frame, A, 7, WPBSA) == (0, 81)


def test_p32_a_stalemate_starts_the_frame_again():
    frame = _frame(On.RED, 3, range(16, 22), (40, 30))._replace(
        quiet=np.int32(6), starter=np.int32(B), decider=np.int32(A)
    )
    fresh = stalemate(frame, new_frame(TABLE, WPBSA, A, 15), WPBSA)
    assert fresh.scores.tolist() == [0, 0]
    assert int(fresh.starter) == int(fresh.decider) == B
    with pytest.raises(ValueError, match="3 strokes each"):
        stalemate(frame._replace(quiet=np.int32(5)), fresh, WPBSA)
    with pytest.raises(ValueError, match="none"):
        stalemate(frame, fresh, FPB)
