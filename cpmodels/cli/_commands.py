"""All commands together, run once; and what becomes of their failures."""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb
from typing import Any

import click

from cpmodels import __version__
from cpmodels.base._keywords import meant_keyword
from cpmodels.base.errors import CpmodelsError
from cpmodels.base.kinds import kinds_in, load
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import shown
from cpmodels.cli._confirm import confirm, export, verify
from cpmodels.cli._console import say, tell
from cpmodels.cli._draw import book, check, draw, link, pictures
from cpmodels.cli._explain import explain, forced, hint, why
from cpmodels.cli._guard import is_debugged
from cpmodels.cli._list import kinds, list_puzzles, print_digest, schema, tour
from cpmodels.cli._new import new
from cpmodels.cli._options import FILE
from cpmodels.cli._play import play, playground
from cpmodels.cli._sets import NOT_THE_INPUT
from cpmodels.cli._solve import count, sample, solve
from cpmodels.cli._statuses import BAD_INPUT, STATUSES, STOPPED, incomplete
from cpmodels.cli._streams import end_by_broken_pipe, flush, give_up_unwritten, prepare
from cpmodels.cli._sweep import merge, sweep
from cpmodels.cli._watch import race, watch


def load_files(context: click.Context, _: click.Parameter, files: tuple[str, ...]) -> None:
    """Take in the kinds and solvers of files, without a word while the shell completes a command."""
    for file in files:
        with suppress(*(CpmodelsError,) if context.resilient_parsing else ()):
            module = load(file)
            name = module.__name__
            solvers = getattr(sys.modules.get("cpmodels.racing._solvers"), "SOLVERS", {}).values()
            is_used = kinds_in(name) or name in {getattr(each.build, "__module__", None) for each in solvers}
            if not (is_used or context.resilient_parsing):
                for each in vars(module).values():
                    if isinstance(each, type) and issubclass(each, Puzzle) and each.__module__ == name:
                        str(each.kind)  # There is none: its error says what to write.
                tell(f"{file} has no kind of puzzle: one is a class with a `kind`, derived from cpmodels.Puzzle")


ALWAYS = (
    click.Option(
        ["--load"], multiple=True, metavar="FILE", type=FILE, is_eager=True, expose_value=False, callback=load_files,
        help="A Python file of your own with kinds of puzzles, or solvers for races; CPMODELS_LOAD names such files, "
        "too.",
    ),
    click.Option(
        ["--debug"], is_flag=True, expose_value=False, help="On an error, print the traceback before the error message."
    ),
)  # fmt: skip
"""The options that every command has."""


class PipeError(Exception):
    """A pipe whose reader has gone away; click makes a BrokenPipeError exit status 1, that of broken rules."""


@contextmanager
def past_click() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise PipeError from error


