"""What the page has to do with the real server: Verification/InspectorServer, whose app goes on meanwhile."""

import time

import app_server

# What a browser says of a server that is away; it is no error of the page.
AWAY = ("WebSocket connection to", "net::ERR_CONNECTION")


def comes_back_to_the_app(page, app):
    """The server was stopped for ten seconds, in which the app went on: nothing is missing or doubled."""
    page.wait("entries", page.rows)
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
    page.wait("what was missed", lambda: int(page.text("#journal-count").replace("\u2009", "") or 0) > missed)
    page.wait("the current state", lambda: page.all_numbers()[-1] >= behind)
    numbers = page.all_numbers()
    own = [e["number"] for e in app.entries(numbers[-1])]
    assert numbers == own, f"something is missing or doubled: {sorted(set(numbers) ^ set(own))[:10]}"
    return f"{len(numbers)} entries, {missed} of them while the server was away for {away:.1f} s"


def travels_in_the_app(page, app):
    """Slider, keys and a commit."""
    library = app.store("LibraryFeature")["id"]
    page.wait("entries", page.rows)
    page.list_entries()
    page.wait("the store", lambda: page.all(f"#stores-tree [data-store='{library}']"))
    page.click(f"#stores-tree [data-store='{library}']")
    page.keys("2")
    page.wait("the state", lambda: "/count" in page.state())
    changes = [e["number"] for e in app.entries(kind="change", name="count", store=library)]
    wanted = changes[len(changes) // 2]
    page.script("""const slider = document.getElementById("travel-slider");
      for (const value of [arguments[0] - 40, arguments[0] - 4, arguments[0]]) {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
      }
      slider.dispatchEvent(new Event("change"));""", wanted)
    page.wait_for_text("#travelling", f"#{wanted}")
    then = app.field(library, "count", at=wanted)
    # What the app shows now, and the page with it.
    page.wait("the app's travel", lambda: app.field(library, "count") == then)
    page.wait("the state of then", lambda: page.state().get("/count") == then)
    page.picture("server-travelling")
    page.script("document.getElementById('journal-list').focus()")
    page.keys(",")
    page.wait("a step back", lambda: app.get("status")["travel"]["at"] < wanted)
    page.keys("r")
    page.wait("the current state", lambda: "travel" not in app.get("status"))
    page.wait("that it is shown", lambda: not page.is_shown("#travelling"))
    assert int(app.field(library, "count")) > int(then)
    # A commit has to be confirmed, and strikes out what was behind it.
    page.script("""const slider = document.getElementById("travel-slider");
      slider.value = arguments[0];
      for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name));""", wanted)
    page.wait("a travel", lambda: app.get("status").get("travel", {}).get("at") == wanted)
    page.wait_for_text("#travelling", f"#{wanted}")
    page.script("document.getElementById('journal-list').focus()")
    page.keys("c")
    page.wait_for_text("#commit", "sure?")
    assert "travel" in app.get("status"), "the first press has committed"
    page.commit(lambda: "travel" not in app.get("status"))
    assert any(first <= wanted + 5 <= last for first, last in app.get("status")["struckOut"]), app.get("status")
    page.wait("that it is shown", lambda: not page.is_shown("#travelling"))
    page.wait("struck out entries", lambda: page.all(".is-struck-out:not([hidden])"))
    page.picture("server-committed")
    # The app goes on from there.
    commit = app.entries(kind="commit")[-1]["number"]
    later = page.wait("the next change", lambda: [e for e in app.entries(kind="change", name="count", store=library)
                                                  if e["number"] > commit])
    assert later[0]["text"].startswith(f"count: {then} →"), f"the count goes on with {later[0]['text']}, not from {then}"


def changes_the_app(page, app):
    """A field, an effect, forced loading and a forced error."""
    library = app.store("LibraryFeature")["id"]
    page.wait("the store", lambda: page.all(f"#stores-tree [data-store='{library}']"))
    page.click(f"#stores-tree [data-store='{library}']")
    page.keys("2")
    page.wait("the state", lambda: "/query" in page.state())
    # The app searches now and then.
    page.script("document.querySelector(\"#state-tree [data-path='/query']\").focus()")
    # The focus stays where it is when the tree is drawn anew.
    count = page.state()["/count"]
    page.wait("another state", lambda: page.state().get("/count") != count)
    focused = page.script("return document.activeElement.dataset.path")
    assert focused == "/query", focused
    page.keys("e")
    page.wait("a field", lambda: page.all("#state-tree textarea"))
    page.write("#state-tree textarea", '"Edited here"')
    page.keys("enter")
    page.wait("the edit", lambda: [e for e in app.entries(kind="change", name="query", store=library)
                                   if "Edited here" in e["text"] and e.get("by") == "inspector"])
    # Loading and an error.
    page.click("#show-loading")
    page.wait("that it loads", lambda: app.store("LibraryFeature")["isLoading"])
    page.wait("its badge", lambda: "loading" in page.text(f"#stores-tree [data-store='{library}']"))
    page.picture("server-loading")
    page.click("#show-loading")
    page.wait("that it does not load", lambda: not app.store("LibraryFeature")["isLoading"])
    # The app loads by itself now and then.
    page.wait("the badge of a search", lambda: "loading" in page.text(f"#stores-tree [data-store='{library}']"))
    page.wait("its end", lambda: "loading" not in page.text(f"#stores-tree [data-store='{library}']"))
    page.click("#show-error")
    page.keys("No network", "enter")
    # Its state names the error as a field.
    shown = page.wait("the error", lambda: [e for e in app.entries(kind="change", name="displayError", store=library)
                                            if e.get("by") == "inspector"])
    assert "No network" in str(app.get(f"entry/{shown[-1]['number']}")), app.get(f"entry/{shown[-1]['number']}")
    # An effect.
    page.keys("4")
    page.wait("the effect", lambda: "watch" in page.text("#effects-body"))
    page.picture("server-work")
    page.script("""[...document.querySelectorAll("#effects-body tr")]
      .find((row) => row.textContent.includes("watch")).querySelector("button.cancel").click()""")
    page.wait("its end", lambda: not [e for e in app.get("effects")["effects"] if e["name"] == "watch"])
    page.wait("that it is shown", lambda: "watch" not in page.text("#effects-body"))
    assert "never-to-be-seen" not in page.driver.page_source


def tells_why_in_the_app(page, app):
    """The last change of a field, its causes, and the values before it."""
    library = app.store("LibraryFeature")["id"]
    page.wait("the store", lambda: page.all(f"#stores-tree [data-store='{library}']"))
    page.click(f"#stores-tree [data-store='{library}']")
    page.keys("2")
    page.wait("the state", lambda: "/count" in page.state())
    page.script("document.querySelector(\"#state-tree [data-path='/count']\").focus()")
    page.keys("w")
    page.wait_for_text(".last-change", "ago")
    reasons = app.get(f"why?store={library}&path=/count&limit=5")
    assert reasons["isCut"] and len(reasons["history"]) == 5, reasons
    values = [change["amount"] for change in reasons["history"]]
    assert values == list(range(int(values[0]), int(values[0]) + 5)), values
    assert reasons["causes"][0]["kind"] == "actionReceived", reasons["causes"]
    assert page.texts("#why .chain .cell-kind")[0] == "action"
    page.wait("the line", lambda: page.is_shown("#why .sparkline"))
    # It follows the app.
    first = page.texts(".history td.value")[0]
    page.wait("the next value", lambda: page.texts(".history td.value")[0] != first)
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
    return failed
