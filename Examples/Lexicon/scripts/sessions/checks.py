"""Checks of what a session of Lexicon showed."""

import re

# Seconds; far more than anything here takes, so that a session that hangs ends as a failure.
TIMEOUT = 60


class Failure(Exception):
    pass


def check(name, condition, shown=""):
    if not condition:
        raise Failure(f"{name}\n{shown}")
    print(f"ok    {name}")


def frames_of(output):
    """The frames of a transcript; that they are numbered without a gap is part of the check."""
    parts = re.split(r"^--- frame (\d+)\n", output, flags=re.MULTILINE)
    numbers = [int(number) for number in parts[1::2]]
    if parts[0] or numbers != list(range(1, len(numbers) + 1)) or not numbers:
        raise Failure(f"the transcript is not a row of numbered frames\n{output}")
    return parts[2::2]


def first_missing(frames, expected):
    """The first expected frame that does not come after the one expected before it."""
    rest = iter(frames)
    for name, matches in expected:
        if not any(matches(frame) for frame in rest):
            return name
    return None


def check_frames(output, expected, quiet=False):
    frames = frames_of(output)
    missing = first_missing(frames, expected)
    if missing:
        raise Failure(f"no frame shows: {missing}\n{output}")
    for name, matches in expected:
        # A check that would not notice the loss of this frame would be worth nothing.
        if first_missing([frame for frame in frames if not matches(frame)], expected) is None:
            raise Failure(f"the check does not depend on: {name}\n{output}")
        if not quiet:
            print(f"ok    a frame shows {name}")


def has(*texts, without=()):
    return lambda frame: all(t in frame for t in texts) and not any(t in frame for t in without)


def both(*matchers):
    return lambda frame: all(matches(frame) for matches in matchers)
