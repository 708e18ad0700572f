"""Sessions of the saved words and their notes."""

import contextlib
import os
import pathlib
import sqlite3
import subprocess
import tempfile

from checks import TIMEOUT, both, check, has
from running import Running

WIDE = ["--size", "120x40"]
# From the list to the editor for its first word.
EDITOR = ["wait", "enter", "wait", "n", "wait"]
COVER = "│ Saving… │"


def saved(count, *texts, without=()):
    words = "1 word" if count == 1 else f"{count} words"
    return both(has("Saved words", *texts, without=["│", "Error", *without]),
                lambda frame: frame.splitlines()[0].endswith(f" {words}"))


@contextlib.contextmanager
def database():
    """A path in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        yield pathlib.Path(folder) / "lexicon/notes.sqlite"


def keeping_notes(sessions):
    """Create, edit and delete, each with the screen covered."""
    first, second = sessions.words[0]["word"], sessions.words[1]["word"]
    keys = [*EDITOR, "type mine, all mine", "enter", "type lost", "escape", "wait",
            "escape", "down", *EDITOR[1:], "enter", "wait",
            "escape", "s", "wait", "n", "wait", *["backspace"] * 4, "type yours", "enter", "wait",
            "x", "k", "x", "d", "escape", "wait", "escape", "q"]
    with database() as path:
        sessions.play_through("keeping-notes", ["--database", str(path), *WIDE], keys, [
            ("a word that is not saved", has(first, "n save with a note", "1. (")),
            ("an empty note", has(f"Note on {first}", "\n█", without=[COVER, "│"])),
            ("the text as it is typed", has(f"Note on {first}", "mine, a█", without=["│"])),
            ("that the note is being saved", has(f"Note on {first}", "mine, all mine█", COVER)),
            ("the word with its note", has(first, " saved\n", "Note:\n      mine, all mine\n")),
            ("another word's empty note", has(f"Note on {second}", "\n█", without=["│"])),
            ("that it is being saved", has(f"Note on {second}", "\n█", COVER)),
            ("the other word, saved without a text", has(second, " saved\n", without=["Note"])),
            ("both words in the list",
             saved(2, f"> {first} ", " mine, all mine\n", f"  {second}")),
            ("the note to be changed", has(f"Note on {first}", "mine, all mine█", without=["│"])),
            ("that the change is being saved", has("mine, all yours█", COVER)),
            ("the list with the changed note", saved(2, f"> {first} ", " mine, all yours\n")),
            ("the question before a deletion", has(f"Delete “{first}”?", "your note on it", "d delete")),
            ("that the word is still there", saved(2, f"> {first} ")),
            ("the question once more", has(f"Delete “{first}”?", "your note on it", "d delete")),
            ("that the word is being deleted", has(f"> {first} ", "│ Deleting… │")),
            ("the list without it", saved(1, f"> {second}", without=[first])),
            ("the list of all words", has(f"> {second} ", "20 of", "/ search")),
        ])
        check("what was typed while the note was saved is nowhere",
              "lost" not in (sessions.folder / "keeping-notes.txt").read_text(encoding="utf-8"))
        sessions.play_through("kept-notes", ["--database", str(path), *WIDE], ["s", "wait"], [
            ("what was saved in the session before", saved(1, f"> {second}")),
        ])


def default_database(sessions):
    """Where notes are kept if nothing else is said."""
    path = pathlib.Path(os.environ["XDG_DATA_HOME"]) / "lexicon/notes.sqlite"
    sessions.play("browsed", WIDE, ["wait", "end", "wait", "/", "h", "wait"])
    check("browsing makes no database", not path.exists())
    sessions.play("default-database", WIDE, [*EDITOR, "type mine", "enter"])
    check("a note is kept in the user's folder for data, also at the end of the input",
          sqlite3.connect(path).execute("SELECT * FROM note").fetchall()
          == [(sessions.words[0]["word"], "mine")])


def killed(sessions):
    """A note that was reported as saved outlives SIGKILL."""
    with database() as path:
        for number in range(5):
            with Running(sessions.lexicon, "--database", str(path)) as app:
                app.press(*EDITOR)
                app.shows("the editor", "█", without=["│"])
                app.press(f"type .{number}", "enter")
                app.shows("the saved note", " saved\n", f".{number}\n")
                app.app.kill()
        with Running(sessions.lexicon, "--database", str(path)) as app:
            app.press("s")
            app.shows("all that was saved", f"> {sessions.words[0]['word']} ", " .0.1.2.3.4\n")


def two_instances(sessions):
    word = sessions.words[0]["word"]
    with database() as path, Running(sessions.lexicon, "--database", str(path)) as one, \
            Running(sessions.lexicon, "--database", str(path)) as other:
        for app in [one, other]:
            app.press("s")
            app.shows("no saved words", "No saved words yet")
        one.press("escape", *EDITOR, "type one", "enter")
        one.shows("a note in one instance", " saved\n", "one\n")
        other.press("r")
        other.shows("the note in the other", f"> {word} ", " one\n")
        other.press("n", "wait", "type  and two", "enter")
        other.shows("the note changed there", f"> {word} ", " one and two\n")
        one.press("n")
        one.shows("the change in the first", f"Note on {word}", "one and two█", without=["│"])

        other.press("n", "wait", "type  or three", "enter")
        other.shows("that note changed while it is written in the first", " one and two or three\n")
        question = f"Another program has changed the note on '{word}' meanwhile"
        one.press("type !", "enter")
        one.shows("a question in the first, and what was typed there", question,
                  "'one and two or three'", "\none and two!█", "s save mine")
        check("nothing was written over unasked",
              sqlite3.connect(path).execute("SELECT text FROM note").fetchall()
              == [("one and two or three",)])
        one.press("escape", "type !", "enter")
        one.shows("the question again after more was typed", question, "\none and two!!█")
        one.press("t")
        one.shows("the other note, taken over", f"Note on {word}", "\none and two or three█",
                  without=["│"])
        one.press("type , mine", "enter")
        one.shows("it saved", " saved\n", "one and two or three, mine\n")

        # The list there still shows what was there before.
        other.press("x", "d")
        other.shows("that a changed note is not deleted, and what it is now", "Error: ",
                    "Another program has changed", "  one and two or three, mine\n")
        one.press("n")
        one.shows("the note in the first once more", "three, mine█", without=["│"])
        other.press("x", "d")
        other.shows("it deleted after that", "No saved words yet")
        one.press("type !", "enter")
        one.shows("that the note was deleted meanwhile",
                  f"Another program has deleted the note on '{word}' meanwhile", "mine!█")
        one.press("s")
        one.shows("the note saved all the same", " saved\n", "one and two or three, mine!\n")


def locked_database(sessions):
    with database() as path:
        path.parent.mkdir()
        with Running(sessions.lexicon, "--database", str(path), "--timeout", "3") as app:
            app.press(*EDITOR)
            app.shows("the editor", "\n█", without=["│"])
            owner = sqlite3.connect(path)
            owner.execute("BEGIN IMMEDIATE")
            # The screen is covered until then: what is typed meanwhile is ignored.
            app.press("type mine", "enter", "type lost", "escape", "q")
            app.shows("that it is being saved", "mine█", COVER)
            app.shows("a locked database and its path, and the note", "Error: The note on",
                      "could not be saved: the database is locked", str(path), "\nmine█",
                      without=["│"])
            owner.rollback()
            app.press("enter")
            app.shows("the note saved after the database was free", " saved\n", "mine\n")
            app.app.stdin.close()
            app.app.wait(TIMEOUT)
            sessions.keep("locked-database", app.output)


def full_disk(sessions):
    """On a disk of its own, which is made full and free again."""
    word = sessions.words[0]["word"]
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "lexicon", folder]
        mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0
        if not mounted:
            print("SKIPPED: only root can mount the disk that is to become full")
            return
        try:
            path = pathlib.Path(folder) / "notes.sqlite"
            with Running(sessions.lexicon, "--database", str(path)) as app:
                app.press(*EDITOR, "type mine", "enter")
                app.shows("a note", " saved\n", "mine\n")
                rest = pathlib.Path(folder) / "rest"
                with rest.open("wb", buffering=0) as file, contextlib.suppress(OSError):
                    while True:
                        file.write(b"x" * 4096)
                app.press("n", "wait", f"type {' and more' * 100}", "enter")
                app.shows("a full disk, the path, and what was typed", "Error: The note on",
                          "could not be saved: the disk is full", str(path), " and more█",
                          without=["│"])
                rest.unlink()
                app.press("type !", "enter")
                app.shows("the note saved after there was room", " saved\n", "more!\n")
            with Running(sessions.lexicon, "--database", str(path)) as app:
                app.press("s")
                app.shows("it on the next start", f"> {word} ", " mine and more")
        finally:
            subprocess.run(["umount", folder], check=True)


def unusable_database(sessions):
    with database() as path:
        path.parent.mkdir()
        path.write_text("Dear diary, " * 100)
        for name, place, reason in [
            ("a file that is no database", path, "the file is not a database"),
            ("a folder", path.parent, "cannot be opened or written"),
            ("a folder that cannot be made", "/dev/null/notes.sqlite", "cannot be opened or written"),
        ]:
            options = ["--database", str(place), "--size", "160x40"]
            sessions.play_through("unusable-database", options, ["wait", "s", "wait", "escape"], [
                (f"{name}, with its path", has(
                    "Error: The saved words could not be read: ", reason, str(place))),
                ("that the rest of the app goes on", has("20 of", without=["Error"])),
            ])
        check("the file is as it was", path.read_text() == "Dear diary, " * 100)


SESSIONS = [default_database, keeping_notes, killed, two_instances, locked_database, full_disk,
            unusable_database]
