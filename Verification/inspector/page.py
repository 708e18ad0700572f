"""The inspector's page in a browser, as the checks see it."""

import time

from selenium import webdriver
from selenium.common.exceptions import (ElementClickInterceptedException, ElementNotInteractableException,
                                        NoSuchElementException, StaleElementReferenceException)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# A machine with other work may take as long; whoever waits goes on as soon as the condition is met.
TIMEOUT = 60
# Why an element can't be clicked yet.
NOT_YET = (ElementClickInterceptedException, ElementNotInteractableException, NoSuchElementException,
           StaleElementReferenceException)
KEYS = {"down": Keys.ARROW_DOWN, "up": Keys.ARROW_UP, "left": Keys.ARROW_LEFT, "right": Keys.ARROW_RIGHT,
        "home": Keys.HOME, "end": Keys.END, "enter": Keys.ENTER, "escape": Keys.ESCAPE, "space": Keys.SPACE,
        "back": Keys.BACKSPACE, "tab": Keys.TAB, "pageup": Keys.PAGE_UP}

# Scrolls through the rows that the list has at the beginning, and collects their numbers.
COLLECT = """
const done = arguments[0];
const list = document.getElementById("journal-list");
const found = [];
const end = list.scrollHeight;
list.scrollTop = 0;
function step() {
  const rows = [...list.querySelectorAll(".list-row:not([hidden])")]
    .filter((row) => !row.classList.contains("run"));
  found.push(...rows.map((row) => [Number(row.id.slice(4)), Number(row.dataset.number)]));
  if (list.scrollTop + list.clientHeight >= Math.min(end, list.scrollHeight) - 1) {
    const places = new Map(found);
    done([...places.keys()].sort((a, b) => a - b).map((place) => places.get(place)));
    return;
  }
  list.scrollTop += list.clientHeight;
  requestAnimationFrame(() => requestAnimationFrame(step));
}
requestAnimationFrame(() => requestAnimationFrame(step));
"""

# Waits until what was done has been drawn, and the filter has looked at all entries.
SETTLE = """
const done = arguments[0];
function look() {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (document.querySelector("[aria-busy=true]")) look();
    else done();
  }));
}
look();
"""

# Elements that a tab has once the app's answer is drawn.
FILLED = {"entry": "#tab-entry .entry-head", "state": "#state-tree .node", "compare": "#compare-note",
          "work": "#effects-body tr", "profile": "#profile-elapsed"}


def shortened(value, longest=600):
    """A value for the message of a failed check."""
    text = repr(value)
    return text if len(text) <= longest else f"{text[:longest]} ... ({len(text)} characters)"


def unequal(found, expected):
    """Says how a value differs from the expected one."""
    if isinstance(found, list) and isinstance(expected, list) and len(found) + len(expected) > 40:
        missing = [one for one in expected if one not in found]
        added = [one for one in found if one not in expected]
        return (f"{len(found)} values instead of {len(expected)}, missing {shortened(missing[:10])}, "
                f"added {shortened(added[:10])}")
    return f"{shortened(found)} instead of {shortened(expected)}"


