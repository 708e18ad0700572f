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

LEXICON = ROOT / "Examples/Lexicon"
sys.path.append(str(LEXICON / "scripts/sessions"))

from inspector import Inspector

COPY = ROOT / ".build/planted/Lexicon"
PLANTED = """import Foundation

package enum Planted {
  package static let bug = Int(ProcessInfo.processInfo.environment["LEXICON_BUG"] ?? "") ?? 0
}
"""


class Bug:
    """A planted error: its name, and what it replaces in a file."""

    def __init__(self, name, file, *edits):
        self.name = name
        self.file = pathlib.Path("Sources/LexiconCore", file)
        self.edits = edits


BUGS = [
    Bug("an old search's words are shown", "Search/SearchFeature.swift",
        ("case .found(let page, for: let query):\n        guard state.query == query else",
         "case .found(let page, for: let query):\n        guard Planted.bug == {n} || state.query == query else"),
        ("        return search(for: query).debounce(",
         "        if Planted.bug == {n} {\n          return search(for: query).debounce(id: query, for: Self.pause)\n"
         "        }\n        return search(for: query).debounce("),
        ("    .run(name: \"search\") {\n",
         "    .run(name: \"search\") {\n      if Planted.bug == {n} {\n"
         "        try await Task.sleep(for: .milliseconds(500 * (5 - query.count)))\n      }\n")),
    Bug("the total is that of the page", "Search/SearchFeature.swift",
        ("state.total = page.total", "state.total = Planted.bug == {n} ? page.words.count : page.total")),
    Bug("each letter searches at once", "Search/SearchFeature.swift",
        ("        return search(for: query).debounce(",
         "        if Planted.bug == {n} {\n"
         "          return search(for: query).execution(.restart, id: EffectID.search)\n"
         "        }\n        return search(for: query).debounce(")),
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
    Bug("the pages overlap", "Screen/WordListStore.swift",
        ("let offset = request.cursor ?? 0",
         "let offset = max(0, (request.cursor ?? 0) - (Planted.bug == {n} ? 1 : 0))")),
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
    build = ["swift", "build", "--package-path", str(COPY)]
    subprocess.run([ROOT / "scripts/system-packages", "swift", "git=git", "sqlite3.h=libsqlite3-dev"], check=True)
    subprocess.run([*build, "--product", "lexicon"], check=True, stdout=sys.stderr)
    folder = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return f"{folder}/lexicon"
