"""The pictures of the documentation, which are those of the app as it is."""

import pathlib
import sqlite3
import tempfile

from checks import check
from in_terminal import InTerminal
from picture import svg

DOCUMENTATION = pathlib.Path(__file__).resolve().parents[2] / "Documentation"


def picturing(sessions):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "notes.sqlite"
        sessions.play("pictures", ["--database", str(path)], ["s", "wait"])
        with sqlite3.connect(path) as database:
            database.execute("INSERT INTO note VALUES ('house', 'la casa – 家 – das Haus')")
        database.close()
        with InTerminal(sessions.lexicon, "--database", str(path), size=(90, 24)) as terminal:
            terminal.shows("the list", "20 of", "> ")
            keep(sessions, terminal, "words")
            terminal.press(b"/hous")
            terminal.shows("a search", "Word: hous█", "> house ", "  household ")
            keep(sessions, terminal, "search")
            terminal.press(b"\r")
            terminal.shows("a word with its note", "la casa", "1. (noun)")
            keep(sessions, terminal, "word")


def keep(sessions, terminal, name):
    """Keeps the picture of what is on the screen, and compares it with that of the documentation."""
    picture = svg(terminal.screen)
    made, shown = sessions.folder / f"{name}.svg", DOCUMENTATION / f"{name}.svg"
    made.write_text(picture, encoding="utf-8")
    check("the picture of it in the documentation is the same",
          shown.exists() and shown.read_text(encoding="utf-8") == picture,
          f"{shown} is another one; if this is right: cp {made} {shown}")


SESSIONS = [picturing]
