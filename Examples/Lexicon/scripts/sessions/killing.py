"""Lexicon is killed at random moments while it saves, changes and deletes notes."""

import contextlib
import os
import pathlib
import random
import re
import select
import shutil
import sqlite3
import subprocess
import tempfile
import time

from checks import TIMEOUT, Failure, check

KILLS = 200
STEPS = 6
SIZE = "100x24"
COVERS = ("│ Saving… │", "│ Deleting… │")
# What each change ends with in the script; how the list begins, and its rows.
DONE = "wait"
LIST = re.compile(r"^Saved words +(\d+) words?$", re.MULTILINE)
ROW = re.compile(r"^[> ] ([a-z]+) +(\S*)$", re.MULTILINE)


class Script:
    """Keys that change the notes again and again, and the notes after each change."""

    def __init__(self, chance, words, notes, round_number):
        # Reads the saved words first, which shows that those of the round before are there.
        self.keys = [DONE, "s", DONE]
        self.states = [notes]
        self.kinds = []
        for step in range(STEPS):
            self.add(chance, words, f"{round_number}.{step}.{'x' * chance.randrange(60)}")

    def add(self, chance, words, text):
        notes = dict(self.states[-1])
        saved = sorted(notes)
        new = [word for word in words if word not in notes]
        kinds = ["create"] * bool(new) + ["edit", "delete"] * bool(saved)
        kind = chance.choice(kinds)
        if kind == "create":
            word = chance.choice(new)
            self.keys += ["escape", *self.select(words, word), "enter", "n", DONE, f"type {text}",
                          "enter", DONE, "escape", "s", DONE]
            notes[word] = text
        else:
            word = chance.choice(saved)
            self.keys += self.select(saved, word)
            if kind == "edit":
                # The list shows no more than the beginning of a note: the old text goes.
                self.keys += ["n", DONE, *["backspace"] * len(notes[word]), f"type {text}",
                              "enter", DONE]
                notes[word] = text
            else:
                self.keys += ["x", "d", DONE]
                del notes[word]
        self.states.append(notes)
        self.kinds.append(kind)

    @staticmethod
    def select(words, word):
        return ["home", *["down"] * words.index(word)]


class Transcript:
    """What the app has shown before it was killed."""

    def __init__(self):
        self.output = b""

    def frames(self):
        rows = int(SIZE.split("x")[1])
        parts = self.output.decode("utf-8", "ignore").split("--- frame ")[1:]
        return [part for part in parts if part.count("\n") > rows]

    def covers(self):
        """How many changes have begun, of those that have come this far."""
        return sum(began for began, _ in self.changes())

    def reported(self):
        """How many changes were reported as done: what covered the screen is gone."""
        return sum(ended for _, ended in self.changes())

    def changes(self):
        is_covered = False
        for frame in self.frames():
            if "Error: " in frame:
                raise Failure(f"a change failed\n{frame}")
            covers = any(cover in frame for cover in COVERS)
            yield covers and not is_covered, is_covered and not covers
            is_covered = covers


def listed(frames):
    """The first list of saved words, if there is one among the frames."""
    for frame in frames:
        title = LIST.search(frame)
        if title:
            notes = dict(ROW.findall(frame))
            check_quietly("the list has as many rows as it says", len(notes) == int(title[1]), frame)
            return notes
    return None


def check_quietly(name, condition, shown):
    """As check, for what is checked hundreds of times."""
    if not condition:
        raise Failure(f"{name}\n{shown}")


def is_shown(row, text):
    """A row has the text, or as much of it as fits."""
    return row == text or row.endswith("…") and text.startswith(row[:-1])


def run(lexicon, path, script, moment):
    """What the app showed until it was killed at a moment, a function of what it has shown so far
    that tells how many seconds to wait, or None as long as nothing speaks for killing it."""
    app = subprocess.Popen(
        [lexicon, "--latency", "0", "--size", SIZE, "--database", str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    shown = Transcript()
    with contextlib.ExitStack() as stack:
        stack.callback(app.stdout.close)
        stack.callback(app.wait)
        stack.callback(app.kill)
        app.stdin.write("".join(key + "\n" for key in script.keys).encode())
        app.stdin.flush()
        end = time.monotonic() + TIMEOUT
        kill = None
        while True:
            if kill is None and (pause := moment(shown)) is not None:
                kill = time.monotonic() + pause
            now = time.monotonic()
            if now > end:
                raise Failure(f"nothing to kill after {TIMEOUT} s\n{shown.output.decode()}")
            if kill is not None and now >= kill:
                app.kill()
                app.wait()
                while read := os.read(app.stdout.fileno(), 65536):
                    shown.output += read
                app.stdin.close()
                return shown
            if select.select([app.stdout], [], [], max(0, (kill or end) - now))[0]:
                read = os.read(app.stdout.fileno(), 65536)
                if not read:
                    raise Failure(f"the app ended by itself\n{shown.output.decode()}")
                shown.output += read


def stored(path):
    """The notes in the database, read from a copy: the app itself is to repair the original."""
    with tempfile.TemporaryDirectory() as folder:
        for file in path.parent.glob(path.name + "*"):
            if not file.name.endswith(("-shm", "-lock")):
                shutil.copy(file, folder)
        with contextlib.closing(sqlite3.connect(pathlib.Path(folder) / path.name)) as database:
            check_quietly("the database is whole",
                          database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], path)
            return dict(database.execute("SELECT word, text FROM note"))


def killing(sessions):
    """No note that was reported as saved is lost, none comes back, and none is halved."""
    seed = sessions.seed
    print(f"seed {seed}; scripts/lexicon-session --seed {seed} killing does the same again")
    chance = random.Random(seed)
    words = sorted(entry["word"] for entry in sessions.words)[:10]
    kinds, kept, gone = {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "lexicon/notes.sqlite"
        notes = {}
        for number in range(KILLS):
            script = Script(chance, words, notes, number)
            change = chance.randrange(1, STEPS)
            pause, moment = [
                # Anywhere, also while the app starts and opens the database.
                (chance.uniform(0, 0.3), lambda shown: True),
                # While a change is being written.
                (chance.uniform(0, 0.002), lambda shown: shown.covers() >= change),
                # As soon as one is reported.
                (0, lambda shown: shown.reported() >= change),
            ][number % 3]
            shown = run(sessions.lexicon, path, script,
                        lambda shown: pause if moment(shown) else None)
            where = f"seed {seed}, kill {number + 1}"
            first = listed(shown.frames())
            check_quietly(
                f"{where}: the notes of the start before are there",
                first is None or first.keys() == notes.keys() and all(
                    is_shown(first[word], notes[word]) for word in notes),
                f"expected {notes}\ngot {first}")
            done = shown.reported()
            found = stored(path) if path.exists() else {}
            possible = script.states[done:done + 2]
            check_quietly(
                f"{where}: what was reported is kept, and what was begun is whole or not at all",
                found in possible,
                f"{done} changes were reported\nexpected one of {possible}\ngot {found}")
            for kind in script.kinds[:done]:
                kinds[kind] = kinds.get(kind, 0) + 1
            if shown.covers() > done:
                kept += found == possible[-1]
                gone += found == possible[0]
            notes = found
    check(f"{KILLS} kills lost none of {kinds} that were reported", len(kinds) == 3)
    check(f"{kept + gone} of the kills hit a change on its way: {kept} kept, {gone} gone",
          kept + gone >= KILLS / 10 and kept and gone)


SESSIONS = [killing]
