"""Whether the OR-Tools that is installed may be used for proofs: `python tests/new_ortools.py`, within the hour.

It runs the tests that compare CP-SAT's answers with brute force: public reports of wrong answers under all parameter
sets of the library, every parameter at several values, random models; then some thousand more of those, in a process
that may crash.  The exit status is 0 where the answer is yes.
"""

import signal
import subprocess
import sys
from pathlib import Path

import click
from ortools import __version__ as installed

from cpmodels._parameters import NEWEST, new_names

TESTS = Path(__file__).parent

FILES = (
    "brute_force",
    "upstream_reports",
    "parameters",
    "soundness",
    "projection",
    "bare_models",
    "forced",
    "relaxing",
)
"""The tests whose right answers do not come from CP-SAT."""


def steps(trials: int) -> dict[str, list[str]]:
    """What is run, by what it looks at."""
    files = [str(TESTS / f"test_{name}.py") for name in FILES]
    return {
        "tests against brute force": ["-m", "pytest", "-q", "-m", "slow or not slow", *files],
        "random models": [str(TESTS / "fuzz.py"), "models", "--inputs", str(trials)],
    }


@click.command()
@click.option("--trials", type=click.IntRange(1), default=5000, show_default=True, help="Random models.")
def main(trials: int) -> None:
    """Say whether the OR-Tools that is installed may be used for proofs."""
    # A job in the background ignores Ctrl-C, and so would all that it starts: the tests of that would wait for ever.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    failed = []
    for name, command in steps(trials).items():
        print(f"{name} ...", flush=True)
        if subprocess.run([sys.executable, *command], check=False).returncode:
            failed.append(name)
    if unknown := sorted(new_names()):
        print(
            f"nothing is proved with parameters that came after {'.'.join(map(str, NEWEST[0]))}: {', '.join(unknown)}"
        )
        print(f"look at them, refuse what spoils proofs, and raise NEWEST, now {NEWEST}")
    print(f"OR-Tools {installed} may {f'not be used: see {failed[0]} above' if failed else 'be used'}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
