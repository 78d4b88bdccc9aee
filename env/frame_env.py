"""Whole frames against an opponent, as a Gymnasium environment."""

from typing import Any, Final

import gymnasium as gym
import jax
import numpy as np
from gymnasium import spaces
from jaxtyping import Float

from baulk.env.players.placing import free_colours, is_free
from baulk.env.players.player import Player
from baulk.env.players.random_legal import RandomLegal
from baulk.env.rendering import Scene, rgb_array
from baulk.env.rules.codes import Code, On, Option, State
from baulk.env.rules.compiled import answer_one, rule_one
from baulk.env.rules.decisions import Decision, check_decision
from baulk.env.rules.frame import Frame, as_numpy, drawn, new_frame, targets
from baulk.env.rules.records import Call, Declaration
from baulk.env.rules.ruleset import RuleSet, rule_set
from baulk.env.skill import LEVELS, N_ERRORS, perturb
from baulk.physics.balls import BALL_NAMES, COLOURS_SLICE, N_BALLS, Balls
from baulk.physics.cue import Stroke
from baulk.physics.engine import simulate
from baulk.physics.table import REDS, Table, make_table

SPEEDS: Final = (0.3, 8.0)
"""m/s off the tip at action -1 and 1."""

TIP: Final = 0.5
"""Ball radii of side and height at action 1."""

MAX_ELEVATION: Final = np.radians(30.0)
MIN_ELEVATION: Final = np.radians(2.0)

ACTION_SIZE: Final = 8
_OPTIONS = (Option.FREE, Option.PLAY)


