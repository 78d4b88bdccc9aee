"""Rule sets as data: what the federations disagree on, one value each.

Article numbers in comments are those of the Portuguese federation, S2R.. and S3R.. those of the
international rules.
"""

from dataclasses import dataclass, replace
from typing import Final

from baulk.env.rules.codes import Code


@dataclass(frozen=True)
class Forfeit:
    """When a run of misses loses the frame (46 §1, S3R14(d))."""

    basis: str  # open: a ball on open on both sides; full_ball: its centre line is free
    count: str  # repetitions: n of them failed after the first; failures: n in all
    n: int


@dataclass(frozen=True)
class RuleSet:
    """One set of rules; hashable, so that compiled code knows it. Lengths in metres."""

    name: str
    markings: str  # of the table (art. 6, S1R1)
    reds: int = 15  # art. 1
    apex_gap: float = 0.001  # art. 15a
    min_foul: int = 4  # 55 §1
    seven_codes: frozenset[Code] = frozenset()  # 55 §4, S3R10(d)
    red_after_red_penalty: str = "min4"  # or seven; 55.22, 60
    undeclared_penalty: str = "involved"  # or seven_if_required; 55.17
    declaration_mode: str = "explicit"  # or auto, ask; 25-30
    evident_clearance: float = 4 * 0.02625  # 29
    evident_overrides_declaration: bool = True  # 28
    out_of_order_is_sequence: bool = True  # 55.27; else a wrong declaration, S3R10(b)(iv)
    simultaneous_gap: float = 1e-4
    jaw_snookers: bool = True  # 20, 76
    jaw_scope: str = "cue_side"  # or any
    tangent_blocks: bool = True  # 55 §5
    free_ball_pk_bk_exception: bool = True  # 75
    touched_ball_snooker: str = "foul_unless_indirect"  # or legal; 70A
    angled_after_foul: str = "either"  # or in_hand, free_ball, none; 22a
    pass_after_in_off: bool = False  # 23 §
    miss_rule: str = "judge"  # or off; 49
    miss_visible_always: bool = False  # 47.2, S3R14(c)
    miss_score_test: bool = False  # S3R14(a)
    miss_black_only: bool = False  # 47.1
    miss_forfeit: Forfeit = Forfeit("open", "repetitions", 3)
    miss_forfeit_warning: str = "optional"  # or mandatory; 46 §3
    miss_max_consecutive: int | None = None  # six-red variant
    foul_in_replay_keeps_replay: bool = False  # S3R14(e)
    shot_clock: float | None = 60.0  # s; 55.29
    jump_rule: str = "touched_first"  # or wpbsa_abc; 55.16, S2R20
    touch_gap: float = 1e-4  # 34
    touch_move: float = 5e-4  # 36
    push_gap: float = 0.002  # 55.3
    push_angle_deg: float = 30.0
    respot_towards: str = "black_end"  # or baulk_end; 42
    respot_fallback: str = "all"  # or pk_bk; 43
    late_drop_rule: str = "phase"  # or wpbsa9; 52
    wrong_starter: str = "new_alternation"  # or resume_order; 17
    end_on_pink: bool = True  # 77 A1
    claim_on_black: bool = False  # S2R1(b)
    concession_needs_acceptance: bool = False  # 77 C
    stalemate_strokes: int | None = None  # S3R16
    hampered_pass_keeps_on: bool = False  # S3R11(i)
    loss_points: str = "art59"  # or s4r2
    conduct_ladder: str = "seven_then_match"  # or warn_frame_match; 58
    referee_miss_probability: float = 0.0  # 56
    invalid_placement: str = "mask"  # or foul; 55.9


FPB: Final = RuleSet(
    name="fpb",
    markings="fpb",
    seven_codes=frozenset(
        {
            Code.SEQUENCE,
            Code.BEFORE_DECL,
            Code.TIME,
            Code.CONDUCT,
            Code.POTTED_USED,
            Code.AFTER_WARNING,
            Code.INTENTIONAL,
        }
    ),
)
"""Portuguese federation, arts. 1-77."""

WPBSA: Final = RuleSet(
    name="wpbsa",
    markings="wpbsa",
    seven_codes=frozenset({Code.BEFORE_DECL, Code.POTTED_USED, Code.RED_AFTER_RED}),
    red_after_red_penalty="seven",
    undeclared_penalty="seven_if_required",
    evident_overrides_declaration=False,
    out_of_order_is_sequence=False,
    jaw_snookers=False,
    touched_ball_snooker="legal",
    angled_after_foul="none",
    pass_after_in_off=True,
    miss_visible_always=True,
    miss_score_test=True,
    miss_black_only=True,
    miss_forfeit=Forfeit("full_ball", "failures", 3),
    miss_forfeit_warning="mandatory",
    foul_in_replay_keeps_replay=True,
    shot_clock=None,
    jump_rule="wpbsa_abc",
    respot_fallback="pk_bk",
    late_drop_rule="wpbsa9",
    wrong_starter="resume_order",
    end_on_pink=False,
    claim_on_black=True,
    concession_needs_acceptance=True,
    stalemate_strokes=3,
    hampered_pass_keeps_on=True,
    loss_points="s4r2",
    conduct_ladder="warn_frame_match",
)
"""World Professional Billiards and Snooker Association, numbering of 2014-2018."""

WPBSA6: Final = replace(
    WPBSA, name="wpbsa6", reds=6, free_ball_pk_bk_exception=False, miss_max_consecutive=5
)
"""The six-red variant."""

RULE_SETS: Final = {rules.name: rules for rules in (FPB, WPBSA, WPBSA6)}


def rule_set(name: str) -> RuleSet:
    """The rule set of a name.

    Raises:
        ValueError: there is none; the message lists those there are.
    """
    if name not in RULE_SETS:
        raise ValueError(f"rules: unknown {name!r}; one of {', '.join(RULE_SETS)}")
    return RULE_SETS[name]
