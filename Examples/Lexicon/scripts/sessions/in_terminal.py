"""Lexicon in a pseudo-terminal."""

import codecs
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

from checks import TIMEOUT, Failure
from screen import SYNCHRONIZED, Screen


class InTerminal:
    """The app in a terminal of its own, as a person would use it."""

    def __init__(self, lexicon, *options, environment=None, size=(100, 30), errors=None):
        self.tty, self.inner = pty.openpty()
        self.screen = Screen(*size)
        self.set_size(*size)
        self.before = self.mode()
        self.output = b""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.app = subprocess.Popen(
            [lexicon, "--latency", "0", *options], env={**os.environ, **(environment or {})},
            stdin=self.inner, stdout=self.inner, stderr=errors or self.inner,
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)),
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.app.kill()
        self.app.wait()
        os.close(self.tty)
        os.close(self.inner)

    def mode(self):
        return termios.tcgetattr(self.inner)

    def is_raw(self):
        return not self.mode()[3] & (termios.ICANON | termios.ECHO)

    def set_size(self, columns, rows):
        fcntl.ioctl(self.tty, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        # The app has to draw what it has drawn before into a screen that has lost it.
        self.screen.resize(columns, rows)
        self.set_size(columns, rows)

    def press(self, keys):
        os.write(self.tty, keys)

    def read(self, seconds):
        """Reads what the app writes; whether it has written anything in this time."""
        if not select.select([self.tty], [], [], seconds)[0]:
            return False
        read = os.read(self.tty, 65536)
        self.output += read
        self.screen.feed(self.decoder.decode(read))
        return True

    def waits(self, name, condition):
        """Waits until the screen, between two frames, fulfils a condition."""
        end = time.monotonic() + TIMEOUT
        while self.screen.modes[SYNCHRONIZED] or not condition(self.screen):
            if not self.read(max(0, end - time.monotonic())):
                raise Failure(f"{name}: this is never seen\n{self.screen.text()}\n{self.output!r}")
        print(f"ok    {name}")

    def shows(self, name, *texts, without=()):
        """Waits until all the texts are on the screen, and none of the others."""
        def has(screen):
            text = screen.text()
            return all(t in text for t in texts) and not any(t in text for t in without)
        self.waits(name, has)

    def writes(self, name, *texts):
        """Waits for the texts, each after the one before; what came before is forgotten."""
        end = time.monotonic() + TIMEOUT
        for text in texts:
            while text.encode() not in self.output:
                if not self.read(max(0, end - time.monotonic())):
                    raise Failure(f"{name}: {text!r} is missing\n{self.output!r}")
            self.output = self.output.split(text.encode(), 1)[1]
        print(f"ok    {name}")
