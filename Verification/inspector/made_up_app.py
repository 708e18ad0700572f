"""An app that is made up: stores, entries, states and effects, for the page's checks.

It speaks in the terms of Documentation/Design/0011-inspector.md. Its entries come from a seed, so that
each run has the same ones.
"""

import bisect
import copy
import json
import random
import threading
import time

WORDS = "amber birch cedar delta ember fjord grove heath inlet juniper kelp lichen marsh".split()
HOSTILE = {
    "markup": "<img src=x onerror=\"document.title='hurt'\"><script>document.title='hurt'</script>",
    "long": "long " * 4000,
    "rtl": "\u202e\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 abc",
    "nul": "before\u0000after\u0007\u001b[31m",
    "quotes": "'\"`${1+1}\\",
}


class Refusal(Exception):
    """Why a request is not answered."""


def text_of(value):
    """A value as Swift describes it."""
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value + '"'
    if isinstance(value, list):
        return "[" + ", ".join(text_of(item) for item in value) + "]"
    if isinstance(value, dict):
        return "Word(" + ", ".join(f"{key}: {text_of(item)}" for key, item in value.items()) + ")"
    return str(value)


def type_of(value):
    names = {bool: "Bool", int: "Int", float: "Double", str: "String", dict: "Word"}
    if value is None:
        return "Optional<Int>"
    if isinstance(value, list):
        return "Array<Word>"
    return names[type(value)]


def cut(text, longest=400):
    return text if len(text) <= longest else text[:300] + " \u2026 " + text[-100:]


def differences(name, old, new):
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return [part for key in old for part in differences(f"{name}.{key}" if name else key, old[key], new[key])]
    if isinstance(old, list) and isinstance(new, list):
        parts = []
        if len(old) != len(new):
            parts.append({"name": f"{name}.count", "old": str(len(old)), "new": str(len(new))})
        for place, (one, other) in enumerate(zip(old, new)):
            parts += differences(f"{name}[{place}]", one, other)
        return parts
    return [] if old == new else [{"name": name, "old": text_of(old), "new": text_of(new)}]


