"""A display without a screen, and what is on it."""

import os
import pathlib
import re
import subprocess
import tempfile

from checks import TIMEOUT

# Just as large as the app's window.
SIZE = 900, 600
# Nothing moves by itself, so that a screenshot shows what is there.
SETTINGS = "[Settings]\ngtk-enable-animations=0\ngtk-cursor-blink=0\n"


class Display:
    def __init__(self, folder):
        self.folder = folder
        self.home = tempfile.TemporaryDirectory()
        settings = pathlib.Path(self.home.name, "gtk-4.0/settings.ini")
        settings.parent.mkdir()
        settings.write_text(SETTINGS)
        reading, writing = os.pipe()
        width, height = SIZE
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24",
             "-nolisten", "tcp", "-noreset"],
            pass_fds=[writing], stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        # The server takes a free number and tells it when it is ready.
        with os.fdopen(reading) as ready:
            number = ready.readline().strip()
        if not number:
            raise RuntimeError("Xvfb does not start")
        self.environment = {
            **os.environ,
            "DISPLAY": f":{number}",
            "GDK_BACKEND": "x11",
            "GSK_RENDERER": "cairo",
            # Keeps the names for assistive technologies where there is no bus for them.
            "GTK_A11Y": "test",
            "GTK_THEME": "Adwaita",
            "LC_ALL": "C.UTF-8",
            "XDG_CONFIG_HOME": self.home.name,
            "XDG_DATA_HOME": self.home.name,
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait(TIMEOUT)
        self.home.cleanup()

    def run(self, *command):
        return subprocess.run(
            [str(part) for part in command], env=self.environment, check=True,
            capture_output=True, timeout=TIMEOUT,
        ).stdout

    def windows(self, title):
        """The X windows with this title that can be seen."""
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", f"^{re.escape(title)}$"],
            env=self.environment, capture_output=True, text=True, timeout=TIMEOUT,
        )
        return found.stdout.split()

    def origin(self, window):
        """Where a window begins on the display."""
        lines = self.run("xdotool", "getwindowgeometry", "--shell", window).decode().split()
        geometry = dict(line.split("=") for line in lines if "=" in line)
        return int(geometry["X"]), int(geometry["Y"])

    def screenshot(self, name):
        """Keeps a picture of the whole display, and returns it."""
        path = self.folder / f"{name}.png"
        self.run("import", "-window", "root", path)
        return Picture(self.run("convert", path, "-depth", "8", "gray:-"), path)


class Picture:
    """How bright the pixels of the display are, from 0 to 255."""

    def __init__(self, pixels, path):
        self.pixels = pixels
        self.path = path
        assert len(pixels) == SIZE[0] * SIZE[1], f"{path} has another size"

    def values(self, area, without=()):
        """The pixels of an area (left, top, right, bottom), except those of other areas."""
        left, top, right, bottom = (int(edge) for edge in area)
        for y in range(max(0, top), min(bottom, SIZE[1])):
            for x in range(max(0, left), min(right, SIZE[0])):
                if not any(l <= x < r and t <= y < b for l, t, r, b in without):
                    yield self.pixels[y * SIZE[0] + x]

    def is_blank(self, area):
        """Whether there is hardly anything but one shade."""
        values = list(self.values(area))
        if not values:
            return True
        most = max(values.count(shade) for shade in set(values))
        return most > 0.995 * len(values) or len(set(values)) < 8

    def darkest(self, area, without=()):
        return min(self.values(area, without), default=255)