class Commands(click.Group):
    """A group whose commands each take --load and --debug, too, and are listed as they were added."""

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        with past_click():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        with past_click():
            return super().invoke(ctx)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        cmd.params.extend(ALWAYS)
        super().add_command(cmd, name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        name = args[0] if args else ""
        if name and name[0] != "-" and self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            option = f"--{name}" if any(f"--{name}" in one.opts for one in self.get_params(ctx)) else None
            close = option or meant_keyword(name, self.commands)
            hint = f"did you mean {close!r}?" if close else f"to solve a puzzle, run `{ctx.command_path} solve {name}`"
            ctx.fail(f"there is no command {shown(name)}; {hint}")
        return super().resolve_command(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Exit status"):
            formatter.write_dl([(str(status), meaning) for status, meaning in STATUSES.items()])

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)


@click.group(
    cls=Commands, params=[*ALWAYS], context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(__version__, package_name="cpmodels")
def cli() -> None:
    """Solve, count, check and draw puzzles with OR-Tools CP-SAT.

    PUZZLE is the name of a built-in puzzle (see `cpmodels list`), a file, a screenshot of a LinkedIn game, a folder
    of Zigzaw pictures, a link to e2.bucas.name, puzz.link or penpa, or - for standard input. `solve`, `count`,
    `explain`, `play`, `book` and others also take a folder of puzzles, or a file of several, as `new --count` writes
    them.

    To let the shell complete commands, options and the names of puzzles, add the line for your shell to its file:

    \b
      bash, ~/.bashrc:                   eval "$(_CPMODELS_COMPLETE=bash_source cpmodels)"
      zsh,  ~/.zshrc:                    eval "$(_CPMODELS_COMPLETE=zsh_source cpmodels)"
      fish, ~/.config/fish/config.fish:  _CPMODELS_COMPLETE=fish_source cpmodels | source
    """  # noqa: D301
    for module, package, without in (  # They come with this package, but are not there where they have no wheels.
        ("numba", "numba", "searches in machine code are missing"),
        ("pysat", "python-sat", "proofs and reasons are missing"),
    ):
        if find_spec(module) is None:
            tell(f"{package} is not installed, so {without}: pip install {package}")


for command in (
    *(solve, count, sample, forced, play, playground, check, explain, hint, why, draw, new, list_puzzles, kinds, tour),
    *(sweep, merge, confirm, race, watch, verify, print_digest, export, schema, book, link, pictures),
):
    cli.add_command(command)


def failure(error: BaseException) -> tuple[str, int]:
    """The sentence and the exit status for what ended a command."""
    match error:
        case click.UsageError():
            sentence = usage(error).rstrip(".")
            if error.ctx:
                sentence += f"{'' if sentence.endswith('?') else ';'} see `{error.ctx.command_path} --help`"
            return sentence, BAD_INPUT
        case click.ClickException():
            return error.format_message(), BAD_INPUT
        case CpmodelsError():
            return str(error), STOPPED if isinstance(error, NOT_THE_INPUT) else BAD_INPUT
        case OSError():
            return f"{error.filename or 'cannot go on'}: {error.strerror or error}", BAD_INPUT
        case ImportError() if _at_fault(error) == "the program":
            return incomplete(error), BAD_INPUT
        case MemoryError():
            return "the puzzle is too large for this machine's memory", BAD_INPUT
        case KeyboardInterrupt() | click.Abort():
            return "stopped", STOPPED
    return (
        f"stopped by a defect in {_at_fault(error)} ({type(error).__name__}: {error}); --debug shows where it happened",
        STOPPED,
    )


def usage(error: click.UsageError) -> str:
    if isinstance(error, click.NoSuchOption):
        own = error.ctx.command.params if error.ctx else []
        options = [name.removeprefix("--").replace("-", "_") for one in own for name in one.opts if name[:2] == "--"]
        wrong = error.option_name.lstrip("-").replace("-", "_")
        close = meant_keyword(wrong, options)
        hint = f"; did you mean '--{close.replace('_', '-')}'?" if close else ""
        return f"there is no option {shown(error.option_name)}{hint}"
    return error.format_message()


def _at_fault(error: BaseException) -> str:
    """Where an error that nobody foresaw comes from: a kind of another package, or else the program."""
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        name = frame.f_globals.get("__name__", "")
        if name.startswith("cpmodels.loaded."):
            return f"{Path(frame.f_code.co_filename).name}, line {line}"
        module = name.partition(".")[0]
        if module != __name__.partition(".")[0] and (kinds := kinds_in(module)):
            return f"the kind {kinds[-1]!r}, in {module}"
    return "the program"


def run() -> int:
    """Run the command that the arguments of the program name; its exit status, or that of its failure."""
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    prepare()
    try:
        return attempted()
    except (BrokenPipeError, PipeError):
        end_by_broken_pipe()
    except OSError:  # Standard error takes no sentence.
        return BAD_INPUT
    finally:
        give_up_unwritten()
        sys.set_int_max_str_digits(digits)


def attempted() -> int:
    """The exit status of the command, or that of its failure, after a sentence on it."""
    try:
        try:
            status: int = cli.main(standalone_mode=False)
            flush()
            return status
        finally:  # Once the answer is there, another Ctrl-C changes nothing.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except click.exceptions.NoArgsIsHelpError as help_text:
        say(help_text.format_message())
        return BAD_INPUT
    except (BrokenPipeError, PipeError):
        raise
    except (Exception, KeyboardInterrupt) as error:
        if is_debugged():
            traceback.print_exception(error)
        sentence, status = failure(error)
        tell(f"cpmodels: {' '.join(sentence.splitlines())}")
        return status
