"""Sessions of the first start, which imports the words."""

import pathlib
import re
import signal
import sqlite3
import tempfile

from checks import TIMEOUT, check, check_frames, has
from in_terminal import InTerminal
from running import Running

WIDE = ["--size", "120x40"]


def imported(total, *parts):
    return has("Importing the words…", "█", *(f"{part} of {total} words imported" for part in parts))


def importing(sessions):
    """The words are imported once, with their progress; an import that was killed goes on."""
    total = len(sessions.words)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "new/words.sqlite"
        options = ["--words", str(path), *WIDE]
        sessions.play_through("importing", options, ["wait"], [
            ("that it imports", has("Importing the words…", without=["imported"])),
            ("a part of the words", imported(total, 200)),
            ("half of them", imported(total, total // 2)),
            ("all of them", imported(total, total)),
            ("the list", has(f"20 of {total} words", without=["Importing"])),
        ])
        result = sessions.play("imported", options, ["wait"])
        check("the next start imports nothing", "Importing" not in result.stdout)
        with sqlite3.connect(path) as database:
            places = [place for place, in database.execute("SELECT place FROM word ORDER BY place")]
        database.close()
        check("each word is there once", places == list(range(total)))

        for number in range(20):
            killed = pathlib.Path(folder) / f"killed{number}.sqlite"
            with Running(sessions.lexicon, "--words", str(killed), quiet=True) as app:
                app.shows("a part of the words", f"{(number + 1) * 200} of", "words imported")
                app.app.send_signal(signal.SIGKILL)
                app.app.wait(TIMEOUT)
            result = sessions.play("killed-import", ["--words", str(killed), *WIDE], ["wait"])
            found = [int(n) for n in re.findall(r"(\d+) of \d+ words imported", result.stdout)]
            check_frames(result.stdout, [("the list", has(f"20 of {total} words"))], quiet=True)
            if found and found[0] < (number + 1) * 200:
                check("no word is imported twice", False, result.stdout)
        print("ok    20 imports that were killed went on where they were")

    with InTerminal(sessions.lexicon, "--words", ":memory:") as terminal:
        terminal.shows("the list, each time from memory", f"20 of {total} words")


def failing_import(sessions):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "words.sqlite"
        path.write_text("Dear diary, " * 100)
        options = ["--words", str(path), "--database", ":memory:"]
        with Running(sessions.lexicon, *options) as app:
            app.shows("a file that is no database, with its path", "Error: The words could not be",
                      "the file is not a database", str(path), "r retry  s saved words")
            app.press("s")
            app.shows("the saved words all the same", "No saved words yet")
            path.unlink()
            app.press("escape")
            app.shows("the list after the file was away", "20 of")


SESSIONS = [importing, failing_import]
