"""The ``baulk`` command: a thin shell that reads, calls the library, and prints."""

import json
import math
import sys
import time
from collections.abc import Callable
from typing import Any

import click

LEVELS = ("machine", "pro", "semipro", "club", "improver", "beginner")
KINDS = ("any", "attack", "safety", "escape")
MAX_SPEED = 12.0
"""m/s; nobody has hit a cue ball harder."""


class Mistake(click.ClickException):
    """What the user got wrong, in one line."""

    exit_code = 2


class _Shell(click.Group):
    """Turns errors that a user can mend into one line and exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        from baulk.agents.planner import NothingToPlay
        from baulk.env.rendering import PictureError
        from baulk.position import PositionError

        try:
            return super().invoke(ctx)
        except (PositionError, PictureError, NothingToPlay) as error:
            raise Mistake(" ".join(str(error).split())) from None


@click.group(cls=_Shell, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="baulk")
def cli() -> None:
    """A snooker planner: a position in, the best stroke out."""
    from baulk.runtime import configure

    configure()


def _print_json(answer: dict[str, Any]) -> None:
    click.echo(json.dumps(answer, indent=2, allow_nan=False))


class _Number(click.ParamType[float]):
    """A finite number in a range that the error message names."""

    name = "number"

    def __init__(self, low: float, high: float, *, open_low: bool = False) -> None:
        self.low, self.high, self.open_low = low, high, open_low

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """The number, or a one-line refusal."""
        least = "more than" if self.open_low else "from"
        wanted = f"{least} {self.low:g} {'and at most' if self.open_low else 'to'} {self.high:g}"
        try:
            number = float(value)
        except (TypeError, ValueError):
            self.fail(f"{value!r} is not a number; it must be {wanted}", param, ctx)
        low_ok = number > self.low if self.open_low else number >= self.low
        if not (math.isfinite(number) and low_ok and number <= self.high):
            self.fail(f"{value} must be {wanted}", param, ctx)
        return number


def _progress(quiet: bool) -> tuple[Any, Callable[[str, float], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=quiet,
    )
    task = bar.add_task("thinking", total=1.0)
    return bar, lambda what, share: bar.update(task, description=what, completed=share)


@cli.command()
@click.argument("position")
@click.option("--level", type=click.Choice(LEVELS), default="pro", show_default=True)
@click.option("--kind", type=click.Choice(KINDS), default="any", show_default=True)
@click.option(
    "--seconds",
    type=_Number(0.5, 600),
    help="Time to think, about, once all is loaded; 0.5 to 600, 2.5 when left out.",
)
@click.option("--top", type=click.IntRange(1, 20), default=3, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True)
@click.option("--picture", metavar="FILE", help="Draw the best stroke: .png or .svg.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def suggest(
    position: str,
    level: str,
    kind: str,
    seconds: float | None,
    top: int,
    seed: int,
    picture: str | None,
    as_json: bool,
) -> None:
    """Rank strokes for POSITION: a position file, a line of text, or - for standard input."""
    from baulk.agents.planner import plan
    from baulk.env.rendering import check_picture_path, save_picture
    from baulk.env.skill import LEVELS as SKILLS
    from baulk.position import load_position
    from baulk.report import suggestion_scene, suggestions_grid, suggestions_json

    if picture:
        check_picture_path(picture)
    situation = load_position(position)
    bar, progress = _progress(quiet=not sys.stderr.isatty())
    begin = time.perf_counter()
    with bar:
        found = plan(
            situation,
            SKILLS[level],
            kind=kind,
            top=top,
            seconds=seconds,
            seed=seed,
            progress=progress,
        )
        taken = time.perf_counter() - begin
        if picture:
            progress("drawing", 1.0)
            save_picture(suggestion_scene(found, found.suggestions[0]), picture)
    answer = suggestions_json(found, level, kind, seed, taken)
    if as_json:
        _print_json(answer)
        return
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(suggestions_grid(answer))
    for item in answer["suggestions"]:
        console.print(f"{item['rank']}. {item['reason']}", highlight=False)
    console.print(f"{answer['strokes_simulated']} strokes played in {taken:.1f} s", style="dim")
    if picture:
        console.print(f"Picture: {picture}", highlight=False)


@cli.command()
@click.argument("position")
@click.option("--aim", type=_Number(-360, 360), required=True, help="Degrees, anticlockwise.")
@click.option(
    "--speed", type=_Number(0, MAX_SPEED, open_low=True), required=True, help="m/s off the tip."
)
@click.option("--side", type=_Number(-1, 1), default=0.0, help="Ball radii, positive right.")
@click.option("--height", type=_Number(-1, 1), default=0.0, help="Ball radii, positive above.")
@click.option("--elevation", type=_Number(0, 80), default=0.0, help="Degrees, butt raised.")
@click.option("--nominate", metavar="COLOUR", help="The colour, or free ball, that is played.")
@click.option("--picture", metavar="FILE", help="Draw the stroke: .png or .svg.")
@click.option("--animation", metavar="FILE", help="Show the stroke in motion: .gif.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def simulate(
    position: str,
    aim: float,
    speed: float,
    side: float,
    height: float,
    elevation: float,
    nominate: str | None,
    picture: str | None,
    animation: str | None,
    as_json: bool,
) -> None:
    """Play one stroke in POSITION and say what the referee calls."""
    import numpy as np

    from baulk.env.rendering import check_picture_path, save_animation, save_picture
    from baulk.physics.cue import Stroke
    from baulk.play import play_stroke
    from baulk.position import load_position
    from baulk.report import call_words, simulation_json, stroke_scene

    if math.hypot(side, height) > 1.0:
        raise Mistake("side, height: the tip must touch the ball, at most 1 radius from its centre")
    if picture:
        check_picture_path(picture)
    if animation:
        check_picture_path(animation, (".gif",))
    situation = load_position(position)
    stroke = Stroke(
        speed=np.float32(speed),
        aim=np.float32(math.radians(aim)),
        side=np.float32(side),
        height=np.float32(height),
        elevation=np.float32(math.radians(elevation)),
    )
    played = play_stroke(situation, stroke, nominate, course=bool(picture or animation))
    words = call_words(played.call)
    if picture and played.course:
        scene = stroke_scene(played.table, situation, played.course, words)
        save_picture(scene, picture)
    if animation and played.course:
        from baulk.physics.trajectory import sample

        times = np.arange(0.0, float(played.course.time[-1]) + 0.04, 0.04)
        places, on_table = sample(played.course, times)
        save_animation(played.table, times, places[..., :2], on_table, animation)
    if as_json:
        _print_json(simulation_json(situation, stroke, played.outcome, played.call))
        return
    answer = simulation_json(situation, stroke, played.outcome, played.call)
    click.echo(words)
    for item in answer["potted"]:
        click.echo(f"{item['ball']} potted in the {item['pocket']} pocket")
    if "white" in answer["rest"]:
        click.echo("cue ball stops at {} mm".format(answer["rest"]["white"]))
    click.echo(f"{answer['duration']:.1f} s, {answer['events']} events")


@cli.group()
def bench() -> None:
    """Measure speed and honesty on this machine."""


@bench.command("physics")
@click.option("--batch", type=click.IntRange(64, 65536), default=4096, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_physics(batch: int, as_json: bool) -> None:
    """Strokes per second: break-offs, mid-frame, end-game."""
    from baulk.bench import bench_physics as measure

    report = measure(batch)
    if as_json:
        _print_json(report)
        return
    for group, row in report.items():
        click.echo(
            f"{group:6}{row['shots_per_s']:9.0f} strokes/s{row['events_per_shot']:8.1f} events each"
        )


@bench.command("suggest")
@click.argument("positions", nargs=-1, required=True)
@click.option("--level", type=click.Choice(LEVELS), default="pro", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_suggest(positions: tuple[str, ...], level: str, as_json: bool) -> None:
    """Time to a plan in POSITIONS: the first in a process, and then."""
    from baulk.bench import bench_suggest as measure
    from baulk.position import load_position

    named = [(path, load_position(path)) for path in positions]
    bar, progress = _progress(quiet=not sys.stderr.isatty())
    with bar:
        report = measure(named, level, progress)
    if as_json:
        _print_json(report)
        return
    click.echo(f"{'first, programs loaded':44}{report['first_ms']:8.0f} ms")
    for row in report["positions"]:
        click.echo(f"{row['name'][-44:]:44}{row['latency_ms']:8.0f} ms")


@bench.command("calibration")
@click.argument("positions", nargs=-1)
@click.option("--random", "count", type=click.IntRange(0, 10000), default=40, show_default=True)
@click.option("--strokes", type=click.IntRange(100, 100000), default=4000, show_default=True)
@click.option("--level", type=click.Choice(LEVELS), default="pro", show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_calibration(
    positions: tuple[str, ...], count: int, strokes: int, level: str, seed: int, as_json: bool
) -> None:
    """Compare promised and realised odds of the best stroke, in POSITIONS and random ones.

    --random 0 leaves the random ones out.
    """
    from baulk.calibration import calibrate
    from baulk.position import load_position

    named = [(path, load_position(path)) for path in positions]
    bar, progress = _progress(quiet=not sys.stderr.isatty())
    with bar:
        report = calibrate(named, count, strokes, level, seed, progress)
    if as_json:
        _print_json(report)
        return
    for row in report["positions"]:
        click.echo(
            f"{row['name'][-44:]:44} {row['kind']:7}"
            f" pot {row['p_pot']:.3f} -> {row['realised']:.3f}"
            f"  foul {row['p_foul']:.3f} -> {row['realised_foul']:.3f}  {row['latency_ms']:7.0f} ms"
        )
    click.echo(
        f"mean |predicted - realised| {report['mean_abs_error']:.4f}, "
        f"mean {report['mean_error']:+.4f} over {len(report['positions'])} positions"
    )


@cli.group()
def soak() -> None:
    """Hunt faults at random; every count should be 0."""


@soak.command("physics")
@click.option("--n", "count", type=click.IntRange(1, 10**8), default=20000, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def soak_physics(count: int, seed: int, as_json: bool) -> None:
    """Strokes from break-offs, mid-frame and end-game, at all speeds, offsets and elevations."""
    from baulk.soak import FAULTS
    from baulk.soak import soak_physics as hunt

    bar, progress = _progress(quiet=not sys.stderr.isatty())
    with bar:
        report = hunt(count, seed, progress)
    if as_json:
        _print_json(report)
    else:
        for key in ("strokes", *FAULTS):
            click.echo(f"{key:13}{report[key]}")
    if any(report[key] for key in FAULTS):
        sys.exit(1)


@soak.command("frames")
@click.option("--n", "count", type=click.IntRange(1, 10**6), default=300, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def soak_frames(count: int, seed: int, as_json: bool) -> None:
    """Whole frames between simple agents, under both rule sets and on both tables."""
    from baulk.soak import FRAME_FAULTS
    from baulk.soak import soak_frames as hunt

    bar, progress = _progress(quiet=not sys.stderr.isatty())
    with bar:
        report = hunt(count, seed, progress)
    if as_json:
        _print_json(report)
    else:
        for key, value in report.items():
            click.echo(f"{key:16}{value}")
    if any(report[key] for key in FRAME_FAULTS):
        sys.exit(1)


@cli.command()
@click.argument("agent_a", metavar="A")
@click.argument("agent_b", metavar="B")
@click.option("--frames", type=click.IntRange(1, 100000), default=10, show_default=True)
@click.option("--level", type=click.Choice(LEVELS), default="pro", show_default=True)
@click.option("--level-a", type=click.Choice(LEVELS), help="Of A, when it is another.")
@click.option("--level-b", type=click.Choice(LEVELS), help="Of B, when it is another.")
@click.option("--rules", type=click.Choice(("fpb", "wpbsa")), default="fpb", show_default=True)
@click.option("--table", type=click.Choice(("12ft", "8ft")), default="12ft", show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def match(
    agent_a: str,
    agent_b: str,
    frames: int,
    level: str,
    level_a: str | None,
    level_b: str | None,
    rules: str,
    table: str,
    seed: int,
    as_json: bool,
) -> None:
    """Play frames between agents A and B: random, greedy or one-ply."""
    from baulk.env.rules.ruleset import rule_set
    from baulk.env.skill import LEVELS as SKILLS
    from baulk.physics.table import REDS, make_table
    from baulk.training.match import AGENTS, play_frames
    from baulk.training.match import report as sheet

    for name in (agent_a, agent_b):
        if name not in AGENTS:
            raise Mistake(f"agent: unknown {name!r}; one of {', '.join(AGENTS)}")
    bar, progress = _progress(quiet=not sys.stderr.isatty())
    with bar:
        played = play_frames(
            (AGENTS[agent_a](), AGENTS[agent_b]()),
            (SKILLS[level_a or level], SKILLS[level_b or level]),
            frames,
            make_table(table, rules),
            rule_set(rules),
            reds=REDS[table],
            seed=seed,
            progress=progress,
        )
    answer = sheet(played, frames)
    if as_json:
        _print_json(answer)
        return
    from rich.console import Console

    from baulk.report import match_grid

    console = Console(width=None if sys.stdout.isatty() else 100)
    console.print(match_grid(answer, agent_a, agent_b))
    console.print(f"{answer['strokes']} strokes in {answer['seconds']:.0f} s", style="dim")


def main() -> None:
    """Entry point of the ``baulk`` command: what a user got wrong is one line and status 2."""
    try:
        sys.exit(cli.main(prog_name="baulk", standalone_mode=False))
    except click.ClickException as error:
        click.echo(f"baulk: {' '.join(error.format_message().split())}", err=True)
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo("baulk: stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
