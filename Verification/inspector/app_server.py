"""The real server, with an app that does something: Verification/InspectorServer."""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT = 60


def built(product, *, release=False):
    """Builds a program with the inspector in it; the path of the program."""
    options = ["--traits", "Inspector"]
    if release:
        options += ["-c", "release", "-Xswiftc", "-DSTATE_INSPECTOR_IN_RELEASE",
                    "--scratch-path", ".build/inspector-cost"]
    else:
        # The build of `scripts/test --inspector`.
        options += ["--scratch-path", ".build/inspector"]
    build = ["swift", "build", *options]
    environment = {**os.environ, "STATE_TRAIT_TESTS": "StateInspectorTests"}
    subprocess.run([ROOT / "scripts/system-packages", "swift"], check=True)
    subprocess.run([*build, "--product", product], check=True, cwd=ROOT, env=environment, stdout=sys.stderr)
    folder = subprocess.run([*build, "--show-bin-path"], check=True, cwd=ROOT, env=environment,
                            capture_output=True, text=True).stdout.strip()
    return f"{folder}/{product}"


class AppServer:
    """A running app: its address, its JSON API and its process."""

    def __init__(self, process):
        self.process = process
        self.url = process.stdout.readline().strip()
        if self.url:
            self.address, self.token = self.url.split("/#")

    def pause(self, seconds):
        """Stops the server for so long; the app goes on."""
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()

    def get(self, name):
        request = urllib.request.Request(f"{self.address}/api/{name}",
                                         headers={"Authorization": f"Bearer {self.token}"})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"GET {name}: {error.code} {error.read()[:300]}") from None

    def entries(self, up_to=None, **names):
        """All entries up to a number."""
        query = "".join(f"&{name}={value}" for name, value in names.items())
        since, found = 0, []
        while True:
            page = self.get(f"entries?limit=1000&since={since}{query}")
            found += [e for e in page["entries"] if up_to is None or e["number"] <= up_to]
            since = page["upTo"]
            if since >= (page["last"] if up_to is None else min(up_to, page["last"])):
                return found

    def store(self, name):
        return next(s for s in self.get("stores")["stores"] if s["name"] == name)

    def field(self, store, name, **names):
        query = "".join(f"&{key}={value}" for key, value in names.items())
        return self.get(f"state/{store}?path=/{name}{query}")["node"]["text"]

    def seconds(self):
        """For how long the process, and its main thread, have had a processor."""
        def of(path):
            return int(pathlib.Path(path).read_text().split()[0]) / 1e9

        process = f"/proc/{self.process.pid}/task"
        threads = {}
        for thread in os.listdir(process):
            with contextlib.suppress(OSError):
                threads[int(thread)] = of(f"{process}/{thread}/schedstat")
        return threads, threads[self.process.pid]


@contextlib.contextmanager
def running(path, *options):
    process = subprocess.Popen([path, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield AppServer(process)
    finally:
        process.kill()
        process.wait()


# What it costs


def measure(app, seconds):
    """The shares of one processor in percent, of the process and of its main thread."""
    before, main = app.seconds()
    start = time.monotonic()
    time.sleep(seconds)
    after, main_after = app.seconds()
    elapsed = time.monotonic() - start
    used = sum(time - before.get(thread, 0) for thread, time in after.items())
    return 100 * used / elapsed, 100 * (main_after - main) / elapsed


def cost(make_page, seconds):
    """Prints what the inspector costs; ends with a text where it is more than is said to be."""
    path = built("InspectorServer", release=True)
    rows = {}
    print("in percent of one processor, a release build  process  main actor's thread")
    for rate in [0, 1000]:
        for name, options, with_page in [("without a journal", ["--without", "journal"], False),
                                         ("with a journal", ["--without", "inspector"], False),
                                         ("attached, no page", [], False), ("attached, a page", [], True)]:
            with running(path, "--rate", str(rate), *options) as app:
                page = make_page() if with_page else None
                try:
                    if page:
                        page.open(app.url)
                        page.wait_until_connected()
                    time.sleep(2)
                    rows[rate, name] = measure(app, seconds)
                finally:
                    if page:
                        page.end()
            process, main = rows[rate, name]
            print(f"{rate:5} changes a second, {name:20} {process:12.2f} {main:12.2f}", flush=True)
    idle = rows[0, "attached, a page"][0]
    # What the app does by itself is not the inspector's.
    main = rows[1000, "attached, a page"][1] - rows[1000, "without a journal"][1]
    problems = []
    if idle >= 1:
        problems.append(f"attached and idle takes {idle:.2f} % of a processor, not less than 1")
    if main >= 5:
        problems.append(f"journal and inspector take {main:.2f} % of the main actor at 1,000 changes a second, not less than 5")
    return problems + detached()


# Of these numbers of actions the difference is counted.
FEW, MANY = 1_000, 3_000


def detached():
    """The instructions of an action behind what there was of an inspector."""
    subprocess.run([ROOT / "scripts/system-packages", "valgrind=valgrind"], check=True)
    path = built("InspectorProbe", release=True)
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        for mode in ["never", "stopped", "gone", "journal", "journal-stopped"]:
            total = {}
            for number in [FEW, MANY]:
                told = subprocess.run(
                    ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/{mode}",
                     "--toggle-collect=*InspectorProbeAAV3act*", path, mode, str(number)],
                    check=True, capture_output=True, text=True,
                    env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}).stderr
                total[number] = int(re.search(r"Collected : (\d+)", told)[1])
            counts[mode] = (total[MANY] - total[FEW]) / (MANY - FEW)
            print(f"instructions of an action, {mode:16} {counts[mode]:10.1f}", flush=True)
    problems = []
    for mode, other in [("stopped", "never"), ("gone", "never"), ("journal-stopped", "journal")]:
        # What is recorded has a time, and the allocator's ways are not quite the same in each run.
        if counts[mode] > counts[other] * (1.01 if mode.startswith("journal") else 1) + 0.5:
            problems.append(f"an action takes {counts[mode]:.1f} instructions with '{mode}', {counts[other]:.1f} with '{other}'")
    return problems
