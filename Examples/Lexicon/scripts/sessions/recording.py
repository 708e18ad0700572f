"""Sessions that are recorded in a file, and shown again."""

import json
import pathlib
import tempfile

from checks import check, has
from in_terminal import InTerminal

WIDE = ["--size", "120x40"]
SKELETON = "░░░"


def recording(sessions):
    """A search is recorded, shown forwards and backwards, and played."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "session.jsonl"
        keys = ["wait", "/", "h", "wait", "type ous", "wait", "enter", "wait", "escape", "escape", "q"]
        sessions.play_through("recording", ["--latency", "100", "--record", str(file), *WIDE], keys, [
            ("the list", has("20 of", without=[SKELETON])),
            ("what is found", has("Word: hous█", "> house ")),
            ("a word", has("1. (noun)")),
        ])
        check("the session is in the file", file.read_text().startswith('{"entries":'))
        steps = [
            ("a skeleton while the first page loads", has(SKELETON, "WordListStore: ")),
            ("the first page", has("20 of", without=[SKELETON])),
            ("a letter that was typed", has("Word: h█", "SearchFeature: query:")),
            ("all of them", has("Word: hous█", "Searching…")),
            ("what is found, and the answer that has led to it",
             has("Word: hous█", "> house ", "matches: ", "receives found(", 'for: "hous")')),
            ("the word", has("1. (noun)", "DetailsFeature: entry: nil → ")),
        ]
        replay = ["--replay", str(file), *WIDE]
        sessions.play_through("replaying", replay, ["down"] * 400, steps)
        sessions.play_through("replaying-backwards", replay, ["end", *["up"] * 400],
                              [steps[i] for i in (5, 4, 2, 1)])
        sessions.play_through("playing", replay, ["space", "wait", "q"], [steps[i] for i in (1, 2, 4, 5)])
        with InTerminal(sessions.lexicon, "--replay", str(file), size=(90, 24)) as terminal:
            terminal.shows("the first entry", "1/")
            terminal.press(b"\x1b[F")
            terminal.press(b"\x1b[A")
            terminal.shows("an entry at the end", "has ended")
        exported(sessions, file)
        damaged(sessions, file)


def exported(sessions, file):
    """The source of a test, up to the entry in which the second text was found."""
    number = next(json.loads(line)["number"] for line in file.read_text().splitlines()
                  if "receives found" in line and 'for: \\"hous\\"' in line)
    export = ["--export-test", str(file), "--test-name", "again"]
    result = sessions.play("exported-test", [*export, "--entry", str(number)], [])
    check("a test of a session is printed, up to an entry", result.returncode == 0 and all(
        text in result.stdout for text in [
            "@Test func again()", '"Sessions/session.jsonl"', f"upTo: {number}",
            "SearchFeature()", 'query: "hous"']), result.stdout)
    result = sessions.play("exported-test", [*export, "--entry", "100000"], [])
    check("an entry that is not there: exit status 65",
          result.returncode == 65 and "no entry 100000" in result.stderr, result.stderr)


def damaged(sessions, file):
    """Files that are none, or incomplete, or newer, are refused with their line."""
    whole = file.read_text()
    lines = whole.splitlines(keepends=True)
    for name, text, told in [
        ("a file that ends too early", "".join(lines[:-3]), f":{len(lines) - 2}: the file ends too early"),
        ("a damaged line", "".join([*lines[:9], "{" + lines[9], *lines[10:]]), ":10: "),
        ("a newer file", whole.replace('"session":1', '"session":2', 1), ":1: "),
        ("a file that is no session", "{}\n", ":1: "),
    ]:
        file.write_text(text)
        result = sessions.play("damaged-session", ["--replay", str(file)], [])
        check(f"{name}: exit status 65, with the place",
              result.returncode == 65 and told in result.stderr and str(file) in result.stderr,
              f"got {result.returncode}\n{result.stderr}")
    result = sessions.play("no-session", ["--replay", str(file) + ".none"], [])
    check("a file that is not there: exit status 65", result.returncode == 65, result.stderr)
    result = sessions.play(
        "unwritable-session", ["--record", "/nowhere/session.jsonl", *WIDE], ["wait", "q"])
    check("a file that can't be written: exit status 73, with its path",
          result.returncode == 73 and "/nowhere/session.jsonl" in result.stderr, result.stderr)


SESSIONS = [recording]
