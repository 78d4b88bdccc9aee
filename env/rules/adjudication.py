"""The referee: fouls, penalty, points, what is spotted, who is next and with which options.

In two steps, because a snooker can be a foul: `judge` reads the stroke, balls are spotted, and
`conclude` adds what the position left says.
"""

from functools import reduce
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from baulk.env.rules.codes import Code, On, Option, State
from baulk.env.rules.records import Call, Declaration, Events, Leave, Standing
from baulk.env.rules.ruleset import RuleSet
from baulk.physics.balls import COLOURS_SLICE, CUE_BALL, N_BALLS, REDS_SLICE, VALUES

_number = np.arange(N_BALLS)
_value = np.asarray(VALUES)
_colours = (_number >= COLOURS_SLICE.start) & (_number < COLOURS_SLICE.stop)
_reds = (_number >= REDS_SLICE.start) & (_number < REDS_SLICE.stop)
# Codes that a referee reports, because no position or path shows them.
_REPORTED = (
    Code.DOUBLE_HIT, Code.PUSH, Code.BALL_MOVING, Code.RESPOT_PENDING, Code.NOT_TIP, Code.FEET,
    Code.BAD_PLACEMENT, Code.TOUCH, Code.POTTED_USED, Code.AFTER_WARNING, Code.CONDUCT,
    Code.INTENTIONAL,
)  # fmt: skip
# With a colour on and nothing declared, these do not make it a foul before the declaration.
_OF_NO_DECLARATION = (Code.NO_DECL, Code.RED_AFTER_RED, Code.ILLEGAL_POT)


class Judgement(NamedTuple):
    """What the stroke alone says."""

    codes: jax.Array  # set of Code bits
    penalty: jax.Array
    points: jax.Array
    counted: jax.Array  # [N]
    respot: jax.Array  # [N]
    in_hand: jax.Array
    aimed: jax.Array  # value of the ball on


def colour(on: jax.Array) -> jax.Array:
    """Index of the ball of a sequence value (2-7), the black for the tie-break."""
    return jnp.clip(on, 2, 7) + (COLOURS_SLICE.start - 2)


def new_turn(on_table: jax.Array) -> jax.Array:
    """The ball on (an `On`) of a player who comes to the table (arts. 9, 11)."""
    lowest = jnp.min(jnp.where(_colours & on_table, _value, On.TB))
    return jnp.where(jnp.any(on_table & _reds), On.RED, lowest).astype(jnp.int32)


def balls_on(on: jax.Array, on_table: jax.Array) -> jax.Array:
    """Mask of the balls of which one is on; with `On.COL` every colour."""
    sequence = _number == colour(on)
    return on_table & jnp.where(on == On.RED, _reds, jnp.where(on == On.COL, _colours, sequence))


def remaining(on: jax.Array, on_table: jax.Array) -> jax.Array:
    """Points that are still possible (6.6): 8 for each red, and the colours."""
    reds = jnp.sum(on_table & _reds)
    colours = jnp.sum(jnp.where(on_table & _colours, _value, 0))
    return 8 * reds + colours + jnp.where(on == On.COL, 7, 0)


