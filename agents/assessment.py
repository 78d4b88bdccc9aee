"""What the outcome of a stroke is worth to the player: points, position, and what is left."""

from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from baulk.agents.ease import look
from baulk.env.rules.codes import Code, On, State
from baulk.env.rules.records import Declaration, Standing
from baulk.env.rules.ruleset import RULE_SETS, rule_set
from baulk.env.rules.stroke import Ruled, rule_stroke, standing
from baulk.env.situation import Situation
from baulk.env.skill import Skill
from baulk.physics import devices
from baulk.physics.balls import REDS_SLICE, VALUES
from baulk.physics.outcome import Outcome, Status
from baulk.physics.table import Table

POINTS_PER_POT: Final = 4.0
"""Average of a red and the colour after it, for what a break may go on to bring."""

SNOOKER_WORTH: Final = 2.5
"""Points that leaving the opponent snookered is worth: he may foul, and leave something."""

MISS_COST: Final = 4.0
"""Points that a foul and a miss costs besides the penalty: one may be put back, and miss again."""

PRESSURE: Final = 1.5
"""Points that leaving the next ball on a table's length away is worth when nothing can be potted:
the opponent's safety is then harder too."""

TIGHT_WORTH: Final = 0.4
"""Points that leaving the cue ball tight on a cushion is worth."""

_CHUNK = 2048


class Assessment(NamedTuple):
    """S outcomes of strokes, judged and valued; numpy arrays."""

    codes: Int[Any, " S"]  # fouls: a set of rules.codes.Code bits, 0 for none
    points: Int[Any, " S"]
    penalty: Int[Any, " S"]
    scores: Bool[Any, " S"]  # a ball on was potted and there was no foul
    value: Float[Any, " S"]  # points: this stroke, and what follows for and against
    chance: Float[Any, " S"]  # best pot that is left, to whoever plays next
    ball: Int[Any, " S"]  # the ball of that pot
    snookered: Bool[Any, " S"]  # whoever plays next sees no ball on
    cue_stop: Float[Any, "S 2"]  # m; where it was lost for a cue ball that left the bed
    in_hand: Bool[Any, " S"]


def survival(skill: Skill) -> Any:
    """Chance that a break goes on after one more pot; 0.86 for a professional (frame logs)."""
    return jnp.exp(-5.0 * jnp.degrees(skill.aim)) * 0.995


def visit_value(
    table: Table,
    left: Ruled,
    chance: Float[Array, "N 6"],
    skill: Skill,
) -> tuple[Float[Array, ""], Float[Array, ""], Int[Array, ""]]:
    """Points that whoever plays next may expect, the chance of the pot he plays, and its ball.

    A pot brings its ball and the break that may follow, which ends sooner with less skill and
    with fewer points on the table.
    """
    values = jnp.asarray(VALUES, chance.dtype)
    best = jnp.max(chance, axis=-1)
    reds = jnp.sum(left.on_table[REDS_SLICE])
    colours = jnp.sum(jnp.where(left.on_table, values, 0.0)[REDS_SLICE.stop :])
    rest = 8.0 * reds + colours
    goes_on = survival(skill)
    tail = jnp.minimum(POINTS_PER_POT * goes_on / (1.0 - goes_on), goes_on * rest)
    in_order = left.call.on >= On.YE
    worth = jnp.where(in_order, jnp.maximum(rest - values, 0.0), rest)
    gain = best * (values + jnp.minimum(tail, goes_on * worth))
    ball = jnp.argmax(gain)
    return gain[ball], best[ball], ball.astype(jnp.int32)


def _assess_one(
    rules: str,
    table: Table,
    skill: Skill,
    before: Standing,
    outcome: Outcome,
    declaration: Declaration,
) -> Assessment:
    left = rule_stroke(table, rule_set(rules), before, declaration, outcome)
    judged = left.call
    pots = look(table, left.position, left.on_table, left.targets, skill)
    value, chance, ball = visit_value(table, left, pots.chance, skill)
    hard = jnp.where(left.leave.snookered, SNOOKER_WORTH, _pressure(table, left))
    against = value - jnp.where(judged.in_hand, 0.0, hard)
    missed = (judged.codes >> Code.NO_CONTACT | judged.codes >> Code.WRONG_FIRST) & 1
    following = jnp.where(judged.striker_next, value, -against - MISS_COST * missed)
    return Assessment(
        codes=judged.codes,
        points=judged.points,
        penalty=judged.penalty,
        scores=judged.points > 0,
        value=judged.points - judged.penalty + jnp.where(judged.state == State.OVER, 0, following),
        chance=chance,
        ball=ball,
        snookered=left.leave.snookered,
        cue_stop=outcome.position[0],
        in_hand=judged.in_hand,
    )


