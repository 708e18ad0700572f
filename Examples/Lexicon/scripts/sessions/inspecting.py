"""Sessions that a script looks into while they run, and changes."""

import pathlib
import tempfile

from checks import check
from in_terminal import InTerminal
from inspector import Inspector


def inspecting(sessions):
    """A script travels to an earlier letter, comes back, and types for the user."""
    with tempfile.TemporaryDirectory() as folder:
        errors = pathlib.Path(folder) / "errors"
        with errors.open("w") as file, \
                InTerminal(sessions.lexicon, "--inspect", "--control", errors=file) as terminal:
            inspector = Inspector(errors)
            terminal.shows("the list", "20 of")
            terminal.press(b"/")
            terminal.press(b"hous")
            terminal.shows("what is found", "Word: hous█", "> house ")
            search = inspector.search()
            inspector.post("travel", to=inspector.letter(search, "ho"))
            terminal.shows("the letters before, while the app travels", "Word: ho█")
            inspector.post("resume")
            terminal.shows("all letters again", "Word: hous█", "> house ")
            inspector.post("edit", store=search, path="/query", value="cat")
            terminal.shows("what the script has typed", "Word: cat█")
            last = inspector.get(f"entries?store={search}&kind=change&name=query&fromEnd=true&limit=1")
            check("the change is the inspector's", last["entries"][0]["by"] == "inspector", f"{last}")
            status, answer = inspector.ask("stores", Authorization="Bearer none")
            check("nothing without the token", status == 401 and "house" not in str(answer))
            status, answer = inspector.ask("stores", Host="example.org")
            check("nothing for another host", status == 403, f"{status} {answer}")
        with errors.open("w") as file, InTerminal(sessions.lexicon, "--inspect", errors=file) as terminal:
            inspector = Inspector(errors)
            terminal.shows("the list", "20 of")
            inspector.get("profile")
            status, answer = inspector.ask("resume", {})
            check("no change without --control", status == 403, f"{status} {answer}")
    for options in ["--control"], ["--inspect", "--replay", "none"]:
        result = sessions.play("no-inspector", options, [])
        check(f"{' '.join(options)}: exit status 64", result.returncode == 64, result.stderr)


SESSIONS = [inspecting]
