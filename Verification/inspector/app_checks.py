"""What the page has to do with the real server: Verification/InspectorServer, whose app goes on meanwhile."""

import time
import traceback

import app_server

# What a browser says of a server that is away; it is no error of the page.
AWAY = ("WebSocket connection to", "net::ERR_CONNECTION")


def comes_back_to_the_app(page, app):
    """The server was stopped for ten seconds, in which the app went on: nothing is missing or doubled."""
    page.wait_until_loaded()
    page.list_entries()
    before = app.get("status")["last"]
    start = time.monotonic()
    app.pause(10)
    page.wait_for_text("#connection", "disconnected")
    page.picture("server-stopped")
    page.wait_until_connected()
    away = time.monotonic() - start
    assert away > 10, f"the server was away for {away:.1f} s only"
    behind = app.get("status")["last"]
    missed = len([e for e in app.entries(behind) if e["number"] > before])
    assert missed > 20, f"only {missed} entries were missed"
    page.wait("what was missed", lambda: int(page.text("#journal-count").replace("\u2009", "") or 0) > missed,
              lambda: page.text("#journal-count"))
    numbers = page.wait(f"the entry {behind}", lambda: (found := page.all_numbers()) and found[-1] >= behind and found,
                        lambda: page.all_numbers()[-3:])
    own = [e["number"] for e in app.entries(numbers[-1])]
    assert numbers == own, f"something is missing or doubled: {sorted(set(numbers) ^ set(own))[:10]}"
    return f"{len(numbers)} entries, {missed} of them while the server was away for {away:.1f} s"


