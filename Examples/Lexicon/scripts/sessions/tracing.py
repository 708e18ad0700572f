"""The spans of a session: one trace leads from an action over its effect and its request to the database."""

import json
import pathlib
import tempfile

from checks import check, has
from trace_picture import svg

PACKAGE = pathlib.Path(__file__).resolve().parents[2]
# The trace that the picture shows, which was recorded with this session.
RECORDED = PACKAGE / "Documentation/word.trace.jsonl"
PICTURE = PACKAGE.parent.parent / "Sources/StateTelemetry/StateTelemetry.docc/trace.svg"
WIDE = ["--size", "120x40"]
WORD = ["DetailsFeature.load",
        "DetailsFeature.load / entry / GET / GET /words/{word} / library /words/{word}",
        "DetailsFeature.load / note / notes.reading"]
# The outer one waits until nothing more is typed.
SEARCH = "SearchFeature.queryChanged / search / search / "


def tracing(sessions):
    """A search and a word."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "trace.jsonl"
        keys = ["wait", "/", "type hous", "wait", "enter", "wait", "escape", "escape", "q"]
        options = ["--latency", "20", "--trace", str(file), "--database", str(file.with_suffix(".sqlite")), *WIDE]
        sessions.play_through("tracing", options, keys, [
            ("what is found", has("Word: hous█", "> house ")),
            ("a word", has("1. (noun)")),
        ])
        text = file.read_text(encoding="utf-8")
        sessions.folder.joinpath("trace.jsonl").write_text(text, encoding="utf-8")
        spans = [json.loads(line) for line in text.splitlines()]
    paths = {path for trace in traces(spans) for path in paths_of(trace)}
    check("the search's action leads to its effect, its request and the library of the service",
          SEARCH + "GET / GET /search / library /search" in paths, "\n".join(sorted(paths)))
    check("the answer is an action below its effect",
          SEARCH + "SearchFeature.found" in paths, "\n".join(sorted(paths)))
    check("the list's action leads to its request, and the first one to the database with the words",
          {"WordListStore.refresh / words.listing",
           "WordListStore.refresh / GET / GET /words / library /words"} <= paths, "\n".join(sorted(paths)))
    words = [trace for trace in traces(spans) if set(WORD) <= set(paths_of(trace))]
    check("one trace has the action, its effects, the request and the database", len(words) == 1,
          "\n".join(sorted(paths)))
    check("nothing that was typed is told", "hous" not in text, text)
    ids = [span["spanId"] for span in spans]
    check("each span ends once, inside of the ones that it waits for", len(ids) == len(set(ids)) and all(
        times_fit(trace) for trace in traces(spans)), text)
    now = sessions.folder / RECORDED.name
    now.write_text("".join(json.dumps(span, sort_keys=True) + "\n" for span in words[0]), encoding="utf-8")
    recorded = [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines()]
    check("the trace of the picture is like the one of now", shape(recorded) == shape(words[0]),
          f"if the one of now is right: cp {now} {RECORDED}")
    made = sessions.folder / PICTURE.name
    made.write_text(svg(recorded), encoding="utf-8")
    check("the picture of it in the documentation is the same",
          PICTURE.read_text(encoding="utf-8") == svg(recorded),
          f"{PICTURE} is another one; if this is right: cp {made} {PICTURE}")
    result = sessions.play("untraceable", ["--trace", "/nowhere/trace.jsonl", *WIDE], ["wait", "q"])
    check("a file that can't be written: exit status 73, with its path",
          result.returncode == 73 and "/nowhere/trace.jsonl" in result.stderr, result.stderr)


def traces(spans):
    """The spans of each trace."""
    found = {}
    for span in spans:
        found.setdefault(span["traceId"], []).append(span)
    return found.values()


def paths_of(trace):
    """The name of each span, behind those of the spans above it."""
    by_id = {span["spanId"]: span for span in trace}
    for span in trace:
        names = [span["name"]]
        while "parentSpanId" in span:
            span = by_id[span["parentSpanId"]]
            names.insert(0, span["name"])
        yield " / ".join(names)


def shape(trace):
    """What a trace has, whatever the times were."""
    return sorted((path, span["kind"], sorted(span["attributes"])) for path, span in zip(paths_of(trace), trace))


def times_fit(trace):
    """Each span begins after the one above it; requests, and what the service does, end before it."""
    by_id = {span["spanId"]: span for span in trace}
    below = [span for span in trace if "parentSpanId" in span]
    return all(by_id[s["parentSpanId"]]["startTimeUnixNano"] <= s["startTimeUnixNano"] <= s["endTimeUnixNano"]
               for s in below)


SESSIONS = [tracing]