def judge(
    standing: Standing, declaration: Declaration, events: Events, rules: RuleSet
) -> Judgement:
    """Fouls, penalty and points of a stroke by its events (arts. 12-14, 33-40, 55, 60-65)."""
    on, on_table = standing.on, standing.on_table
    is_col = on == On.COL
    has_free = declaration.free >= 0
    free = (_number == declaration.free) & has_free

    # Which colour is played, and whether it was said (arts. 25-31).
    spoken = declaration.declared
    if rules.evident_overrides_declaration:
        spoken = jnp.where(declaration.evident >= 0, declaration.evident, spoken)
    else:
        spoken = jnp.where(spoken < 0, declaration.evident, spoken)
    says_red = _is_red(spoken)
    says_colour = (spoken >= COLOURS_SLICE.start) & is_col
    duty = balls_on(on, on_table)
    own = jnp.where(is_col, (_number == spoken) & says_colour, duty)
    allowed = own | free
    aimed = jnp.where(
        is_col,
        jnp.where(says_colour, _at(_value, spoken), 0),
        jnp.where(on == On.RED, 1, jnp.minimum(on, 7)),
    )
    undeclared = is_col & ~says_colour
    declared = declaration.declared
    said_wrong = ~is_col & (declared >= 0) & ~_in(duty, declared) & ~has_free

    # The first contact; a touching ball on has been hit already (art. 33).
    first = events.first & (_number != CUE_BALL)
    hits = jnp.sum(first)
    done = jnp.any(events.touching & allowed)
    free_among = ~has_free | jnp.any(first & free)
    within = jnp.all(~first | allowed)
    at_red = undeclared & (events.plays_at_red | says_red)
    wrong_first = (hits == 1) & ~(within & free_among) & ~undeclared
    reds_only = (on == On.RED) & within
    wrong_first |= (hits > 1) & reds_only & ~free_among
    may_touch_two = reds_only | (has_free & within & free_among)
    simultaneous = (hits > 1) & ~may_touch_two

    potted = events.potted & (_number != CUE_BALL)
    wrong_pot = potted & ~allowed
    off = events.off & (_number != CUE_BALL)
    jumped = _jump_foul(events, rules)
    struck = events.stroke
    found = {
        Code.NO_CONTACT: (hits == 0) & ~done & struck,
        Code.SEQUENCE: said_wrong & rules.out_of_order_is_sequence,
        Code.WRONG_DECL: said_wrong & (not rules.out_of_order_is_sequence),
        Code.NO_DECL: undeclared & ~at_red & (hits > 0) & struck,
        Code.RED_AFTER_RED: at_red & (hits > 0) & struck,
        Code.WRONG_FIRST: wrong_first & ~done & struck,
        Code.SIMUL: simultaneous & ~done & struck,
        Code.INOFF: events.potted[CUE_BALL] & struck,
        Code.ILLEGAL_POT: jnp.any(wrong_pot) & struck,
        Code.OFF_TABLE: jnp.any(events.off) & struck,
        Code.TOUCH_MOVED: jnp.any(events.touch_moved) & struck,
        Code.JUMP: jumped & struck,
    }
    for code in _REPORTED:
        found[code] = (events.flags >> code & 1).astype(bool)
    found[Code.TOUCH] |= jnp.any(events.handled)
    if rules.shot_clock is not None:
        # Out of time: whatever was played then does not count (art. 55.29).
        late = events.seconds > rules.shot_clock
        found = {code: there & ~late for code, there in found.items()}
        found[Code.TIME] = late
    else:
        late = jnp.bool_(False)
    other = [there for code, there in found.items() if code not in _OF_NO_DECLARATION]
    found[Code.BEFORE_DECL] = undeclared & reduce(jnp.logical_or, other)

    involved = wrong_pot | off | events.touch_moved | events.handled
    involved |= first & (found[Code.WRONG_FIRST] | found[Code.SIMUL] | undeclared)
    involved &= ~late
    highest = jnp.max(jnp.where(involved, _value, 0))
    by_value = jnp.maximum(rules.min_foul, jnp.maximum(aimed, highest))
    penalty = jnp.int32(0)
    for code, there in found.items():
        worth = _worth(code, by_value, declaration, rules)
        penalty = jnp.where(there, jnp.maximum(penalty, worth), penalty)

    codes = _bits(found)
    foul = codes != 0
    counted = potted & allowed & ~foul & struck
    reds = jnp.sum(counted)  # a free ball played as a red counts as one
    points = jnp.where(on == On.RED, reds, jnp.where(jnp.any(counted), aimed, 0))
    lost = (potted | off) & _colours & ~late & struck
    # Legal: a colour after a red and a free ball come back, one of the sequence does not.
    back = jnp.where(foul, lost, lost & (is_col | free))
    in_hand = (events.potted[CUE_BALL] | events.off[CUE_BALL]) & ~late & struck
    return Judgement(
        codes=codes,
        penalty=penalty.astype(jnp.int32),
        points=points.astype(jnp.int32),
        counted=counted,
        respot=back,
        in_hand=in_hand,
        aimed=aimed.astype(jnp.int32),
    )


