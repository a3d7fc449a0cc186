"""Calls of the command line: in the process of the tests, or in one of its own, which takes a second longer."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from unittest import mock

import pytest

from cpmodels import cli


def run(*arguments, stdin="", code=0):
    """The standard output and error of a call in this process, which ends with `code` and never with a traceback."""
    status, out, err = ended(*arguments, stdin=stdin)
    return right_end(status, out, err, code)


def ended(*arguments, stdin="", encoding="utf-8", out=None):
    """The exit status, standard output and error of a call in this process.

    stdin: its standard input, or the text of it.
    encoding: that of the streams, as if they were a terminal's.
    out: a stream that is its standard output, if that is not to be given.
    """
    given = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8") if isinstance(stdin, str) else stdin
    told, err = (stream or io.TextIOWrapper(io.BytesIO(), encoding) for stream in (out, None))
    heard, digits = signal.getsignal(signal.SIGINT), sys.get_int_max_str_digits()
    argv = ["cpmodels", *map(str, arguments)]
    try:
        streams = mock.patch.multiple(sys, argv=argv, stdin=given, stdout=told, stderr=err)
        with streams, mock.patch.dict(vars(sys.modules["__main__"]), __package__=None):  # Else it is python -m pytest.
            cli.main()
    except SystemExit as end:
        return end.code, "" if out else written(told), written(err)
    finally:
        signal.signal(signal.SIGINT, heard)
        sys.set_int_max_str_digits(digits)


def run_process(*arguments, code=0, path=None, folder=None):
    """The same from a process of its own.

    path: a folder in which Python looks for packages, too.
    folder: the folder in which it runs, else this one.
    """
    done = subprocess.run(
        [sys.executable, "-m", "cpmodels", *map(str, arguments)],
        capture_output=True, encoding="utf-8", check=False, env=environment(path), cwd=folder,
    )  # fmt: skip
    return right_end(done.returncode, done.stdout, done.stderr, code)


def begun(*command, path=None):
    """A process of Python that runs what is given to it, as a module, a file or a script, and prints into pipes."""
    return subprocess.Popen(
        [sys.executable, *map(str, command)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment(path),
    )  # fmt: skip


def stopped(process, code=cli.STOPPED):
    """What such a process still prints when Ctrl-C comes, and ends by, without a traceback."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    return right_end(process.returncode, out, err, code)


def interrupted(script):
    """The last line that a script prints when Ctrl-C comes after its first one; it ends well and says nothing else."""
    process = begun("-c", dedent(script))
    assert process.stdout.readline() == "searching\n"
    out, err = stopped(process, code=0)
    assert err == ""
    return out.splitlines()[-1]


def interrupted_in_cp_sat(imported, check):
    """As `interrupted`, while a check waits for CP-SAT, which ends only when it is stopped: "stopped" where it was."""
    return interrupted(f"""
        from threading import Event
        from cpmodels._cp_model import _ortools
        {imported}

        told = Event()

        def solve(*_):
            print("searching", flush=True)
            told.wait()

        _ortools.Solver.solve, _ortools.Solver.stop_search = solve, lambda _: told.set()
        try:
            {check}
        except KeyboardInterrupt:
            print("stopped" if told.is_set() else "still searching")
    """)


def printed_by(script):
    """What a script prints, in a process of its own, which finds the modules of the tests."""
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True, encoding="utf-8", check=True, env=environment(Path(__file__).parent),
    ).stdout  # fmt: skip


def environment(path=None):
    """The environment of a process, with a folder in which Python looks for packages, too."""
    known = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [path and str(path), known]))}


def written(stream):
    """The text that was written to a stream."""
    stream.flush()
    return stream.buffer.getvalue().decode(stream.encoding)


def right_end(status, out, err, code):
    assert "Traceback" not in err
    assert status == code, err
    return out, err


def fails(*arguments, stdin=""):
    """The one sentence with which a call ends that is given bad input."""
    out, err = run(*arguments, stdin=stdin, code=2)
    assert out == ""
    assert err.startswith("cpmodels: ")
    assert err.count("\n") == 1
    return err


def install(folder, name, points, version="1.0"):
    """Makes a package of what is in a folder, for a process that looks for packages there, with these entry points."""
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (about / "entry_points.txt").write_text(points)


def file_not_utf_8(folder, name, text):
    """A file whose name is these bytes, which are not UTF-8; skips the test where the system has no such names."""
    file = folder / os.fsdecode(name)
    try:
        file.write_text(text)
    except OSError:
        pytest.skip("names of files are texts here")
    return file
