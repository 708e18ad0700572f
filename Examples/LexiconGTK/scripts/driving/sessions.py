"""What a person does in Lexicon's window, and what has to be seen there."""

import contextlib
import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile

from app import TITLE, App
from checks import TIMEOUT, check, wait

LEXICON = pathlib.Path(__file__).parents[3] / "Lexicon"
DOCUMENTATION = pathlib.Path(__file__).parents[2] / "Documentation"
COMPARE = pathlib.Path(__file__).resolve().parents[4] / "scripts/compare-picture"
# Behind this folder, whose modules have the same names.
sys.path.append(str(LEXICON / "scripts/sessions"))

from inspector import Inspector

TERMINAL_SESSION = LEXICON / "Tests/LexiconCoreTests/Sessions/search.jsonl"
FIRST = "All words"
FOUND = "Words found"
SAVED = "Saved words"


def rows(window, list_name):
    """The words of a list, in its order; nothing if the list cannot be seen."""
    found = window.find(type="GtkListBox", name=list_name)
    return [node.text for node in found.all(style="word")] if found else []


def found_by(window, text):
    """The words that a search for a text has found; nothing while it is under way.

    In each row the text is underlined, and nothing else: the list is not one of an earlier search.
    """
    found = window.find(type="GtkListBox", name=FOUND)
    if not found or window.find(type="GtkSpinner"):
        return []
    underlined = [{text.lower() for node in row for text in node.underlined}
                  for row in found.all(style="row")]
    return rows(window, FOUND) if all(texts == {text} for texts in underlined) else []


def status(window):
    return [label.text for bar in window.all(style="status") for label in bar.all(type="GtkLabel")]


def failures(window):
    return [text for bar in window.all(style="failure") for text in bar.texts]


def typed(window):
    """What the entry of a dialog has, once that can be used."""
    entry = window.find(type="GtkEntry")
    return entry.text if entry.is_sensitive else None


def typed_search(window):
    """What the entry of the search has, if it is there."""
    entry = window.find(type="GtkSearchEntry")
    return entry and entry.text


def shown_entry(window):
    """The number of the entry that a replay shows, how many there are, and the entry's text."""
    index, count = window.find(style="position").text.split("/")
    return int(index), int(count), window.find(style="entry-text").text


def button(window, name):
    return window.find(type="GtkButton", name=name)


def save_mine(app, word):
    """Saves a word of the list with the note "mine"."""
    app.click(text=word, style="word")
    app.click(type="GtkButton", name="Save with a note…")
    app.shows("the dialog", lambda w: typed(w) == "", f"Save “{word}”")
    app.type("mine")
    app.press("Return")
    app.shows("the note", lambda w: "mine" in w.texts)


def has_list(words, *state):
    """A list with exactly these words, in this order, and one of these states below it."""
    return lambda window: rows(window, FIRST) == words and any(s in status(window) for s in state)


