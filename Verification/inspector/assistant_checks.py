"""What an assistant does with a running app: Verification/InspectorServer, through the protocol's public client."""

import asyncio
import json
import sys
import time
import traceback

from app_server import ROOT, built, running
from assistant import connected, http_client

TOOLS = json.loads((ROOT / "Documentation/inspector.schema.json").read_text())["tools"]
# What the app signs in with; its action is redacted.
SECRET = "never-to-be-seen"


async def checked(app, mode, check):
    """Runs a check, and looks for a redacted value in all that it has received."""
    assistant, _ = await connected(app, mode, lambda assistant: check(app, assistant))
    found = [text for text in assistant.received if SECRET in text]
    assert not found, f"a redacted value was sent: {found[0][:200]}"


async def lists_the_tools(app, assistant):
    listed = [tool.model_dump(mode="json", by_alias=True, exclude_none=True)
              for tool in (await assistant.client.list_tools()).tools]
    assert listed == TOOLS, f"the tools differ from the schema's: {[tool['name'] for tool in listed]}"


async def finds_the_cause_of_a_value(app, assistant):
    """From the list of stores to the action that has set a value, with its values before."""
    stores = (await assistant.call("list_stores"))["stores"]
    library = next(store["id"] for store in stores if store["name"] == "LibraryFeature")
    state = await assistant.call("read_state", store=library)
    assert "count" in [child["name"] for child in state["children"]], f"there is no count: {state}"
    why = await assistant.call("why", store=library, path="/count")
    root = why["causes"][-1]
    assert root["kind"] == "actionReceived" and root["name"] == "tick", f"the first cause is {root}"
    entry = await assistant.call("read_entry", number=root["number"])
    assert entry["entry"] == root, f"{entry['entry']} isn't {root}"
    last = (await assistant.call("list_entries", fromEnd=True, limit=1))["entries"][0]["number"]
    found = await assistant.call("compare", **{"store": library, "from": root["number"] - 1, "to": last})
    assert any(part["name"] == "count" for part in found["differences"]), f"nothing differs: {found}"


async def changes_the_app(app, assistant):
    stores = (await assistant.call("list_stores"))["stores"]
    library = next(store["id"] for store in stores if store["name"] == "LibraryFeature")
    first = (await assistant.call("list_entries", limit=1, kind=["change"]))["entries"][0]["number"]
    await assistant.call("travel", to=first)
    status = await assistant.call("status")
    assert status["travel"]["at"] == first, f"the app shows no earlier state: {status}"
    refused = await assistant.refusal("send_action", store=library, action={"tick": {}})
    assert "earlier state" in refused, f"an action during time travel: {refused}"
    await assistant.call("resume")
    before = app.field(library, "count")
    await assistant.call("send_action", store=library, action={"tick": {}})
    assert app.field(library, "count") != before, "the action had no effect"


async def writes_a_test(app, assistant):
    made = await assistant.call("export_test", name="countIsWrong", module="Library")
    assert "func countIsWrong()" in made["source"], made["source"]
    async with http_client(app) as http:
        session = await http.get(app.address + made["path"])
    assert session.status_code == 200 and session.text.startswith("{"), session.text[:200]
    assert SECRET not in session.text, "a redacted value is in the session"


async def explains_errors(app, assistant):
    for tool, arguments, part in [
            ("read_state", {}, "\"store\" is missing."), ("read_state", {"store": 99}, "Store 99 doesn't exist."),
            ("why", {"stores": 1}, "\"store\" is missing."), ("list_entries", {"limit": 5000}, "between 1 and 1000"),
            ("edit_field", {"store": 1, "path": "/count", "value": "x"}, "count")]:
        text = await assistant.refusal(tool, **arguments)
        assert part in text, f"{tool} {arguments}: {text}"


async def is_read_only(app, assistant):
    names = [tool.name for tool in (await assistant.client.list_tools()).tools]
    assert "why" in names and "send_action" not in names, f"the tools are {names}"
    text = await assistant.refusal("send_action", store=1, action={"tick": {}})
    assert "allowsControl" in text, text


CHECKS = [lists_the_tools, finds_the_cause_of_a_value, changes_the_app, writes_a_test, explains_errors]


def main():
    path = built("InspectorServer")
    failed = 0
    for options, checks in [(["--control", "--rate", "0", "--entries", "200"], CHECKS),
                            (["--rate", "0", "--entries", "50"], [is_read_only])]:
        # The versions with a handshake, and the first one without.
        for mode in ["legacy", "auto"]:
            for check in checks:
                start = time.monotonic()
                try:
                    with running(path, *options) as app:
                        asyncio.run(checked(app, mode, check))
                    print(f"ok    {check.__name__:28} {mode:7} {time.monotonic() - start:5.1f} s", flush=True)
                except Exception:
                    failed += 1
                    print(f"FAIL  {check.__name__:28} {mode}", flush=True)
                    traceback.print_exc()
    sys.exit(1 if failed else 0)


main()