def _worth(
    code: Code,
    by_value: jax.Array,
    declaration: Declaration,
    rules: RuleSet,
) -> Any:
    if code in rules.seven_codes:
        return 7
    if code == Code.RED_AFTER_RED:
        return 7 if rules.red_after_red_penalty == "seven" else by_value
    if code == Code.NO_DECL and rules.undeclared_penalty == "seven_if_required":
        return jnp.where(declaration.required, 7, by_value)
    return by_value


def _jump_foul(events: Events, rules: RuleSet) -> jax.Array:
    """Art. 55.16: forgiven over a ball touched before; or the three exceptions of S2R20."""
    if rules.jump_rule == "touched_first":
        return jnp.any(events.jumped & ~events.jump_touched)
    over_hit = events.jump_same & events.jump_far & ~events.jump_after_cushion
    over_other = ~events.jump_same & ~events.jump_after_contact
    return jnp.any(events.jumped & (over_hit | over_other))


def after_stroke(standing: Standing, judgement: Judgement, events: Events) -> jax.Array:
    """Balls on the table [N] once the stroke is over and colours are spotted."""
    late = _has(judgement.codes, Code.TIME)
    gone = (events.potted | events.off) & events.stroke & ~late
    back = judgement.respot | (_number == CUE_BALL)
    return (standing.on_table & ~gone) | back


def conclude(
    standing: Standing,
    declaration: Declaration,
    events: Events,
    judgement: Judgement,
    leave: Leave,
    rules: RuleSet,
) -> Call:
    """Add what the position says: snookers that are fouls, a miss, options, the end of the frame.

    Args:
        standing: before the stroke.
        declaration, events: of it.
        judgement: from `judge`.
        leave: of the position after spotting, for the next player's ball on.
        rules: the rule set.
    """
    on = standing.on
    on_table = after_stroke(standing, judgement, events)
    next_on = jnp.where(on == On.TB, On.TB, new_turn(on_table))
    has_free = declaration.free >= 0
    quiet = (judgement.codes == 0) & (judgement.points == 0)
    behind = quiet & leave.snookered

    only_two = ~jnp.any(on_table & (_reds | _colours) & (_value < 6))
    excepted = only_two & rules.free_ball_pk_bk_exception
    by_free = behind & has_free & _in(leave.obstacles, declaration.free) & ~excepted
    by_touched = behind & (on == On.COL) & ~has_free & ~events.indirect
    by_touched &= jnp.any(leave.obstacles & events.first)
    by_touched &= rules.touched_ball_snooker == "foul_unless_indirect"
    hidden = jnp.where(next_on == On.RED, 1, jnp.minimum(next_on, 7))
    codes = judgement.codes | by_free << Code.SNK_FREE | by_touched << Code.HIDE_TOUCHED
    penalty = jnp.maximum(
        judgement.penalty,
        jnp.maximum(
            jnp.where(by_free, jnp.maximum(rules.min_foul, judgement.aimed), 0),
            jnp.where(by_touched, jnp.maximum(rules.min_foul, hidden), 0),
        ),
    )
    foul = codes != 0
    points = jnp.where(foul, 0, judgement.points)
    scores = standing.scores + jnp.stack([points, penalty])

    # The end of the frame (art. 77).
    lead = scores[0] - scores[1]
    potted_on = jnp.any(judgement.counted & balls_on(on, standing.on_table))
    on_pink = (on == On.PK) & potted_on & (jnp.abs(lead) > 7) & rules.end_on_pink
    happened = foul | (points > 0)
    on_black = (on == On.BK) & (potted_on | foul)
    tied = on_black & (lead == 0)
    over = on_pink | (on_black & (lead != 0)) | ((on == On.TB) & happened)

    miss = _miss(standing, events, codes, scores, next_on, on_table, rules) & ~over & ~tied
    forfeit = miss & _forfeits(standing, rules)
    over |= forfeit
    winner = jnp.where(forfeit, 1, jnp.where(lead > 0, 0, 1))

    scored = points > 0
    only_free = scored & ~potted_on
    follows = jnp.where(
        on == On.RED, On.COL, jnp.where((on >= On.YE) & only_free, on, new_turn(on_table))
    )
    choice = foul & ~over & ~tied
    state = jnp.where(
        over,
        State.OVER,
        jnp.where(tied, State.TIEBREAK_TOSS, jnp.where(choice, State.FOUL_CHOICE, State.STROKE)),
    )
    options = jnp.where(choice, _options(codes, leave, miss, next_on, on_table, rules), 0)
    return Call(
        codes=codes,
        penalty=penalty,
        points=points,
        respot=judgement.respot & ~(over | tied),
        in_hand=judgement.in_hand,
        counted=judgement.counted,
        scores=scores,
        state=state.astype(jnp.int32),
        striker_next=scored & (state == State.STROKE),
        on=jnp.where(tied, On.TB, jnp.where(scored, follows, next_on)).astype(jnp.int32),
        options=options.astype(jnp.int32),
        miss=miss,
        forfeit=forfeit,
        winner=jnp.where(over, winner, -1).astype(jnp.int32),
    )


