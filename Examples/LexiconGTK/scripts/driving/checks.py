"""Checks of what the window shows, which are counted."""

import time

# Seconds; far more than anything here takes, so that what hangs ends as a failure.
TIMEOUT = 30
# Seconds between two looks at something that is waited for.
PAUSE = 0.05

passed = 0


class Failure(Exception):
    pass


def check(name, condition, shown=""):
    global passed
    if not condition:
        raise Failure(f"{name}\n{shown}")
    passed += 1
    print(f"ok    {name}", flush=True)


def wait(look, timeout=TIMEOUT):
    """What `look` returns as soon as that is something; nothing if it never is."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        found = look()
        if found:
            return found
        time.sleep(PAUSE)
    return None
