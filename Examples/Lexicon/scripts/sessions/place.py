"""What was open comes back after Lexicon was killed, or has ended."""

import json
import pathlib
import tempfile
import time

from checks import TIMEOUT, check, has
from running import Running

WIDE = ["--size", "120x40"]


def files(folder):
    """What is kept in a folder, by the names of the fields."""
    kept = {}
    for name in ["place", "settings"]:
        file = pathlib.Path(folder) / f"{name}.json"
        if file.exists():
            kept |= json.loads(file.read_text())["fields"]
    return kept


def wait_for(name, condition):
    end = time.monotonic() + TIMEOUT
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    check(name, condition())


def coming_back(sessions):
    """Killed with a draft in front; nothing of it is lost, and each screen behind it is as it was."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--state", folder]
        with Running(sessions.program, *options) as app:
            app.press("wait", "/", "type house", "wait", "down", "down")
            app.shows("a word that was found", "Word: house█", "> advocate ")
            app.press("enter", "wait", "e", "n", "wait", "type my draft")
            app.shows("a draft", "Note on advocate", "my draft█")
            wait_for("the draft is kept", lambda: (files(folder).get("draft") or {}).get("text")
                     == "my draft" and files(folder).get("showsExamples") is False)
            app.app.kill()
        sessions.lexicon, wrapped = sessions.program, sessions.lexicon
        keys = ["wait", "escape", "wait", "escape", "wait", "escape", "wait", "q"]
        sessions.play_through("coming-back", [*options, *WIDE], keys, [
            ("the draft", has("Note on advocate", "my draft█")),
            ("the word, without examples", has("1. (verb) push for something", without=["\""])),
            ("what was searched for, and the word that was selected",
             has("Word: house█", "> advocate ", "50 of 88")),
            ("the list", has("> abandon ", "20 of")),
        ])
        check("what was left is forgotten, the settings are not",
              files(folder) == {"screens": [{"route": {"wordList": {}}, "row": 0, "top": 0}],
                                "query": "", "draft": None, "showsExamples": False}, files(folder))
        sessions.play("far-down", [*options, *WIDE], ["wait", *["end", "wait"] * 2, "up", "q"])
        sessions.play_through("far-down-again", [*options, *WIDE], ["wait", "q"], [
            ("the row that was selected, pages below", has("40 of", f"> {sessions.words[38]['word']} ")),
        ])
        sessions.lexicon = wrapped


def damaged_place(sessions):
    """A file that is damaged or newer is told, and nothing of it is lost."""
    sessions.lexicon, wrapped = sessions.program, sessions.lexicon
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder) / "place.json"
        options = ["--state", folder, *WIDE]
        place.write_text('{"state":"Place","version":1,"fie')
        notice = "Some data could not be restored"
        sessions.play_through("damaged-place", options, ["wait", "up", "wait", "q"], [
            ("that the place is damaged, with its path and where it is now",
             has(notice, str(place), "place.json.damaged-1", "press any key to continue")),
            ("the list after a key", has("> abandon ", "20 of", without=[notice])),
        ])
        check("the damaged file is kept", (pathlib.Path(folder) / "place.json.damaged-1").read_text()
              == '{"state":"Place","version":1,"fie')
        check("another one is there", files(folder)["screens"] != [])
        newer = '{"state":"Place","version":2,"fields":{"tabs":[]}}'
        place.write_text(newer)
        sessions.play_through("newer-place", options, ["wait", "up", "wait", "down", "q"], [
            ("that a newer version has saved it", has(notice, str(place), "was saved as version 2")),
            ("the list after a key", has("> abandon ", "20 of", without=[notice])),
        ])
        check("the newer file is as it was", place.read_text() == newer)
    sessions.lexicon = wrapped


def undoing(sessions):
    """A mark is undone and redone, also after the app was started again."""
    sessions.lexicon, wrapped = sessions.program, sessions.lexicon
    first, second = (word["word"] for word in sessions.words[:2])
    with tempfile.TemporaryDirectory() as folder:
        options = ["--state", folder, *WIDE]
        sessions.play_through("marking", options, ["wait", "m", "down", "m", "u", "q"], [
            ("the list", has(f"> {first} ", without=["u undo"])),
            ("a marked word", has(f"> {first:16}*", "u undo")),
            ("another word", has(f"  {first:16}*", f"> {second:16} ")),
            ("that it is marked, too", has(f"  {first:16}*", f"> {second:16}*")),
            ("that its mark was undone", has(f"  {first:16}*", f"> {second:16} ")),
        ])
        keys = ["wait", "U", "u", "u", "?", "q"]
        sessions.play_through("marking-again", options, keys, [
            ("the mark, after a restart", has(f"  {first:16}*", f"> {second:16} ", "u undo")),
            ("the mark that was redone", has(f"  {first:16}*", f"> {second:16}*")),
            ("that it was undone again", has(f"  {first:16}*", f"> {second:16} ")),
            ("that the first one was undone", has(f"  {first:16} ", f"> {second:16} ")),
            ("the keys", has("Keys", " m ", " u, U ")),
        ])
    sessions.lexicon = wrapped


SESSIONS = [coming_back, damaged_place, undoing]
