"""The page of a running app: Lexicon in a terminal, whose inspector the browser is connected to."""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEXICON = ROOT / "Examples/Lexicon"
sys.path.append(str(LEXICON / "scripts/sessions"))

from in_terminal import InTerminal
from inspector import Inspector


class Lexicon:
    """The app, its page and its JSON API."""

    def __init__(self, terminal, inspector):
        self.terminal = terminal
        self.inspector = inspector
        self.url = f"{inspector.address}/#{inspector.token}"


def built(package=LEXICON):
    """Builds the app, or a copy of it; the path of the program."""
    build = ["swift", "build", "--package-path", str(package)]
    subprocess.run([ROOT / "scripts/system-packages", "swift", "git=git", "sqlite3.h=libsqlite3-dev"], check=True)
    subprocess.run([*build, "--product", "lexicon"], check=True, stdout=sys.stderr)
    path = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return f"{path}/lexicon"


@contextlib.contextmanager
def running(*options):
    """Builds Lexicon and runs it, with data of its own."""
    program = built()
    with tempfile.TemporaryDirectory() as folder:
        errors = pathlib.Path(folder) / "errors"
        with errors.open("w") as file, InTerminal(
                program, "--inspect", *options, errors=file,
                environment={"XDG_DATA_HOME": folder}) as terminal:
            yield Lexicon(terminal, Inspector(errors))


def follows_the_page(page, app):
    """The terminal shows what is travelled to and edited in the page."""
    terminal = app.terminal
    terminal.shows("the list", "20 of")
    terminal.press(b"/")
    terminal.press(b"hous")
    terminal.shows("what is found", "Word: hous█", "> house ")
    search = app.inspector.search()
    page.open(app.url)
    page.wait_until_loaded()
    page.wait_for_elements("the search", f"#stores-tree [data-store='{search}']")
    page.click(f"#stores-tree [data-store='{search}']")
    page.keys("2")
    page.wait_for_value("what is typed", lambda: page.state().get("/query"), '"hous"')
    # As the README shows it.
    page.filter("store:SearchFeature")
    page.click("#zoom-all")
    number = app.inspector.letter(search, "ho")
    page.script("""const slider = document.getElementById("travel-slider");
      slider.value = arguments[0];
      for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name));""", number)
    page.wait_for_value("the travel", lambda: page.text("#travelling"), f"travelling, #{number}")
    terminal.shows("the letters of then", "Word: ho█")
    page.wait_for_value("the letters of then", lambda: page.state().get("/query"), '"ho"')
    page.wait("the entry in sight", lambda: any("is-shown" in row["classes"] for row in page.rows()), page.rows)
    page.settle()
    page.picture("lexicon-travelling")
    # Without the timeline, where each run has times of its own.
    subprocess.run([ROOT / "scripts/compare-picture", page.pictures / "lexicon-travelling.png",
                    LEXICON / "Documentation/inspector.png", "690"], check=True)
    page.focus_list()
    page.keys("r")
    terminal.shows("the current state", "Word: hous█", "> house ")
    page.wait_until_hidden("#travelling")
    page.wait_for_value("the current letters", lambda: page.state().get("/query"), '"hous"')
    page.focus("#state-tree [data-path='/query']")
    page.keys("e")
    page.wait_for_elements("a field", "#state-tree textarea")
    page.write("#state-tree textarea", '"cat"')
    page.keys("enter")
    terminal.shows("what was typed in the page", "Word: cat█")
    complaints = page.console()
    assert not complaints, f"the browser complains: {complaints[:3]}"


def cancels_a_search(page, app):
    """An effect that waits for an answer ends in the page, and in the app."""
    terminal = app.terminal
    terminal.shows("the list", "20 of")
    terminal.press(b"/")
    terminal.press(b"hous")
    terminal.shows("that it searches", "Searching…")
    page.open(app.url)
    page.wait_until_connected()
    page.keys("4")
    page.wait_for_elements("the effect", "#effects-body tr")
    page.picture("lexicon-work")
    page.click("#effects-body tr button.cancel")
    page.wait_for_elements("its end", "#effects-body tr", 0)
    page.wait_for_value("its end in the app", lambda: app.inspector.get("effects")["effects"], [])


CHECKS = [(follows_the_page, ["--control"]), (cancels_a_search, ["--control", "--latency", "20000", "--timeout", "60"])]