class Page:
    def __init__(self, pictures, size=(1360, 860)):
        self.pictures = pictures
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking",
                         f"--window-size={size[0]},{size[1]}"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(300)
        self.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        self.resize(*size)

    def end(self):
        self.driver.quit()

    def open(self, url):
        self.driver.get("about:blank")
        self.console()
        self.driver.get(url)

    def open_address(self, **values):
        """Opens the same page with other choices in its address."""
        token = self.script("return location.hash.slice(1).split('&')[0]")
        address = self.driver.current_url.split("#")[0]
        self.driver.get("about:blank")
        self.driver.get(f"{address}#{'&'.join([token, *(f'{name}={value}' for name, value in values.items())])}")
        self.wait_until_connected()

    def console(self):
        """What the browser has complained about since the last time."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def resize(self, width, height):
        # The size of the page, not that of a window round it.
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def delay_frames(self, seconds):
        """Draws in later frames, in each page that is opened from now on."""
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"""
          const next = window.requestAnimationFrame.bind(window);
          window.requestAnimationFrame = (draw) => next(() => setTimeout(() => next(draw), {1000 * seconds}));"""})

    def use_colors(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def picture(self, name):
        self.driver.save_screenshot(str(self.pictures / f"{name}.png"))

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def script_to_end(self, text):
        return self.driver.execute_async_script(text)

    def processor_time(self):
        """For how many seconds the page's main thread has had a processor."""
        metrics = self.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector)

    def attribute(self, selector, name):
        return self.script("return document.querySelector(arguments[0])?.getAttribute(arguments[1])", selector, name)

    def number_of(self, selector):
        """How many elements there are at this moment."""
        return self.script("return document.querySelectorAll(arguments[0]).length", selector)

    def address(self):
        """The part of the address that has the choices."""
        return self.script("return location.hash")

    def is_shown(self, selector):
        return self.script("return document.querySelector(arguments[0])?.checkVisibility() ?? false", selector)

    def click(self, selector):
        """Clicks once, when that is possible: what is found may be drawn anew, or be covered for a while."""
        def click():
            try:
                self.find(selector).click()
                return True
            except NOT_YET:
                return False
        self.wait(f"{selector} to click", click)

    def activate(self, selector):
        """Clicks an element as a script does, which also reaches one that is out of sight or covered."""
        self.wait(f"{selector} to click", lambda: self.script(
            "const one = document.querySelector(arguments[0]); one?.click(); return one !== null", selector))

    def focus(self, selector):
        """Gives an element the focus, when it is there."""
        self.wait(f"the focus of {selector}", lambda: self.script(
            "const one = document.querySelector(arguments[0]); one?.focus(); return one !== null"
            " && document.activeElement === one", selector), lambda: self.script(
            "return document.activeElement.outerHTML.slice(0, 200)"))

    def focus_list(self):
        self.focus("#journal-list")

    def hold(self, selector, seconds):
        """Presses the pointer's button for so long. The place is read and pressed, because an element that is drawn anew
        all the time may be another one before the driver has moved the pointer to it."""
        x, y = self.wait(f"{selector} to press", lambda: self.script("""
          const one = document.querySelector(arguments[0]);
          one?.scrollIntoView({ block: "nearest" });
          const { x, y, width, height } = one?.getBoundingClientRect() ?? { width: 0 };
          return width > 0 ? [x + width / 2, y + height / 2] : null;""", selector), lambda: f"no {selector}")
        event = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {**event, "type": "mousePressed", "buttons": 1})
        time.sleep(seconds)
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {**event, "type": "mouseReleased"})

    def mark(self, selector):
        """Marks an element, so that `is_marked` tells it from one that is drawn later."""
        self.script("document.querySelector(arguments[0]).isMarked = true", selector)

    def is_marked(self, selector):
        return self.script("return document.querySelector(arguments[0])?.isMarked ?? false", selector)

    def keys(self, *names):
        """Presses keys where the focus is."""
        chain = ActionChains(self.driver)
        for name in names:
            chain.send_keys(KEYS.get(name, name))
        chain.perform()

    def settle(self):
        """Waits until what was done before is drawn."""
        self.script_to_end(SETTLE)

    def commit(self, is_over):
        """Presses the key for a commit until that is over: the second press has to come soon behind the first."""
        end = time.monotonic() + TIMEOUT
        while not is_over():
            assert time.monotonic() < end, f"waited for: the commit; the button says {self.text('#commit')!r}"
            self.keys("c")
            self.settle()

    def wait(self, what, condition, instead=None, seconds=TIMEOUT):
        """Waits until a condition is met, and returns its value. A failure says what there was instead: what `instead`
        returns, or the last value of the condition."""
        end = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"waited for: {what}; found {shortened(instead() if instead else value)}")
            time.sleep(0.03)

    def wait_for_value(self, what, read, expected, seconds=TIMEOUT):
        """Waits until a function returns the expected value."""
        end = time.monotonic() + seconds
        while (found := read()) != expected:
            if time.monotonic() > end:
                raise AssertionError(f"waited for: {what}; found {unequal(found, expected)}")
            time.sleep(0.03)

    def wait_for_text(self, selector, part, seconds=TIMEOUT):
        """Waits until the text of an element contains another one."""
        self.wait(f"{part!r} in {selector}", lambda: part in self.text(selector), lambda: self.text(selector), seconds)

    def wait_until_shown(self, selector):
        self.wait(f"that {selector} is shown", lambda: self.is_shown(selector), lambda: "an element that is not")

    def wait_until_hidden(self, selector):
        self.wait(f"that {selector} is hidden", lambda: not self.is_shown(selector), lambda: self.text(selector))

    def wait_for_elements(self, what, selector, number=None):
        """Waits for elements: for so many, or for any."""
        if number is None:
            self.wait(what, lambda: self.all(selector), lambda: f"no {selector}")
        else:
            self.wait_for_value(what, lambda: len(self.all(selector)), number)

    def wait_until_pressed(self, selector, is_pressed=True):
        """Waits until a button is drawn as one that is pressed, or that isn't."""
        self.wait_for_value(f"aria-pressed of {selector}", lambda: self.attribute(selector, "aria-pressed"),
                            str(is_pressed).lower())

    # The journal

    def wait_until_connected(self):
        self.wait_for_value("a connection", lambda: self.text("#connection"), "connected")

    def wait_until_loaded(self, app=None):
        """Waits until the page has all entries of an app, or of one that isn't known, and has drawn them."""
        self.wait_until_connected()
        if app is None:
            self.wait("all entries", lambda: self.text("#totals") and " of " not in self.text("#totals"),
                      lambda: self.text("#totals"))
            self.wait("rows", self.rows)
        else:
            self.wait_for_value("all entries", lambda: "".join(filter(str.isdigit, self.text("#totals"))),
                                str(len(app.entries)))
        self.settle()

    def rows(self):
        """The rows in sight, in their order, each with number, kind and text."""
        return self.script("""
          return [...document.querySelectorAll(".list-row:not([hidden])")]
            .sort((a, b) => Number(a.id.slice(4)) - Number(b.id.slice(4)))
            .map((row) => ({number: Number(row.dataset.number), store: row.children[2].textContent,
              kind: row.children[3].textContent, text: row.children[4].textContent,
              classes: [...row.classList]}))""")

    def list_entries(self, runs=False):
        """Lists single entries, without rows for actions, and without runs as one row."""
        for button, is_pressed in [("group", "false"), ("collapse", str(runs).lower())]:
            if self.attribute(f"#{button}", "aria-pressed") != is_pressed:
                self.click(f"#{button}")
            self.wait_for_value(f"aria-pressed of #{button}", lambda: self.attribute(f"#{button}", "aria-pressed"),
                                is_pressed)
        self.settle()

    def all_numbers(self):
        """The numbers of the list's entries, when it is filtered and drawn."""
        self.settle()
        return self.script_to_end(COLLECT)

    def filter(self, text):
        """Writes a filter, and goes to the list."""
        self.keys("escape", "/")
        field = self.find("#filter")
        field.clear()
        field.send_keys(text)
        self.wait_for_value("the filter", lambda: self.script("return document.getElementById('filter').value"), text)
        self.settle()
        self.focus_list()

    def write(self, selector, text):
        """Writes a text in place of that of a field, which has the focus then."""
        self.focus(selector)
        self.script("document.querySelector(arguments[0]).select()", selector)
        self.keys(text)

    def selected(self):
        """The number of the chosen entry, as the address has it."""
        parts = dict(part.split("=", 1) for part in self.address()[1:].split("&") if "=" in part)
        return int(parts["e"]) if "e" in parts else None

    def wait_until_chosen(self, what, number):
        """Waits until an entry is the chosen one."""
        self.wait_for_value(what, self.selected, number)

    def choose(self, number):
        """Chooses an entry that is in sight."""
        self.wait(f"the entry {number} in sight", lambda: number in [row["number"] for row in self.rows()],
                  lambda: [row["number"] for row in self.rows()])
        self.activate(f".list-row[data-number='{number}']:not(.run, [hidden])")
        self.wait_until_chosen(f"the entry {number}", number)

    def show(self, tab):
        self.click(f"#tab-button-{tab}")
        self.wait_until_shown(f"#tab-{tab}")

    def show_filled(self, tab):
        """Shows a tab, and waits until the app's answer is drawn in it."""
        self.show(tab)
        self.wait(f"contents of the tab {tab}", lambda: self.text(FILLED[tab]), lambda: self.text(f"#tab-{tab}"))
        self.settle()

    def state(self):
        """The lines of the state that are shown, by path."""
        return dict(self.script("""
          return [...document.querySelectorAll("#state-tree .node")]
            .map((n) => [n.dataset.path, n.querySelector(".value").textContent])"""))