def travels_in_the_app(page, app):
    """Slider, keys and a commit."""
    library = app.store("LibraryFeature")["id"]
    page.wait_until_loaded()
    page.list_entries()
    page.wait_for_elements("the store", f"#stores-tree [data-store='{library}']")
    page.click(f"#stores-tree [data-store='{library}']")
    page.keys("2")
    page.wait("the state", lambda: "/count" in page.state(), page.state)
    changes = [e["number"] for e in app.entries(kind="change", name="count", store=library)]
    wanted = changes[len(changes) // 2]
    page.script("""const slider = document.getElementById("travel-slider");
      for (const value of [arguments[0] - 40, arguments[0] - 4, arguments[0]]) {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
      }
      slider.dispatchEvent(new Event("change"));""", wanted)
    page.wait_for_value("the travel", lambda: page.text("#travelling"), f"travelling, #{wanted}")
    then = app.field(library, "count", at=wanted)
    # What the app shows now, and the page with it.
    page.wait_for_value("the app's travel", lambda: app.field(library, "count"), then)
    page.wait_for_value("the state of then", lambda: page.state().get("/count"), then)
    page.picture("server-travelling")
    page.focus_list()
    page.keys(",")
    page.wait("a step back", lambda: app.get("status")["travel"]["at"] < wanted, lambda: app.get("status"))
    page.keys("r")
    page.wait("the current state", lambda: "travel" not in app.get("status"), lambda: app.get("status"))
    page.wait_until_hidden("#travelling")
    page.wait("a later count", lambda: int(app.field(library, "count")) > int(then), lambda: app.field(library, "count"))
    # A commit has to be confirmed, and strikes out what was behind it.
    page.script("""const slider = document.getElementById("travel-slider");
      slider.value = arguments[0];
      for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name));""", wanted)
    page.wait_for_value("the app's travel", lambda: app.get("status").get("travel", {}).get("at"), wanted)
    page.wait_for_value("the travel", lambda: page.text("#travelling"), f"travelling, #{wanted}")
    page.focus_list()
    page.keys("c")
    page.wait_for_text("#commit", "sure?")
    assert "travel" in app.get("status"), "the first press has committed"
    page.commit(lambda: "travel" not in app.get("status"))
    page.wait("what is struck out", lambda: any(
        first <= wanted + 5 <= last for first, last in app.get("status")["struckOut"]), lambda: app.get("status"))
    page.wait_until_hidden("#travelling")
    page.wait_for_elements("struck out entries", ".is-struck-out:not([hidden])")
    page.picture("server-committed")
    # The app goes on from there.
    commit = page.wait("the entry of the commit", lambda: app.entries(kind="commit"))[-1]["number"]
    later = page.wait("the next change", lambda: [e for e in app.entries(kind="change", name="count", store=library)
                                                  if e["number"] > commit])
    assert later[0]["text"].startswith(f"count: {then} →"), f"the count goes on with {later[0]['text']}, not from {then}"


def changes_the_app(page, app):
    """A field, an effect, forced loading and a forced error."""
    library = app.store("LibraryFeature")["id"]
    page.wait_for_elements("the store", f"#stores-tree [data-store='{library}']")
    page.click(f"#stores-tree [data-store='{library}']")
    page.keys("2")
    page.wait("the state", lambda: "/query" in page.state(), page.state)
    # The app searches now and then.
    page.focus("#state-tree [data-path='/query']")
    # The focus stays where it is when the tree is drawn anew.
    count = page.state()["/count"]
    page.wait("another state", lambda: page.state().get("/count") != count, page.state)
    focused = page.script("return document.activeElement.dataset.path")
    assert focused == "/query", f"the focus is at {focused}"
    page.keys("e")
    page.wait_for_elements("a field", "#state-tree textarea")
    page.write("#state-tree textarea", '"Edited here"')
    page.keys("enter")
    page.wait("the edit", lambda: [e for e in app.entries(kind="change", name="query", store=library)
                                   if "Edited here" in e["text"] and e.get("by") == "inspector"])
    # Loading and an error.
    page.click("#show-loading")
    page.wait("that it loads", lambda: app.store("LibraryFeature")["isLoading"])
    page.wait_for_text(f"#stores-tree [data-store='{library}']", "loading")
    page.picture("server-loading")
    page.click("#show-loading")
    page.wait("that it does not load", lambda: not app.store("LibraryFeature")["isLoading"])
    # The app loads by itself now and then.
    page.wait_for_text(f"#stores-tree [data-store='{library}']", "loading")
    page.wait("its end", lambda: "loading" not in page.text(f"#stores-tree [data-store='{library}']"))
    page.click("#show-error")
    page.keys("No network", "enter")
    # Its state names the error as a field.
    shown = page.wait("the error", lambda: [e for e in app.entries(kind="change", name="displayError", store=library)
                                            if e.get("by") == "inspector"])
    detail = app.get(f"entry/{shown[-1]['number']}")
    assert "No network" in str(detail), f"another error: {detail}"
    # An effect.
    page.keys("4")
    page.wait_for_text("#effects-body", "watch")
    page.picture("server-work")
    page.wait("a button to cancel it", lambda: page.script("""
      const row = [...document.querySelectorAll("#effects-body tr")].find((row) => row.textContent.includes("watch"));
      const button = row?.querySelector("button.cancel");
      button?.click();
      return Boolean(button);"""), lambda: page.texts("#effects-body tr"))
    page.wait("its end", lambda: not [e for e in app.get("effects")["effects"] if e["name"] == "watch"],
              lambda: app.get("effects"))
    page.wait("that it is shown", lambda: "watch" not in page.text("#effects-body"), lambda: page.text("#effects-body"))
    assert "never-to-be-seen" not in page.driver.page_source, "a redacted value is in the page"


def tells_why_in_the_app(page, app):
    """The last change of a field, its causes, and the values before it."""
    library = app.store("LibraryFeature")["id"]
    page.wait_for_elements("the store", f"#stores-tree [data-store='{library}']")
    page.click(f"#stores-tree [data-store='{library}']")
    page.keys("2")
    page.wait("the state", lambda: "/count" in page.state(), page.state)
    page.focus("#state-tree [data-path='/count']")
    page.keys("w")
    page.wait_for_text(".last-change", "ago")
    reasons = app.get(f"why?store={library}&path=/count&limit=5")
    assert reasons["isCut"] and len(reasons["history"]) == 5, f"the reasons: {reasons}"
    values = [change["amount"] for change in reasons["history"]]
    assert values == list(range(int(values[0]), int(values[0]) + 5)), f"the values: {values}"
    assert reasons["causes"][0]["kind"] == "actionReceived", f"the causes: {reasons['causes']}"
    page.wait_for_value("its first cause", lambda: page.texts("#why .chain .cell-kind")[:1], ["action"])
    page.wait_until_shown("#why .sparkline")
    # It follows the app.
    first = page.texts(".history td.value")[:1]
    page.wait("the next value", lambda: page.texts(".history td.value")[:1] != first,
              lambda: page.texts(".history td.value"))
    page.picture("server-why")


CHECKS = [(comes_back_to_the_app, True), (travels_in_the_app, False), (changes_the_app, False), (tells_why_in_the_app, False)]


def run(page):
    """Runs all of them; the number of those that failed."""
    path = app_server.built("InspectorServer")
    failed = 0
    for check, may_be_away in CHECKS:
        start = time.monotonic()
        try:
            with app_server.running(path, "--control", "--entries", "3000", "--rate", "20") as app:
                page.open(app.url)
                page.wait_until_connected()
                note = check(page, app) or ""
                complaints = [text for text in page.console()
                              if not may_be_away or not any(part in text for part in AWAY)]
                assert not complaints, f"the browser complains: {complaints[:3]}"
            print(f"ok    {check.__name__:24} {time.monotonic() - start:5.1f} s  {note}", flush=True)
        except Exception as error:
            failed += 1
            page.picture(f"failed-{check.__name__}")
            print(f"FAIL  {check.__name__:24} {type(error).__name__} {error}", flush=True)
            traceback.print_exc()
    return failed