class Sessions:
    def __init__(self, display, program, words):
        self.display = display
        self.program = program
        self.entries = words
        self.words = [entry["word"] for entry in words]

    def all(self):
        return [self.importing, self.browsing, self.failing, self.failing_word,
                self.failing_search, self.unreachable, self.searching, self.notes,
                self.changed_meanwhile, self.locked, self.full_disk, self.replaying,
                self.replaying_notes, self.replaying_the_terminal, self.inspecting,
                self.coming_back, self.damaged_place, self.ending]

    def app(self, *options):
        return App(self.display, self.program, *options)

    def new_database(self, name):
        path = self.display.folder / f"{name}.sqlite"
        for part in ["", "-wal", "-shm", "-lock"]:
            path.with_name(path.name + part).unlink(missing_ok=True)
        return path

    def of_total(self, count):
        return f"{count} of {len(self.words)} words"

    # Sessions

    def importing(self):
        """The words are imported once; an import that fails tells why and goes on."""
        total = len(self.words)
        path = self.display.folder / "words.sqlite"
        path.unlink(missing_ok=True)
        with self.app("--words", str(path)) as app:
            app.shows("the words after their import", has_list(self.words[:20], self.of_total(20)))
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            check("all of them are there", connection.execute(
                "SELECT count(*) FROM word").fetchone() == (total,))
            connection.execute("DELETE FROM word WHERE place >= 1000")
            connection.execute("PRAGMA user_version = 0")
        with locked(path), self.app("--words", str(path), "--timeout", "1") as app:
            app.shows("that a locked database stops the import, its path, and how far it is", lambda w: (
                f"1000 of {total} words imported" in w.texts and
                any("locked" in text and str(path) in text for text in failures(w))
                and w.find(type="GtkProgressBar", name="Imported words")))
            app.draws_text("the error is drawn", "import-failure", lambda w: w.find(style="failure"))
        with self.app("--words", str(path)) as app:
            app.shows("the list when the import has gone on", has_list(
                self.words[:20], self.of_total(20)))
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            check("with each word once", [place for place, in connection.execute(
                "SELECT place FROM word ORDER BY place")] == list(range(total)))
        path.write_text("Dear diary, " * 100)
        with self.app("--words", str(path)) as app:
            app.shows("a file that is no database", lambda w: any(
                "not a database" in text and str(path) in text for text in failures(w)))
            path.unlink()
            app.click(type="GtkButton", name="Retry")
            app.shows("the words after the file was away", has_list(
                self.words[:20], self.of_total(20)))

    def browsing(self):
        with self.app("--latency", "1500") as app:
            app.shows("a skeleton while the first page loads", lambda w: (
                len(w.all(style="skeleton", name="Loading")) == 8
                and not w.find(name=FIRST).is_sensitive and "Loading…" in status(w)
                and w.find(type="GtkSpinner", name="Loading words")))
            app.draws("the skeleton is drawn", "skeleton", lambda w: w.find(name=FIRST),
                      lambda picture, skeleton: (not picture.is_blank(skeleton.seen)
                                                 and picture.darkest(skeleton.seen) > 200))
            app.shows("the first page", has_list(self.words[:20], self.of_total(20)))
            app.shows("no skeleton and no spinner any more", lambda w: (
                not w.find(style="skeleton") and not w.find(type="GtkSpinner")))
            app.draws_text("the words are drawn", "first-page",
                           lambda w: w.find(text=self.words[0], style="word"))
            unseen = app.window().find(text=self.words[19], style="word")
            check("the last word is below what is seen", not unseen.is_seen)

            app.point_at(name=FIRST)
            app.scroll_down(10)
            app.shows("that more words load on scrolling, with the spinner", lambda w: (
                f"{self.of_total(20)}, loading more…" in status(w)
                and w.find(type="GtkSpinner", name="Loading words")))
            app.shows("the second page", has_list(self.words[:40], self.of_total(40)))
            app.shows("the list where it was scrolled to", lambda w: (
                not w.find(text=self.words[0], style="word").is_seen
                and w.find(text=self.words[19], style="word").is_seen))
            app.scroll_down(20)
            app.shows("the third page", has_list(self.words[:60], self.of_total(60)))

    def failing(self):
        # Request 1 is the first page, 2 the second, 3 its retry, 4 the third page.
        with self.app("--latency", "20", "--fail-every", "2") as app:
            app.shows("the first page", has_list(self.words[:20], self.of_total(20)))
            app.point_at(name=FIRST)
            app.scroll_down(15)
            app.shows("a page that fails: what, where, and the words", lambda w: (
                has_list(self.words[:20], self.of_total(20))(w)
                and any("HTTP status 503" in text and "offset=20" in text
                        for text in failures(w))))
            app.draws_text("the error is drawn", "failure-with-retry", lambda w: w.find(style="failure"))
            app.click(type="GtkButton", name="Retry")
            app.shows("the page after its retry, without the error", lambda w: (
                has_list(self.words[:40], self.of_total(40))(w) and not w.find(style="failure")))
            app.click(type="GtkButton", name="Load again")
            app.shows("that loading again failed, and the words", lambda w: (
                has_list(self.words[:40], self.of_total(40))(w) and w.find(style="failure")))
            app.click(type="GtkButton", name="Retry")
            app.shows("the first page after its retry", lambda w: (
                has_list(self.words[:20], self.of_total(20))(w) and not w.find(style="failure")))

    def failing_word(self):
        word = self.words[0]
        senses = self.entries[0]["senses"]
        # Request 1 is the first page, 2 the word, 3 its retry.
        with self.app("--latency", "20", "--fail-every", "2") as app:
            app.shows("the first page", has_list(self.words[:20], self.of_total(20)))
            app.click(text=word, style="word")
            app.shows("a word that fails: its name, what and where, and no meaning", lambda w: (
                [node.text for node in w.all(style="title-1")] == [word]
                and not w.find(style="sense") and any(
                    "HTTP status 503" in text and text.endswith(f"/words/{word}")
                    for text in failures(w))
                and not w.find(type="GtkSpinner")))
            app.draws_text("the error is drawn", "word-failure", lambda w: w.find(style="failure"))
            app.click(type="GtkButton", name="Retry")
            app.shows("the word after its retry, without the error", lambda w: (
                not w.find(style="failure") and len(w.all(style="sense")) == len(senses)
                and all(sense["definition"] in w.texts for sense in senses)))

    def failing_search(self):
        # Request 1 is the first page, 2 the search, 3 its retry.
        with self.app("--latency", "20", "--fail-every", "2") as app:
            app.shows("the first page", has_list(self.words[:20], self.of_total(20)))
            app.click(type="GtkSearchEntry")
            # One character, so that there is one search.
            app.type("q")
            app.shows("a search that fails: what, where, and what was typed", lambda w: (
                any("HTTP status 503" in text and "/search?query=q&" in text
                    for text in failures(w))
                and w.find(type="GtkSearchEntry").text == "q" and not rows(w, FOUND)))
            app.click(type="GtkButton", name="Retry")
            begin = [word for word in self.words if word.startswith("q")]
            app.shows("the words after the retry, without the error", lambda w: (
                rows(w, FOUND)[:len(begin)] == begin and not w.find(style="failure")))

    def unreachable(self):
        with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as owner:
            port = owner.getsockname()[1]
            with self.app("--latency", "20", "--port", str(port)) as app:
                app.shows("a port in use, with its number", lambda w: any(
                    "already in use" in text and str(port) in text for text in w.texts))
                owner.close()
                app.click(type="GtkButton", name="Retry")
                app.shows("the first page after the port was free", lambda w: (
                    has_list(self.words[:20], self.of_total(20))(w)
                    and not w.find(style="failure")))

    def searching(self):
        with self.app("--latency", "100") as app:
            app.shows("a search entry with a name", lambda w: w.find(
                type="GtkSearchEntry", name="Search the words and their meanings"))
            app.click(type="GtkSearchEntry")
            app.type("hous")
            found = app.shows("words while they are typed, with that underlined", lambda w: (
                found_by(w, "hous")))
            begin = [word for word in self.words if word.startswith("hous")]
            check("the words that begin so come first", found[:len(begin)] == begin, found)
            window = app.window()
            check("how many words are shown of those found", any(
                text.startswith(f"{len(found)} of ") and text.endswith(" words found")
                for text in status(window)), window)
            app.type("e")
            app.shows("fewer words for more letters", lambda w: (
                found_by(w, "house")[:1] == ["house"] and len(found_by(w, "house")) <= len(found)))
            app.click(text="house", style="word")
            senses = self.entries[self.words.index("house")]["senses"]
            app.shows("all meanings of the word", lambda w: (
                "house" in [node.text for node in w.all(style="title-1")]
                and len(w.all(style="sense")) == len(senses)
                and all(sense["definition"] in w.texts for sense in senses)))
            app.draws_text("the meanings are drawn", "details", lambda w: w.all(style="sense")[2])
            self.is_pictured("details")
            app.click(type="GtkSearchEntry")
            app.press("ctrl+a")
            app.type("zzzz")
            app.shows("that there is no such word", lambda w: "No word has “zzzz”" in w.texts)
            app.press("ctrl+a", "BackSpace")
            app.shows("all words again", has_list(self.words[:20], self.of_total(20)))
            app.press("Tab", "Down", "Return")
            app.shows("the second word, opened with keys", lambda w: (
                [node.text for node in w.all(style="title-1")] == [self.words[1]]))

    def is_pictured(self, name):
        """Checks that the documentation has the picture that was made last."""
        compared = subprocess.run(
            [COMPARE, self.display.folder / f"{name}.png", DOCUMENTATION / "lexicon-gtk.png"],
            capture_output=True, text=True)
        check("the picture of it in the documentation is the same", compared.returncode == 0, compared.stderr)

    def notes(self):
        word = self.words[0]
        path = self.new_database("notes")
        new, edit = f"Save “{word}”", f"Note on “{word}”"
        with self.app("--latency", "20", "--database", str(path)) as app:
            app.click(text=word, style="word")
            app.click(type="GtkButton", name="Save with a note…")
            app.shows("a dialog for the note, empty", lambda w: (
                typed(w) == "" and w.find(type="GtkEntry", name="Note")), new)
            app.type("to leave behind")
            app.shows("what is typed", lambda w: typed(w) == "to leave behind", new)
            with locked(path):
                app.press("Return")
                self.covered(app, "Saving…", new)
                app.press("Escape")
                app.type("x")
                app.shows("that nothing goes through the cover", lambda w: (
                    w.find(type="GtkEntry").text == "to leave behind" and w.find(style="cover")
                    and not w.find(type="GtkButton", name="Cancel").is_sensitive), new)
            app.shows("the saved note with the word, nothing covered", lambda w: (
                "to leave behind" in w.texts and not w.find(style="cover")
                and w.find(type="GtkButton", name="Edit the note…")))
            check("the dialog has closed", app.window(new) is None)
            check("the note is in the database", notes(path) == {word: "to leave behind"})

            app.click(type="GtkButton", name="Edit the note…")
            app.shows("a dialog with the note", lambda w: typed(w) == "to leave behind", edit)
            app.type(" and nothing else")
            app.press("Escape")
            check("Escape closes the dialog", wait(lambda: app.window(edit) is None))
            check("and saves nothing", notes(path) == {word: "to leave behind"})

            app.click(type="GtkToggleButton", name=SAVED)
            app.shows("the saved words", lambda w: (
                rows(w, SAVED) == [word] and "1 saved word" in status(w)))
            app.click(type="GtkButton", name=f"Edit the note on {word}")
            app.shows("the note from the list", lambda w: typed(w) == "to leave behind", edit)
            app.type(" for good")
            app.click(edit, type="GtkButton", name="Save")
            app.shows("the changed note in the list and with the word", lambda w: (
                w.texts.count("to leave behind for good") == 2))
            check("and in the database", notes(path) == {word: "to leave behind for good"})

            question = f"Delete “{word}”?"
            app.click(type="GtkButton", name=f"Delete {word}")
            app.click(question, type="GtkButton", name="Keep")
            check("Keep closes the dialog", wait(lambda: app.window(question) is None))
            check("and keeps the note", rows(app.window(), SAVED) == [word] and notes(path))
            app.click(type="GtkButton", name=f"Delete {word}")
            with locked(path):
                app.click(question, type="GtkButton", name="Delete")
                self.covered(app, "Deleting…")
                app.click(type="GtkButton", style="close")
                app.shows("that closing the window waits as well", lambda w: w.find(style="cover"))
            app.shows("no saved word any more", lambda w: (
                not rows(w, SAVED) and "No saved words yet: save one from its page" in status(w)
                and w.find(type="GtkButton", name="Save with a note…")
                and not w.find(style="cover")))
            check("and none in the database", notes(path) == {})

    def changed_meanwhile(self):
        """Another program changes the note while it is written here."""
        word = self.words[0]
        path = self.new_database("changed")
        edit = f"Note on “{word}”"
        message = f"Another program has changed the note on '{word}' meanwhile, to 'theirs'"
        with self.app("--latency", "20", "--database", str(path)) as app:
            save_mine(app, word)

            def conflict():
                change(path, word, "theirs")
                app.click(edit, type="GtkButton", name="Save")
                app.shows("the question, with both texts", lambda w: (
                    message in failures(w) and typed(w) == "mine too" and not w.find(style="cover")),
                    edit)
                check("nothing is written over unasked", notes(path) == {word: "theirs"})

            app.click(type="GtkButton", name="Edit the note…")
            app.shows("a dialog with the note", lambda w: typed(w) == "mine", edit)
            app.type(" too")
            conflict()
            app.click(edit, type="GtkButton", name="Keep writing")
            app.shows("no question any more, and what was typed", lambda w: (
                not failures(w) and typed(w) == "mine too"), edit)
            conflict()
            app.click(edit, type="GtkButton", name="Take the other")
            app.shows("the other text", lambda w: not failures(w) and typed(w) == "theirs", edit)
            app.type("!")
            app.press("Return")
            app.shows("it saved", lambda w: "theirs!" in w.texts)

            change(path, word, "mine")
            app.click(type="GtkButton", name="Edit the note…")
            app.shows("the note once more", lambda w: typed(w) == "mine", edit)
            app.type(" too")
            conflict()
            app.click(edit, type="GtkButton", name="Save mine")
            app.shows("it saved in place of the other", lambda w: "mine too" in w.texts)
            check("also in the database", notes(path) == {word: "mine too"})

            app.click(type="GtkToggleButton", name=SAVED)
            app.shows("it in the list", lambda w: rows(w, SAVED) == [word])
            change(path, word, "theirs")
            app.click(type="GtkButton", name=f"Delete {word}")
            app.click(f"Delete “{word}”?", type="GtkButton", name="Delete")
            app.shows("that a changed note is not deleted, and what it is now", lambda w: (
                message in failures(w) and "theirs" in w.texts and rows(w, SAVED) == [word]))
            check("it is still in the database", notes(path) == {word: "theirs"})

    def locked(self):
        word = self.words[0]
        path = self.new_database("locked")
        dialog = f"Save “{word}”"
        with self.app("--latency", "20", "--database", str(path), "--timeout", "1") as app:
            app.click(text=word, style="word")
            app.click(type="GtkButton", name="Save with a note…")
            app.shows("the dialog", lambda w: typed(w) == "", dialog)
            app.type("kept")
            with locked(path):
                app.click(dialog, type="GtkButton", name="Save")
                app.shows("that the note is not saved, and what was typed", lambda w: (
                    any(str(path) in text for text in failures(w)) and typed(w) == "kept"
                    and not w.find(style="cover")), dialog)
            app.type(" for later")
            app.shows("that more can be typed", lambda w: typed(w) == "kept for later", dialog)
            app.click(dialog, type="GtkButton", name="Retry")
            app.shows("the note after the retry", lambda w: "kept for later" in w.texts)
            app.process.send_signal(signal.SIGTERM)
            app.ends("SIGTERM ends the app")
        with self.app("--latency", "20", "--database", str(path)) as app:
            app.click(type="GtkToggleButton", name=SAVED)
            app.shows("the note when the app is started again", lambda w: (
                rows(w, SAVED) == [word] and "kept for later" in w.texts))

    def full_disk(self):
        """On a disk of its own, which is made full and free again."""
        word = self.words[0]
        edit = f"Note on “{word}”"
        with small_disk() as folder:
            if not folder:
                print("SKIPPED: only root can mount the disk that is to become full")
                return
            path = folder / "notes.sqlite"
            with self.app("--latency", "20", "--database", str(path)) as app:
                save_mine(app, word)
                app.click(type="GtkButton", name="Edit the note…")
                app.shows("a dialog with the note", lambda w: typed(w) == "mine", edit)
                app.type(" too")
                with full(folder):
                    app.click(edit, type="GtkButton", name="Save")
                    app.shows("that the disk is full, the path, and what was typed", lambda w: (
                        any("could not be saved: the disk is full" in text and str(path) in text
                            for text in failures(w))
                        and typed(w) == "mine too" and not w.find(style="cover")), edit)
                    check("the note is as it was", notes(path) == {word: "mine"})
                app.click(edit, type="GtkButton", name="Retry")
                app.shows("the note saved after there was room", lambda w: "mine too" in w.texts)
            with self.app("--latency", "20", "--database", str(path)) as app:
                app.click(type="GtkToggleButton", name=SAVED)
                app.shows("it when the app is started again", lambda w: (
                    rows(w, SAVED) == [word] and "mine too" in w.texts))

    def replaying(self):
        """A search and a word are recorded, shown forwards and backwards, and played."""
        file = self.display.folder / "session.jsonl"
        file.unlink(missing_ok=True)
        with self.app("--latency", "20", "--record", str(file)) as app:
            app.shows("the first page", has_list(self.words[:20], self.of_total(20)))
            app.click(type="GtkSearchEntry")
            app.type("hous")
            found = app.shows("what is found", lambda w: found_by(w, "hous"))
            app.click(text="house", style="word")
            app.shows("the word", lambda w: w.all(style="sense"))
            app.click(type="GtkButton", style="close")
            app.ends("closing the window ends the app, which writes the session")
        with self.app("--replay", str(file)) as app:
            app.shows("the first entry with its number, and no way back", lambda w: (
                shown_entry(w)[0] == 1 and shown_entry(w)[2].startswith("1 ")
                and not button(w, "Back").is_sensitive))
            app.click(type="GtkButton", name="Forward")
            # The numbers of entries have gaps: events of which the journal needs no entry have numbers, too.
            app.shows("the next entry", lambda w: (
                shown_entry(w)[0] == 2 and int(shown_entry(w)[2].split()[0]) > 1))
            app.click(type="GtkButton", name="Back")
            app.shows("the entry before", lambda w: shown_entry(w)[0] == 1)

            def go_to(action):
                """Goes from action to action up to one with a text."""
                def look():
                    before = shown_entry(app.window())
                    if action in before[2]:
                        return True
                    app.click(type="GtkButton", name="Next action")
                    wait(lambda: shown_entry(app.window())[0] > before[0])
                    return None
                check(f"an action is {action}", wait(look))

            go_to("receives refresh")
            app.shows("a skeleton behind the first action", lambda w: w.find(style="skeleton"))
            go_to('queryChanged("hou")')
            app.shows("the letters before this one, and the list", lambda w: (
                typed_search(w) == "ho" and not rows(w, FOUND)))
            app.click(type="GtkButton", name="Forward")
            app.shows("the letter, and the action that it comes from", lambda w: (
                typed_search(w) == "hou" and "query: " in shown_entry(w)[2]
                and 'receives queryChanged("hou")' in w.find(style="cause").text))
            app.click(type="GtkSearchEntry")
            app.type("x")
            app.shows("that nothing can be typed", lambda w: typed_search(w) == "hou")
            go_to("DetailsFeature: receives load")
            app.shows("what was found when the word was opened", lambda w: (
                rows(w, FOUND) == found and not w.all(style="sense")
                and [node.text for node in w.all(style="title-1")] == ["house"]))
            app.draws_text("the replay is drawn", "replay", lambda w: w.find(style="replay"))
            app.click(text=found[1], style="word")
            app.click(type="GtkButton", name="Play")
            senses = self.entries[self.words.index("house")]["senses"]
            app.shows("the word's meanings at the end of the playing", lambda w: (
                len(w.all(style="sense")) == len(senses) and button(w, "Play")))
            check("no word was opened but the recorded one", [
                node.text for node in app.window().all(style="title-1")] == ["house"])
            app.click(type="GtkButton", name="Back")

            def step_back():
                """Goes back, entry by entry, up to where the word is opened."""
                window = app.window()
                if window.all(style="title-1"):
                    app.press("space")
                    return None
                return rows(window, FOUND) == found
            check("the search without the word, further back", wait(step_back))
            app.click(type="GtkButton", style="close")
            app.ends("closing the window ends the replay")
        for name, text in [("a damaged file", "{"), ("no session", "{}\n")]:
            file.write_text(text)
            result = subprocess.run(
                [self.program, "--replay", str(file)], env=self.display.environment,
                capture_output=True, text=True, timeout=TIMEOUT)
            check(f"{name}: exit status 65, with its path",
                  result.returncode == 65 and str(file) in result.stderr, result.stderr)

    def replaying_notes(self):
        """What has windows of its own in the app is in the replay's window."""
        word = self.words[0]
        file = self.display.folder / "notes.jsonl"
        path = self.new_database("replayed")
        with self.app("--latency", "20", "--database", str(path), "--record", str(file)) as app:
            save_mine(app, word)
            app.click(type="GtkToggleButton", name=SAVED)
            app.click(type="GtkButton", name=f"Delete {word}")
            app.click(f"Delete “{word}”?", type="GtkButton", name="Delete")
            app.shows("no saved word any more", lambda w: (
                "No saved words yet: save one from its page" in status(w)))
            app.process.send_signal(signal.SIGTERM)
            app.ends("SIGTERM ends the app, which writes the session")
        check("nothing is saved any more", notes(path) == {})
        with self.app("--replay", str(file), "--database", str(path)) as app:
            app.shows("the first entry", lambda w: shown_entry(w)[0] == 1)
            app.click(type="GtkButton", name="Forward")
            seen = set()
            last = 1

            def look():
                nonlocal last
                window = app.window()
                number, count, _ = shown_entry(window)
                if number == last:
                    return None
                last = number
                entry = window.find(type="GtkEntry", name="Note")
                seen.update(name for name, is_there in [
                    ("what was typed", entry and entry.text == "mine"),
                    ("that it is saved", entry and window.find(text="Saving…")),
                    ("the note with the word", "Your note" in window.texts and not entry),
                    ("the saved word", rows(window, SAVED) == [word]),
                    ("that it is deleted", "Deleting…" in window.texts),
                    ("no saved word", "No saved words yet: save one from its page" in window.texts),
                ] if is_there)
                if number == count:
                    return True
                # The button has the keys since it was clicked.
                app.press("space")
                return None
            check("each entry is shown", wait(look, 4 * TIMEOUT))
            for name in ["what was typed", "that it is saved", "the note with the word",
                         "the saved word", "that it is deleted", "no saved word"]:
                check(f"a step shows {name}", name in seen, seen)
        check("and nothing is saved by the replay", notes(path) == {})

    def replaying_the_terminal(self):
        """A session that the app in a terminal has recorded."""
        with self.app("--replay", str(TERMINAL_SESSION)) as app:
            app.click(type="GtkButton", name="Play")
            app.shows("what the search in the terminal has found", lambda w: (
                typed_search(w) == "appa" and found_by(w, "appa")))

    def inspecting(self):
        """A script travels to an earlier letter, and types for the user."""
        with self.app("--latency", "20", "--inspect", "--control") as app:
            inspector = Inspector(self.display.folder / "errors.txt")
            app.shows("the first page", has_list(self.words[:20], self.of_total(20)))
            app.click(type="GtkSearchEntry")
            app.type("hous")
            app.shows("what is found", lambda w: found_by(w, "hous"))
            search = inspector.search()
            inspector.post("travel", to=inspector.letter(search, "ho"))
            app.shows("the letters before, while the app travels", lambda w: typed_search(w) == "ho")
            inspector.post("resume")
            app.shows("all letters again", lambda w: typed_search(w) == "hous" and found_by(w, "hous"))
            inspector.post("edit", store=search, path="/query", value="cat")
            app.shows("what the script has typed", lambda w: typed_search(w) == "cat")

    def coming_back(self):
        """Killed with a draft in front: that, the word and the search behind it are as they were."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "place.json"
            options = ["--state", folder, "--latency", "20", "--database", ":memory:"]

            def kept():
                return json.loads(path.read_text())["fields"] if path.exists() else {}

            def first_seen(window):
                return next((node.text for node in window.find(name=FOUND).all(style="word")
                             if node.is_seen), None)
            with self.app(*options) as app:
                app.click(type="GtkSearchEntry")
                app.type("house")
                found = app.shows("what is found", lambda w: found_by(w, "house"))
                app.point_at(name=FOUND)
                app.scroll_down(10)
                check("the rows that are seen are kept", wait(lambda: any(
                    "search" in screen["route"] and screen["top"] > 5
                    for screen in kept().get("screens", []))))
                word = app.shows("that it is scrolled", lambda w: (
                    (word := first_seen(w)) and word in found[3:] and word))
                app.click(text=word, style="word")
                app.click(type="GtkButton", name="Hide examples")
                app.click(type="GtkButton", name="Save with a note…")
                title = f"Save “{word}”"
                app.shows("the dialog", lambda w: typed(w) == "", title)
                app.type("mine")
                app.shows("a draft", lambda w: typed(w) == "mine", title)
                check("the draft is kept",
                      wait(lambda: (kept().get("draft") or {}).get("text") == "mine"))
            with self.app(*options) as app:
                app.shows("the draft again", lambda w: typed(w) == "mine", title)
                app.shows("the word behind it", lambda w: word in [
                    node.text for node in w.all(style="title-1")])
                app.shows("what was searched for", lambda w: (
                    typed_search(w) == "house" and found_by(w, "house") == found))
                seen = app.shows("the rows that were seen", lambda w: (
                    (seen := first_seen(w)) and seen in found[3:] and seen))
                check("the same, or a row beside it", abs(found.index(seen) - found.index(word)) <= 1,
                      f"{seen}, and before {word}")
                app.shows("that the examples are hidden", lambda w: (
                    w.find(type="GtkButton", name="Show examples")))
                app.click(type="GtkButton", name="Cancel", title=title)
                check("the draft has gone with its dialog", wait(lambda: kept()["draft"] is None))

    def damaged_place(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "place.json"
            path.write_text('{"state":"Place","version":1,"fie')
            with self.app("--state", folder, "--latency", "20") as app:
                app.shows("that the place is damaged, and where it is now", lambda w: any(
                    str(path) in text and "place.json.damaged-1" in text for text in failures(w)))
                app.draws_text("it is drawn", "damaged-place", lambda w: w.find(style="failure"))
                app.shows("the words all the same", has_list(self.words[:20], self.of_total(20)))
                app.click(type="GtkButton", name="Dismiss")
                app.shows("the words alone", lambda w: not failures(w))
            check("the damaged file is kept",
                  path.with_name("place.json.damaged-1").read_text().endswith('"fie'))

    def ending(self):
        with self.app("--latency", "20") as app:
            app.shows("the first page", has_list(self.words[:20], self.of_total(20)))
            app.click(type="GtkButton", style="close")
            app.ends("closing the window ends the app")
        for options, environment, code, named in [
            (["--fail-every", "0"], self.display.environment, 64, "--fail-every"),
            ([], {**self.display.environment, "DISPLAY": ":nowhere"}, 1, ":nowhere"),
        ]:
            result = subprocess.run(
                [self.program, *options], env=environment, capture_output=True, text=True,
                timeout=TIMEOUT)
            check(f"an error names {named}", result.returncode == code and named in result.stderr,
                  f"{result.returncode}\n{result.stderr}")

    def covered(self, app, text, dialog=None):
        """Checks that the window is covered, and the dialog if there is one, with a text."""
        titles = [TITLE, dialog] if dialog else [TITLE]
        in_front = [app.window(dialog).area] if dialog else []
        for title in titles:
            cover = app.shows(f"“{text}” over all of {title}", lambda w: (
                (cover := w.find(style="cover")) and text in cover.texts
                and cover.area == cover.parent.area and cover.find(type="GtkSpinner")
                and cover), title)
            check("what is covered cannot be used", not cover.parent.children[0].is_sensitive)
            others = in_front if title == TITLE else []
            app.draws("the cover is drawn", text.rstrip("…").lower(), lambda w: w.find(style="cover"),
                      lambda picture, cover: self.is_cover(picture, cover, others), title)

    @staticmethod
    def is_cover(picture, cover, others):
        """Whether only the cover's text is dark, apart from what lies in front of it."""
        message, spinner = cover.find(type="GtkLabel").area, cover.find(type="GtkSpinner").area
        return (picture.darkest(message) < 100
                and picture.darkest(cover.area, [message, spinner, *others]) > 200)


@contextlib.contextmanager
def locked(path):
    """Holds the database, so that whoever writes has to wait."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=TIMEOUT)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


@contextlib.contextmanager
def small_disk():
    """The folder of a disk of its own; nothing where none can be mounted."""
    with tempfile.TemporaryDirectory() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "lexicon", folder]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
            yield None
            return
        try:
            yield pathlib.Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


@contextlib.contextmanager
def full(folder):
    """Leaves no room on a disk."""
    rest = folder / "rest"
    with rest.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    try:
        yield
    finally:
        rest.unlink()


def notes(path):
    with contextlib.closing(sqlite3.connect(path, timeout=TIMEOUT)) as connection:
        return dict(connection.execute("SELECT word, text FROM note"))


def change(path, word, text):
    with contextlib.closing(sqlite3.connect(path, timeout=TIMEOUT)) as connection, connection:
        connection.execute("UPDATE note SET text = ? WHERE word = ?", (text, word))
