"""Firefox, asked by Marionette, its own protocol: as much of a playwright page as `browser.Keys` needs.

Playwright drives a Firefox of its own make only; this one is whatever Firefox is installed.
"""

import json
import shutil
import socket
import subprocess
import time

import pytest

NAMES = ("firefox", "firefox-esr")
CODES = {
    "Shift": "\ue008", "Enter": "\ue007", "Escape": "\ue00c",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}  # fmt: skip


class Firefox:
    """A page of Firefox: what is typed, and what is to be read."""

    def __init__(self, stream):
        self.stream, self.number = stream, 0
        self._answer()
        self._ask("WebDriver:NewSession")
        self.keyboard = self

    def goto(self, address):
        self._ask("WebDriver:Navigate", url=address)

    def evaluate(self, script, *values):
        """What a function of JavaScript gives."""
        return self._ask("WebDriver:ExecuteScript", script=f"return ({script})(...arguments)", args=values)["value"]

    def locator(self, selector):
        return Element(self, selector)

    def press(self, keys):
        codes = [CODES.get(key, key) for key in keys.split("+")]
        actions = [{"type": "keyDown", "value": code} for code in codes]
        actions += [{"type": "keyUp", "value": code} for code in reversed(codes)]
        self._ask("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def _ask(self, command, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.stream.write(b"%d:%s" % (len(message), message))
        self.stream.flush()
        _, _, error, result = self._answer()
        assert error is None, error
        return result

    def _answer(self):
        length = b""
        while (byte := self.stream.read(1)) != b":":
            assert byte, "Firefox has closed the connection"
            length += byte
        return json.loads(self.stream.read(int(length)))


class Element:
    def __init__(self, page, selector):
        self.page, self.selector = page, selector

    def focus(self):
        self.page.evaluate("(selector) => document.querySelector(selector).focus()", self.selector)

    def inner_text(self):
        return self.page.evaluate("(selector) => document.querySelector(selector).innerText", self.selector)


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    """Opens the HTML of a page in the Firefox of this machine, and gives what can be typed there and read."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("there is no Firefox on this machine")
    profile = tmp_path_factory.mktemp("firefox")
    (profile / "user.js").write_text('user_pref("marionette.port", 0);\n')
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            port = profile / "MarionetteActivePort"
            while not (port.exists() and port.read_text().strip()):
                assert process.poll() is None, "Firefox has ended"
                time.sleep(0.05)
            address = "127.0.0.1", int(port.read_text())
            with socket.create_connection(address) as connection, connection.makefile("rwb") as stream:
                page = Firefox(stream)

                def opened(html):
                    file = profile / "page.html"
                    file.write_bytes(html)
                    page.goto(file.as_uri())
                    return page

                yield opened
        finally:
            process.kill()
