"""``cpmodels play --serve``: pages from this machine, for which new puzzles are made and files read while one plays."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cached_property
from http.client import HTTP_PORT
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from select import select
from socket import MSG_PEEK
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

import cpmodels as cm
from cpmodels.base._checkpoints import LeftBehind
from cpmodels.base._clock import Report
from cpmodels.base.values import listed
from cpmodels.cli._console import HINT_SECONDS, tell
from cpmodels.cli._new import named_by_seed, seed_of, sides_of
from cpmodels.cli._sets import failed

HOST = "127.0.0.1"
LARGEST_FILE = 30_000_000
"""A file of more bytes is not read."""
SECONDS = 60.0
"""How long a new puzzle may take."""
ASKED = ("kind", "size", "difficulty", "seed")
"""What the first page says of a new puzzle, each a text."""


class Server(ThreadingHTTPServer):
    """Serves pages to the browsers of this machine alone.

    pages: the title and the content of each, which is found at its number from 1 on.
    """

    # Else Windows would give a port that is in use to a second server, too, as others do where Python asks for that.
    allow_reuse_address, allow_reuse_port = os.name == "posix", False

    def __init__(self, port: int) -> None:
        try:
            super().__init__((HOST, port), Handler)
        except OSError as error:
            raise cm.ParameterError(f"port {port} cannot be used: {error.strerror}; choose another by --port") from None
        self.pages: list[tuple[str, bytes]] = []
        self._adding = Lock()  # Each request has a thread.

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}/"

    def add(self, title: str, page: bytes) -> str:
        """Serve another page; gives its address."""
        with self._adding:
            self.pages.append((title, page))
            return f"/{len(self.pages)}"

    def take(self, puzzle: Any, solution: Any) -> str:
        """Serve a page of a puzzle, with a solution for its hints."""
        import renderers

        renderers.check_page(puzzle)
        return self.add(renderers.functions.title_of(puzzle), renderers.play_page(puzzle, solutions=[solution]))

    @cached_property
    def sizes(self) -> dict[str, str]:
        """The kinds that new puzzles are made of, with a size to begin with, that of a built-in one."""
        from cpmodels.generating import generated_kinds
        from readers import BUILTIN

        sizes = dict.fromkeys(generated_kinds(), "4x4")
        for name in BUILTIN:
            with suppress(cm.CpmodelsError):  # A package of puzzles may be broken.
                puzzle: Any = BUILTIN.puzzle(name)
                if puzzle.kind in sizes and hasattr(puzzle, "rows"):
                    sizes[puzzle.kind] = f"{puzzle.rows}x{puzzle.cols}"
        return sizes

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that leaves before its answer is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def new(self, asked: Any, progress: Report | None = None) -> str:
        """Make a puzzle as the first page asks: of a kind, size, difficulty and seed."""
        if not isinstance(asked, dict) or not all(isinstance(asked.get(name), str) for name in ASKED):
            raise cm.ParameterError(f"a new puzzle needs {listed(ASKED)}, each a text")
        size = sides_of(asked["size"])
        seed, grade = seed_of(asked["seed"]) if asked["seed"] else None, asked["difficulty"] or None
        found = cm.generate(asked["kind"], *size, difficulty=grade, seed=seed, time_limit=SECONDS, progress=progress)
        if found.puzzle is None:
            other = " or another difficulty" if grade else ""
            raise cm.ParameterError(f"no puzzle was found in {SECONDS:.0f} s: choose a smaller size{other}")
        return self.take(named_by_seed(found, size).puzzle, found.solution)

    def read(self, name: Any, content: bytes) -> str:
        """Read the puzzle of a file, such as a screenshot; one that cannot be solved here has a page without hints."""
        import renderers

        if not isinstance(name, str):
            raise cm.ParameterError("a file needs a name")
        with TemporaryDirectory() as folder:
            file = Path(folder) / "file"
            file.write_bytes(content)
            try:
                file = file.rename(file.with_name(Path(name).name or "file"))
            except (OSError, ValueError):
                raise cm.PuzzleError("no file can have this name") from None
            try:
                renderers.check_page(puzzle := cm.read(file))
            except cm.CpmodelsError as error:
                raise cm.PuzzleError(str(error).replace(str(file), file.name)) from None
        try:
            solution = cm.solve(puzzle, time_limit=HINT_SECONDS).solution
        except cm.CpmodelsError as error:
            failed(file.name, error)
            solution = None
        return self.take(puzzle, solution)


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of browsers; an answer to a POST is the address of a page, or a sentence."""

    server: Server

    def handle(self) -> None:
        """Answer, unless the program ends or the browser leaves meanwhile: what is being made is left behind then."""
        with suppress(LeftBehind):
            super().handle()

    def do_GET(self) -> None:
        import renderers

        number = self.path.partition("?")[0].removeprefix("/")
        if not self.is_from_here():
            self.answer(403, b"Only pages of this address are answered.")
        elif not number:
            titles = [title for title, _ in self.server.pages]
            self.answer(200, renderers.start_page(titles, self.server.sizes), "text/html")
        elif number.isascii() and number.isdecimal() and 0 < int(number) <= len(self.server.pages):
            self.answer(200, self.server.pages[int(number) - 1][1], "text/html")
        else:
            self.answer(404, b"There is no such page.")

    def do_POST(self) -> None:
        """A new puzzle, or a file to read."""
        from readers.strict_json import decoded

        length = self.headers.get("Content-Length", "0")
        is_length = length.isascii() and length.isdecimal() and len(length) < 10 and int(length) <= LARGEST_FILE
        if not self.is_from_here() or not is_length:
            self.answer(403, b"Only pages of this address are answered, and files of up to 30 MB")
            return
        content = self.rfile.read(int(length))
        try:
            if self.path == "/new":
                address = self.server.new(decoded(content.decode(errors="replace")), self.check_browser)
            else:
                address = self.server.read(decoded(self.headers.get("File-Name", "null")), content)
        except cm.CpmodelsError as error:
            self.answer(400, str(error).encode())
        except OSError as error:  # A full disk, say.
            self.answer(500, f"{error.strerror or error}".encode())
        else:
            self.answer(200, address.encode())

    def check_browser(self, _: object) -> None:
        """Leave behind what is being made for a browser that does not wait for it any more."""
        if select([self.connection], [], [], 0)[0] and not self.connection.recv(1, MSG_PEEK):
            raise LeftBehind

    def is_from_here(self) -> bool:
        """Whether a page of this server asks, rather than one of another site that the browser shows."""
        port = self.server.server_port
        ends = (f":{port}", "") if port == HTTP_PORT else (f":{port}",)  # which browsers leave out
        here = {f"{name}{end}" for name in (HOST, "localhost") for end in ends}
        origin = self.headers.get("Origin")
        return self.headers.get("Host") in here and (origin is None or origin.removeprefix("http://") in here)

    def answer(self, status: int, content: bytes, kind: str = "text/plain") -> None:
        if kind == "text/html":
            content = content.replace(b"<html", b'<html data-served="%d"' % LARGEST_FILE, 1)
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Nothing is said of what browsers ask for."""


def serve(server: Server) -> None:
    """Answer until Ctrl-C."""
    import webbrowser

    try:
        tell(f"playing at {server.address} until Ctrl-C ends it")
        webbrowser.open(server.address if len(server.pages) != 1 else f"{server.address}1")
        server.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        tell("ended")
