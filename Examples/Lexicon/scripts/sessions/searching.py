"""Sessions of the search and of a word's page."""

import re

from checks import both, check, frames_of, has
from in_terminal import InTerminal

WIDE = ["--size", "120x40"]
SERVICE = r"http://127\.0\.0\.1:\d+"


def found(words, text):
    """What the service finds, in its order."""
    def rank(entry):
        if entry["word"].startswith(text):
            return 0
        if text in entry["word"]:
            return 1
        meanings = [t for sense in entry["senses"] for t in [sense["definition"], *sense["examples"]]]
        return 2 if any(text in t.lower() for t in meanings) else None
    ranked = [(rank(entry), entry["word"]) for entry in words]
    return [word for rank, word in sorted(r for r in ranked if r[0] is not None)]


def results(words, text):
    """The best of what a text finds is listed, in its order, the first one selected."""
    expected = found(words, text)
    shown = min(50, len(expected))
    status = f"{shown} of {len(expected)}" if shown < len(expected) else f"{shown}"
    best = expected[:30]

    def matches(frame):
        title = frame.splitlines()[0]
        listed = re.findall(r"^[> ] ([a-z]+) ", frame, re.MULTILINE)
        return title.startswith("Search") and title.endswith(f" {status}") \
            and f"Word: {text}█" in frame and listed[:len(best)] == best \
            and f"> {best[0]} " in frame
    return matches


def meanings(words, word):
    """All meanings of a word are on its page."""
    senses = next(entry["senses"] for entry in words if entry["word"] == word)
    texts = [f"{i}. ({s['partOfSpeech']}) {s['definition'][:60]}" for i, s in enumerate(senses, 1)]
    return both(has(*texts, without=["Error"]), lambda frame: frame.startswith(word))


def searching(sessions):
    """Letter by letter, and to a word's page."""
    nothing = "No word has 'houzz'"
    keys = ["wait", "/", "h", "wait", "o", "u", "wait", "type zz", "wait",
            "backspace", "backspace", "wait", "down", "enter", "wait", "escape", "escape", "q"]
    second = found(sessions.words, "hou")[1]
    sessions.play_through("searching", ["--latency", "100", *WIDE], keys, [
        ("the list first", has("20 of", "/ search")),
        ("an empty search", has("Search", "Word: █", "A word, a part of one")),
        ("that the first letter is searched", has("Word: h█", "Searching…", without=["> "])),
        ("what the first letter finds", results(sessions.words, "h")),
        ("the next letters, with the words from before",
         has("Word: ho█", "Searching…", f"  {found(sessions.words, 'h')[0]} ", without=["> "])),
        ("what the letters find together", results(sessions.words, "hou")),
        ("that the next text is searched", has("Word: houzz█", "Searching…")),
        ("that nothing is found", has("Word: houzz█", nothing)),
        ("what the letters find after others were taken away", results(sessions.words, "hou")),
        ("another selection", has("Word: hou█", f"> {second} ")),
        ("that the word is loaded", has(second, "Loading…", "escape back", without=["1. ("])),
        ("the word with its meanings", meanings(sessions.words, second)),
        ("the search again", has("Word: hou█", f"> {second} ")),
        ("the list again", has("20 of", "/ search")),
    ])


def failing_search(sessions):
    """Every second request fails: the search's first, then the word's first."""
    keys = ["wait", "/", "type house", "wait", "enter", "wait", "enter", "wait", "r", "wait"]
    search, word = rf"{SERVICE}/search\?query=house&limit=50", rf"{SERVICE}/words/house$"
    sessions.play_through("failing-search", ["--fail-every", "2", *WIDE], keys, [
        ("that it searches", has("Word: house█", "Searching…")),
        ("the search's error with what and where", both(
            has("Error: ", "HTTP status 503", "Word: house█", "enter retry"),
            lambda frame: re.search(search, frame))),
        ("that it searches again", has("Word: house█", "Searching…", without=["Error"])),
        ("what it finds then", results(sessions.words, "house")),
        ("the word's error with what and where", both(
            has("Error: ", "HTTP status 503", "r retry"),
            lambda frame: re.search(word, frame, re.MULTILINE))),
        ("that the word is loaded again", has("house", "Loading…", without=["Error", "Word:"])),
        ("the word with its meanings", meanings(sessions.words, "house")),
    ])


def fast_typing(sessions):
    """Each letter is drawn; only what they are together is found."""
    letters = [(f"'{text}'", has(f"Word: {text}█", "Searching…", without=["> "]))
               for text in ["h", "ho", "hou", "hous", "house"]]
    result = sessions.play_through("fast-typing", WIDE, ["wait", "/", *"house", "wait"], [
        *letters, ("what the last letter finds", results(sessions.words, "house")),
    ])
    found_frames = [frame for frame in frames_of(result.stdout) if frame.startswith("Search")
                    and "Searching…" not in frame and "A word, a part" not in frame]
    check("nothing else was found", len(found_frames) == 1, result.stdout)


def check_underlined(screen, text):
    """In the words found and what they mean, the text is underlined and nothing else."""
    rows = list(zip(screen.lines(), screen.underlined()))[4:-1]
    check("what was searched for is underlined, and nothing else", rows and all(
        [found.lower() for found in underlined] == [text] * row.lower().count(text)
        for row, underlined in rows), screen.text())
    check("in what is selected, which is inverted, too",
          {style for _, style in screen.cells[4]} == {"7", "7;4"})


def searching_in_a_terminal(sessions):
    first = found(sessions.words, "hou")[0]
    with InTerminal(sessions.lexicon) as terminal:
        terminal.shows("the list", "20 of")
        terminal.press("/houé".encode())
        terminal.shows("letters as they are typed, others than those of English too", "Word: houé█")
        terminal.press(b"\x7f")
        terminal.shows("the query without its last letter, and what it finds",
                       "Word: hou█", f"> {first}")
        check_underlined(terminal.screen, "hou")
        terminal.press(b"\x7fU")
        terminal.shows("the same with a capital letter", "Word: hoU█", f"> {first}")
        check_underlined(terminal.screen, "hou")
        terminal.press(b"\x7fu")
        terminal.shows("the query as before", "Word: hou█", f"> {first}")
        terminal.press(b"\r")
        terminal.shows("the selected word", f"{first} ", "1. (", without=["Word:"])
        terminal.press(b"\x1b")
        terminal.shows("the search again", "Word: hou█")
        terminal.press(b"\x1b")
        terminal.shows("the list again", "/ search")


SESSIONS = [searching, failing_search, fast_typing, searching_in_a_terminal]
