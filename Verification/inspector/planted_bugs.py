"""Finds errors that were planted in Lexicon, with the tools of an assistant only.

Each error is a change of a copy of the app's sources. All copies are one program, which makes the error with the number
in its environment. A person uses the app in the same way each time; then each question below is asked, and only the one
about the planted error may find something.
"""

import argparse
import asyncio
import contextlib
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

from app_server import ROOT, TIMEOUT
from assistant import connected
from lexicon import LEXICON, Inspector, built

COPY = ROOT / ".build/planted/Lexicon"
PLANTED = """import Foundation

package enum Planted {
  /// The number of the error that this process has.
  package static let bug = Int(ProcessInfo.processInfo.environment["LEXICON_BUG"] ?? "") ?? 0
}
"""


class Bug:
    """A planted error: its name, and what it replaces in a file."""

    def __init__(self, name, file, *edits):
        self.name = name
        self.file = pathlib.Path("Sources/LexiconCore", file)
        self.edits = edits


# Where the search shows that it loads, before its effect.
STARTED = "          return .cancel(id: EffectID.search)\n        }\n        state.matches.start()\n"
BUGS = [
    Bug("an old search's words are shown", "Search/SearchFeature.swift",
        ("case .found(let page, for: let query):\n        guard state.query == query else",
         "case .found(let page, for: let query):\n        guard Planted.bug == {n} || state.query == query else"),
        (STARTED, STARTED + "        if Planted.bug == {n} {\n"
         "          return search(for: query).debounce(id: query, for: Self.pause)\n        }\n"),
        ("      try await provider.words(",
         "      if Planted.bug == {n} {\n"
         "        try await Task.sleep(for: .milliseconds(500 * (5 - query.count)))\n      }\n"
         "      return try await provider.words(")),
    Bug("the total is that of the page", "Search/SearchFeature.swift",
        ("state.total = page.total", "state.total = Planted.bug == {n} ? page.words.count : page.total")),
    Bug("each letter searches at once", "Search/SearchFeature.swift",
        (STARTED, STARTED + "        if Planted.bug == {n} {\n"
         "          return search(for: query).execution(.restart, id: EffectID.search)\n        }\n")),
    Bug("the retry starts nothing", "Search/SearchFeature.swift",
        ("        return search(for: state.query)",
         "        if Planted.bug == {n} { return .none }\n        return search(for: state.query)")),
    Bug("the old text is saved", "Notes/NoteEditorFeature.swift",
        ("Note(word: state.word, text: text)",
         "Note(word: state.word, text: Planted.bug == {n} ? state.known?.text ?? \"\" : text)")),
    Bug("the list isn't read after a deletion", "Notes/SavedWordsFeature.swift",
        ("delete(note), loadNotes())", "delete(note), Planted.bug == {n} ? .none : loadNotes())")),
    Bug("a mark isn't removed", "Marks/MarksFeature.swift",
        ("if state.words.contains(word) {", "if Planted.bug != {n}, state.words.contains(word) {")),
    Bug("a word has the meanings of another one", "Words/WordEntryQuery.swift",
        ("{ lhs.word == rhs.word }",
         "{\n    Planted.bug == {n} ? lhs.word.first == rhs.word.first : lhs.word == rhs.word\n  }"),
        ("hasher.combine(word)", "hasher.combine(Planted.bug == {n} ? String(word.prefix(1)) : word)")),
    Bug("a conflict is ignored", "Notes/NoteEditorFeature.swift",
        ("state.alert = Self.question(about: conflict)",
         "if Planted.bug != {n} { state.alert = Self.question(about: conflict) }")),
    Bug("a page leaves a word out", "Screen/WordListStore.swift",
        ("let offset = request.cursor ?? 0",
         "let offset = (request.cursor ?? 0) + (Planted.bug == {n} && request.cursor != nil ? 1 : 0)")),
]


# The program


def planted():
    """Builds the app with all the errors; its path."""
    files = {path.relative_to(LEXICON): path.read_bytes() for path in LEXICON.glob("Sources/**/*") if path.is_file()}
    for number, bug in enumerate(BUGS, 1):
        text = files[bug.file].decode()
        for old, new in bug.edits:
            assert text.count(old) == 1, f"{bug.name}: {bug.file} contains {text.count(old)} times {old!r}"
            text = text.replace(old, new.replace("{n}", str(number)))
        files[bug.file] = text.encode()
    files[pathlib.Path("Sources/LexiconCore/Planted.swift")] = PLANTED.encode()
    package = (LEXICON / "Package.swift").read_text()
    library = 'path: "../.."'
    assert package.count(library) == 1, f"the package has no {library}"
    package = package.replace(library, f'path: "{ROOT}"') + "\npackage.targets.removeAll { $0.isTest }\n"
    files[pathlib.Path("Package.swift")] = package.encode()
    for file, content in files.items():
        path = COPY / file
        # A file with the same content isn't built again.
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    for path in COPY.glob("Sources/**/*"):
        if path.is_file() and path.relative_to(COPY) not in files:
            path.unlink()
    return built(COPY)