class FrameEnv(gym.Env[dict[str, Any], Float[Any, "8"]]):
    """Play frames of snooker against an opponent; one step is one stroke of yours.

    ## Action space
    ``Box(-1, 1, (8,))``; values outside are clipped, as usual for a Box.

    | index | what | -1 | 1 |
    |---|---|---|---|
    | 0 | aim, degrees anticlockwise from the line to the top cushion | -180 | 180 |
    | 1 | speed off the tip, m/s | 0.3 | 8 |
    | 2 | side, ball radii (positive right) | -0.5 | 0.5 |
    | 3 | height, ball radii (positive above centre) | -0.5 | 0.5 |
    | 4 | elevation of the cue, degrees | 2 | 30 |
    | 5 | colour that is named, yellow to black | yellow | black |
    | 6, 7 | place of a cue ball in hand in the D: back from the line, across | 0 | the D's edge |

    The colour counts when a colour is on, or as a free ball when there is one and the colour is
    not on; a colour that may not be named is replaced by the next that may. A place that touches
    a ball is not used: the cue ball then stays where it waits. After a foul of the opponent you
    take the free ball if there is one, else you play.

    ## Observation space
    A ``Dict``: ``position`` (22, 2) m, ``on_table`` 22, ``targets`` 22 (balls on), ``on`` 0-8
    (red, colour, yellow to black, spotted black), ``scores`` (yours, the opponent's), ``visit``
    points of the visit, ``in_hand``, ``free_ball``, ``repetitions`` of a missed stroke.

    ## Rewards
    The change of your lead in points, opponent's strokes included, and 100 more for winning the
    frame, 100 less for losing it.

    ## Episode end
    Terminated when the frame is over; truncated after ``max_strokes`` strokes of both.

    ## Arguments
    ``rules`` fpb or wpbsa, ``table`` 12ft or 8ft, ``level`` of both players, ``opponent`` a
    `Player` (random when omitted), ``reds`` 15, 10 or 6, ``max_strokes``, ``render_mode``
    ``rgb_array`` or ``ansi``.

    ```python
    import gymnasium as gym
    import baulk.env

    env = gym.make("baulk/Frame-v0", level="pro")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    ```
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 1}

    def __init__(
        self,
        rules: str = "fpb",
        table: str = "12ft",
        level: str = "pro",
        opponent: Player | None = None,
        reds: int | None = None,
        max_strokes: int = 400,
        render_mode: str | None = None,
    ) -> None:
        """See the class.

        Raises:
            ValueError: an unknown rule set, table, level or render mode; the valid ones are
                listed.
        """
        if level not in LEVELS:
            raise ValueError(f"level: unknown {level!r}; one of {', '.join(LEVELS)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render_mode: unknown {render_mode!r}; one of {modes}")
        self.rules: RuleSet = rule_set(rules)
        self.table: Table = make_table(table, self.rules.markings)
        self.reds = REDS[table] if reds is None else reds
        if not 1 <= self.reds <= REDS[table]:
            raise ValueError(f"reds: {self.reds}; a {table} table has 1 to {REDS[table]}")
        self.skill = LEVELS[level]
        self.opponent: Player = opponent or RandomLegal()
        self.max_strokes = max_strokes
        self.render_mode = render_mode
        length, half = float(self.table.length), 0.5 * float(self.table.width)
        low, high = np.array([-0.2, -half - 0.2]), np.array([length + 0.2, half + 0.2])
        self.action_space = spaces.Box(-1.0, 1.0, (ACTION_SIZE,), np.float32)
        self.observation_space = spaces.Dict(
            {
                "position": spaces.Box(
                    np.tile(low, (N_BALLS, 1)).astype(np.float32),
                    np.tile(high, (N_BALLS, 1)).astype(np.float32),
                    dtype=np.float32,
                ),
                "on_table": spaces.MultiBinary(N_BALLS),
                "targets": spaces.MultiBinary(N_BALLS),
                "on": spaces.Discrete(len(On)),
                "scores": spaces.Box(0, 2000, (2,), np.int32),
                "visit": spaces.Box(0, 200, (1,), np.int32),
                "in_hand": spaces.MultiBinary(1),
                "free_ball": spaces.MultiBinary(1),
                "repetitions": spaces.Box(0, 100, (1,), np.int32),
            }
        )
        self.frame: Frame | None = None
        self.player = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Rack the balls; the lot decides who breaks off (art. 16)."""
        super().reset(seed=seed)
        self.player = int(self.np_random.integers(2))
        self.frame = as_numpy(new_frame(self.table, self.rules, 0, self.reds))
        self._until_ours()
        return self._observation(), {"call": None}

    def step(
        self, action: Float[Any, "8"]
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play one stroke, and the opponent's until you are at the table again."""
        if self.frame is None:
            raise RuntimeError("step: call reset() before the first step")
        before = self._lead()
        call = self._strike(self._decision(np.asarray(action)), self.player)
        self._until_ours()
        over = int(self.frame.state) == State.OVER
        truncated = not over and int(self.frame.strokes) >= self.max_strokes
        reward = float(self._lead() - before)
        if over:
            reward += 100.0 if int(self.frame.winner) == self.player else -100.0
        return self._observation(), reward, over, truncated, {"call": _words(call)}

    def render(self) -> Any:
        """A picture of the table, or its state in a line of text."""
        if self.frame is None:
            raise RuntimeError("render: call reset() first")
        own, other = self.frame.scores[self.player], self.frame.scores[1 - self.player]
        text = f"{On(int(self.frame.on)).name} on, {own}-{other}"
        if self.render_mode == "rgb_array":
            scene = Scene(self.table, self.frame.position, self.frame.on_table, caption=text)
            return rgb_array(scene)
        return text if self.render_mode == "ansi" else None

    def _lead(self) -> int:
        assert self.frame is not None
        return int(self.frame.scores[self.player]) - int(self.frame.scores[1 - self.player])

    def _observation(self) -> dict[str, Any]:
        frame = self.frame
        assert frame is not None
        on_table = np.asarray(frame.on_table)
        assert isinstance(self.observation_space, spaces.Dict)
        space = self.observation_space["position"]
        assert isinstance(space, spaces.Box)
        place = np.where(on_table[:, None], frame.position, 0.0)
        own, other = frame.scores[self.player], frame.scores[1 - self.player]
        return {
            "position": np.clip(place, space.low, space.high).astype(np.float32),
            "on_table": on_table.astype(np.int8),
            "targets": np.asarray(targets(frame)).astype(np.int8),
            "on": np.int64(frame.on),
            "scores": np.array([own, other], np.int32),
            "visit": np.array([frame.visit], np.int32),
            "in_hand": np.array([frame.in_hand], np.int8),
            "free_ball": np.array([frame.free], np.int8),
            "repetitions": np.array([frame.repetitions], np.int32),
        }

    def _decision(self, action: Float[Any, "8"]) -> Decision:
        """What an action means in the frame as it is."""
        frame = self.frame
        assert frame is not None
        act = np.clip(np.nan_to_num(action.astype(float)), -1.0, 1.0)
        share = 0.5 * (act + 1.0)
        stroke = Stroke(
            speed=SPEEDS[0] + (SPEEDS[1] - SPEEDS[0]) * share[1],
            aim=np.pi * act[0],
            side=TIP * act[2],
            height=TIP * act[3],
            elevation=MIN_ELEVATION + (MAX_ELEVATION - MIN_ELEVATION) * share[4],
        )
        named = COLOURS_SLICE.start + min(int(share[5] * 6), 5)
        free = free_colours(frame)
        allowed = free if frame.free else np.asarray(targets(frame)) & (int(frame.on) == On.COL)
        declared, given = -1, -1
        if allowed.any():
            ball = _next_allowed(allowed, named)
            declared, given = (-1, ball) if frame.free else (ball, -1)
        return Decision(
            stroke=Stroke(*(np.float32(part) for part in stroke)),
            declared=declared,
            free=given,
            place=self._place(share[6], act[7]) if frame.in_hand else None,
        )

    def _place(self, back: float, across: float) -> tuple[float, float] | None:
        assert self.frame is not None
        reach = 0.999 * float(self.table.d_radius)
        y = reach * across
        x = float(self.table.baulk_line) - back * float(np.sqrt(max(reach**2 - y**2, 0.0)))
        return (x, y) if is_free(self.table, self.frame, x, y) else None

    def _until_ours(self) -> None:
        """Answer fouls, and let the opponent play, until our player has to strike."""
        while True:
            frame = self.frame
            assert frame is not None
            state = int(frame.state)
            if state == State.OVER or int(frame.strokes) >= self.max_strokes:
                return
            ours = int(frame.decider) == self.player
            if ours and state == State.STROKE:
                return
            if ours:
                options = int(frame.options)
                decision = Decision(option=next((o for o in _OPTIONS if options & o), None))
            else:
                decision = self.opponent.choose(
                    self.table, self.rules, frame, self.skill, self.np_random
                )
            check_decision(self.table, frame, decision)
            if state == State.FOUL_CHOICE:
                option = np.int32(decision.option or 0)
                self.frame = as_numpy(answer_one(self.rules)(self.table, frame, option))
            elif state == State.TIEBREAK_TOSS:
                self.frame = as_numpy(drawn(frame, np.bool_(decision.starts)))
            else:
                self._strike(decision, int(frame.decider))

    def _strike(self, decision: Decision, player: int) -> Call:
        """Play and rule one stroke."""
        frame = self.frame
        assert frame is not None and decision.stroke is not None
        check_decision(self.table, frame, decision)
        if decision.place is not None:
            position = np.array(frame.position)
            position[0] = decision.place
            frame = frame._replace(position=position)
        errors = self.np_random.standard_normal(N_ERRORS).astype(np.float32)
        played = perturb(decision.stroke, self.skill, errors)
        batch = simulate(
            self.table,
            Balls(np.asarray(frame.position, np.float32), np.asarray(frame.on_table)),
            Stroke(*(np.asarray(part, np.float32)[None] for part in played)),
        )
        outcome = jax.tree.map(lambda leaf: leaf[0], batch)
        said = Declaration(
            np.int32(decision.declared), np.int32(decision.free), np.int32(-1), np.bool_(False)
        )
        lot = np.int32(self.np_random.integers(2))
        after, call = rule_one(self.rules)(self.table, frame, said, outcome, lot)
        self.frame = as_numpy(after)
        return call


def _next_allowed(allowed: Any, ball: int) -> int:
    """The ball itself, or the nearest in value that may be named."""
    choices = np.flatnonzero(allowed)
    return int(choices[np.argmin(np.abs(choices - ball))])


def _words(call: Call) -> dict[str, Any]:
    """The referee's call, for ``info``."""
    codes = [code.name for code in Code if int(call.codes) >> code & 1]
    potted = [BALL_NAMES[ball] for ball in np.flatnonzero(np.asarray(call.counted))]
    return {
        "codes": codes,
        "points": int(call.points),
        "penalty": int(call.penalty),
        "potted": potted,
    }
