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

    def hold(self, selector, seconds):
        """Presses the pointer's button for so long."""
        def press():
            try:
                ActionChains(self.driver).click_and_hold(self.find(selector)).perform()
                return True
            except NOT_YET:
                return False
        self.wait(f"{selector} to press", press)
        time.sleep(seconds)
        ActionChains(self.driver).release().perform()

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
            assert time.monotonic() < end, "waited for: the commit"
            self.keys("c")
            self.settle()

    def wait(self, what, condition, seconds=TIMEOUT):
        """Waits until a condition is met; says what was waited for where it is not."""
        end = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"waited for: {what}")
            time.sleep(0.03)

    def wait_for_text(self, selector, part, seconds=TIMEOUT):
        try:
            self.wait("", lambda: part in self.text(selector), seconds)
        except AssertionError:
            raise AssertionError(f"{selector} has no {part!r}: {self.text(selector)[:300]!r}") from None

    # The journal

    def wait_until_connected(self):
        self.wait("a connection", lambda: self.text("#connection") == "connected")

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
            if self.find(f"#{button}").get_attribute("aria-pressed") != is_pressed:
                self.click(f"#{button}")

    def all_numbers(self):
        return self.script_to_end(COLLECT)

    def filter(self, text):
        """Writes a filter, and goes to the list."""
        self.keys("escape", "/")
        field = self.find("#filter")
        field.clear()
        field.send_keys(text)
        self.settle()
        self.script("document.getElementById('journal-list').focus()")

    def write(self, selector, text):
        """Writes a text in place of that of a field, which has the focus then."""
        self.script("const field = document.querySelector(arguments[0]); field.focus(); field.select()", selector)
        self.keys(text)

    def selected(self):
        """The number of the chosen entry, as the address has it."""
        hash = self.script("return location.hash")
        parts = dict(part.split("=", 1) for part in hash[1:].split("&") if "=" in part)
        return int(parts["e"]) if "e" in parts else None

    def choose(self, number):
        """Chooses an entry by the address: it is kept there."""
        rows = {row["number"] for row in self.rows()}
        assert number in rows, f"the entry {number} is not in sight"
        self.script("document.querySelector(`.list-row[data-number='${arguments[0]}']:not(.run)`).click()", number)
        self.wait(f"the entry {number}", lambda: self.selected() == number)

    def show(self, tab):
        self.click(f"#tab-button-{tab}")
        self.wait(f"the tab {tab}", lambda: self.is_shown(f"#tab-{tab}"))

    def state(self):
        """The lines of the state that are shown, by path."""
        return dict(self.script("""
          return [...document.querySelectorAll("#state-tree .node")]
            .map((n) => [n.dataset.path, n.querySelector(".value").textContent])"""))