def _options(
    codes: jax.Array,
    leave: Leave,
    miss: jax.Array,
    next_on: jax.Array,
    on_table: jax.Array,
    rules: RuleSet,
) -> jax.Array:
    """Art. 72: play, a free ball, from hand when angled, pass it back, have it replayed."""
    angled = leave.angled & (rules.angled_after_foul != "none")
    hand = angled & (rules.angled_after_foul in ("either", "in_hand"))
    others = jnp.any(on_table & _colours & (_number != colour(next_on)))
    free = leave.snookered & ((next_on == On.RED) | others)
    if rules.angled_after_foul == "in_hand":
        free &= ~angled
    passes = ~_has(codes, Code.INOFF) | rules.pass_after_in_off
    return (
        Option.PLAY
        | jnp.where(free, Option.FREE, 0)
        | jnp.where(hand, Option.HAND, 0)
        | jnp.where(passes, Option.PASS, 0)
        | jnp.where(miss, Option.REPLAY, 0)
    )


def _miss(
    standing: Standing,
    events: Events,
    codes: jax.Array,
    scores: jax.Array,
    next_on: jax.Array,
    on_table: jax.Array,
    rules: RuleSet,
) -> jax.Array:
    """Whether a foul and a miss is called (arts. 46-49, S3R14)."""
    if rules.miss_rule == "off":
        return jnp.bool_(False)
    failed = _has(codes, Code.NO_CONTACT) | _has(codes, Code.WRONG_FIRST)
    judged = events.miss_judged
    if rules.miss_visible_always:
        judged |= standing.visible
    called = failed & judged & ~standing.impossible
    if not rules.miss_black_only:
        called &= standing.on < On.BK
    if rules.miss_score_test:
        before = jnp.abs(standing.scores[0] - standing.scores[1])
        now = jnp.abs(scores[0] - scores[1])
        settled = before >= remaining(standing.on, standing.on_table)
        settled |= now >= remaining(next_on, on_table)
        # A sequence from a full-ball position, once begun, goes on (S3R14(d)(i)).
        begun = (standing.repetitions > 0) & standing.full_ball
        called &= ~settled | begun | _has(codes, Code.INTENTIONAL)
    return called


def _forfeits(standing: Standing, rules: RuleSet) -> jax.Array:
    """Whether one more miss loses the frame (46 §1, S3R14(d))."""
    rule = rules.miss_forfeit
    basis = standing.clear if rule.basis == "open" else standing.full_ball
    failures = standing.repetitions + (0 if rule.count == "repetitions" else 1)
    return basis & (failures >= rule.n)


def _bits(found: dict[Code, jax.Array]) -> jax.Array:
    return reduce(
        jnp.bitwise_or, [there.astype(jnp.int32) << code for code, there in found.items()]
    )


def _has(codes: jax.Array, code: Code) -> jax.Array:
    return (codes >> code & 1).astype(bool)


def _is_red(ball: jax.Array) -> jax.Array:
    return (ball >= REDS_SLICE.start) & (ball < REDS_SLICE.stop)


def _at(values: Any, ball: jax.Array) -> jax.Array:
    return jnp.sum(jnp.where(_number == ball, values, 0), dtype=jnp.int32)


def _in(mask: Any, ball: jax.Array) -> jax.Array:
    return jnp.any(mask & (_number == ball))
