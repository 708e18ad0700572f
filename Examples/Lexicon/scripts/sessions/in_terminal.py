"""Lexicon in a pseudo-terminal."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios

from checks import TIMEOUT, Failure


class InTerminal:
    """The app in a terminal of its own, as a person would use it."""

    def __init__(self, lexicon, *options):
        self.tty, self.inner = pty.openpty()
        self.resize(100, 30)
        self.before = self.mode()
        self.output = b""
        self.all_output = b""
        self.app = subprocess.Popen(
            [lexicon, "--latency", "0", *options],
            stdin=self.inner, stdout=self.inner, stderr=self.inner,
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

    def resize(self, columns, rows):
        fcntl.ioctl(self.tty, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys):
        os.write(self.tty, keys)

    def shows(self, name, *texts):
        """Waits for the texts, each after the one before; what came before is forgotten."""
        for text in texts:
            while text.encode() not in self.output:
                ready = select.select([self.tty], [], [], TIMEOUT)[0]
                if not ready:
                    raise Failure(f"{name}: {text!r} is missing\n{self.output!r}")
                read = os.read(self.tty, 65536)
                self.output += read
                self.all_output += read
            self.output = self.output.split(text.encode(), 1)[1]
        print(f"ok    {name}")
