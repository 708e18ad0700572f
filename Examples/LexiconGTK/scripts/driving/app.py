"""Lexicon's window, used with a mouse and keys as a person would."""

import json
import select
import signal
import subprocess

from checks import TIMEOUT, Failure, check, wait
from tree import Node

TITLE = "Lexicon"


class App:
    def __init__(self, display, program, *options):
        self.display = display
        self.buffer = b""
        self.errors = open(display.folder / "errors.txt", "ab")
        # Nothing comes back, except in the sessions of that.
        if "--state" not in options:
            options = ["--state", ":memory:", *options]
        self.process = subprocess.Popen(
            [program, "--describe", *options], env=display.environment,
            stdout=subprocess.PIPE, stderr=self.errors,
        )

    def __enter__(self):
        # Until there is a window, nothing in the app listens to a signal.
        if not wait(lambda: self.display.windows(TITLE) or self.process.poll() is not None):
            raise Failure("no window opens")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    # What there is

    def windows(self):
        """All windows, each with its widgets, as they are now."""
        if self.process.poll() is not None:
            raise Failure(f"the app has ended with status {self.process.returncode}")
        self.process.send_signal(signal.SIGUSR1)
        while b"\n" not in self.buffer:
            if not select.select([self.process.stdout], [], [], TIMEOUT)[0]:
                raise Failure("the app does not answer any more")
            read = self.process.stdout.read1(1 << 20)
            if not read:
                raise Failure("the app has ended")
            self.buffer += read
        line, self.buffer = self.buffer.split(b"\n", 1)
        return [Node(window) for window in json.loads(line)]

    def window(self, title=TITLE):
        return next((window for window in self.windows() if window.text == title), None)

    def shows(self, name, condition, title=TITLE):
        """Checks that a window comes to fulfil a condition; returns what that has returned."""
        def look():
            window = self.window(title)
            return window and condition(window)
        found = wait(look)
        if not found:
            self.keep_failure()
        check(name, found)
        return found

    def draws(self, name, screenshot, find, condition, title=TITLE):
        """Checks that a picture comes to show a widget as it should.

        The widget is looked for again with each picture: it may not have its place yet, or another one.
        """
        def look():
            window = self.window(title)
            node = window and find(window)
            return node and node.is_seen and condition(self.display.screenshot(screenshot), node)
        found = wait(look)
        if not found:
            self.keep_failure()
        check(name, found)

    def draws_text(self, name, screenshot, find):
        """Checks that a picture comes to show a widget with something dark on it."""
        self.draws(name, screenshot, find, lambda picture, node: picture.darkest(node.seen) < 100)

    def keep_failure(self):
        """Keeps what there is now, for whoever looks for the reason."""
        self.display.screenshot("failure")
        described = "\n".join(str(window) for window in self.windows())
        self.display.folder.joinpath("failure.txt").write_text(described, encoding="utf-8")

    # What a person does

    def point_at(self, title=TITLE, **properties):
        """Moves the mouse to a widget, once that is where it stays and can be used."""
        last = None

        def look():
            nonlocal last
            window = self.window(title)
            node = window and window.find(**properties)
            before, last = last, node and node.seen
            return node if node and node.is_seen and node.is_sensitive and last == before else None
        node = wait(look)
        if not node:
            self.keep_failure()
            raise Failure(f"there is no {properties} to point at in {title}")
        x, y = self.display.origin(self.display.windows(title)[0])
        left, top, right, bottom = node.seen
        self.display.run(
            "xdotool", "mousemove", int(x + (left + right) / 2), int(y + (top + bottom) / 2))

    def click(self, title=TITLE, **properties):
        self.point_at(title, **properties)
        self.display.run("xdotool", "click", 1)

    def scroll_down(self, notches):
        self.display.run("xdotool", "click", "--delay", 5, "--repeat", notches, 5)

    def type(self, text):
        self.display.run("xdotool", "type", "--delay", 5, text)

    def press(self, *keys):
        self.display.run("xdotool", "key", "--delay", 5, *keys)

    def ends(self, name):
        """Checks that the app ends by itself, as it should."""
        try:
            status = self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            status = None
        check(name, status == 0, f"exit status {status}")