# The person


class Person:
    """The app with an error, and who uses it: keys, one line each, as the app reads them without a terminal."""

    def __init__(self, program, number, words):
        self.folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.folder.name)
        self.errors = folder / "errors"
        self.notes = folder / "notes.sqlite"
        options = ["--inspect", "--control", "--latency", "100", "--prefix", "a", "--size", "120x40", "--words", words,
                   "--database", self.notes, "--state", ":memory:"]
        with self.errors.open("w") as errors:
            self.app = subprocess.Popen([program, *options], env={**os.environ, "LEXICON_BUG": str(number)},
                                        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors)

    def __enter__(self):
        inspector = Inspector(self.errors)
        self.address, self.token = inspector.address, inspector.token
        return self

    def __exit__(self, *_):
        self.app.kill()
        self.app.wait()
        self.app.stdin.close()
        self.folder.cleanup()

    def press(self, *keys):
        self.app.stdin.write("".join(key + "\n" for key in keys).encode())
        self.app.stdin.flush()


async def settled(assistant):
    """Waits until the app does nothing any more."""
    end = time.monotonic() + TIMEOUT
    last, since = None, 0
    while time.monotonic() < end:
        work = await assistant.call("list_work")
        number = (await assistant.call("status"))["last"]
        if work["effects"] or work["actions"] or number != last:
            last, since = number, time.monotonic()
        elif time.monotonic() - since > 0.3:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"the app doesn't come to rest: {work}")


async def uses_the_app(person, assistant):
    """Uses each part of the app that has an error."""
    async def does(*keys):
        person.press(*keys)
        await settled(assistant)

    await does("wait")
    # Two words are marked, and the first mark is removed.
    await does("m", "down", "m", "up", "m")
    # The next page is loaded.
    await does("end")
    await does("home")
    # Two words are read, and the second one gets a note.
    await does("enter")
    await does("escape", "down", "enter")
    await does("n")
    await does("type mine", "enter")
    # Another program changes the note while it is edited.
    await does("n")
    with contextlib.closing(sqlite3.connect(person.notes)) as database, database:
        database.execute("UPDATE note SET text = 'theirs'")
    await does("type , too", "enter")
    await does("escape")
    await does("escape")
    await does("escape")
    # The note is deleted.
    await does("s")
    await does("x")
    await does("d")
    await does("escape")
    # A search; each letter comes before the pause that starts it, or after it.
    await does("/")
    for letter in "abo":
        person.press(letter)
        await asyncio.sleep(0.25)
    await settled(assistant)


# The questions


class Journal:
    """What the tools say of the app."""

    def __init__(self, assistant):
        self.assistant = assistant

    async def stores(self, name):
        return [store["id"] for store in (await self.assistant.call("list_stores"))["stores"] if store["name"] == name]

    async def entries(self, store, **conditions):
        return (await self.assistant.call("list_entries", store=store, limit=1000, **conditions))["entries"]

    async def entry(self, number):
        return await self.assistant.call("read_entry", number=number)

    async def node(self, store, path, **place):
        return await self.assistant.call("read_state", store=store, path=path, limit=1000, **place)

    async def text(self, store, path, **place):
        return (await self.node(store, path, **place))["node"]["text"]

    async def action(self, entry):
        """The action that an entry follows from."""
        while entry["kind"] != "actionReceived":
            entry = (await self.entry(entry["cause"]))["entry"]
        return entry


async def an_old_answer_is_shown(journal):
    [search] = await journal.stores("SearchFeature")
    causes = (await journal.assistant.call("why", store=search, path="/matches"))["causes"]
    for cause in causes:
        if cause["kind"] == "actionReceived" and cause["name"] == "found":
            asked = (await journal.entry(cause["number"]))["value"]["json"]["found"]["for"]
            typed = await journal.text(search, "/query")
            if f'"{asked}"' != typed:
                return f"the matches are those for {asked!r}, but the query is {typed} (entry {cause['number']})"


async def a_total_is_not_the_answers(journal):
    [search] = await journal.stores("SearchFeature")
    for change in await journal.entries(search, kind=["change"], name="total"):
        page = (await journal.entry(change["cause"]))["value"]["json"]["found"]["_0"]
        total = (await journal.entry(change["number"]))["new"]["text"]
        if total != str(page["total"]):
            return f"the total is {total}, but the answer said {page['total']} (entry {change['number']})"


