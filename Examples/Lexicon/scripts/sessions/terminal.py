"""Sessions in a real terminal: keys, size, colours, and what is left when the app ends."""

import os
import pathlib
import re
import signal
import sqlite3
import tempfile

from checks import TIMEOUT, check
from in_terminal import InTerminal
from screen import ALTERNATE, CURSOR, width

SKELETON = "░░░"
OPENED, CLOSED = "\x1b[?1049h", "\x1b[?1049l"


def in_a_terminal(sessions):
    total = len(sessions.words)
    first, second = (entry["word"] for entry in sessions.words[:2])
    with InTerminal(sessions.lexicon) as terminal:
        terminal.writes("a skeleton, then words", OPENED, SKELETON, f"20 of {total} words")
        terminal.shows("the list", f"> {first} ", without=[SKELETON])
        check("its cursor is hidden", not terminal.screen.modes[CURSOR])
        check("keys are read one by one, unseen", terminal.is_raw())
        terminal.press(b"\x1b[B")
        terminal.shows("an arrow key selects", f"> {second} ", f"  {first} ")
        check("what is selected is drawn inverted",
              terminal.screen.style_of(f"> {second}") == "7"
              and terminal.screen.style_of(f"  {first}") == "")
        terminal.press(b"?")
        terminal.shows("? shows help", "pageup", "home, end", "quit")
        terminal.press(b"\x1b")
        terminal.shows("Escape leaves it", f"> {second} ", without=["pageup"])
        terminal.press(b"\x1a")
        terminal.writes("Ctrl-Z leaves the app's screen", CLOSED)
        stopped = os.waitpid(terminal.app.pid, os.WUNTRACED)[1]
        check("and stops the app, the terminal as before",
              os.WIFSTOPPED(stopped) and terminal.mode() == terminal.before)
        terminal.app.send_signal(signal.SIGCONT)
        terminal.writes("it comes back", OPENED)
        terminal.shows("with its frame", f"20 of {total} words", f"> {second} ")
        check("and reads keys again", terminal.is_raw())

    with InTerminal(sessions.lexicon, "--fail-every", "1") as terminal:
        terminal.shows("an error", "Error: ", "HTTP status 503", "r retry")
        check("no log is written over the frame", "ScreenStateKit" not in terminal.screen.text())


def resizing(sessions):
    """What is selected stays selected and seen, whatever the size."""
    word = sessions.words[15]["word"]
    with InTerminal(sessions.lexicon) as terminal:
        terminal.shows("the list", "20 of")
        terminal.press(b"j" * 15)
        terminal.shows("a selection", f"> {word} ")
        for columns, rows in [(60, 12), (40, 10), (200, 50), (100, 30)]:
            terminal.resize(columns, rows)
            terminal.shows(f"the selection at {columns}x{rows}, and the keys in the last line",
                           f"> {word} ", "enter open", "20 of")
            check("to the last row", terminal.screen.lines()[-1].startswith("enter open"))
        terminal.resize(30, 8)
        terminal.shows("a terminal that became too small is told", "Terminal too small", "30x8")
        terminal.resize(100, 30)
        terminal.shows("the selection after that", f"> {word} ")


def drawing(sessions):
    """Nothing is drawn that has not changed, and a frame is one change."""
    with InTerminal(sessions.lexicon) as terminal:
        terminal.shows("the list", "20 of")
        before = terminal.screen.written
        erasures = terminal.screen.erasures
        terminal.output = b""
        terminal.press(b"j")
        terminal.shows("the next word", f"> {sessions.words[1]['word']} ")
        # Two rows of the list, and the meanings below it.
        rows = 2 + 7
        check("a move draws the lines that have changed, and erases no screen",
              0 < terminal.screen.written - before <= rows * 100
              and terminal.screen.erasures == erasures)
        check("in updates that the terminal shows at once",
              re.fullmatch(rb"(\x1b\[\?2026h((?!\x1b\[\?2026).)*\x1b\[\?2026l)+",
                           terminal.output, re.DOTALL),
              terminal.output)

    for name, environment, style in [("with colours", {"NO_COLOR": ""}, "31"),
                                     ("with NO_COLOR", {"NO_COLOR": "1"}, "1")]:
        options = ["--fail-every", "1"]
        with InTerminal(sessions.lexicon, *options, environment=environment) as terminal:
            terminal.shows(f"{name}: an error", "Error: ")
            check(f"{name}: it is drawn as such", terminal.screen.style_of("Error: ") == style)
            check(f"{name}: nothing else is coloured", all(
                cell[1] in ("", "1", "2", "7", style)
                for row in terminal.screen.cells for cell in row))


def wide_characters(sessions):
    """Notes in all kinds of scripts line up, and their own control sequences do nothing."""
    texts = ["家族の家", "한국어 단어", "😀 smile", "cafe\u0301", "ｗｉｄｅ", "\x1b[2J\nplain", "長" * 80]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "notes.sqlite"
        sessions.play("wide-characters", ["--database", str(path)], ["s", "wait"])
        words = ["家", "단어", "😀", "e\u0301te\u0301", "ｗ", "control", "long"]
        with sqlite3.connect(path) as database:
            database.executemany("INSERT INTO note VALUES (?, ?)", zip(words, texts))
        database.close()
        with InTerminal(sessions.lexicon, "--database", str(path), size=(60, 20)) as terminal:
            terminal.shows("the list", "20 of")
            terminal.press(b"s")
            terminal.shows("the saved words", f"{len(words)} words", "長長…", "␛[2J␊plain")
            lines = terminal.screen.lines()
            for word, text in zip(words[:5], texts):
                line = next(line for line in lines if line[2:].startswith(word))
                before = line[:line.index(text)]
                check(f"the note on {word} begins where all do", sum(map(width, before)) == 19, line)
            terminal.press(b"\x1b[F" + b"n")
            terminal.shows("an editor", "Note on ", "█")
            terminal.press("家é\x7f\x7f家".encode())
            terminal.shows("wide letters as they are typed", "家█", without=["é"])


def ending(sessions):
    """However the app ends, the terminal is as it was before."""
    for name, end, status in [
        ("q", lambda terminal: terminal.press(b"q"), 0),
        ("Ctrl-C", lambda terminal: terminal.press(b"\x03"), 128 + signal.SIGINT),
        ("SIGTERM", lambda terminal: terminal.app.terminate(), 128 + signal.SIGTERM),
        *((f"a crash with {crash.name}", lambda terminal, crash=crash:
           terminal.app.send_signal(crash), -crash)
          for crash in [signal.SIGSEGV, signal.SIGABRT, signal.SIGILL, signal.SIGTRAP]),
    ]:
        # Swift's own report of a crash would ask what to do next.
        with InTerminal(sessions.lexicon, environment={"SWIFT_BACKTRACE": "enable=no"}) as terminal:
            terminal.shows(f"{name}: the list", "20 of")
            check(f"{name}: on a screen of its own", terminal.screen.modes[ALTERNATE])
            end(terminal)
            code = terminal.app.wait(TIMEOUT)
            terminal.writes(f"{name}: the app's screen is left, the cursor back",
                            "\x1b[?25h", CLOSED)
            check(f"{name}: the terminal is as before", terminal.mode() == terminal.before)
            check(f"{name}: exit status {status}", code == status, f"got {code}")


SESSIONS = [in_a_terminal, resizing, drawing, wide_characters, ending]