def _pressure(table: Table, left: Ruled) -> Float[Array, ""]:
    """Points that an awkward cue ball is worth: far from every ball on, or tight on a cushion."""
    x, y = left.position[:, 0], left.position[:, 1]
    gap = jnp.sqrt((x - x[0]) ** 2 + (y - y[0]) ** 2)
    far = jnp.min(jnp.where(left.open, gap, table.length)) / table.length
    to_cushion = jnp.minimum(
        jnp.minimum(x[0], table.length - x[0]), 0.5 * table.width - jnp.abs(y[0])
    )
    return PRESSURE * far + jnp.where(to_cushion < 1.5 * table.ball.radius, TIGHT_WORTH, 0.0)


def visible(
    table: Table,
    position: Float[Array, "N 2"],
    on_table: Bool[Array, " N"],
    targets: Bool[Array, " N"],
) -> Bool[Array, " N"]:
    """Balls of ``targets`` that the cue ball can reach in a straight line, full or thin."""
    reach = 2.0 * table.ball.radius
    cue = position[0]
    offset = position - cue
    distance = jnp.sqrt(jnp.maximum(jnp.sum(offset * offset, axis=-1), 1e-12))
    ahead = offset / distance[:, None]
    sideways = jnp.stack([-ahead[:, 1], ahead[:, 0]], axis=-1)
    free = jnp.zeros(position.shape[0], bool)
    others = jnp.arange(position.shape[0]) > 0
    for share in (-0.95, -0.5, 0.0, 0.5, 0.95):
        # Aim so that the line of travel passes the ball's centre at this share of two radii.
        end = offset + sideways * (share * reach)
        length = jnp.sqrt(jnp.sum(end * end, axis=-1))
        unit = end / length[:, None]
        along = unit @ offset.T  # [aim, obstacle]
        across = jnp.abs(unit[:, :1] * offset[:, 1] - unit[:, 1:] * offset[:, 0])
        stop = jnp.diagonal(along)[:, None]
        blocks = (along > 0.0) & (along < stop) & (across < reach) & on_table & others
        blocks &= ~jnp.eye(position.shape[0], dtype=bool)
        free |= ~jnp.any(blocks, axis=-1)
    return free & targets & on_table


def _rows(rules: str) -> Any:
    """`_assess_one` over rows, a function of its own for each rule set."""

    def rows(
        table: Table, skill: Skill, before: Standing, outcome: Outcome, said: Declaration
    ) -> Assessment:
        one = partial(_assess_one, rules, table, skill, before)
        return jax.vmap(one)(outcome, said)

    return rows


_ROWS = {name: _rows(name) for name in RULE_SETS}


def assess(
    table: Table, situation: Situation, outcome: Outcome, said: Declaration, skill: Skill
) -> Assessment:
    """Judge and value S outcomes of strokes played in one situation.

    An outcome that ran out of events counts as a foul of nothing hit: the planner avoids it.

    Args:
        table: the table.
        situation: before the strokes.
        outcome: [S].
        said: [S] declarations.
        skill: of whoever plays next.
    """
    size = outcome.status.shape[0]
    cut_off = np.asarray(outcome.status) != Status.FINISHED
    first_hit = np.asarray(outcome.first_hit) & ~cut_off[:, None]
    outcome = outcome._replace(first_hit=first_hit)
    table = jax.tree.map(lambda leaf: np.asarray(leaf, np.float32), table)
    skill = Skill(*(np.float32(part) for part in skill))
    own, other = situation.scores[situation.striker], situation.scores[1 - situation.striker]
    before = standing(situation.on_code, situation.balls.on_table, (own, other))
    share = -(-_CHUNK // devices.count())
    judge = devices.on_all(_ROWS[situation.rules], 3, 2)
    parts = []
    for begin in range(0, size, _CHUNK):
        n = min(_CHUNK, size - begin)
        rows = jax.tree.map(lambda leaf: leaf[begin : begin + n], (outcome, said))  # noqa: B023
        dealt = jax.tree.map(lambda leaf: devices.deal(leaf, share), rows)
        found = judge(table, skill, before, *dealt)
        parts.append(jax.tree.map(lambda leaf: devices.gather(leaf, n), found))  # noqa: B023
    whole: Assessment = jax.tree.map(lambda *leaves: np.concatenate(leaves), *parts)
    return whole
