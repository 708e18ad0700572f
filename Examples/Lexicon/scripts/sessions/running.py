"""Lexicon while it runs, without a terminal."""

import codecs
import os
import select
import subprocess
import time

from checks import TIMEOUT, Failure

ROWS = 40


class Running:
    """A session whose keys depend on what it has shown."""

    def __init__(self, lexicon, *options, quiet=False):
        self.quiet = quiet
        self.output = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.seen = 0
        self.app = subprocess.Popen(
            [lexicon, "--latency", "0", "--size", f"120x{ROWS}", *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.app.kill()
        self.app.wait()
        self.app.stdin.close()
        self.app.stdout.close()

    def press(self, *keys):
        self.app.stdin.write("".join(key + "\n" for key in keys).encode())
        self.app.stdin.flush()

    def frames(self):
        """The frames so far that are whole: the line with the number and all rows."""
        parts = self.output.split("--- frame ")[1:]
        return [part for part in parts if part.count("\n") > ROWS]

    def shows(self, name, *texts, without=()):
        """Waits for a frame with all the texts; the frames up to it are not looked at again."""
        end = time.monotonic() + TIMEOUT
        while True:
            frames = self.frames()
            for index in range(self.seen, len(frames)):
                frame = frames[index]
                if all(t in frame for t in texts) and not any(t in frame for t in without):
                    self.seen = index + 1
                    if not self.quiet:
                        print(f"ok    {name}")
                    return
            ready = select.select([self.app.stdout], [], [], max(0, end - time.monotonic()))[0]
            read = os.read(self.app.stdout.fileno(), 65536) if ready else b""
            if not read:
                raise Failure(f"{name}: no frame has {texts}\n{self.output}")
            self.output += self.decoder.decode(read)