class MadeUpApp:
    def __init__(self, entries=2000, seed=1, can_control=True, hostile=False):
        self.lock = threading.RLock()
        self.random = random.Random(seed)
        self.session = f"{self.random.getrandbits(64):016x}"
        self.can_control = can_control
        self.began = time.time()
        self.seconds = 0.0
        self.entries = []
        self.numbers = []
        self.values = {}
        self.changes = {}
        self.stores = []
        self.states = {}
        self.running = {}
        self.open_actions = {}
        self.struck_out = []
        self.travel = None
        self.playing = None
        self.simulated = None
        self.is_held, self.failing, self.removed = False, 0, set()
        # Called with each action as JSON.
        self.on_send = lambda action: None
        self.is_online = True
        self.gone = 0
        self.number = 0
        self.effects = 0
        self.listeners = set()
        self._make_stores(hostile)
        while len(self.entries) < entries:
            self.happen()
        if hostile:
            self._make_hostile()
        # From now on time is real.
        self.began = time.time() - self.seconds
        self.is_live = True

    is_live = False

    # What happens

    def _make_stores(self, hostile):
        session = {"user": "ada", "token": "hidden", "launches": 4, "isOnline": True}
        self._make_store("Session", "SessionState", None, session, screen=False)
        self._make_store("Library", "LibraryState", 1, {
            "selection": None, "sort": "title", "shelf": [self._word(n) for n in range(250)], "isSyncing": False})
        search = {"query": "", "results": [], "page": 0, "hasMore": True, "recent": []}
        self._make_store("Search", "SearchState", 2, search)
        self._make_store("Editor", "EditorState", 2, {
            "title": "Untitled", "body": "", "isDirty": False, "cursor": 0})
        self._make_store("Row", "RowState", 2, {"isExpanded": False, "count": 0}, screen=False)
        self._make_store("Row", "RowState", 2, {"isExpanded": True, "count": 3}, screen=False)
        if hostile:
            self._make_store(HOSTILE["markup"], "<b>State</b>", 1, {"text": ""}, screen=False)

    def _make_store(self, name, state, parent, fields, screen=True):
        number = len(self.stores) + 1
        self.states[number] = copy.deepcopy(fields)
        self.changes[number] = [(0, None, copy.deepcopy(fields))]
        store = {"id": number, "name": name, "state": state, "isRestorable": True, "problems": []}
        if parent:
            store["parent"] = parent
        if screen:
            store["isLoading"] = False
        self.stores.append(store)
        entry = self._add(number, "storeMade", f"is made, with {state}", name=name)
        store["made"] = entry["number"]
        self.changes[number][0] = (entry["number"], None, copy.deepcopy(fields))
        return store

    def _word(self, number):
        chosen = WORDS[number % len(WORDS)]
        return {"title": f"{chosen} {number}", "score": number * 7 % 100, "tags": [chosen[0], chosen[-1]]}

    def _pass(self, most):
        if self.is_live:
            self.seconds = time.time() - self.began
        else:
            self.seconds += self.random.random() * most

    def _add(self, store, kind, text, **more):
        self.number += 1
        # Numbers of stores that are not recorded.
        if self.number % 97 == 0:
            self.number += 2
        entry = {"number": self.number, "seconds": round(self.seconds, 6), "store": store, "kind": kind, "text": cut(text)}
        entry.update({key: value for key, value in more.items() if value is not None})
        self.entries.append(entry)
        self.numbers.append(self.number)
        return entry

    def _change(self, store, field, new, cause=None, by="handler", action=None):
        old = self.states[store].get(field)
        if self.travel:
            old = self.changes_at(store, self.number).get(field)
        text = f"{field}: {text_of(old)} \u2192 {text_of(new)}"
        if by == "effect":
            text += f", by effect \"{action}\""
        elif by == "handler" and action:
            text += f", by {action}"
        elif by != "handler":
            text += f", by {by}"
        entry = self._add(store, "change", text, name=field, cause=cause, by=by)
        self.values[entry["number"]] = (old, copy.deepcopy(new))
        self.changes[store].append((entry["number"], field, copy.deepcopy(new)))
        self.states[store][field] = new
        return entry

    def act(self, store, name, argument, changes=(), effect=None, cause=None, by=None, again=True, takes=None):
        """An action: its handler, what it changes, and the effect it starts."""
        text = f"receives {name}({text_of(argument)})" if argument is not None else f"receives {name}"
        received = self._add(store, "actionReceived", text, name=name, cause=cause, by=by,
                             origin=f"App/{self.stores[store - 1]['state']}.swift:{20 + len(name)}")
        number = received["number"]
        payload = {name: {"_0": argument} if argument is not None else {}}
        self.values[number] = (payload, again, (store, name, argument, changes, effect))
        for field, new in changes:
            self._change(store, field, new, cause=number, action=name)
        takes = takes or self.random.random() * 0.002
        self.seconds += 0 if self.is_live else takes
        self._add(store, "actionHandled", f"has handled {name}", name=name, subject=number, duration=takes)
        if effect:
            self.start(store, effect, number, name)
        else:
            self._add(store, "actionDone", f"is done with {name}", name=name, subject=number)
        return received

    def start(self, store, name, cause, action):
        self.effects += 1
        entry = self._add(store, "effectStarted", f"starts \"{name}\" of {action}", name=name, cause=cause,
                          origin="App/Effects.swift:41")
        self.values[entry["number"]] = self.effects
        length = self.random.choice([0.05, 0.3, 1.2, 4]) * (0.5 + self.random.random())
        if name == "watch":
            length = 1e9
        self.running[self.effects] = {"store": store, "name": name, "entry": entry["number"], "cause": cause,
                                      "action": action, "began": self.seconds, "until": self.seconds + length}
        return entry

    def end(self, number, kind="effectEnded"):
        effect = self.running.pop(number)
        subject, store, name = effect["entry"], effect["store"], effect["name"]
        if kind == "effectEnded" and name == "search":
            results = [self._word(self.random.randrange(1000)) for _ in range(self.random.randrange(1, 12))]
            self._change(store, "results", results, cause=subject, by="effect", action=name)
        words = {"effectEnded": "ends", "effectCancelled": "is cancelled", "effectFailed": "fails: timed out"}
        entry = self._add(store, kind, f"\"{name}\" {words[kind]}", name=name, subject=subject)
        if kind == "effectFailed":
            self._add(store, "errorShown", "shows an error: timed out", cause=subject)
        self._add(store, "actionDone", f"is done with {effect['action']}", name=effect["action"], subject=effect["cause"])
        return entry

    def happen(self):
        """One of the things that happen in an app."""
        with self.lock:
            self._pass(0.12)
            for number in [n for n, effect in self.running.items() if effect["until"] <= self.seconds]:
                self.end(number, "effectFailed" if self.random.random() < 0.08 else "effectEnded")
            chance = self.random.random()
            if chance < 0.25:
                query = self.random.choice(WORDS)[: self.random.randrange(1, 6)]
                old = next((n for n, e in self.running.items() if e["name"] == "search"), None)
                if old:
                    self.end(old, "effectCancelled")
                self.act(3, "queryChanged", query, [("query", query)], effect="search")
            elif chance < 0.55:
                for place in range(self.random.randrange(2, 9)):
                    self._pass(0.01)
                    cursor = self.states[4]["cursor"] + 1
                    body = (self.states[4]["body"] + self.random.choice("abcdef "))[-60:]
                    self.act(4, "typed", body[-1], [("body", body), ("cursor", cursor)])
            elif chance < 0.65:
                self.act(2, "select", self.random.randrange(250), [("selection", self.random.randrange(250))])
            elif chance < 0.72:
                self._add(2, "actionDropped", "drops sync: it runs already", name="sync", by="outside")
            elif chance < 0.80:
                self.act(2, "sync", None, [("isSyncing", self.random.random() < 0.5)], effect="sync", takes=0.021)
            elif chance < 0.84 and not any(e["name"] == "watch" for e in self.running.values()):
                self.act(1, "watchNetwork", None, effect="watch")
            elif chance < 0.9:
                self._change(4, "title", f"Draft {self.random.randrange(100)}", by="binding")
            else:
                row = self.random.choice([5, 6])
                self._change(row, "count", self.states[row]["count"] + 1, by="outside")
        self.tell()

    def _make_hostile(self):
        for name, text in HOSTILE.items():
            received = self.act(7, "say", text, [("text", text)])
            received["name"] = f"say {name}"
        self.act(7, HOSTILE["markup"], HOSTILE["rtl"])

    # What is asked for

    def status(self):
        status = {"gone": self.gone, "last": self.number, "canControl": self.can_control, "struckOut": self.struck_out}
        if self.travel:
            status["travel"] = dict(self.travel, isPlaying=self.playing is not None)
        return status

    def after(self, number, limit):
        place = bisect.bisect_right(self.numbers, number)
        return self.entries[place:place + limit]

    def entry(self, number):
        place = bisect.bisect_left(self.numbers, number)
        if place == len(self.numbers) or self.numbers[place] != number:
            raise Refusal(f"Entry {number} doesn't exist.")
        return self.entries[place]

    def changes_at(self, store, at):
        state = None
        for number, field, value in self.changes[store]:
            if number > at:
                break
            if field is None:
                state = copy.deepcopy(value)
            else:
                state[field] = value
        if state is None:
            raise Refusal(f"Store {store} has no state at {at}.")
        return state

    def state_at(self, store, at):
        if not 1 <= store <= len(self.stores):
            raise Refusal(f"Store {store} doesn't exist.")
        if at is None:
            at = self.travel["at"] if self.travel else self.number
        return self.changes_at(store, at), at

    def answer(self, ask, values):
        with self.lock:
            method = getattr(self, "ask_" + ask, None)
            if method is None:
                raise Refusal(f"Unknown request \"{ask}\".")
            controls = {"travel", "step", "play", "pause", "resume", "commit", "send", "edit", "cancel", "present",
                        "query", "connect", "outbox"}
            if ask in controls:
                if not self.can_control:
                    raise Refusal("The inspector can't change the app: it was started without allowsControl.")
                method(**values)
                answer = {"entry": self.number, "status": self.status()}
            else:
                answer = method(**values)
        self.tell()
        return answer

    def ask_status(self):
        return self.status()

    def ask_stores(self):
        return {"stores": self.stores}

    def ask_entry(self, number):
        entry = self.entry(number)
        answer = {"entry": entry}
        value = self.values.get(number)
        if entry["kind"] == "change":
            old, new = value
            answer["old"] = {"type": type_of(old), "text": text_of(old), "json": old}
            answer["new"] = {"type": type_of(new), "text": text_of(new), "json": new}
            answer["differences"] = differences(entry["name"], old, new)
        elif entry["kind"] == "actionReceived":
            payload, again, (_, name, argument, _, _) = value
            text = f"{name}({text_of(argument)})" if argument is not None else name
            answer["value"] = {"type": "Action", "text": text, "json": payload}
            answer["canBeSentAgain"] = again
        elif entry["kind"] == "effectStarted":
            answer["effect"] = value
        return answer

    def ask_state(self, store, at=None, path="", **range):
        start, limit = range.get("from", 0), range.get("limit", 100)
        state, at = self.state_at(store, at)
        names = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]
        value = state
        for name in names:
            try:
                value = value[int(name)] if isinstance(value, list) else value[name]
            except (KeyError, IndexError, ValueError, TypeError):
                raise Refusal(f"The path \"{path}\" doesn't exist: \"{name}\" is missing.") from None
        children = list(value.items()) if isinstance(value, dict) else \
            [(str(place), item) for place, item in enumerate(value)] if isinstance(value, list) else []
        answer = {"store": store, "at": at, "path": path, "from": start, "node": self._node(names[-1] if names else "", value, len(names)),
                  "children": [self._node(name, item, len(names) + 1) for name, item in children[start:start + limit]]}
        if names and names[-1] != "token" and value is not None:
            answer["json"] = value
        return answer

    def _node(self, name, value, level):
        if name == "token":
            return {"name": name, "type": "String", "text": "(redacted)", "kind": "redacted", "count": 0, "isEditable": False}
        kind = "leaf"
        if isinstance(value, dict):
            kind = "object" if level == 0 else "value"
        elif isinstance(value, list):
            kind = "list"
        count = len(value) if isinstance(value, (dict, list)) else 0
        node = {"name": name, "type": type_of(value), "text": cut(text_of(value)), "kind": kind,
                "count": count, "isEditable": level == 1}
        if name == "cursor":
            node["isTransient"] = True
        return node

    def ask_changes(self, store, to=None, **rest):
        old, start = self.state_at(store, rest["from"])
        new, to = self.state_at(store, to)
        return {"store": store, "from": start, "to": to, "differences": differences("", old, new)}

    def ask_effects(self):
        now = self.seconds if not self.is_live else time.time() - self.began
        effects = [{"store": e["store"], "number": number, "name": e["name"], "key": f"\"{e['name']}\"",
                    "state": "running", "entry": e["entry"], "age": now - e["began"], "attempts": 1, "cause": e["cause"],
                    "action": e["action"], "origin": "App/Effects.swift:41"} for number, e in self.running.items()]
        actions = [{"store": e["store"], "name": e["action"], "state": "handled", "entry": e["cause"],
                    "age": now - e["began"], "origin": "App/Home.swift:12"} for e in self.running.values()]
        return {"effects": effects, "actions": actions}

    def ask_histories(self):
        step = lambda number, name: {"number": number, "name": name, "fields": ["title", "rows"], "bytes": 64 * number}
        undo, redo = [step(number, f"Edit {number}") for number in range(1, 131)], [step(131, "Delete Row")]
        return {"histories": [{"number": 9, "stores": [4], "undo": undo, "redo": redo,
                               "bytes": sum(one["bytes"] for one in undo + redo)}]}

    def ask_queries(self, limit=100):
        quiet = {"isLoading": False, "waiters": 0, "isPending": False}
        made = {"hang": "endless", "fail": "failing", "slow": "slow"}.get(self.simulated)
        queries = [
            {"number": 1, **({"simulated": made} if made else {}), "name": "OrderQuery", "query": "OrderQuery(id: 5)", "state": "fresh", "age": 12.5, "watchers": 2, **quiet,
             "attempt": {"number": 1, "reason": "watch", "entry": self.entries[0]["number"], "text": "loads"}},
            {"number": 2, "name": "UserQuery", "query": "UserQuery()", "state": "failed", "error": "offline", "watchers": 1, **quiet,
             "isLoading": True, "nextAttempt": 3, "attempt": {"number": 2, "reason": "interval"}},
            {"number": 3, "name": "TokenQuery", "query": "(redacted)", "state": "empty", "watchers": 0, **quiet, "waiters": 1,
             "isLoading": True}]
        return {"caches": [{"number": 4, "isOnline": self.is_online, "count": 130, "queries": queries}]}

    def ask_outboxes(self, limit=100):
        changes = [
            {"key": "5A", "name": "PayOrder", "change": "PayOrder(id: 5)", "lane": "order-5", "state": "waiting", "attempts": 2,
             "age": 30, "next": 12.5, "error": "offline", "entry": self.entries[0]["number"]},
            {"key": "5B", "name": "PayOrder", "change": "(redacted)", "lane": "order-5", "state": "queued", "attempts": 0, "age": 20},
            {"key": "5C", "name": "Rename", "change": "Rename(title: a)", "lane": "Rename", "state": "rejected", "attempts": 1,
             "age": 90, "error": "The title is taken."}]
        shown = [change for change in changes if change["key"] not in self.removed]
        failing = {"failing": self.failing} if self.failing else {}
        hold = {"hold": "inspector"} if self.is_held else {}
        return {"outboxes": [{"number": 2, "pending": 129, "failed": 1, "oldest": 30, **hold, **failing, "changes": shown}]}

    def ask_outbox(self, outbox, do, key=None, count=1):
        if outbox != 2:
            raise Refusal(f"Outbox {outbox} doesn't exist.")
        if do in ("hold", "release"):
            self.is_held = do == "hold"
        elif do == "fail":
            self.failing = count
        elif do == "remove":
            self.removed.add(key)

    def ask_entries(self, cause, kind, limit=100):
        found = [entry for entry in self.entries if entry.get("cause") == cause and entry["kind"] in kind]
        return {"entries": found[:limit], "after": 0, "upTo": self.number, "last": self.number, "gone": 0}

    def ask_actions(self, store):
        value = lambda name, type, **more: {"name": name, "type": type, **more}
        return {"store": store, "actions": [
            {"name": "refresh", "json": {"refresh": {}}, "values": []},
            {"name": "search", "json": {"search": {"_0": "", "order": "name", "range": {"from": 0, "to": None}}}, "values": [
                value("_0", "String"), value("order", "Order?", choices=["name", "date"]), value("range", "Range")]}]}

    def ask_query(self, cache, query, do):
        if (cache, query) != (4, 1):
            raise Refusal(f"Cache {cache} has no query {query}.")
        self.simulated = do

    def ask_connect(self, cache, isOnline):
        self.is_online = isOnline

    def ask_why(self, store=None, path="", at=None, limit=100, entry=None):
        if entry is not None:
            found = self.entry(entry)
            answer = {"entry": found, "age": self._age(found), "causes": self._causes(found), "history": []}
            if found["kind"] == "effectCancelled":
                answer["reason"] = "It was cancelled while this action was in progress."
                answer["related"] = answer["causes"][0]
            return answer
        _, at = self.state_at(store, at)
        field = path.split("/")[1] if path else ""
        changes = [e for e in self.entries if e["kind"] == "change" and e["store"] == store and e["number"] <= at
                   and (not field or e["name"] == field)]
        history = []
        for change in changes[-limit:]:
            old, new = self.values[change["number"]]
            past = {"entry": change["number"], "seconds": change["seconds"], "name": change["name"],
                    "old": cut(text_of(old), 200), "new": cut(text_of(new), 200), "by": change["by"]}
            if isinstance(new, (int, float)) and not isinstance(new, bool):
                past["amount"] = new
            if "cause" in change:
                past["cause"] = change["cause"]
            history.append(past)
        answer = {"causes": self._causes(changes[-1]) if changes else [], "history": history}
        if changes:
            answer.update(entry=changes[-1], age=self._age(changes[-1]))
        if len(changes) > limit:
            answer["isCut"] = True
        return answer

    def _age(self, entry):
        return (time.time() - self.began) - entry["seconds"]

    def _causes(self, entry):
        causes = []
        while (number := entry.get("subject", entry.get("cause"))) is not None:
            entry = self.entry(number)
            causes.insert(0, entry)
        return causes

    def ask_profile(self):
        rows = []
        for name, store in [("queryChanged", "Search"), ("typed", "Editor"), ("sync", "Library"), ("select", "Library")]:
            times = [e["duration"] for e in self.entries if e["kind"] == "actionHandled" and e.get("name") == name] or [0]
            handled = self._times(times)
            rows.append({"isEffect": False, "name": f"{store}.{name}", "count": len(times), "handler": handled,
                         "done": self._times([t * 3 for t in times]), "changes": len(times) * 2, "errors": 0,
                         "drops": 3 if name == "sync" else 0, "share": handled["total"] / max(1, self.seconds)})
        rows.append({"isEffect": True, "name": "search", "count": 40, "handler": self._times([0]), "done": self._times([0.3, 0.4, 2.0]),
                     "changes": 40, "errors": 3, "drops": 0})
        return {"elapsed": self.seconds, "rows": rows}

    @staticmethod
    def _times(times):
        times = sorted(times)
        at = lambda part: times[int(part * (len(times) - 1))]
        return {"count": len(times), "total": sum(times), "p50": at(0.5), "p95": at(0.95), "max": times[-1]}

    # Control

    def ask_travel(self, to):
        self._stop_playing()
        self._travel(to)

    def _travel(self, to):
        if not self.travel:
            self.travel = {"at": to, "last": self.number}
        self.travel["at"] = to
        self._pass(0)
        self._add(0, "travel", f"shows the state at {to}", by="restore")

    def ask_step(self, direction, kind=()):
        self._stop_playing()
        if not self._step(direction, kind):
            raise Refusal("No entry matches the filter.")

    def _step(self, direction, kind):
        last = self.travel["last"] if self.travel else self.number
        at = self.travel["at"] if self.travel else last
        met = [e["number"] for e in self.entries if (not kind or e["kind"] in kind) and e["number"] <= last]
        if direction == "backward":
            # What is shown is behind the entry: a step back is to the entry in front of the one before.
            before = [number for number in met if number < at]
            if not before:
                return False
            self._travel(before[-1])
        else:
            behind = [number for number in met if number > at]
            if not behind:
                return False
            self._travel(behind[0])
        return True

    def ask_play(self, speed=None, every=None):
        if not self.travel:
            raise Refusal("The stores show their current state.")
        stop = threading.Event()
        self.playing = stop
        threading.Thread(target=self._play, args=(stop, every or 0.1), daemon=True).start()

    def _play(self, stop, pause):
        while not stop.wait(pause):
            with self.lock:
                if stop.is_set():
                    return
                if not self.travel or not self._step("forward", ["change"]):
                    self.playing = None
                    stop.set()
            self.tell()

    def _stop_playing(self):
        if self.playing:
            self.playing.set()
        self.playing = None

    def ask_pause(self):
        self._stop_playing()

    def ask_resume(self, applyingWrites=True):
        if not self.travel:
            raise Refusal("The stores show their current state.")
        self._stop_playing()
        self.travel = None
        self._add(0, "resume", "shows the current state again", by="restore")

    def ask_commit(self):
        if not self.travel:
            raise Refusal("The stores show their current state.")
        self._stop_playing()
        at, last = self.travel["at"], self.travel["last"]
        self.struck_out = self.struck_out + [[at + 1, last]]
        for store in self.states:
            self.states[store] = self.changes_at(store, at)
        self.travel = None
        entry = self._add(0, "commit", f"continues from the state after {at}", by="restore")
        for store, state in self.states.items():
            self.changes[store].append((entry["number"], None, copy.deepcopy(state)))

    def ask_send(self, entry=None, store=None, action=None):
        if entry is not None:
            value = self.values.get(entry)
            if not value or self.entry(entry)["kind"] != "actionReceived":
                raise Refusal(f"Entry {entry} isn't a received action.")
            store, name, argument, changes, effect = value[2]
        else:
            self.on_send(action)
            [(name, payload)] = action.items()
            argument, changes, effect = payload.get("_0"), [], None
        self._pass(0)
        if self.travel:
            self._add(store, "actionDropped", f"drops {name}: travelling", name=name, by="inspector")
            return
        self.act(store, name, argument, changes, effect, by="inspector")

    def ask_edit(self, store, path, value):
        field = path[1:]
        if field not in self.states[store]:
            raise Refusal(f"The path \"{path}\" doesn't exist: \"{field}\" is missing.")
        old = self.states[store][field]
        if old is not None and type(old) is not type(value):
            raise Refusal(f"The value can't be decoded as {type_of(old)}.")
        self._pass(0)
        self._change(store, field, value, by="inspector")

    def ask_cancel(self, store, effect):
        if effect not in self.running:
            raise Refusal(f"Effect {effect} has ended.")
        self._pass(0)
        self.end(effect, "effectCancelled")

    def ask_present(self, store, isLoading=None, error=None):
        self._pass(0)
        if error is not None:
            self._add(store, "errorShown", f"shows an error: {error}", by="inspector")
            return
        self.stores[store - 1]["isLoading"] = isLoading
        self._add(store, "loading", "loads" if isLoading else "no longer loads", by="inspector")

    # Telling pages

    def tell(self):
        for listener in list(self.listeners):
            listener.set()


def encoded(value):
    return json.dumps(value, sort_keys=True)