async def a_search_begins_at_once(journal):
    [search] = await journal.stores("SearchFeature")
    for start in await journal.entries(search, kind=["effectStarted"]):
        action = await journal.action(start)
        pause = start["seconds"] - action["seconds"]
        if action["name"] == "queryChanged" and pause < 0.19:
            return f"a search begins {pause * 1000:.0f} ms after a letter (entry {start['number']})"


async def loading_without_work(journal):
    [search] = await journal.stores("SearchFeature")
    await journal.assistant.call("send_action", store=search, action={"retry": {}})
    await settled(journal.assistant)
    matches = await journal.text(search, "/matches")
    if matches.startswith("loading"):
        return f"after a retry, the matches stay {matches[:20]!r} and nothing runs"


async def another_text_is_saved(journal):
    [details] = (await journal.stores("DetailsFeature"))[1:]
    for editor in await journal.stores("NoteEditorFeature"):
        for saved in await journal.entries(editor, kind=["change"], name="isSaved"):
            written = await journal.text(editor, "/text", at=saved["number"])
            changes = await journal.entries(details, kind=["change"], name="note", since=saved["number"])
            shown = (await journal.entry(changes[0]["number"]))["new"]["text"]
            if written not in shown:
                return f"{written} was written, and {shown} is saved (entry {changes[0]['number']})"


async def a_deleted_note_stays(journal):
    [words] = await journal.stores("SavedWordsFeature")
    for action in await journal.entries(words, kind=["actionReceived"], name="delete"):
        if not await journal.entries(words, kind=["change"], name="notes", since=action["number"]):
            return f"the notes don't change after the deletion (entry {action['number']})"


async def a_word_is_marked_twice(journal):
    [marks] = await journal.stores("MarksFeature")
    words = [child["text"] for child in (await journal.node(marks, "/words"))["children"]]
    if len(set(words)) < len(words):
        cause = (await journal.assistant.call("why", store=marks, path="/words"))["causes"][-1]
        return f"{words[-1]} is marked twice, by {cause['name']} (entry {cause['number']})"


async def a_word_has_another_entry(journal):
    for details in await journal.stores("DetailsFeature"):
        for change in await journal.entries(details, kind=["change"], name="entry"):
            word = await journal.text(details, "/word", at=change["number"])
            entry = (await journal.entry(change["number"]))["new"]
            if f'word: {word}' not in entry["text"]:
                return f"{word} shows {entry['text'][:40]} (entry {change['number']})"


async def a_save_without_an_end(journal):
    for editor in await journal.stores("NoteEditorFeature"):
        for save in await journal.entries(editor, kind=["actionReceived"], name="save"):
            later = await journal.entries(editor, kind=["change", "errorShown", "effectFailed"], since=save["number"])
            if not any(entry["kind"] != "change" or entry["name"] in ("isSaved", "alert") for entry in later):
                return f"a save neither succeeds nor fails, and asks nothing (entry {save['number']})"


async def a_word_is_missing(journal):
    [words] = await journal.stores("WordListStore")
    pager = (await journal.node(words, "/pager"))["json"]
    count, place = len(pager["list"]["items"]), pager["position"].get("more", {}).get("_0")
    if place not in (None, count):
        change = (await journal.assistant.call("why", store=words, path="/pager"))["entry"]
        return f"{count} words are loaded, and the next page begins at {place} (entry {change['number']})"


QUESTIONS = [an_old_answer_is_shown, a_total_is_not_the_answers, a_search_begins_at_once, loading_without_work,
             another_text_is_saved, a_deleted_note_stays, a_word_is_marked_twice, a_word_has_another_entry,
             a_save_without_an_end, a_word_is_missing]


async def findings(person, assistant):
    """What each question finds; the one that changes the app comes last."""
    await uses_the_app(person, assistant)
    journal = Journal(assistant)
    return {question: found for question in sorted(QUESTIONS, key=lambda each: each is loading_without_work)
            if (found := await question(journal))}


def main():
    parser = argparse.ArgumentParser(description="Finds errors planted in Lexicon with the tools of an assistant.")
    parser.add_argument("--bug", type=int, choices=range(len(BUGS) + 1), help="only the app with this error; 0 for none")
    only = parser.parse_args().bug
    program = planted()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        words = pathlib.Path(folder) / "words.sqlite"
        for number in [only] if only is not None else range(len(BUGS) + 1):
            name = BUGS[number - 1].name if number else "no error"
            start = time.monotonic()
            with Person(program, number, words) as person:
                _, found = asyncio.run(connected(person, "auto", lambda assistant: findings(person, assistant)))
            expected = [QUESTIONS[number - 1]] if number else []
            isRight = list(found) == expected
            failed += not isRight
            print(f"{'ok   ' if isRight else 'FAIL '} {number:2} {name:40} {time.monotonic() - start:5.1f} s")
            for question, text in found.items():
                print(f"         {question.__name__}: {text}")
            sys.stdout.flush()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
