#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// The files of the page; `scripts/embed-page` writes them from the folder `Files`.
enum PageFiles {
  static let all: [(name: String, type: String, text: String)] = [
    ("actionEditor.js", "text/javascript; charset=utf-8", ##"""
    // An editor of actions, which knows the cases of a store's action type and the types of their values.

    import { byId, make } from "./dom.js";
    import { Latest } from "./latest.js";
    import { plain } from "./texts.js";

    export class ActionEditor {
      #model;
      #connection;
      #actions;
      #editor = byId("action-editor");
      #cases = byId("action-case");
      #latest = new Latest();
      // The store whose cases are shown, and the cases.
      #store = null;
      #known = [];
      #fields = [];

      // `actions` has `control(name, values)`.
      constructor(model, connection, actions) {
        this.#model = model;
        this.#connection = connection;
        this.#actions = actions;
        model.on("selection stores tab hello connection", () => this.#show());
        this.#editor.addEventListener("toggle", () => this.#show());
        this.#cases.addEventListener("change", () => this.#drawValues());
        byId("action-send").addEventListener("click", () => this.#send());
      }

      #show() {
        const store = this.#model.currentStore;
        this.#editor.hidden = !(this.#model.canControl && store && store.ended === undefined);
        if (this.#editor.hidden || !this.#editor.open || this.#model.connection.state !== "open") return;
        if (this.#store !== store.id) this.#latest.run(() => this.#ask(store.id));
      }

      async #ask(store) {
        try {
          const { actions } = await this.#connection.ask("actions", { store });
          this.#known = actions;
          this.#say(actions.length > 0 ? null
            : "The actions of this store can't be decoded, or aren't the cases of an enumeration.");
        } catch (error) {
          this.#known = [];
          this.#say(error.message);
        }
        this.#store = store;
        const options = this.#known.map(({ name }, place) => make("option", { value: String(place) }, plain(name)));
        this.#cases.replaceChildren(...options);
        byId("action-send").disabled = this.#known.length === 0;
        this.#drawValues();
      }

      #drawValues() {
        const action = this.#known[Number(this.#cases.value)];
        this.#fields = action ? action.values.map((value) => makeField(value, action.json[action.name][value.name])) : [];
        byId("action-values").replaceChildren(...this.#fields.map(({ row }) => row));
      }

      async #send() {
        const action = this.#known[Number(this.#cases.value)];
        if (!action) return;
        const values = {};
        for (const { name, read } of this.#fields) {
          try {
            values[name] = read();
          } catch (error) {
            this.#say(`${name}: ${error.message}`);
            return;
          }
        }
        this.#say(null);
        await this.#actions.control("send", { store: this.#store, action: { [action.name]: values } });
      }

      #say(text) {
        const message = byId("action-message");
        message.hidden = text === null;
        message.textContent = text === null ? "" : plain(text);
      }
    }

    // The field of a value: a menu of all choices, a line for a text, and JSON for everything else.
    function makeField({ name, type, choices }, example) {
      let input;
      let read = () => JSON.parse(input.value);
      if (choices) {
        const values = type?.endsWith("?") ? [null, ...choices] : choices;
        input = make("select", {}, ...values.map((value, place) => make("option", { value: String(place) },
          value === null ? "nil" : plain(String(value)))));
        read = () => values[Number(input.value)];
      } else if (type === "String") {
        input = make("input", { type: "text", value: String(example ?? "") });
        read = () => input.value;
      } else {
        const text = JSON.stringify(example ?? null, null, 1);
        const rows = String(Math.min(8, text.split("\n").length));
        input = make("textarea", { class: "json", rows, spellcheck: "false" });
        input.value = text;
      }
      input.dataset.value = name;
      const label = name.startsWith("_") ? "" : `${plain(name)}: `;
      const kind = make("span", { class: "quiet" }, plain(type ?? "?"));
      const row = make("label", { class: "action-value" }, label, kind, input);
      return { name, read, row };
    }

    """##),
    ("actionGroup.js", "text/javascript; charset=utf-8", ##"""
    // An action with everything that followed from it, and the sentence that sums it up.

    import { isError } from "./kinds.js";
    import { plural, seconds } from "./texts.js";

    const mostFields = 6;

    export class ActionGroup {
      // The entry that everything follows from.
      root;
      // The first entry of this row. A later row of the same action begins with an entry other than the root.
      first;
      // The entries that the filter lists.
      entries = [];
      isOpen = false;
      isListed = false;
      // The number of all entries, and what they are.
      size = 0;
      changes = 0;
      fields = new Set();
      effects = 0;
      cancelled = 0;
      failed = 0;
      dropped = 0;
      actions = 0;
      errors = 0;
      isDone = false;
      #running = new Set();
      #last;

      constructor(root, first) {
        this.root = root;
        this.first = first;
        this.#last = first;
      }

      get isContinued() { return this.first !== this.root; }

      // The seconds from the beginning to the last entry.
      get took() { return this.#last.seconds - this.first.seconds; }

      get isRunning() { return this.isContinued ? this.#running.size > 0 : !this.isDone || this.#running.size > 0; }

      take(entry) {
        this.size += 1;
        this.#last = entry;
        if (isError(entry)) this.errors += 1;
        switch (entry.kind) {
          case "change":
            this.changes += 1;
            if (this.fields.size < mostFields && entry.name) this.fields.add(entry.name);
            break;
          case "effectWaiting":
          case "effectStarted":
            // A later attempt, or the start behind a wait, is the same effect.
            if (entry.subject === undefined) this.effects += 1;
            this.#running.add(entry.subject ?? entry.number);
            break;
          case "effectDropped": this.dropped += 1; this.#end(entry); break;
          case "effectFailed": this.failed += 1; break;
          case "effectCancelled": this.cancelled += 1; this.#end(entry); break;
          case "effectEnded": this.#end(entry); break;
          case "actionReceived":
            if (entry !== this.root) this.actions += 1;
            break;
          case "actionDropped":
            this.dropped += 1;
            if (entry.subject === this.root.number) this.isDone = true;
            break;
          case "actionDone":
            if (entry.subject === this.root.number) this.isDone = true;
            break;
        }
        // A root that isn't an action ends with its effect.
        if (this.root.kind !== "actionReceived") this.isDone = this.#running.size === 0;
      }

      #end(entry) { this.#running.delete(entry.subject ?? entry.number); }

      // `search("ab")`
      get title() {
        const { root } = this;
        if (root.kind !== "actionReceived") return root.name ?? root.text;
        return titleOf(root);
      }

      // `3 changes, 2 effects, 1 cancelled, 41 ms`
      get summary() {
        const parts = [];
        if (this.isContinued) parts.push(`after ${seconds(this.first.seconds - this.root.seconds)}`);
        if (this.actions > 0) parts.push(plural(this.actions, "more action"));
        if (this.changes > 0) parts.push(plural(this.changes, "change"));
        const ends = [];
        if (this.cancelled > 0) ends.push(`${this.cancelled} cancelled`);
        if (this.failed > 0) ends.push(`${this.failed} failed`);
        if (this.dropped > 0) ends.push(`${this.dropped} dropped`);
        if (this.effects > 0) parts.push([plural(this.effects, "effect"), ...ends].join(", "));
        else if (ends.length > 0) parts.push(ends.join(", "));
        parts.push(this.isRunning ? "running" : seconds(this.took));
        return parts.join(" \u00b7 ");
      }

      // The names of the changed fields.
      get fieldNames() { return [...this.fields].join(", "); }
    }

    // The action as it is written in code, without what an entry's text tells of its sender.
    export function titleOf({ text, origin, name }) {
      const start = "receives ";
      if (!text.startsWith(start)) return name ?? text;
      let end = text.length;
      const place = origin ? text.lastIndexOf(`, from ${origin}`) : -1;
      if (place >= 0) {
        end = place;
      } else {
        const causes = [
          "the handler of \\S+", "an update.*", "a binding", "time travel", "the inspector", "undo", "redo",
          "\\S+, attempt \\d+", "(an )?effect .*",
        ];
        const cause = new RegExp(`, by (${causes.join("|")})$`)
          .exec(text);
        if (cause) end = cause.index;
      }
      return text.slice(start.length, end);
    }

    """##),
    ("comparePane.js", "text/javascript; charset=utf-8", ##"""
    // Compares the state of a store after two entries.

    import { byId, make, setText } from "./dom.js";
    import { makeDifferences } from "./diff.js";
    import { Latest } from "./latest.js";
    import { plain } from "./texts.js";

    export class ComparePane {
      #model;
      #connection;
      #from = byId("compare-from");
      #to = byId("compare-to");
      #latest = new Latest();

      constructor(model, connection) {
        this.#model = model;
        this.#connection = connection;
        model.on("selection tab mark stores hello", () => this.#show());
        this.#from.addEventListener("change", () => {
          model.view.mark = this.#from.value === "" ? null : Number(this.#from.value);
          model.touch("mark selection");
        });
        this.#to.addEventListener("change", () => {
          model.select(this.#to.value === "" ? null : Number(this.#to.value), { keepsStore: true });
        });
        byId("compare-mark").addEventListener("click", () => this.mark());
        byId("compare-swap").addEventListener("click", () => {
          const { mark, entry } = model.view;
          model.view.mark = entry;
          model.select(mark, { keepsStore: true });
          model.touch("mark");
        });
        byId("compare-store").addEventListener("change", (event) => {
          model.view.store = Number(event.target.value);
          model.touch("selection");
        });
      }

      // Marks the chosen entry as the first of the two.
      mark() {
        const { view } = this.#model;
        view.mark = view.mark === view.entry ? null : view.entry;
        this.#model.touch("mark selection");
      }

      #show() {
        const { view, stores } = this.#model;
        this.#from.value = view.mark ?? "";
        this.#to.value = view.entry ?? "";
        const store = this.#model.currentStore;
        byId("compare-store").replaceChildren(...stores.map(({ id }) => make("option", {
          value: id, selected: id === store?.id,
        }, plain(this.#model.storeName(id)))));
        if (view.tab === "compare" && this.#model.connection.state === "open") {
          this.#latest.run(() => this.#compare());
        }
      }

      async #compare() {
        const { view } = this.#model;
        const store = this.#model.currentStore;
        const out = byId("compare-out");
        const note = byId("compare-note");
        if (view.mark === null || !store) {
          out.replaceChildren();
          setText(note, "Mark an entry with m, then choose another one to compare their states.");
          return;
        }
        const values = { store: store.id, from: view.mark };
        if (view.entry !== null) values.to = view.entry;
        try {
          const { differences, isCut } = await this.#connection.ask("changes", values);
          out.replaceChildren(makeDifferences(differences));
          setText(note, differences.length === 0 ? "The state is the same after both entries."
            : isCut ? `Only the first ${differences.length} differences are listed.`
              : differences.length === 1 ? "One difference." : `${differences.length} differences.`);
        } catch (error) {
          out.replaceChildren();
          setText(note, plain(error.message));
        }
      }
    }

    """##),
    ("connection.js", "text/javascript; charset=utf-8", ##"""
    // The socket to the app: the first message, requests and their answers, and reconnection.

    const shortestPause = 500;
    const longestPause = 5000;

    export class Connection {
      #address;
      #token;
      #receiver;
      #socket = null;
      #waiting = new Map();
      #lastId = 0;
      #pause = shortestPause;
      #timer = null;
      #refusal = null;

      // The receiver has `since()`, the number of its last entry, the methods `hello`, `entries`, `skipped` and
      // `status` for the messages, and `connection` for changes of the connection.
      constructor(address, token, receiver) {
        this.#address = address;
        this.#token = token;
        this.#receiver = receiver;
      }

      open() {
        clearTimeout(this.#timer);
        this.#close();
        this.#refusal = null;
        this.#receiver.connection({ state: "connecting" });
        const socket = new WebSocket(this.#address);
        this.#socket = socket;
        socket.addEventListener("open", () => {
          socket.send(JSON.stringify({ token: this.#token, since: this.#receiver.since() }));
        });
        socket.addEventListener("message", (event) => {
          if (socket === this.#socket) this.#take(JSON.parse(event.data));
        });
        socket.addEventListener("close", () => {
          if (socket === this.#socket) this.#lost();
        });
      }

      // Starts over with everything after an entry.
      restart() {
        this.#close();
        this.open();
      }

      // Sends a request; the promise fails with the app's reason.
      ask(name, values = {}) {
        return new Promise((resolve, reject) => {
          if (this.#socket?.readyState !== WebSocket.OPEN) {
            reject(new Error("The app isn't connected."));
            return;
          }
          const id = (this.#lastId += 1);
          this.#waiting.set(id, { resolve, reject });
          this.#socket.send(JSON.stringify({ ...values, id, ask: name }));
        });
      }

      #take(message) {
        switch (message.type) {
          case "hello":
            this.#pause = shortestPause;
            this.#receiver.connection({ state: "open" });
            this.#receiver.hello(message);
            break;
          case "entries": this.#receiver.entries(message); break;
          case "skipped": this.#receiver.skipped(message); break;
          case "status": this.#receiver.status(message.status); break;
          case "answer": this.#answered(message.id)?.resolve(message.answer); break;
          case "error":
            if (message.id === undefined) this.#refusal = message.error;
            else this.#answered(message.id)?.reject(new Error(message.error));
            break;
        }
      }

      #answered(id) {
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        return waiting;
      }

      #close() {
        const socket = this.#socket;
        this.#socket = null;
        socket?.close();
        const waiting = [...this.#waiting.values()];
        this.#waiting.clear();
        for (const request of waiting) request.reject(new Error("The connection was lost."));
      }

      #lost() {
        this.#close();
        if (this.#refusal !== null) {
          this.#receiver.connection({ state: "refused", reason: this.#refusal });
          return;
        }
        this.#receiver.connection({ state: "lost", retryAt: Date.now() + this.#pause });
        this.#timer = setTimeout(() => this.open(), this.#pause);
        this.#pause = Math.min(this.#pause * 2, longestPause);
      }
    }

    """##),
    ("diff.js", "text/javascript; charset=utf-8", ##"""
    // Shows the difference of two values.

    import { make } from "./dom.js";
    import { plain } from "./texts.js";

    const longest = 20_000;

    // Returns the lengths of the common prefix and suffix of two texts.
    function common(old, now) {
      const most = Math.min(old.length, now.length);
      let start = 0;
      while (start < most && old[start] === now[start]) start += 1;
      let end = 0;
      while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
      return { start, end };
    }

    function side(text, { start, end }, kind) {
      const cut = text.length > longest;
      const shown = cut ? text.slice(0, longest) : text;
      const middle = shown.slice(start, cut ? undefined : shown.length - end);
      const line = make("div", { class: `diff-side ${kind}` });
      line.append(
        make("span", { class: "diff-sign", "aria-label": kind === "old" ? "before" : "after" },
          kind === "old" ? "\u2212" : "+"),
        make("span", { class: "value" }, plain(shown.slice(0, start)),
          middle ? make("mark", {}, plain(middle)) : null,
          cut ? `\u2026 (${text.length} characters)` : plain(shown.slice(shown.length - end)))
      );
      return line;
    }

    // One field or part, with the values before and after.
    function makeDifference({ name, old, new: now }) {
      const parts = common(old, now);
      return make("div", { class: "difference" },
        make("div", { class: "difference-name" }, plain(name)),
        side(old, parts, "old"),
        side(now, parts, "new"));
    }

    export function makeDifferences(differences) {
      return make("div", { class: "differences" }, ...differences.map(makeDifference));
    }

    """##),
    ("dom.js", "text/javascript; charset=utf-8", ##"""
    // Creates elements, and shows texts of the app.

    // Makes an element. Texts among the children become text nodes, so that no text of the app is ever
    // read as HTML.
    export function make(tag, attributes = {}, ...children) {
      const node = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
        else if (name === "class") node.className = value;
        else if (name === "value") node.value = value;
        else node.setAttribute(name, value === true ? "" : value);
      }
      node.append(...children.filter((child) => child !== null && child !== undefined));
      return node;
    }

    export const byId = (id) => document.getElementById(id);

    // The element that a button of the pointer or the space bar is down on, and the drawings that wait for its release.
    let pressed = null;
    const waiting = new Map();

    function press(event) {
      if (event.type === "pointerdown" || event.key === " ") pressed = event.target;
    }

    // The click comes behind the release, in the same turn.
    function release(event) {
      if (event.type === "blur" && event.target !== window) return;
      setTimeout(() => {
        pressed = null;
        const drawings = [...waiting];
        waiting.clear();
        for (const [node, draw] of drawings) redraw(node, draw);
      });
    }

    for (const name of ["pointerdown", "keydown"]) addEventListener(name, press, true);
    for (const name of ["pointerup", "pointercancel", "dragend", "keyup", "blur"]) addEventListener(name, release, true);

    // Redraws a node's children with `draw`, after a press inside it has ended. A child with a `data-key` keeps the focus.
    export function redraw(node, draw) {
      if (pressed !== null && node.contains(pressed)) {
        waiting.set(node, draw);
        return;
      }
      waiting.delete(node);
      const active = document.activeElement;
      const key = node.contains(active) ? active.dataset.key : undefined;
      draw();
      if (key === undefined || node.contains(document.activeElement)) return;
      [...node.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key)?.focus({ preventScroll: true });
    }

    // Sets the text of an element only if it differs.
    export function setText(node, text) {
      const inner = node.firstChild;
      if (inner === null) {
        if (text !== "") node.append(text);
      } else if (inner.nodeType !== Node.TEXT_NODE || inner.nextSibling) {
        node.textContent = text;
      } else if (inner.data !== text) {
        inner.data = text;
      }
    }

    """##),
    ("entries.js", "text/javascript; charset=utf-8", ##"""
    // The entries that have arrived, in their order, and what follows from each.

    import { isError, kindOf } from "./kinds.js";

    const most = 200_000;
    const ends = new Set([
      "actionDone", "actionFailed", "effectEnded", "effectFailed", "effectCancelled",
      "queryAnswered", "queryFailed", "queryCancelled",
    ]);

    export class Entries {
      items = [];
      // Contains all entries up to this number.
      upTo = 0;
      // Grows when entries are removed, so that readers start over.
      version = 0;
      // The numbers of entries of each group of kinds, and of errors.
      counts = new Map();
      errors = 0;
      #following = new Map();

      // Adds the entries of a message. Returns false if entries are missing before it.
      append(page) {
        if (page.after > this.upTo) return false;
        for (const entry of page.entries) {
          if (entry.number > this.upTo) this.#add(entry);
        }
        this.upTo = Math.max(this.upTo, page.upTo);
        if (this.items.length > most) this.#drop(this.items.length - Math.floor(most * 0.9));
        return true;
      }

      // Adds a row for entries that the app has removed.
      skip({ after, upTo }) {
        if (after > this.upTo) return false;
        if (upTo > this.upTo) {
          const text = `entries ${this.upTo + 1} to ${upTo} were removed before they could be sent`;
          const seconds = this.last?.seconds ?? 0;
          this.#add({ number: upTo, seconds, store: 0, kind: "skipped", text });
          this.upTo = upTo;
        }
        return true;
      }

      clear() {
        this.items = [];
        this.upTo = 0;
        this.version += 1;
        this.counts.clear();
        this.errors = 0;
        this.#following.clear();
      }

      get first() { return this.items[0]; }
      get last() { return this.items[this.items.length - 1]; }

      // The entry with a number.
      find(number) {
        const entry = this.items[this.place(number)];
        return entry?.number === number ? entry : undefined;
      }

      // The place of the first entry whose number is not smaller.
      place(number) {
        let low = 0;
        let high = this.items.length;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (this.items[middle].number < number) low = middle + 1;
          else high = middle;
        }
        return low;
      }

      // The entry that this one follows from.
      causeOf(entry) {
        const number = entry.subject ?? entry.cause;
        return number === undefined ? undefined : this.find(number);
      }

      // The entries that follow from one directly.
      consequencesOf(entry) { return this.#following.get(entry.number) ?? []; }

      #add(entry) {
        const cause = this.causeOf(entry);
        // The first of all causes, and how many steps it is away.
        entry.root = cause?.root ?? entry;
        entry.depth = cause ? cause.depth + 1 : 0;
        // How long its handler, action or effect took, in seconds.
        entry.took = entry.duration ?? (ends.has(entry.kind) && cause ? entry.seconds - cause.seconds : 0);
        if (entry.subject !== undefined) this.#follow(entry.subject, entry);
        if (entry.cause !== undefined && entry.cause !== entry.subject) this.#follow(entry.cause, entry);
        this.#count(entry, 1);
        this.items.push(entry);
      }

      #follow(number, entry) {
        const following = this.#following.get(number);
        if (following) following.push(entry);
        else this.#following.set(number, [entry]);
      }

      #count(entry, by) {
        const { group } = kindOf(entry);
        this.counts.set(group, (this.counts.get(group) ?? 0) + by);
        if (isError(entry)) this.errors += by;
      }

      #drop(number) {
        const gone = this.items.splice(0, number);
        const last = gone[gone.length - 1].number;
        for (const entry of gone) this.#count(entry, -1);
        for (const key of this.#following.keys()) if (key <= last) this.#following.delete(key);
        this.version += 1;
      }
    }

    """##),
    ("entryPane.js", "text/javascript; charset=utf-8", ##"""
    // The chosen entry in full: its text, causes and consequences, and the change or the action.

    import { byId, make } from "./dom.js";
    import { makeDifferences } from "./diff.js";
    import { kindOf } from "./kinds.js";
    import { Latest } from "./latest.js";
    import { testLine } from "./testLine.js";
    import { count, oneLine, plain, seconds } from "./texts.js";

    const mostConsequences = 60;
    // The kinds of entries that have a reason.
    const explained = new Set([
      "actionQueued", "actionDropped", "actionFailed", "effectWaiting", "effectDropped", "effectCancelled", "effectFailed",
    ]);
    const mostChanges = 30;

    export class EntryPane {
      #model;
      #connection;
      #actions;
      #upper = make("div");
      #lower = make("div");
      #shown = { upper: null, lower: null };
      #latest = new Latest();
      #details = null;
      #reasons = null;
      #message = null;

      // `actions` has `jump(number)` and `cancel(store, effect)`.
      constructor(model, connection, actions) {
        this.#model = model;
        this.#connection = connection;
        this.#actions = actions;
        byId("tab-entry").append(this.#upper, this.#lower);
        model.on("selection tab hello", () => this.#load());
        model.on("connection status stores entries", () => this.#draw());
      }

      #load() {
        const { view } = this.#model;
        if (this.#details?.entry.number !== view.entry) {
          this.#details = null;
          this.#reasons = null;
          this.#message = null;
          this.#draw();
        }
        if (view.entry === null || view.tab !== "entry" || this.#details) return;
        this.#latest.run(async () => {
          const number = view.entry;
          if (number === null) return;
          try {
            const details = await this.#connection.ask("entry", { number });
            if (view.entry === number) this.#details = details;
            if (explained.has(details.entry.kind)) {
              const reasons = await this.#connection.ask("why", { entry: number });
              if (view.entry === number) this.#reasons = reasons;
            }
          } catch (error) {
            if (view.entry === number) this.#message = error.message;
          }
          this.#draw();
        });
      }

      #draw() {
        const entry = this.#details?.entry ?? this.#model.selected;
        const model = this.#model;
        // Each half is replaced only if it differs, so that input in it stays.
        const own = entry && (model.entries.find(entry.number) ?? entry);
        const following = own ? model.entries.consequencesOf(own).length : 0;
        const upper = [entry?.number ?? model.view.entry, this.#details !== null, this.#reasons !== null, this.#message,
          model.canControl,
          entry && model.isStruckOut(entry), entry && model.storeName(entry.store)].join(" ");
        const lower = [entry?.number, following, own?.root?.number].join(" ");
        if (upper !== this.#shown.upper) {
          this.#upper.replaceChildren(...(entry ? [
            this.#makeHead(entry),
            ...(this.#message ? [make("p", { class: "notice bad" }, plain(this.#message))] : []),
            ...this.#makeContents(entry),
          ] : [this.#makeEmpty()]));
        }
        if (lower !== this.#shown.lower) {
          this.#lower.replaceChildren(
            ...(entry ? [this.#makeCauses(own), this.#makeConsequences(own)] : []));
        }
        this.#shown = { upper, lower };
      }

      #makeEmpty() {
        const { view } = this.#model;
        return make("p", { class: "empty" }, view.entry === null
          ? "Choose an entry to see what it did, why it happened and what followed."
          : plain(this.#message ?? `Entry ${view.entry} isn't available.`));
      }

      #makeHead(entry) {
        const { word, tone } = kindOf(entry);
        const model = this.#model;
        const rows = [];
        const fact = (name, value) => {
          if (value) rows.push(make("dt", {}, name), make("dd", {}, value));
        };
        fact("store", plain(model.storeName(entry.store)));
        fact("time", `${entry.seconds.toFixed(4)} s${model.began ? `, ${clock(model.began, entry.seconds)}` : ""}`);
        fact("made by", entry.by);
        fact("handler", seconds(entry.duration));
        fact("source", entry.origin && make("code", {}, plain(entry.origin)));
        const flags = [];
        if (model.isStruckOut(entry)) flags.push("struck out by a commit");
        if (entry.isWhileTravelling) flags.push("made while travelling");
        return make("header", { class: "entry-head" },
          make("h2", {},
            make("span", { class: `kind tone-${tone}` }, word),
            make("span", { class: "entry-title" }, oneLine(entry.name ?? entry.text, 200)),
            make("span", { class: "entry-number" }, `#${entry.number}`)),
          make("dl", { class: "facts" }, ...rows),
          flags.length > 0 ? make("p", { class: "notice" }, flags.join("; ")) : null);
      }

      #makeContents(entry) {
        const details = this.#details;
        if (!details) return [make("p", { class: "text" }, plain(entry.text))];
        const parts = [];
        if (details.old && details.new) {
          if (details.old.isRedacted) {
            parts.push(make("p", { class: "redacted" }, "The values are redacted and never leave the app."));
          } else {
            const { differences = [] } = details;
            parts.push(makeDifferences(differences.length > 0 ? differences
              : [{ name: entry.name ?? "", old: details.old.text, new: details.new.text }]));
            if (differences.length > 0) {
              parts.push(this.#makeFold("before", details.old), this.#makeFold("after", details.new));
            }
          }
        } else if (details.value) {
          parts.push(this.#makeValue(details.value));
        } else {
          parts.push(make("p", { class: "text" }, plain(entry.text)));
        }
        if (entry.kind === "actionReceived" && details.value && !details.value.isRedacted) {
          parts.push(this.#makeTestLine(entry, details.value));
        }
        if (this.#reasons?.reason) parts.push(this.#makeReason(this.#reasons));
        if (this.#model.canControl) {
          if (details.canBeSentAgain) parts.push(this.#makeSending(details));
          const isOver = ["effectEnded", "effectFailed", "effectCancelled"].includes(entry.kind);
          if (details.effect !== undefined && !isOver) {
            parts.push(make("div", { class: "buttons" }, make("button", {
              type: "button", onclick: () => this.#actions.cancel(entry.store, details.effect),
            }, "Cancel the effect")));
          }
        }
        return parts;
      }

      #makeReason({ reason, related }) {
        return make("section", { class: "links", id: "reason" },
          make("h3", {}, "Why"),
          make("p", {}, plain(reason)),
          related ? make("ol", {}, this.#makeLink(related)) : null);
      }

      #makeValue(value) {
        if (value.isRedacted) {
          return make("p", { class: "redacted" }, "The value is redacted and never leaves the app.");
        }
        return make("div", { class: "whole-value" },
          value.type ? make("div", { class: "type" }, plain(value.type)) : null,
          make("pre", { class: "value", tabindex: "0" }, plain(value.text)));
      }

      #makeFold(title, value) {
        return make("details", { class: "fold" }, make("summary", {}, `The value ${title}`),
          this.#makeValue(value));
      }

      // The changes of the handler are requested when the fold is opened.
      #makeTestLine(entry, value) {
        const lines = make("pre", { class: "value", id: "test-line", tabindex: "0" });
        const copy = make("button", { type: "button", onclick: () => navigator.clipboard?.writeText(lines.textContent) },
          "Copy");
        const fold = make("details", { class: "fold" },
          make("summary", {}, "As a line of a test"), lines, make("div", { class: "buttons" }, copy));
        fold.addEventListener("toggle", async () => {
          if (!fold.open || lines.textContent) return;
          try {
            const changes = await this.#changesOf(entry);
            lines.textContent = testLine({ by: entry.by, text: value.text, changes });
          } catch (error) {
            lines.textContent = error.message;
          }
        });
        return fold;
      }

      async #changesOf(action) {
        const conditions = { cause: action.number, kind: ["change"], limit: mostChanges };
        const { entries } = await this.#connection.ask("entries", conditions);
        const own = entries.filter(({ by }) => by === "handler");
        const all = await Promise.all(own.map(({ number }) => this.#connection.ask("entry", { number })));
        return all.map((change) => ({
          name: change.entry.name, text: change.new.isRedacted ? undefined : change.new.text,
        }));
      }

      #makeSending(details) {
        const { entry, value } = details;
        const buttons = make("div", { class: "buttons" }, make("button", {
          type: "button", id: "send-again",
          onclick: () => this.#actions.control("send", { entry: entry.number }),
        }, "Send again"));
        if (value?.json === undefined) return buttons;
        const field = make("textarea", {
          class: "json", rows: "4", spellcheck: "false", "aria-label": "The action as JSON",
        });
        field.value = JSON.stringify(value.json, null, 1);
        const message = make("p", { class: "notice bad", role: "alert", hidden: true });
        const send = make("button", { type: "button", onclick: () => {
          let action;
          try {
            action = JSON.parse(field.value);
          } catch (error) {
            message.hidden = false;
            message.textContent = error.message;
            return;
          }
          message.hidden = true;
          this.#actions.control("send", { store: entry.store, action });
        } }, "Send this");
        return make("div", {}, buttons, make("details", { class: "fold" },
          make("summary", {}, "Change and send"), field, message, make("div", { class: "buttons" }, send)));
      }

      #makeLink(entry) {
        const { word, tone } = kindOf(entry);
        return make("li", {}, make("button", {
          type: "button", class: "link", onclick: () => this.#actions.jump(entry.number),
        },
        make("span", { class: "cell-number" }, String(entry.number)),
        make("span", { class: `cell-kind tone-${tone}` }, word),
        make("span", { class: "cell-text" }, oneLine(entry.text, 200))));
      }

      #makeCauses(entry) {
        const causes = [];
        const { entries } = this.#model;
        for (let cause = entries.causeOf(entry); cause; cause = entries.causeOf(cause)) {
          causes.unshift(cause);
          if (causes.length > 50) break;
        }
        const missing = causes.length === 0 && (entry.subject ?? entry.cause) !== undefined;
        return make("section", { class: "links" },
          make("h3", {}, "Causes ", make("kbd", {}, "[")),
          causes.length > 0 ? make("ol", {}, ...causes.map((cause) => this.#makeLink(cause)))
            : make("p", { class: "none" }, missing
              ? `Entry ${entry.subject ?? entry.cause}, which was removed.`
              : entry.kind === "change" && entry.by === "outside"
                ? "Unknown: it was changed from outside." : "None: it begins here."));
      }

      #makeConsequences(entry) {
        const following = this.#model.entries.consequencesOf(entry);
        const shown = following.slice(0, mostConsequences);
        return make("section", { class: "links" },
          make("h3", {}, "Consequences ", make("kbd", {}, "]"),
            following.length > 0 ? make("span", { class: "count" }, count(following.length)) : null),
          shown.length > 0 ? make("ol", {}, ...shown.map((next) => this.#makeLink(next)))
            : make("p", { class: "none" }, "None."),
          following.length > shown.length
            ? make("p", { class: "none" },
              `and ${count(following.length - shown.length)} more: filter by cause:${entry.number}`)
            : null);
      }
    }

    function clock(began, secondsLater) {
      const date = new Date(began.getTime() + secondsLater * 1000);
      return date.toLocaleTimeString([], { hour12: false });
    }

    """##),
    ("entryReader.js", "text/javascript; charset=utf-8", ##"""
    // Reads entries in parts, so that a filter holds up no frame.

    // The number of entries between two looks at the time.
    const part = 500;

    export class EntryReader {
      #entries;
      #begin;
      #add;
      #next = 0;
      #version = 0;

      // `add(entry)` takes the next entry. If other entries replace those that were read, `begin()` forgets these and calls
      // `restart`.
      constructor(entries, { begin, add }) {
        this.#entries = entries;
        this.#begin = begin;
        this.#add = add;
      }

      restart() {
        this.#next = 0;
        this.#version = this.#entries.version;
      }

      // The number of entries that aren't read yet.
      get waiting() { return this.#entries.items.length - this.#next; }

      // Reads more entries up to a number, for some milliseconds. Returns whether all of them are read.
      advance(milliseconds, upTo = Infinity) {
        if (this.#version !== this.#entries.version) this.#begin();
        const end = performance.now() + milliseconds;
        const { items } = this.#entries;
        while (this.#next < items.length) {
          const stop = Math.min(items.length, this.#next + part);
          for (; this.#next < stop; this.#next += 1) {
            const entry = items[this.#next];
            if (entry.number > upTo) return true;
            this.#add(entry);
          }
          if (performance.now() >= end) break;
        }
        return this.#next >= items.length;
      }
    }

    """##),
    ("filter.js", "text/javascript; charset=utf-8", ##"""
    // The filter of the list: words, kinds, fields, stores, errors and durations.

    import { isError, kindOf } from "./kinds.js";

    // Reads a text such as `query kind:change store:3 name:results field:results cause:118 slower:100ms is:error`.
    export function readQuery(text) {
      const query = { words: [], kind: [], store: [], name: [], field: [], cause: [], slower: 0, isError: false };
      for (const part of text.match(/\S+/g) ?? []) {
        const [, key, value] = part.match(/^(kind|store|name|field|cause|slower|is):(.+)$/) ?? [];
        const time = key === "slower" ? readTime(value) : null;
        if (time !== null) query.slower = Math.max(query.slower, time);
        else if (key === "is" && value === "error") query.isError = true;
        else if (key && !["slower", "is"].includes(key)) query[key].push(value.toLowerCase());
        else query.words.push(part.toLowerCase());
      }
      return query;
    }

    // Reads `16ms`, `0.5s` or `0.5` as seconds; null for another text.
    function readTime(text) {
      const [, number, unit] = text.match(/^(\d+(?:\.\d+)?)(ms|s)?$/) ?? [];
      if (number === undefined) return null;
      return unit === "ms" ? Number(number) / 1000 : Number(number);
    }

    // Whether an entry can be missing in the list.
    export function isFiltered(view) {
      return Boolean(view.query) || view.hidden.size > 0 || view.only.size > 0 || view.onlyErrors || view.slower > 0;
    }

    // Whether an entry is shown. `view` has the query and the choices below it.
    export function makeFilter(view, storeName) {
      const query = readQuery(view.query);
      const { hidden, only } = view;
      const onlyErrors = view.onlyErrors || query.isError;
      const slower = Math.max(view.slower, query.slower);
      return (entry) => {
        if (onlyErrors && !isError(entry)) return false;
        if (slower > 0 && !(entry.took > slower)) return false;
        const { group, word } = kindOf(entry);
        if (hidden.has(group)) return false;
        if (only.size > 0 && !only.has(entry.store)) return false;
        const kind = entry.kind.toLowerCase();
        if (query.kind.length > 0 && !query.kind.some((k) => kind.startsWith(k) || k === word)) {
          return false;
        }
        if (query.store.length > 0) {
          const name = storeName(entry.store).toLowerCase();
          const isMet = (text) => text === String(entry.store) || name.includes(text);
          if (!query.store.some(isMet)) return false;
        }
        const name = entry.name?.toLowerCase() ?? "";
        if (query.name.length > 0 && !query.name.some((text) => name.includes(text))) return false;
        if (query.field.length > 0) {
          if (entry.kind !== "change" || !query.field.some((text) => name.includes(text))) return false;
        }
        if (query.cause.length > 0) {
          const causes = [entry.cause, entry.subject].map(String);
          if (!query.cause.some((number) => causes.includes(number))) return false;
        }
        if (query.words.length === 0) return true;
        const text = entry.text.toLowerCase();
        return query.words.every((w) => text.includes(w) || name.includes(w) || kind.includes(w));
      };
    }

    """##),
    ("groupedRows.js", "text/javascript; charset=utf-8", ##"""
    // The rows of the list by action: one row for each action that no other action caused, with everything that followed.

    import { ActionGroup } from "./actionGroup.js";
    import { EntryReader } from "./entryReader.js";
    import { countUpTo, indexOfNumber, numberOf } from "./search.js";

    // The number of equal entries without an action that form one row.
    const shortestRun = 3;
    // An effect may run as long as the app. Entries that follow later than this begin another row, so that they are listed
    // where they happen.
    export const longestGroup = 10;

    const beginnings = new Set(["actionReceived", "effectWaiting", "effectStarted"]);

    export class GroupedRows {
      list = [];
      // The rows of the first level, in the order of their first entries.
      #units = [];
      #entries;
      #reader;
      #filter = () => true;
      #opened = new Set();
      // The units among them that are open, in their order.
      #openUnits = [];
      // The groups of a first entry, in their order, with those that no entry of the filter is in.
      #groups = new Map();
      #changed = 0;
      #chain = { key: null, units: [] };

      constructor(entries) {
        this.#entries = entries;
        this.#reader = new EntryReader(entries, { begin: () => this.#begin(), add: (entry) => this.#add(entry) });
      }

      reset(filter) {
        this.#filter = filter;
        this.#begin();
      }

      #begin() {
        this.list = [];
        this.#units = [];
        this.#openUnits = [];
        this.#groups.clear();
        this.#changed = 0;
        this.#chain = { key: null, units: [] };
        this.#reader.restart();
      }

      // The number of rows, without those inside open ones.
      get length() { return this.#units.length; }

      // The number of entries that aren't filtered yet.
      get waiting() { return this.#reader.waiting; }

      takeChanged() {
        const changed = this.#changed;
        this.#changed = this.list.length;
        return changed;
      }

      // Filters more entries up to a number, for some milliseconds. Returns whether all of them are filtered.
      advance(milliseconds, upTo) { return this.#reader.advance(milliseconds, upTo); }

      // Shows or hides the entries of a row of the first level.
      toggle(unit) {
        const place = this.#placeOfUnit(unit);
        if (unit.isOpen) {
          this.#opened.delete(unit.first.number);
          unit.isOpen = false;
          this.list.splice(place + 1, unit.entries.length);
          this.#openUnits.splice(this.#openUnits.indexOf(unit), 1);
        } else {
          this.#opened.add(unit.first.number);
          this.#open(unit);
          // Arguments of a call are limited, and a run may have very many entries.
          this.list = [...this.list.slice(0, place + 1), ...unit.entries, ...this.list.slice(place + 1)];
        }
        this.#changed = Math.min(this.#changed, place);
      }

      // The row of the first level that contains an entry, even if the filter doesn't list the entry.
      unitOf(number) {
        const entry = this.#entries.find(number);
        if (entry === undefined) return undefined;
        const groups = this.#groups.get(entry.root.number);
        if (groups) {
          const group = groups.findLast(({ first }) => first.number <= number);
          return group?.isListed ? group : undefined;
        }
        const unit = this.#units[this.#lastUnit(number)];
        const has = unit?.entries ? indexOfNumber(unit.entries, number) >= 0 : unit === entry;
        return has ? unit : undefined;
      }

      // The place of the row that shows an entry, or -1.
      placeOf(number) {
        const unit = this.unitOf(number);
        if (unit === undefined) return -1;
        const place = this.#placeOfUnit(unit);
        if (!unit.isOpen) return place;
        const inner = indexOfNumber(unit.entries, number);
        return inner < 0 ? -1 : place + 1 + inner;
      }

      // The place of the last row that begins up to an entry, or -1.
      lastPlace(number) {
        const unit = this.#units[this.#lastUnit(number)];
        if (unit === undefined) return -1;
        const place = this.#placeOfUnit(unit);
        if (!unit.isOpen) return place;
        return place + countUpTo(unit.entries, number);
      }

      #add(entry) {
        const isMet = this.#filter(entry);
        if (beginnings.has(entry.root.kind)) {
          this.#addToGroup(entry, isMet);
        } else if (isMet) {
          this.#addAlone(entry);
        }
      }

      #addToGroup(entry, isMet) {
        const { root } = entry;
        let groups = this.#groups.get(root.number);
        if (!groups) this.#groups.set(root.number, groups = []);
        let group = groups[groups.length - 1];
        if (!group || entry.seconds - group.first.seconds > longestGroup) {
          group = new ActionGroup(root, entry);
          groups.push(group);
        }
        group.take(entry);
        if (!isMet && !group.isListed) return;
        if (isMet) group.entries.push(entry);
        if (!group.isListed) {
          group.isListed = true;
          this.#insert(group);
          return;
        }
        const place = this.#placeOfUnit(group);
        if (isMet && group.isOpen) this.list.splice(place + group.entries.length, 0, entry);
        this.#changed = Math.min(this.#changed, place);
      }

      #addAlone(entry) {
        const key = entry.kind === "skipped" ? null : `${entry.kind} ${entry.store} ${entry.name}`;
        const chain = this.#chain;
        const last = this.#units[this.#units.length - 1];
        const goesOn = key !== null && chain.key === key && chain.units[chain.units.length - 1] === last;
        if (!goesOn) {
          this.#chain = { key, units: [entry] };
          this.#insert(entry);
          return;
        }
        if (last.entries) {
          last.entries.push(entry);
          last.units += 1;
          if (last.isOpen) this.list.push(entry);
          this.#changed = Math.min(this.#changed, this.#placeOfUnit(last));
          return;
        }
        chain.units.push(entry);
        if (chain.units.length < shortestRun) {
          this.#insert(entry);
          return;
        }
        const entries = chain.units;
        const hidden = entries.length - 1;
        this.#units.length -= hidden;
        this.list.length -= hidden;
        const run = { first: entries[0], entries, unit: entry, units: entries.length, isOpen: false };
        this.#chain = { key, units: [run] };
        this.#insert(run);
      }

      // Adds a row of the first level.
      #insert(unit) {
        const index = this.#lastUnit(numberOf(unit)) + 1;
        const isLast = index === this.#units.length;
        const place = isLast ? this.list.length : this.#placeAt(index);
        this.#units.splice(index, 0, unit);
        const rows = [unit];
        if (unit.entries && this.#opened.has(unit.first.number)) {
          this.#open(unit);
          rows.push(...unit.entries);
        }
        if (isLast) this.list.push(...rows);
        else this.list.splice(place, 0, ...rows);
        this.#changed = Math.min(this.#changed, place);
      }

      #open(unit) {
        unit.isOpen = true;
        this.#openUnits.push(unit);
        this.#openUnits.sort((one, other) => one.first.number - other.first.number);
      }

      #placeOfUnit(unit) { return this.#placeAt(this.#lastUnit(numberOf(unit))); }

      // The place of a row of the first level, behind the entries of open rows.
      #placeAt(index) {
        const number = numberOf(this.#units[index]);
        let place = index;
        for (const unit of this.#openUnits) {
          if (unit.first.number >= number) break;
          place += unit.entries.length;
        }
        return place;
      }

      // The index of the last row of the first level that begins up to an entry, or -1.
      #lastUnit(number) { return countUpTo(this.#units, number) - 1; }
    }

    """##),
    ("historyPane.js", "text/javascript; charset=utf-8", ##"""
    // The steps of each history: those to redo above those to undo, with the next step of each kind marked.

    import { byId, make, redraw } from "./dom.js";
    import { Loader } from "./loader.js";
    import { count, plain } from "./texts.js";

    const pause = 500;
    // More steps than anyone reads would make the page slow.
    const most = 100;

    export class HistoryPane {
      #model;
      #histories = [];

      constructor(model, connection) {
        this.#model = model;
        const loader = new Loader({
          pause,
          isNeeded: () => model.view.tab === "work" && model.connection.state === "open",
          ask: () => connection.ask("histories"),
          show: ({ histories }) => {
            this.#histories = histories;
            this.#draw();
          },
        });
        model.on("tab hello", () => loader.load());
        model.on("entries", () => loader.loadSoon());
        model.on("stores", () => this.#draw());
      }

      #draw() {
        if (this.#model.view.tab !== "work") return;
        const shown = this.#histories.filter((history) => history.undo.length + history.redo.length > 0);
        const body = byId("histories-body");
        redraw(body, () => body.replaceChildren(...shown.flatMap((history) => this.#makeHistory(history))));
        byId("histories-none").hidden = shown.length > 0;
        byId("histories-table").hidden = shown.length === 0;
      }

      #makeHistory(history) {
        const stores = history.stores.map((store) => this.#model.storeName(store)).join(", ");
        const undo = [...history.undo].reverse();
        const left = undo.length - most;
        return [
          make("tr", {},
            make("th", { scope: "colgroup", colspan: 3 }, plain(stores),
              make("span", { class: "quiet" }, ` ${history.undo.length} to undo, ${history.redo.length} to redo`)),
            make("td", { class: "number" }, count(history.bytes))),
          ...history.redo.slice(0, most).reverse()
            .map((step) => this.#makeStep(step, step === history.redo[0] ? "redo" : "")),
          ...undo.slice(0, most).map((step, place) => this.#makeStep(step, place === 0 ? "undo" : "")),
          left > 0 ? make("tr", {}, make("td", { class: "quiet", colspan: 4 }, `${left} more`)) : null,
        ].filter(Boolean);
      }

      #makeStep(step, next) {
        return make("tr", {},
          make("td", {}, plain(step.name ?? `step ${step.number}`)),
          make("td", {}, next),
          make("td", {}, plain(step.fields.join(", "))),
          make("td", { class: "number" }, count(step.bytes)));
      }
    }

    """##),
    ("icon.svg", "image/svg+xml", ##"""
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
    <rect x="1" y="2" width="14" height="12" rx="2" fill="#2f6fde"/>
    <path d="M4 6h8M4 10h5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/>
    <circle cx="12" cy="10" r="1.2" fill="#fff"/>
    </svg>

    """##),
    ("index.html", "text/html; charset=utf-8", ##"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Inspector</title>
    <link rel="icon" href="icon.svg">
    <link rel="stylesheet" href="style.css">
    <script type="module" src="main.js"></script>
    </head>
    <body>
    <header id="bar">
      <h1>Inspector</h1>
      <span id="connection" class="pill" role="status">connecting</span>
      <button id="connect-now" type="button" hidden>Try now</button>
      <span id="read-only" class="pill is-read-only" title="The inspector was started without allowsControl" hidden>read only</span>
      <span id="travelling" class="pill is-travel" role="status" hidden></span>
      <nav id="parts" aria-label="Parts of the page">
        <button type="button" data-part="stores">Stores</button>
        <button type="button" data-part="journal">Journal</button>
        <button type="button" data-part="details">Details</button>
      </nav>
      <span id="totals"></span>
      <button id="help-button" type="button" title="Keys (?)" aria-label="Keys">?</button>
    </header>

    <main id="panes">
      <section id="stores" aria-label="Stores">
        <div class="pane-head">
          <h2>Stores</h2><span id="stores-count" class="count"></span>
          <button id="stores-all" type="button" class="link" hidden>list all</button>
        </div>
        <div id="stores-tree" class="scroll" role="tree" aria-label="Stores"></div>
        <p id="stores-empty" class="empty">No store is recorded yet.</p>
      </section>

      <div class="divider column" role="separator" aria-orientation="vertical" aria-label="Width of the stores"
        tabindex="0" data-pane="stores" data-side="left"></div>

      <section id="journal" aria-label="Journal">
        <div class="pane-head">
          <label class="filter"><span class="hidden-label">Filter</span>
            <input id="filter" type="search" placeholder="Filter  /" spellcheck="false" autocomplete="off"
              title="Words, or kind:change, store:Search, field:count, slower:100ms, is:error, cause:118"></label>
          <button id="group" type="button" class="chip is-option" title="One row for each action, or one for each entry (g)">by action</button>
          <button id="collapse" type="button" class="chip is-option" title="Show runs of equal actions as one row">runs</button>
          <span id="only-stores" class="chips"></span>
          <span id="kinds" class="chips" role="group" aria-label="Kinds of entries"></span>
          <button id="only-errors" type="button" class="chip is-option" title="List errors only (x)">errors</button>
          <label><span class="hidden-label">Slower than</span>
            <select id="slower" title="List only what took longer">
              <option value="0">any time</option>
              <option value="0.016">&gt; 16 ms</option>
              <option value="0.1">&gt; 100 ms</option>
              <option value="1">&gt; 1 s</option>
            </select></label>
          <span class="grow"></span>
          <span id="journal-count" class="count" role="status"></span>
          <button id="clear-filter" type="button" class="link" hidden>show all</button>
          <button id="pause" type="button" class="chip is-option" aria-pressed="false" title="Add no entries to the list (p)">pause</button>
          <button id="follow" type="button" class="chip is-option" aria-pressed="true" title="Stay at the last entry (End)">follow</button>
        </div>
        <div id="journal-list" class="scroll" role="tree" aria-label="Entries" tabindex="0"></div>
        <p id="journal-empty" class="empty"></p>
        <p id="hidden-note" class="notice" hidden>The chosen entry is not listed.
          <button id="hidden-clear" type="button" class="link">Show all</button></p>
      </section>

      <div class="divider column" role="separator" aria-orientation="vertical" aria-label="Width of the details"
        tabindex="0" data-pane="details" data-side="right"></div>

      <section id="details" aria-label="Details">
        <div id="tabs" class="pane-head" role="tablist" aria-label="Details">
          <button type="button" role="tab" id="tab-button-entry" data-tab="entry" aria-controls="tab-entry">Entry</button>
          <button type="button" role="tab" id="tab-button-state" data-tab="state" aria-controls="tab-state">State</button>
          <button type="button" role="tab" id="tab-button-compare" data-tab="compare" aria-controls="tab-compare">Compare</button>
          <button type="button" role="tab" id="tab-button-work" data-tab="work" aria-controls="tab-work">Work
            <span id="work-badge" class="count"></span></button>
          <button type="button" role="tab" id="tab-button-profile" data-tab="profile" aria-controls="tab-profile">Profile</button>
        </div>

        <div id="tab-entry" class="tab scroll" role="tabpanel" aria-labelledby="tab-button-entry" tabindex="0"></div>

        <div id="tab-state" class="tab" role="tabpanel" aria-labelledby="tab-button-state" hidden>
          <div class="tab-head">
            <h2><span id="state-title"></span> <small id="state-type"></small></h2>
            <span class="segments" role="group" aria-label="Which state">
              <button id="state-now" type="button">now</button>
              <button id="state-at" type="button">at an entry</button>
            </span>
          </div>
          <div id="state-control" class="tab-head" hidden>
            <button id="show-loading" type="button">Loading</button>
            <button id="show-error" type="button">Show an error</button>
            <form id="error-form" hidden>
              <input id="error-text" type="text" aria-label="Error message" placeholder="Error message">
              <button type="submit">Show</button>
            </form>
          </div>
          <details id="action-editor" class="fold" hidden>
            <summary>Send an action</summary>
            <label>action <select id="action-case"></select></label>
            <div id="action-values"></div>
            <p id="action-message" class="notice bad" role="alert" hidden></p>
            <div class="buttons"><button id="action-send" type="button">Send</button></div>
          </details>
          <div id="state-tree" class="scroll" role="tree" aria-label="State" tabindex="-1"></div>
          <p id="state-empty" class="empty"></p>
          <section id="why" aria-label="Why the field has its value" hidden>
            <h3 id="why-title"></h3>
            <button id="why-close" type="button" aria-label="Close" title="Close">&#215;</button>
            <div id="why-contents" class="scroll" tabindex="0" role="group" aria-label="Causes and earlier values"></div>
          </section>
        </div>

        <div id="tab-compare" class="tab scroll" role="tabpanel" aria-labelledby="tab-button-compare" hidden>
          <div class="tab-head">
            <label>store <select id="compare-store"></select></label>
            <label>from <input id="compare-from" type="number" min="0" inputmode="numeric"></label>
            <label>to <input id="compare-to" type="number" min="0" inputmode="numeric" placeholder="now"></label>
            <button id="compare-swap" type="button" aria-label="Swap the two entries" title="Swap">&#8644;</button>
            <button id="compare-mark" type="button" title="Compare from the chosen entry (m)">mark</button>
          </div>
          <p id="compare-note" class="note" role="status"></p>
          <div id="compare-out"></div>
        </div>

        <div id="tab-work" class="tab scroll" role="tabpanel" aria-labelledby="tab-button-work" hidden>
          <h3>Effects</h3>
          <table id="effects-table">
            <thead><tr><th scope="col">effect</th><th scope="col">state</th>
              <th scope="col" class="number">age</th><th scope="col">cause</th><th scope="col"><span class="hidden-label">cancel</span></th></tr></thead>
            <tbody id="effects-body"></tbody>
          </table>
          <p id="effects-none" class="none">No effect is running.</p>
          <h3>Actions</h3>
          <table id="actions-table">
            <thead><tr><th scope="col">action</th><th scope="col">state</th>
              <th scope="col" class="number">age</th><th scope="col">sent at</th></tr></thead>
            <tbody id="actions-body"></tbody>
          </table>
          <p id="actions-none" class="none">No action is in flight.</p>
          <h3>Queries</h3>
          <table id="queries-table">
            <thead><tr><th scope="col">query</th><th scope="col">state</th>
              <th scope="col" class="number">age</th><th scope="col">callers</th>
              <th scope="col">last attempt</th></tr></thead>
            <tbody id="queries-body"></tbody>
          </table>
          <p id="queries-none" class="none">No cache has entries.</p>
          <h3>Outboxes</h3>
          <table id="outboxes-table">
            <thead><tr><th scope="col">change</th><th scope="col">state</th>
              <th scope="col" class="number">age</th><th scope="col">lane</th>
              <th scope="col">attempts</th></tr></thead>
            <tbody id="outboxes-body"></tbody>
          </table>
          <p id="outboxes-none" class="none">The app has no outbox.</p>
          <h3>Histories</h3>
          <table id="histories-table">
            <thead><tr><th scope="col">step</th><th scope="col">next</th><th scope="col">fields</th>
              <th scope="col" class="number">bytes</th></tr></thead>
            <tbody id="histories-body"></tbody>
          </table>
          <p id="histories-none" class="none">No history has steps.</p>
        </div>

        <div id="tab-profile" class="tab scroll" role="tabpanel" aria-labelledby="tab-button-profile" hidden>
          <p id="profile-elapsed" class="note"></p>
          <table id="profile-table">
            <thead><tr id="profile-head"></tr></thead>
            <tbody id="profile-body"></tbody>
          </table>
        </div>
      </section>
    </main>

    <section id="timeline" aria-label="Timeline">
      <div class="divider row" role="separator" aria-orientation="horizontal" aria-label="Height of the timeline"
        tabindex="0" data-pane="timeline" data-side="top"></div>
      <div class="pane-head">
        <h2>Timeline</h2>
        <span class="legend"><span class="dot tone-action"></span>handlers <span class="dot tone-effect"></span>effects
          <span class="dot tone-warning"></span>cancelled <span class="dot tone-bad"></span>failed</span>
        <span id="timeline-note" class="note" aria-live="polite"></span>
        <span class="grow"></span>
        <span id="timeline-length" class="count"></span>
        <button id="zoom-out" type="button" class="chip is-option" aria-label="Zoom out">&#8722;</button>
        <button id="zoom-in" type="button" class="chip is-option" aria-label="Zoom in">+</button>
        <button id="zoom-all" type="button" class="chip is-option">all</button>
        <button id="zoom-now" type="button" class="chip is-option" aria-pressed="true">now</button>
      </div>
      <canvas id="timeline-canvas" tabindex="0" role="img"
        aria-label="Handlers and effects over time. The tab Work lists what runs; the journal lists all."></canvas>
    </section>

    <footer id="travel" aria-label="Time travel" hidden>
      <button id="step-back" type="button" title="One step back (,)" aria-label="One step back">&#9664;</button>
      <button id="play" type="button" title="Play or pause (Space)">Play</button>
      <button id="step-forward" type="button" title="One step forward (.)" aria-label="One step forward">&#9654;</button>
      <input id="travel-slider" type="range" aria-label="The entry whose state is shown" min="0" max="0" value="0">
      <output id="travel-place">current state</output>
      <label>step <select id="step-by"><option value="entry">entry</option><option value="action">action</option>
        <option value="change" selected>change</option></select></label>
      <label>play <select id="play-speed"><option value="speed 1">original speed</option><option value="speed 4">4x speed</option>
        <option value="every 0.5" selected>every 0.5 s</option><option value="every 0.1">every 0.1 s</option></select></label>
      <label title="What effects wrote while the app was travelling"><input id="applies-writes" type="checkbox" checked> keep writes</label>
      <button id="resume" type="button" title="Back to the current state (r)">Resume</button>
      <button id="commit" type="button" title="Continue from the shown state (c)">Commit</button>
    </footer>

    <div id="curtain" hidden>
      <div><h2 id="curtain-title">Connecting</h2><p id="curtain-text"></p></div>
    </div>
    <div id="toast" role="alert" hidden></div>

    <dialog id="help" aria-labelledby="help-title">
      <header><h2 id="help-title">Keys</h2><button id="help-close" type="button" aria-label="Close">&#215;</button></header>
      <div id="help-rows"></div>
    </dialog>
    </body>
    </html>

    """##),
    ("journal.js", "text/javascript; charset=utf-8", ##"""
    // The journal: the filter, and the list of entries.

    import { byId, make, setText } from "./dom.js";
    import { groups, kindOf } from "./kinds.js";
    import { WindowedList } from "./list.js";
    import { numberOf } from "./search.js";
    import { count, oneLine, plural, seconds } from "./texts.js";

    const rowHeight = 22;
    // A handler that takes longer costs a frame.
    const slowest = 0.016;

    export class JournalPane {
      #model;
      #actions;
      #list;
      #scroller = byId("journal-list");
      #field = byId("filter");
      // Whether the list stays at its end when entries arrive.
      #follows = true;
      // The entry whose state the app showed last.
      #travelledTo = null;
      #lastTop = 0;
      // Where jumps have begun.
      #jumps = [];
      // The last entry that a paused list has.
      #pausedAt = null;
      // Whether to show the chosen entry once all entries are filtered.
      #revealsLater = false;

      // `actions` has `openEntry()`.
      constructor(model, actions) {
        this.#model = model;
        this.#actions = actions;
        this.#list = new WindowedList(this.#scroller, rowHeight, makeRow, (element, index) => {
          this.#fill(element, index);
        });
        this.#startFilter();
        this.#scroller.addEventListener("click", (event) => this.#click(event));
        this.#scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
        byId("follow").addEventListener("click", () => this.toEnd());
        byId("pause").addEventListener("click", () => this.pauseOrContinue());
        byId("clear-filter").addEventListener("click", () => this.clearFilter());
        byId("hidden-clear").addEventListener("click", () => this.clearFilter());
        model.on("filter", () => this.#filtered());
        model.on("entries", () => this.#advance());
        model.on("selection status stores", () => this.#list.show(model.rows.list.length));
        model.on("status", () => this.#followTravel());
        model.on("entries filter connection selection", () => this.#drawSummary());
      }

      // MARK: Filter

      #startFilter() {
        const { view } = this.#model;
        this.#field.value = view.query;
        this.#field.addEventListener("input", () => {
          view.query = this.#field.value;
          this.#model.filter();
        });
        this.#field.addEventListener("keydown", (event) => {
          if (event.key === "Escape") {
            if (this.#field.value === "") this.#scroller.focus();
            this.#field.value = view.query = "";
            this.#model.filter();
          } else if (event.key === "Enter" || event.key === "ArrowDown") {
            this.#scroller.focus();
            if (this.#model.selected === undefined) this.move(this.#follows ? 0 : 1);
          } else {
            return;
          }
          event.preventDefault();
        });
        byId("kinds").append(...groups.map(({ name, title }) => make("button", {
          type: "button", class: "chip", "data-group": name, title,
          onclick: () => {
            if (view.hidden.has(name)) view.hidden.delete(name);
            else view.hidden.add(name);
            this.#model.filter();
          },
        }, name, make("small"))));
        byId("collapse").addEventListener("click", () => {
          view.collapses = !view.collapses;
          this.#model.filter();
        });
        byId("group").addEventListener("click", () => this.groupOrList());
        byId("only-errors").addEventListener("click", () => this.toggleErrors());
        byId("slower").addEventListener("change", (event) => {
          view.slower = Number(event.target.value);
          this.#model.filter();
        });
      }

      focusFilter() {
        this.#field.focus();
        this.#field.select();
      }

      // Lists actions with all that followed, or single entries.
      groupOrList() {
        this.#model.view.isGrouped = !this.#model.view.isGrouped;
        this.#model.filter();
      }

      toggleErrors() {
        this.#model.view.onlyErrors = !this.#model.view.onlyErrors;
        this.#model.filter();
      }

      // While the list is paused, entries arrive, but none is listed.
      pauseOrContinue() {
        this.#pausedAt = this.#pausedAt === null ? this.#model.entries.upTo : null;
        byId("pause").setAttribute("aria-pressed", String(this.#pausedAt !== null));
        this.#model.touch("entries");
      }

      clearFilter() {
        const { view } = this.#model;
        this.#field.value = view.query = "";
        view.hidden.clear();
        view.only.clear();
        view.onlyErrors = false;
        view.slower = 0;
        this.#model.filter();
      }

      #filtered() {
        const { view } = this.#model;
        for (const chip of byId("kinds").children) {
          chip.setAttribute("aria-pressed", String(!view.hidden.has(chip.dataset.group)));
        }
        byId("collapse").setAttribute("aria-pressed", String(view.collapses));
        byId("collapse").hidden = view.isGrouped;
        byId("group").setAttribute("aria-pressed", String(view.isGrouped));
        byId("only-errors").setAttribute("aria-pressed", String(view.onlyErrors));
        // An address can have a time that the page doesn't offer.
        const times = byId("slower");
        if (![...times.options].some(({ value }) => Number(value) === view.slower)) {
          times.append(make("option", { value: view.slower }, `> ${seconds(view.slower)}`));
        }
        times.value = String(view.slower);
        const isWhole = this.#model.rows.advance(8, this.#pausedAt ?? Infinity);
        this.#list.show(this.#model.rows.list.length);
        if (this.#follows) this.#list.scrollToEnd();
        else this.#revealSelection();
        this.#revealsLater = !this.#follows && !isWhole;
        this.#goOn(isWhole);
      }

      // Filters new entries, for a part of a frame.
      #advance() {
        const { rows } = this.#model;
        const isWhole = rows.advance(6, this.#pausedAt ?? Infinity);
        this.#list.show(rows.list.length, rows.takeChanged());
        if (this.#follows) {
          this.#list.scrollToEnd();
        } else if (this.#revealsLater && isWhole) {
          this.#revealSelection();
        }
        this.#revealsLater &&= !isWhole;
        this.#goOn(isWhole);
      }

      // Returns whether unfiltered entries are left; the next frame continues with them.
      #goOn(isWhole) {
        const text = String(!isWhole);
        if (this.#scroller.ariaBusy !== text) this.#scroller.ariaBusy = text;
        if (!isWhole) this.#model.touch("entries");
      }

      // MARK: Rows

      #fill(element, index) {
        const row = this.#model.rows.list[index];
        // The filter is another one, and the list follows within this frame.
        if (row === undefined) return;
        const run = row.entries ? row : null;
        const entry = run ? run.first : row;
        const model = this.#model;
        const { word, tone } = kindOf(run?.root ?? run?.unit ?? entry);
        const { travel } = model.status;
        const isSelected = run ? !run.isOpen && this.#chosenUnit() === run : model.view.entry === entry.number;
        const classes = ["list-row", "entry", `tone-${tone}`];
        if (run) classes.push("run", run.isOpen ? "is-open" : "is-closed");
        if (run?.root) classes.push("action-group");
        if (run?.errors > 0) classes.push("has-errors");
        if (model.isStruckOut(entry)) classes.push("is-struck-out");
        if (travel && entry.number > travel.at && entry.number <= travel.last) classes.push("is-later");
        if (travel && index === model.rows.lastPlace(travel.at)) classes.push("is-shown");
        if (entry.number === model.view.mark) classes.push("is-marked");
        if (entry.number <= model.status.gone) classes.push("has-gone");
        element.className = classes.join(" ");
        element.id = `row-${index}`;
        element.dataset.number = entry.number;
        element.setAttribute("aria-selected", String(isSelected));
        element.setAttribute("aria-level", run || entry.root === entry || !model.view.isGrouped ? 1 : 2);
        if (run) element.setAttribute("aria-expanded", String(run.isOpen));
        else element.removeAttribute("aria-expanded");
        if (isSelected) this.#scroller.setAttribute("aria-activedescendant", element.id);
        const [number, time, store, kind, text] = element.children;
        setText(number, String(entry.number));
        setText(time, entry.kind === "skipped" ? "" : entry.seconds.toFixed(3));
        setText(store, oneLine(model.storeName(entry.store), 60));
        setText(kind, word);
        text.style.setProperty("--depth", run ? 0 : Math.min(entry.depth, 4));
        if (run?.root) fillGroup(text, run, model.isFiltered);
        else if (run) fillRun(text, run);
        else fillText(text, entry);
      }

      #click(event) {
        const element = event.target.closest(".list-row");
        if (!element) return;
        const place = this.#model.rows.placeOf(Number(element.dataset.number));
        const index = Number(element.id.slice(4));
        const row = this.#model.rows.list[index];
        if (row?.entries) {
          this.#toggle(row);
        } else if (place >= 0) {
          this.#choose(Number(element.dataset.number));
        }
      }

      // The row of an action that contains the chosen entry.
      #chosenUnit() {
        const { entry } = this.#model.view;
        return entry === null ? undefined : this.#model.rows.unitOf(entry);
      }

      // Opens or closes the row of an action around the chosen entry. Returns whether it did.
      open(isOpen) {
        const unit = this.#chosenUnit();
        if (!unit?.entries || unit.isOpen === isOpen) return false;
        this.#toggle(unit);
        return true;
      }

      #toggle(run) {
        this.#follows = false;
        this.#model.rows.toggle(run);
        this.#model.select(run.first.number);
        this.#list.show(this.#model.rows.list.length);
        this.#revealSelection();
        this.#drawFollow();
      }

      #choose(number) {
        this.#model.select(number);
        this.#revealSelection();
      }

      // MARK: Moving

      // Chooses the entry so many rows further on.
      move(steps) {
        const rows = this.#model.rows.list;
        if (rows.length === 0) return;
        const { entry } = this.#model.view;
        let place = entry === null ? -1 : this.#model.rows.placeOf(entry);
        if (place < 0) {
          place = entry === null ? (steps > 0 ? -1 : rows.length) : this.#placeNear(entry) - (steps > 0);
        }
        const next = Math.max(0, Math.min(rows.length - 1, place + steps));
        this.#follows = false;
        let row = rows[next];
        // The header of an open run is passed over.
        if (row.entries && row.isOpen) row = rows[next + (steps > 0 || next === 0 ? 1 : -1)] ?? row;
        this.#choose(numberOf(row));
        this.#drawFollow();
      }

      movePage(direction) { this.move(direction * this.#list.pageLength); }

      toStart() {
        const [first] = this.#model.rows.list;
        if (first) this.#choose(numberOf(first));
        this.#scroller.scrollTop = 0;
        this.#follows = false;
        this.#drawFollow();
      }

      toEnd() {
        const rows = this.#model.rows.list;
        this.#follows = true;
        if (rows.length > 0) this.#model.select(null);
        this.#list.scrollToEnd();
        this.#drawFollow();
      }

      // Opens or closes the run at the selection; otherwise shows the entry.
      enter() {
        const { rows, view } = this.#model;
        const row = rows.list[rows.placeOf(view.entry ?? -1)];
        if (row?.entries) this.#toggle(row);
        else this.#actions.openEntry();
      }

      // Goes to an entry, also into a run, and remembers where that began.
      jump(number) {
        const { rows, view } = this.#model;
        if (view.entry !== null) this.#jumps.push(view.entry);
        this.#follows = false;
        const row = rows.list[rows.placeOf(number)];
        if (row?.entries && !row.isOpen) {
          rows.toggle(row);
          // The list scrolls to a place that it didn't have before.
          this.#list.show(rows.list.length);
        }
        this.#choose(number);
        this.#drawFollow();
      }

      jumpBack() {
        const number = this.#jumps.pop();
        if (number !== undefined) this.#choose(number);
      }

      jumpToCause() {
        const entry = this.#model.selected;
        const number = entry?.subject ?? entry?.cause;
        if (number !== undefined) this.jump(number);
      }

      jumpToConsequence() {
        const entry = this.#model.selected;
        const [first] = entry ? this.#model.entries.consequencesOf(entry) : [];
        if (first) this.jump(first.number);
      }

      reveal() { this.#revealSelection(); }

      // Keeps the entry in sight whose state the app shows.
      #followTravel() {
        const { rows, status } = this.#model;
        const at = status.travel?.at ?? null;
        if (at === this.#travelledTo) return;
        this.#travelledTo = at;
        if (at === null) return;
        this.#follows = false;
        this.#drawFollow();
        const place = rows.lastPlace(at);
        if (place >= 0) this.#list.reveal(place);
      }

      // Returns the place where an unlisted entry would be.
      #placeNear(number) {
        const rows = this.#model.rows.list;
        const place = rows.findIndex((row) => numberOf(row) > number);
        return place < 0 ? rows.length : place;
      }

      #revealSelection() {
        const { rows, view } = this.#model;
        if (view.entry === null) return;
        const place = rows.placeOf(view.entry);
        if (place >= 0) this.#list.reveal(place);
      }

      // MARK: Around the list

      // Going up ends following, and going down to the end begins it. Entries that arrive do neither.
      #scrolled() {
        const top = this.#scroller.scrollTop;
        const { isAtEnd } = this.#list;
        const follows = top < this.#lastTop ? this.#follows && isAtEnd : this.#follows || isAtEnd;
        this.#lastTop = top;
        if (follows === this.#follows) return;
        this.#follows = follows;
        this.#drawFollow();
      }

      #drawFollow() {
        byId("follow").setAttribute("aria-pressed", String(this.#follows));
      }

      #drawSummary() {
        const { rows, entries, connection, view, isFiltered } = this.#model;
        const all = entries.items.length;
        const listed = view.isGrouped ? `${count(rows.length)} rows` : count(rows.length);
        setText(byId("journal-count"), this.#pausedAt !== null ? `paused, ${count(rows.waiting)} more`
          : isFiltered ? `${listed} of ${count(all)}`
            : view.isGrouped ? `${listed}, ${plural(all, "entry")}` : count(all));
        for (const chip of byId("kinds").children) {
          setText(chip.lastElementChild, count(entries.counts.get(chip.dataset.group) ?? 0));
        }
        setText(byId("only-errors").lastElementChild ?? byId("only-errors").appendChild(make("small")),
          count(entries.errors));
        byId("clear-filter").hidden = !isFiltered;
        const chips = [...view.only].map((id) => make("button", {
          type: "button", class: "chip is-store", title: "List other stores as well",
          onclick: () => {
            view.only.delete(id);
            this.#model.filter();
          },
        }, `${oneLine(this.#model.storeName(id), 40)} \u00d7`));
        byId("only-stores").replaceChildren(...chips);
        const empty = byId("journal-empty");
        empty.hidden = rows.list.length > 0;
        setText(empty, all > 0 ? "No entry matches the filter."
          : connection.state === "open" ? "Nothing has happened yet. Entries appear here as the app runs."
            : "No entries.");
        const selected = this.#model.selected;
        byId("hidden-note").hidden = !(isFiltered && selected && rows.placeOf(selected.number) < 0);
      }
    }

    // Each row keeps its elements and texts: filling it makes none.
    function makeRow() {
      return make("div", { role: "treeitem" },
        make("span", { class: "cell-number" }),
        make("span", { class: "cell-time" }),
        make("span", { class: "cell-store" }),
        make("span", { class: "cell-kind" }),
        make("span", { class: "cell-text" },
          document.createTextNode(""), make("b"), document.createTextNode(""), make("i")));
    }

    // The text with the name in it set off.
    function fillText(cell, entry) {
      const text = oneLine(entry.text);
      const name = entry.name ? oneLine(entry.name) : "";
      const place = name ? text.indexOf(name) : -1;
      if (place < 0) {
        fillParts(cell, text, "", "", "");
        return;
      }
      const end = place + name.length;
      const time = entry.duration > slowest ? `  ${seconds(entry.duration)}` : "";
      fillParts(cell, text.slice(0, place), name, text.slice(end), time);
    }

    // `search("ab"), 3 changes, 2 effects, 1 cancelled, 41 ms`, with the names of the fields.
    function fillGroup(cell, group, isFiltered) {
      const title = oneLine(group.title, 120);
      const listed = isFiltered && group.entries.length < group.size ? `  ${group.entries.length} of ${group.size}` : "";
      const fields = group.fieldNames ? `  ${oneLine(group.fieldNames, 200)}` : "";
      fillParts(cell, "", title, ` \u00b7 ${group.summary}`, `${fields}${listed}`);
    }

    function fillRun(cell, run) {
      const name = oneLine(run.unit.name ?? run.unit.text, 120);
      fillParts(cell, "", name, `  \u00d7 ${count(run.units)}`, `  ${count(run.entries.length)} entries`);
    }

    function fillParts(cell, ...texts) {
      texts.forEach((text, place) => {
        const node = cell.childNodes[place];
        const inner = node.nodeType === Node.TEXT_NODE ? node : node.firstChild ?? node.appendChild(new Text());
        if (inner.data !== text) inner.data = text;
      });
    }

    """##),
    ("keys.js", "text/javascript; charset=utf-8", ##"""
    // The keys of the page, and the list of them.

    import { byId, make } from "./dom.js";

    const table = [
      ["In the journal"],
      ["\u2191 \u2193", "previous entry, next entry"],
      ["Page Up, Page Down", "one page"],
      ["Home, End", "first entry; last entry, and follow"],
      ["Enter", "open or close the row of an action; show the entry"],
      ["\u2192 \u2190", "open the row of an action, close it"],
      ["g", "rows by action, or one for each entry"],
      ["[", "jump to the cause"],
      ["]", "jump to the first consequence"],
      ["Backspace", "back to where a jump began"],
      ["/", "filter: words, kind:change, store:Search, field:count, slower:100ms, is:error, cause:118"],
      ["x", "errors only"],
      ["p", "pause the list, continue"],
      ["Escape", "clear and leave the filter"],
      ["f", "in the stores: list the entries of this store only"],
      ["Anywhere"],
      ["1 \u2026 5", "entry, state, compare, work, profile"],
      ["m", "mark the entry, to compare it with another one"],
      ["n", "show the state now, or at the entry"],
      ["w", "in the state: why the field has its value"],
      ["e", "in the state: edit the field"],
      ["l", "copy the address of the entry, the field or the comparison"],
      ["?", "these keys"],
      ["Time travel, where the app allows control"],
      ["t", "travel to the entry"],
      [", .", "one step back, one step forward"],
      ["Space", "play, pause"],
      ["r", "resume: back to the current state"],
      ["c", "commit: continue from the shown state; press twice to confirm"],
    ];

    // `commands` has a function for each key that the page knows.
    export function startKeys(commands) {
      const dialog = byId("help");
      const rows = byId("help-rows");
      let list = null;
      for (const [keys, text] of table) {
        if (text === undefined) {
          list = make("dl");
          rows.append(make("section", {}, make("h3", {}, keys), list));
          continue;
        }
        const names = keys.split(/(, | )/).filter((part) => part.trim() && part !== ", ");
        const parts = keys === "Page Up, Page Down" ? ["Page Up", "Page Down"]
          : keys === ", ." ? [",", "."] : names;
        list.append(make("dt", {}, ...parts.map((key) => make("kbd", {}, key))), make("dd", {}, text));
      }
      byId("help-button").addEventListener("click", () => dialog.showModal());
      byId("help-close").addEventListener("click", () => dialog.close());

      document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
        const isField = event.target.closest("textarea, select, input:not([type=range])");
        if (isField) return;
        // Buttons, lists and sliders keep the keys that are theirs.
        const isControl = event.target.closest("button, summary, a, input, [role=tab]");
        if (isControl && [" ", "Enter"].includes(event.key)) return;
        if (event.key === "?") {
          dialog.showModal();
          event.preventDefault();
          return;
        }
        const command = commands[event.key];
        if (!command) return;
        if (command(event) !== false) event.preventDefault();
      });
    }

    """##),
    ("kinds.js", "text/javascript; charset=utf-8", ##"""
    // The kinds of entries: a short word for the list, the group they are filtered by, and a tone.

    export const groups = [
      { name: "actions", title: "Actions: received, queued, dropped, handled, failed, done" },
      { name: "changes", title: "Changes of fields" },
      { name: "effects", title: "Effects: waiting, started, ended, failed, cancelled" },
      { name: "screens", title: "Loading, errors, elements of streams, drawings" },
      { name: "stores", title: "Stores made and ended" },
      { name: "queries", title: "Attempts of queries: started, answered, failed, cancelled" },
      { name: "outboxes", title: "Changes of outboxes: enqueued, sent, applied, failed, removed" },
      { name: "histories", title: "Steps of histories: undo, redo" },
      { name: "travel", title: "Travel, resume, commit, and removed entries" },
    ];

    const kinds = {
      storeMade: { word: "made", group: "stores", tone: "store" },
      storeEnded: { word: "ended", group: "stores", tone: "store" },
      actionReceived: { word: "action", group: "actions", tone: "action" },
      actionQueued: { word: "queued", group: "actions", tone: "quiet" },
      actionDropped: { word: "dropped", group: "actions", tone: "warning" },
      actionHandled: { word: "handled", group: "actions", tone: "quiet" },
      actionFailed: { word: "failed", group: "actions", tone: "bad" },
      actionDone: { word: "done", group: "actions", tone: "quiet" },
      change: { word: "change", group: "changes", tone: "change" },
      effectWaiting: { word: "waits", group: "effects", tone: "effect" },
      effectStarted: { word: "starts", group: "effects", tone: "effect" },
      effectDropped: { word: "dropped", group: "effects", tone: "warning" },
      effectFailed: { word: "failed", group: "effects", tone: "bad" },
      effectCancelled: { word: "cancelled", group: "effects", tone: "warning" },
      effectEnded: { word: "ends", group: "effects", tone: "effect" },
      loading: { word: "loading", group: "screens", tone: "screen" },
      errorShown: { word: "error", group: "screens", tone: "bad" },
      element: { word: "element", group: "screens", tone: "screen" },
      drawn: { word: "drawn", group: "screens", tone: "quiet" },
      queryStarted: { word: "loads", group: "queries", tone: "effect" },
      queryAnswered: { word: "answer", group: "queries", tone: "effect" },
      queryFailed: { word: "failed", group: "queries", tone: "bad" },
      queryCancelled: { word: "cancelled", group: "queries", tone: "quiet" },
      outboxEnqueued: { word: "enqueued", group: "outboxes", tone: "effect" },
      outboxMerged: { word: "merged", group: "outboxes", tone: "effect" },
      outboxStarted: { word: "sends", group: "outboxes", tone: "effect" },
      outboxApplied: { word: "applied", group: "outboxes", tone: "effect" },
      outboxWaits: { word: "waits", group: "outboxes", tone: "warning" },
      outboxFailed: { word: "failed", group: "outboxes", tone: "bad" },
      outboxCancelled: { word: "cancelled", group: "outboxes", tone: "quiet" },
      outboxRemoved: { word: "removed", group: "outboxes", tone: "quiet" },
      outboxUnstored: { word: "unstored", group: "outboxes", tone: "bad" },
      history: { word: "history", group: "histories", tone: "store" },
      travel: { word: "travel", group: "travel", tone: "travel" },
      resume: { word: "resume", group: "travel", tone: "travel" },
      commit: { word: "commit", group: "travel", tone: "travel" },
      skipped: { word: "gone", group: "travel", tone: "warning" },
    };

    const errors = new Set([
      "actionFailed", "effectFailed", "errorShown", "queryFailed", "outboxFailed", "outboxUnstored",
    ]);

    export const isError = (entry) => errors.has(entry.kind);

    export const kindOf = (entry) => kinds[entry.kind] ?? { word: entry.kind, group: "", tone: "quiet" };

    """##),
    ("latest.js", "text/javascript; charset=utf-8", ##"""
    // Runs one piece of work at a time. Of requests that arrive meanwhile, only the last one runs.
    export class Latest {
      #running = false;
      #next = null;

      async run(work) {
        if (this.#running) {
          this.#next = work;
          return;
        }
        this.#running = true;
        try {
          for (let current = work; current; current = this.#take()) await current();
        } finally {
          this.#running = false;
        }
      }

      #take() {
        const next = this.#next;
        this.#next = null;
        return next;
      }
    }

    """##),
    ("list.js", "text/javascript; charset=utf-8", ##"""
    // A list of which only the rows in sight are elements.

    export class WindowedList {
      #container;
      #space;
      #rows = [];
      #height;
      #makeRow;
      #fillRow;
      #count = 0;
      #version = 0;
      #isScheduled = false;
      // Stored here, because reading it from the element lays out the page each time.
      #top = 0;
      #viewHeight = 0;

      // `makeRow()` makes an element; `fillRow(element, index)` shows a row in it.
      constructor(container, height, makeRow, fillRow) {
        this.#container = container;
        this.#height = height;
        this.#makeRow = makeRow;
        this.#fillRow = fillRow;
        this.#space = document.createElement("div");
        this.#space.className = "list-space";
        this.#space.setAttribute("role", "presentation");
        container.append(this.#space);
        container.addEventListener("scroll", () => {
          this.#top = container.scrollTop;
          this.#schedule();
        }, { passive: true });
        new ResizeObserver(() => {
          this.#viewHeight = container.clientHeight;
          this.#schedule();
        }).observe(container);
        this.#viewHeight = container.clientHeight;
      }

      get pageLength() { return Math.max(1, Math.floor(this.#viewHeight / this.#height) - 1); }

      // Whether the end is in sight.
      get isAtEnd() {
        return this.#top + this.#viewHeight >= this.#count * this.#height - this.#height;
      }

      // Shows other rows, or the same ones with other contents; the rows in front of `from` are the same.
      show(count, from = 0) {
        this.#count = count;
        this.#version += 1;
        for (const row of this.#rows) if (row.index < from) row.version = this.#version;
        this.#setHeight(count * this.#height);
        // The end of a shorter list: the browser reports its own scrolling a frame later.
        this.#scrollTo(this.#top);
        this.#draw();
      }

      #setHeight(height) {
        const text = `${height}px`;
        if (this.#space.style.height !== text) this.#space.style.height = text;
      }

      scrollToEnd() { this.#scrollTo(this.#count * this.#height - this.#viewHeight); }

      // Scrolls to a row that isn't in sight; centers it if it is far away.
      reveal(index) {
        const rowTop = index * this.#height;
        const [top, height] = [this.#top, this.#viewHeight];
        if (rowTop < top - height || rowTop > top + 2 * height) this.#scrollTo(rowTop - height / 2);
        else if (rowTop < top) this.#scrollTo(rowTop);
        else if (rowTop + this.#height > top + height) this.#scrollTo(rowTop + this.#height - height);
        this.#draw();
      }

      #scrollTo(top) {
        const possible = Math.max(0, Math.min(top, this.#count * this.#height - this.#viewHeight));
        if (possible === this.#top) return;
        this.#top = possible;
        this.#container.scrollTop = possible;
        this.#schedule();
      }

      #schedule() {
        if (this.#isScheduled) return;
        this.#isScheduled = true;
        requestAnimationFrame(() => {
          this.#isScheduled = false;
          this.#draw();
        });
      }

      #draw() {
        const inSight = Math.ceil(this.#viewHeight / this.#height) + 8;
        while (this.#rows.length < inSight) {
          const element = this.#makeRow();
          element.classList.add("list-row");
          this.#space.append(element);
          this.#rows.push({ element, index: -1, version: -1 });
        }
        const first = Math.max(0, Math.floor(this.#top / this.#height) - 4);
        // Row `i` is always in the same element, so that scrolling by one row fills one.
        for (let index = first; index < first + this.#rows.length; index += 1) {
          const row = this.#rows[index % this.#rows.length];
          const isThere = index < this.#count;
          if (row.index === index && row.version === this.#version && isThere) continue;
          row.index = isThere ? index : -1;
          row.version = this.#version;
          row.element.hidden = !isThere;
          if (!isThere) continue;
          row.element.style.transform = `translateY(${index * this.#height}px)`;
          this.#fillRow(row.element, index);
        }
      }
    }

    """##),
    ("loader.js", "text/javascript; charset=utf-8", ##"""
    // Loads what a part of the page shows from the app.

    import { Latest } from "./latest.js";

    export class Loader {
      #pause;
      #isNeeded;
      #ask;
      #show;
      #later;
      #latest = new Latest();
      #isWaiting = false;

      // `ask()` requests an answer if `isNeeded()`, and `show(answer)` shows it. `loadSoon` waits for `pause` milliseconds;
      // `later(work, pause)` runs work after that time.
      constructor({ pause, isNeeded, ask, show, later = (work, time) => setTimeout(work, time) }) {
        this.#pause = pause;
        this.#isNeeded = isNeeded;
        this.#ask = ask;
        this.#show = show;
        this.#later = later;
      }

      load() {
        if (!this.#isNeeded()) return;
        this.#latest.run(async () => {
          let answer;
          try {
            answer = await this.#ask();
          } catch {
            // The connection was lost; the answer follows after the reconnection.
            return;
          }
          this.#show(answer);
        });
      }

      // Loads after the pause, once for all calls until then.
      loadSoon() {
        if (this.#isWaiting) return;
        this.#isWaiting = true;
        this.#later(() => {
          this.#isWaiting = false;
          this.load();
        }, this.#pause);
      }
    }

    """##),
    ("main.js", "text/javascript; charset=utf-8", ##"""
    // Puts the parts together.

    import { ActionEditor } from "./actionEditor.js";
    import { byId, make } from "./dom.js";
    import { ComparePane } from "./comparePane.js";
    import { Connection } from "./connection.js";
    import { EntryPane } from "./entryPane.js";
    import { HistoryPane } from "./historyPane.js";
    import { JournalPane } from "./journal.js";
    import { Latest } from "./latest.js";
    import { Model } from "./model.js";
    import { ProfilePane } from "./profilePane.js";
    import { OutboxPane } from "./outboxPane.js";
    import { QueryPane } from "./queryPane.js";
    import { StatePane } from "./statePane.js";
    import { StatusBar } from "./statusBar.js";
    import { StoresPane } from "./stores.js";
    import { plain } from "./texts.js";
    import { Timeline } from "./timeline.js";
    import { TravelBar } from "./travelBar.js";
    import { WhyPanel } from "./whyPanel.js";
    import { WorkPane } from "./workPane.js";
    import { readToken, readView, writeView } from "./urlState.js";
    import { startKeys } from "./keys.js";
    import { startPanes } from "./panes.js";

    const tabs = ["entry", "state", "compare", "work", "profile"];
    const model = new Model();
    const token = readToken();
    readView(model.view);
    if (!tabs.includes(model.view.tab)) model.view.tab = "entry";

    // MARK: Messages of the app

    const storeRequests = new Latest();

    function loadStores() {
      storeRequests.run(async () => {
        try {
          model.setStores((await connection.ask("stores")).stores);
        } catch {
          // The connection was lost; the next first message has the stores.
        }
      });
    }

    // The kinds of entries that may change the list of stores.
    const changingKinds = new Set(["storeMade", "storeEnded", "loading"]);

    const receiver = {
      since: () => model.entries.upTo,

      connection(state) {
        model.connection = state;
        model.touch("connection");
      },

      hello(message) {
        if (model.session !== null && model.session !== message.session) {
          // A different run of the app: the known numbers are invalid.
          model.session = null;
          model.entries.clear();
          model.forgetTime();
          model.view.entry = model.view.store = model.view.mark = model.view.field = null;
          model.view.only.clear();
          model.filter();
          connection.restart();
          return;
        }
        model.session = message.session;
        model.began = new Date(message.began);
        model.hasPassed((Date.now() - model.began.getTime()) / 1000 - 1);
        model.status = message.status;
        model.setStores(message.stores);
        model.touch("hello status entries selection");
      },

      entries(page) {
        const isFirst = model.entries.items.length === 0;
        if (!model.entries.append(page)) {
          connection.restart();
          return;
        }
        model.status = { ...model.status, last: Math.max(model.status.last, page.last) };
        const last = page.entries[page.entries.length - 1];
        if (last) model.hasPassed(last.seconds);
        if (page.entries.some(({ kind }) => changingKinds.has(kind))) loadStores();
        model.touch("entries");
        // An entry that the address names may be among those that come first.
        const isNamed = page.entries.some((entry) => entry.number === model.view.entry);
        if (isNamed) model.touch("selection");
        if (isNamed || isFirst) requestAnimationFrame(() => requestAnimationFrame(() => journal.reveal()));
      },

      skipped(message) {
        if (!model.entries.skip(message)) connection.restart();
        model.touch("entries");
      },

      status(status) {
        model.status = status;
        model.touch("status");
      },
    };

    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`;
    const connection = new Connection(address, token, receiver);

    // MARK: Actions of the parts

    let toastTimer = null;

    const actions = {
      // Shows a message for some seconds.
      tell(text) {
        const toast = byId("toast");
        toast.replaceChildren(make("span", {}, plain(text)));
        toast.hidden = false;
        clearTimeout(toastTimer);
        toastTimer = setTimeout(() => { toast.hidden = true; }, 6000);
      },

      // Changes the app, or shows why that was refused.
      async control(name, values) {
        try {
          const done = await connection.ask(name, values);
          receiver.status(done.status);
        } catch (error) {
          actions.tell(error.message);
        }
      },

      async cancel(store, effect) {
        await actions.control("cancel", { store, effect });
        work.load();
      },

      jump: (number) => {
        journal.jump(number);
        if (!["entry", "state"].includes(model.view.tab)) model.show("entry");
      },

      openEntry() {
        model.show("entry");
        showPart("details");
        byId("tab-entry").focus();
      },
    };

    const journal = new JournalPane(model, actions);
    new StoresPane(model);
    new EntryPane(model, connection, actions);
    new StatePane(model, connection, actions);
    new ActionEditor(model, connection, actions);
    new WhyPanel(model, connection, actions);
    const compare = new ComparePane(model, connection);
    const work = new WorkPane(model, connection, actions);
    new HistoryPane(model, connection);
    new QueryPane(model, connection, actions);
    new OutboxPane(model, connection, actions);
    new ProfilePane(model, connection);
    new Timeline(model, actions);
    const travel = new TravelBar(model, actions);
    new StatusBar(model, () => connection.open());
    startPanes();

    // MARK: Tabs

    for (const button of document.querySelectorAll("#tabs [role=tab]")) {
      button.addEventListener("click", () => model.show(button.dataset.tab));
      button.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step === undefined) return;
        const next = tabs[(tabs.indexOf(button.dataset.tab) + step + tabs.length) % tabs.length];
        model.show(next);
        byId(`tab-button-${next}`).focus();
        event.preventDefault();
        event.stopPropagation();
      });
    }

    function drawTabs() {
      for (const tab of tabs) {
        const isShown = tab === model.view.tab;
        byId(`tab-${tab}`).hidden = !isShown;
        byId(`tab-button-${tab}`).setAttribute("aria-selected", String(isShown));
        byId(`tab-button-${tab}`).tabIndex = isShown ? 0 : -1;
      }
    }

    // In a narrow window one part is shown at a time.
    function showPart(part) {
      document.body.dataset.part = part;
      for (const button of document.querySelectorAll("#parts button")) {
        button.setAttribute("aria-pressed", String(button.dataset.part === part));
      }
    }

    for (const button of document.querySelectorAll("#parts button")) {
      button.addEventListener("click", () => showPart(button.dataset.part));
    }
    showPart("journal");
    drawTabs();

    // MARK: Keys

    function inList(move) {
      return (event) => {
        // The arrows of a slider move the slider.
        if (event.target.closest("input, [role=separator], [role=tab]")) return false;
        move();
        if (!event.target.closest("#journal-list")) byId("journal-list").focus();
        return true;
      };
    }

    startKeys({
      "/": () => journal.focusFilter(),
      "ArrowDown": inList(() => journal.move(1)),
      "ArrowUp": inList(() => journal.move(-1)),
      "PageDown": inList(() => journal.movePage(1)),
      "PageUp": inList(() => journal.movePage(-1)),
      "Home": inList(() => journal.toStart()),
      "End": inList(() => journal.toEnd()),
      "Enter": () => journal.enter(),
      "ArrowRight": inList(() => journal.open(true)),
      "ArrowLeft": inList(() => journal.open(false)),
      "g": () => journal.groupOrList(),
      "x": () => journal.toggleErrors(),
      "p": () => journal.pauseOrContinue(),
      "l": () => copyAddress(),
      "[": () => journal.jumpToCause(),
      "]": () => journal.jumpToConsequence(),
      "Backspace": () => journal.jumpBack(),
      "m": () => compare.mark(),
      "n": () => {
        model.view.showsNow = !model.view.showsNow;
        model.touch("point");
      },
      "t": () => {
        if (model.canControl && model.view.entry !== null) travel.travel(model.view.entry);
      },
      ",": () => travel.step("backward"),
      ".": () => travel.step("forward"),
      " ": () => travel.playOrPause(),
      "r": () => travel.resume(),
      "c": () => travel.commit(),
      ...Object.fromEntries(tabs.map((tab, place) => [String(place + 1), () => {
        model.show(tab);
        showPart("details");
      }])),
    });

    // Copies the address of the chosen entry, field or comparison.
    async function copyAddress() {
      writeView(token, model.view);
      try {
        await navigator.clipboard.writeText(location.href);
        actions.tell("The address of this view is copied.");
      } catch {
        actions.tell("The browser doesn't allow copying. The address bar has the address of this view.");
      }
    }

    model.on("tab", drawTabs);
    model.on("selection tab point mark filter field", () => writeView(token, model.view));

    model.filter();
    model.touch("connection stores selection status tab");
    if (token) {
      connection.open();
    } else {
      receiver.connection({ state: "missing" });
    }

    """##),
    ("model.js", "text/javascript; charset=utf-8", ##"""
    // The data of the page: the only state outside elements.

    import { Entries } from "./entries.js";
    import { GroupedRows } from "./groupedRows.js";
    import { Rows } from "./rows.js";
    import { isFiltered, makeFilter } from "./filter.js";

    export class Model {
      connection = { state: "connecting" };
      session = null;
      began = null;
      status = { gone: 0, last: 0, canControl: false, struckOut: [] };
      stores = [];
      entries = new Entries();
      #flatRows = new Rows(this.entries);
      #groupedRows = new GroupedRows(this.entries);
      // The user's choices, which are kept in the address.
      view = {
        entry: null,
        store: null,
        tab: "entry",
        mark: null,
        // The path of the field whose history is shown.
        field: null,
        query: "",
        hidden: new Set(),
        only: new Set(),
        onlyErrors: false,
        // The seconds that an entry's work has to exceed.
        slower: 0,
        // Whether a row is an action, and not an entry.
        isGrouped: true,
        collapses: true,
        showsNow: false,
      };
      #listeners = new Map();
      #touched = new Set();
      #storesById = new Map();
      #names = new Map();
      #secondsAhead = -Infinity;

      // Calls a function in the next frame after one of these topics was touched.
      on(topics, listener) {
        for (const topic of topics.split(" ")) {
          if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
          this.#listeners.get(topic).add(listener);
        }
      }

      touch(topics) {
        if (this.#touched.size === 0) requestAnimationFrame(() => this.#tell());
        for (const topic of topics.split(" ")) this.#touched.add(topic);
      }

      #tell() {
        const listeners = new Set();
        for (const topic of this.#touched) {
          for (const listener of this.#listeners.get(topic) ?? []) listeners.add(listener);
        }
        this.#touched.clear();
        for (const listener of listeners) listener();
      }

      get canControl() { return this.status.canControl && this.connection.state === "open"; }
      get isTravelling() { return this.status.travel !== undefined; }

      // MARK: Stores

      setStores(stores) {
        this.stores = stores;
        this.#storesById = new Map(stores.map((store) => [store.id, store]));
        const counts = new Map();
        for (const { name } of stores) counts.set(name, (counts.get(name) ?? 0) + 1);
        this.#names = new Map(
          stores.map(({ id, name }) => [id, counts.get(name) > 1 ? `${name} ${id}` : name])
        );
        this.touch("stores");
      }

      store(id) { return this.#storesById.get(id); }

      // The name of a store, with its number if it isn't unique.
      storeName(id) { return this.#names.get(id) ?? (id ? `store ${id}` : ""); }

      // The store that is chosen, or that of the chosen entry, or the first.
      get currentStore() {
        return this.store(this.view.store) ?? this.stores.find((store) => store.ended === undefined)
          ?? this.stores[0];
      }

      // MARK: Choosing

      // Chooses an entry, and its store.
      select(number, { keepsStore = false } = {}) {
        this.view.entry = number;
        const entry = number === null ? undefined : this.entries.find(number);
        if (entry && !keepsStore && this.store(entry.store)) this.view.store = entry.store;
        this.touch("selection");
      }

      // Shows why the field at a path of the current store has its value; null for none.
      showField(path) {
        if (this.view.field === path) return;
        this.view.field = path;
        this.touch("field");
      }

      show(tab) {
        this.view.tab = tab;
        this.touch("tab");
      }

      get selected() {
        return this.view.entry === null ? undefined : this.entries.find(this.view.entry);
      }

      // The entry whose state is shown; null for the current state.
      get point() {
        return this.view.showsNow || this.view.entry === null ? undefined : this.view.entry;
      }

      get rows() { return this.view.isGrouped ? this.#groupedRows : this.#flatRows; }

      get isFiltered() { return isFiltered(this.view); }

      filter() {
        const filter = makeFilter(this.view, (id) => this.storeName(id));
        this.rows.reset(filter, { collapses: this.view.collapses });
        this.touch("filter");
      }

      isStruckOut(entry) {
        if (entry.isStruckOut) return true;
        return this.status.struckOut.some(([from, to]) => entry.number >= from && entry.number <= to);
      }

      // MARK: Time

      // An entry of these seconds has happened already.
      hasPassed(seconds) {
        this.#secondsAhead = Math.max(this.#secondsAhead, seconds - performance.now() / 1000);
      }

      // The seconds from the first entry until now.
      get now() { return performance.now() / 1000 + this.#secondsAhead; }

      forgetTime() { this.#secondsAhead = -Infinity; }
    }

    """##),
    ("outboxPane.js", "text/javascript; charset=utf-8", ##"""
    // The outboxes: the changes that the server hasn't applied, and what keeps them from being sent.

    import { byId, make, redraw } from "./dom.js";
    import { Loader } from "./loader.js";
    import { plain, plural, seconds } from "./texts.js";

    const pause = 500;
    // More changes than anyone reads would make the page slow.
    const most = 100;
    // The choices in the menu of an outbox, by their names in a request.
    const steps = {
      hold: "send nothing", release: "send again", retry: "try all now", fail: "let the next attempt fail",
    };
    const holds = { app: "paused by the app", inspector: "held here", failure: "held by an error" };
    const removable = new Set(["rejected", "held", "unknown", "expired", "undecodable"]);

    export class OutboxPane {
      #model;
      #actions;
      #loader;
      #outboxes = [];

      // `actions` has `jump(number)`, and `control(ask, names)`.
      constructor(model, connection, actions) {
        this.#model = model;
        this.#actions = actions;
        this.#loader = new Loader({
          pause,
          isNeeded: () => model.view.tab === "work" && model.connection.state === "open",
          ask: () => connection.ask("outboxes", { limit: most }),
          show: ({ outboxes }) => {
            this.#outboxes = outboxes;
            this.#draw();
          },
        });
        model.on("tab hello", () => this.#loader.load());
        model.on("entries", () => this.#loader.loadSoon());
        model.on("connection status", () => this.#draw());
      }

      #draw() {
        if (this.#model.view.tab !== "work") return;
        const body = byId("outboxes-body");
        const rows = () => this.#outboxes.flatMap((outbox, place) => this.#makeOutbox(outbox, place));
        redraw(body, () => body.replaceChildren(...rows()));
        byId("outboxes-none").hidden = this.#outboxes.length > 0;
        byId("outboxes-table").hidden = this.#outboxes.length === 0;
      }

      #makeOutbox(outbox, place) {
        const { number, pending, failed, changes } = outbox;
        const left = pending + failed - changes.length;
        return [
          make("tr", {},
            make("th", { scope: "colgroup", colspan: 5 }, `outbox ${place + 1} `,
              make("span", { class: "quiet" }, textOf(outbox), " "), this.#makeMenu(number, place))),
          ...changes.map((change) => this.#makeChange(change, number)),
          ...(left > 0 ? [make("tr", {}, make("td", { class: "quiet", colspan: 5 }, `${left} more`))] : []),
        ];
      }

      #makeMenu(outbox, place) {
        if (!this.#model.canControl) return null;
        const menu = make("select", {
          class: "steps", "data-key": `outbox ${outbox}`, "aria-label": `Change outbox ${place + 1}`,
          onchange: () => this.#change({ outbox, do: menu.value }),
        }, make("option", { value: "" }, "change\u2026"),
        ...Object.entries(steps).map(([value, text]) => make("option", { value }, text)));
        return menu;
      }

      async #change(names) {
        await this.#actions.control("outbox", names);
        this.#loader.load();
      }

      #makeChange(change, outbox) {
        return make("tr", {},
          make("td", {}, plain(change.change ?? change.name), " ", ...this.#makeButtons(change, outbox),
            change.error ? make("div", { class: "quiet" }, plain(change.error)) : null),
          make("td", {}, stateOf(change)),
          make("td", { class: "number" }, seconds(change.age)),
          make("td", {}, plain(change.lane)),
          make("td", {}, this.#makeAttempts(change)));
      }

      #makeButtons({ key, state, attempts }, outbox) {
        if (!this.#model.canControl || state === "sending") return [];
        const button = (step, text) => make("button", {
          type: "button", class: step, "data-key": `${step} ${key}`, "aria-label": `${text} ${key}`,
          onclick: () => this.#change({ outbox, do: step, key }),
        }, text);
        const isRemovable = removable.has(state) || (state === "queued" && attempts === 0);
        return [
          ...(state === "undecodable" ? [] : [button("retry", "retry")]),
          ...(isRemovable ? [button("remove", "remove")] : []),
        ];
      }

      #makeAttempts({ attempts, entry }) {
        const text = plural(attempts, "attempt");
        if (entry === undefined) return text;
        return make("button", {
          type: "button", class: "link", "data-key": `change ${entry}`, onclick: () => this.#actions.jump(entry),
        }, text);
      }
    }

    function textOf({ pending, failed, oldest, hold, failing }) {
      const parts = [`${pending} pending`];
      if (failed > 0) parts.push(`${failed} failed`);
      if (oldest !== undefined) parts.push(`the oldest for ${seconds(oldest)}`);
      if (hold) parts.push(holds[hold]);
      if (failing) parts.push(`the next ${plural(failing, "attempt")} will fail`);
      return parts.join(", ");
    }

    function stateOf({ state, next }) {
      return next === undefined ? state : `${state}, next in ${seconds(next)}`;
    }

    """##),
    ("panes.js", "text/javascript; charset=utf-8", ##"""
    // Dividers between panes, moved by the mouse or with the arrow keys. The sizes are kept.

    const place = "inspector-panes";

    export function startPanes() {
      let sizes = {};
      try {
        sizes = JSON.parse(localStorage.getItem(place)) ?? {};
      } catch {
        // The stored sizes aren't JSON: the panes keep their default sizes.
      }
      for (const divider of document.querySelectorAll("[data-pane]")) startDivider(divider, sizes);
    }

    function startDivider(divider, sizes) {
      const { pane, side } = divider.dataset;
      const isColumn = side !== "top";
      const sign = side === "left" ? 1 : -1;
      const element = document.getElementById(pane);
      const size = () => (isColumn ? element.offsetWidth : element.offsetHeight);
      const least = isColumn ? 120 : 40;
      const most = () => (isColumn ? innerWidth : innerHeight) * 0.6;
      divider.setAttribute("aria-valuemin", least);
      divider.setAttribute("aria-valuemax", Math.round(most()));
      divider.setAttribute("aria-valuenow", size());
      const set = (value) => {
        const pixels = Math.round(Math.max(least, Math.min(most(), value)));
        sizes[pane] = pixels;
        document.documentElement.style.setProperty(`--${pane}-size`, `${pixels}px`);
        divider.setAttribute("aria-valuenow", pixels);
      };
      if (Number.isFinite(sizes[pane])) set(sizes[pane]);
      const keep = () => localStorage.setItem(place, JSON.stringify(sizes));
      divider.addEventListener("pointerdown", (event) => {
        const start = isColumn ? event.clientX : event.clientY;
        const before = size();
        divider.setPointerCapture(event.pointerId);
        const move = (moved) => {
          set(before + sign * ((isColumn ? moved.clientX : moved.clientY) - start));
        };
        divider.addEventListener("pointermove", move);
        divider.addEventListener("lostpointercapture", () => {
          divider.removeEventListener("pointermove", move);
          keep();
        }, { once: true });
        event.preventDefault();
      });
      divider.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step === undefined || event.key.endsWith("t") !== isColumn) return;
        set(size() + sign * step * 16);
        keep();
        event.preventDefault();
        event.stopPropagation();
      });
    }

    """##),
    ("profilePane.js", "text/javascript; charset=utf-8", ##"""
    // How often each kind of action and effect ran, and how long that took.

    import { byId, make } from "./dom.js";
    import { Loader } from "./loader.js";
    import { count, plain, seconds } from "./texts.js";

    const pause = 2000;

    const columns = [
      ["name", (row) => row.name, (value) => value],
      ["count", (row) => row.count, count],
      ["handlers", (row) => row.handler.total, seconds],
      ["share", (row) => row.share ?? -1, (value) => (value < 0 ? "" : `${(value * 100).toFixed(1)} %`)],
      ["p50", (row) => row.handler.p50, seconds],
      ["p95", (row) => row.handler.p95, seconds],
      ["max", (row) => row.handler.max, seconds],
      ["done p50", (row) => row.done.p50, seconds],
      ["p95", (row) => row.done.p95, seconds],
      ["max", (row) => row.done.max, seconds],
      ["changes", (row) => row.changes, count],
      ["errors", (row) => row.errors, count],
      ["drops", (row) => row.drops, count],
    ];

    export class ProfilePane {
      #profile = { elapsed: 0, rows: [] };
      #sort = { column: 2, sign: -1 };

      constructor(model, connection) {
        byId("profile-head").append(...columns.map(([title], column) => make("th", {
          scope: "col", class: column === 0 ? "" : "number",
        }, make("button", { type: "button", onclick: () => this.#sortBy(column) }, title))));
        const loader = new Loader({
          pause,
          isNeeded: () => model.view.tab === "profile" && model.connection.state === "open",
          ask: () => connection.ask("profile"),
          show: (profile) => {
            this.#profile = profile;
            this.#draw();
          },
        });
        model.on("tab hello", () => loader.load());
        model.on("entries", () => loader.loadSoon());
      }

      #sortBy(column) {
        const sign = this.#sort.column === column ? -this.#sort.sign : column === 0 ? 1 : -1;
        this.#sort = { column, sign };
        this.#draw();
      }

      #draw() {
        const { column, sign } = this.#sort;
        const value = columns[column][1];
        const rows = [...this.#profile.rows].sort((a, b) => {
          const [x, y] = [value(a), value(b)];
          return sign * (x < y ? -1 : x > y ? 1 : 0);
        });
        [...byId("profile-head").children].forEach((head, place) => {
          const order = sign > 0 ? "ascending" : "descending";
          head.setAttribute("aria-sort", place === column ? order : "none");
        });
        byId("profile-body").replaceChildren(...rows.map((row) => make("tr", {},
          ...columns.map(([title, read, show], place) => {
            const shown = show(read(row));
            if (place === 0) {
              return make("td", {}, make("span", { class: `dot tone-${row.isEffect ? "effect" : "action"}`,
                title: row.isEffect ? "effect" : "action" }), plain(shown));
            }
            const isBad = (title === "errors" || title === "drops") && read(row) > 0;
            return make("td", { class: `number${isBad ? " bad" : ""}` }, read(row) === 0 ? "\u00b7" : shown);
          }))));
        byId("profile-elapsed").textContent = rows.length > 0
          ? `over ${seconds(this.#profile.elapsed)}` : "Nothing has been measured yet.";
      }
    }

    """##),
    ("queryPane.js", "text/javascript; charset=utf-8", ##"""
    // The entries of the caches of queries: their age, their watchers, and what has started the last attempt.

    import { byId, make, redraw } from "./dom.js";
    import { Loader } from "./loader.js";
    import { plain, plural, seconds } from "./texts.js";

    const pause = 500;
    // More entries than anyone reads would make the page slow.
    const most = 100;
    // The choices in the menu of an entry, by their names in a request.
    const steps = {
      reload: "load again", invalidate: "mark as changed", remove: "remove", hang: "let it load for ever",
      fail: "let it fail", slow: "let it be slow", restore: "let it load properly",
    };
    // The simulated behavior of loads, by its name in an answer.
    const simulations = { endless: "made to load for ever", failing: "made to fail", slow: "made slow" };

    export class QueryPane {
      #model;
      #actions;
      #loader;
      #caches = [];

      // `actions` has `jump(number)`, and `control(ask, names)`.
      constructor(model, connection, actions) {
        this.#model = model;
        this.#actions = actions;
        this.#loader = new Loader({
          pause,
          isNeeded: () => model.view.tab === "work" && model.connection.state === "open",
          ask: () => connection.ask("queries", { limit: most }),
          show: ({ caches }) => {
            this.#caches = caches;
            this.#draw();
          },
        });
        model.on("tab hello", () => this.#loader.load());
        model.on("entries", () => this.#loader.loadSoon());
        model.on("connection status", () => this.#draw());
      }

      #draw() {
        if (this.#model.view.tab !== "work") return;
        const shown = this.#caches.filter(({ count }) => count > 0);
        const body = byId("queries-body");
        const rows = () => shown.flatMap((cache, place) => this.#makeCache(cache, place, shown.length));
        redraw(body, () => body.replaceChildren(...rows()));
        byId("queries-none").hidden = shown.length > 0;
        byId("queries-table").hidden = shown.length === 0;
      }

      #makeCache({ number, isOnline, count, queries }, place, caches) {
        const left = count - queries.length;
        const state = `${plural(count, "entry")}${isOnline ? "" : ", offline"}`;
        const title = make("tr", {},
          make("th", { scope: "colgroup", colspan: 5 }, `cache ${place + 1} `,
            make("span", { class: "quiet" }, state, " "), this.#makeSwitch(number, isOnline, place)));
        return [
          ...(caches > 1 || !isOnline || this.#model.canControl ? [title] : []),
          ...queries.map((query) => this.#makeQuery(query, number)),
          ...(left > 0 ? [make("tr", {}, make("td", { class: "quiet", colspan: 5 }, `${left} more`))] : []),
        ];
      }

      #makeSwitch(cache, isOnline, place) {
        if (!this.#model.canControl) return null;
        return make("button", {
          type: "button", class: "connect", "data-key": `connect ${cache}`,
          "aria-label": `${isOnline ? "Disconnect" : "Connect"} cache ${place + 1}`,
          onclick: () => this.#change("connect", { cache, isOnline: !isOnline }),
        }, isOnline ? "go offline" : "go online");
      }

      #makeMenu(query, cache) {
        if (!this.#model.canControl) return null;
        const menu = make("select", {
          class: "steps", "data-key": `steps ${cache} ${query.number}`, "aria-label": `Change ${plain(query.query)}`,
          onchange: () => this.#change("query", { cache, query: query.number, do: menu.value }),
        }, make("option", { value: "" }, "change\u2026"),
        ...Object.entries(steps).map(([value, text]) => make("option", { value }, text)));
        return menu;
      }

      async #change(ask, names) {
        await this.#actions.control(ask, names);
        this.#loader.load();
      }

      #makeQuery(query, cache) {
        return make("tr", {},
          make("td", {}, plain(query.query), " ", this.#makeMenu(query, cache),
            query.error ? make("div", { class: "quiet" }, plain(query.error)) : null),
          make("td", {}, stateOf(query)),
          make("td", { class: "number" }, query.age === undefined ? "" : seconds(query.age)),
          make("td", {}, callersOf(query)),
          make("td", {}, this.#makeAttempt(query.attempt)));
      }

      #makeAttempt(attempt) {
        if (!attempt) return "";
        const text = attempt.number > 1 ? `${attempt.reason}, attempt ${attempt.number}` : attempt.reason;
        if (attempt.entry === undefined) return text;
        return make("button", {
          type: "button", class: "link", title: plain(attempt.text ?? ""), "data-key": `query ${attempt.entry}`,
          onclick: () => this.#actions.jump(attempt.entry),
        }, text);
      }
    }

    // The state of the content, and whether it loads.
    function stateOf({ state, isLoading, nextAttempt, isPending, simulated }) {
      const parts = [state];
      if (nextAttempt !== undefined) parts.push(`attempt ${nextAttempt} follows`);
      else if (isLoading) parts.push("in flight");
      if (isPending) parts.push("unconfirmed changes");
      if (simulated) parts.push(simulations[simulated]);
      return parts.join(", ");
    }

    function callersOf({ watchers, waiters }) {
      const parts = [];
      if (watchers > 0) parts.push(plural(watchers, "watcher"));
      if (waiters > 0) parts.push(`${waiters} waiting`);
      return parts.join(", ");
    }

    """##),
    ("rows.js", "text/javascript; charset=utf-8", ##"""
    // The rows of the list: the entries that meet the filter, with runs of equal actions as one row.

    import { EntryReader } from "./entryReader.js";
    import { countUpTo, indexOfNumber } from "./search.js";

    // The number of equal rows that are collapsed.
    const shortestRun = 3;

    export class Rows {
      list = [];
      #reader;
      #filter = () => true;
      #collapses = true;
      #opened = new Set();
      #run = null;
      #openRuns = [];
      // The index of the first row that changed since the last call.
      #changed = 0;

      constructor(entries) {
        this.#reader = new EntryReader(entries, {
          begin: () => this.#begin(),
          add: (entry) => {
            if (this.#filter(entry)) this.#add(entry);
          },
        });
      }

      // Begins again with another filter.
      reset(filter, { collapses = true } = {}) {
        this.#filter = filter;
        this.#collapses = collapses;
        this.#begin();
      }

      #begin() {
        this.list = [];
        this.#run = null;
        this.#openRuns = [];
        this.#changed = 0;
        this.#reader.restart();
      }

      get length() { return this.list.length; }

      // The number of entries that aren't filtered yet.
      get waiting() { return this.#reader.waiting; }

      takeChanged() {
        const changed = this.#changed;
        this.#changed = this.list.length;
        return changed;
      }

      // Filters more entries up to a number, for some milliseconds. Returns whether all of them are filtered.
      advance(milliseconds, upTo) { return this.#reader.advance(milliseconds, upTo); }

      // Shows or hides the entries of a run.
      toggle(run) {
        if (this.#opened.has(run.first.number)) this.#opened.delete(run.first.number);
        else this.#opened.add(run.first.number);
        this.#begin();
        this.advance(50);
      }

      // The run that contains an entry.
      unitOf(number) {
        const isIn = (run) => indexOfNumber(run.entries, number) >= 0;
        const row = this.list[this.lastPlace(number)];
        if (row?.entries) return isIn(row) ? row : undefined;
        return this.#openRuns.find(isIn);
      }

      // The place of the row that has an entry, or -1.
      placeOf(number) {
        const place = this.lastPlace(number);
        const row = this.list[place];
        const has = row?.entries ? indexOfNumber(row.entries, number) >= 0 : row?.number === number;
        return has ? place : -1;
      }

      // The place of the last row that begins up to an entry, or -1.
      lastPlace(number) { return countUpTo(this.list, number) - 1; }

      #add(entry) {
        if (!this.#collapses) {
          this.list.push(entry);
          return;
        }
        const root = entry.root;
        const isAction = root.kind === "actionReceived";
        const unit = isAction ? root : entry;
        const key = `${unit.kind} ${unit.store} ${unit.name}`;
        if (this.#run?.key !== key || entry.kind === "skipped") {
          this.#run = { key, first: entry, entries: [], units: 0, last: null, place: this.list.length };
        }
        const run = this.#run;
        run.entries.push(entry);
        if (run.units + 1 >= shortestRun) this.#changed = Math.min(this.#changed, run.place);
        if (run.last !== unit) {
          run.last = unit;
          run.units += 1;
          if (run.units === shortestRun) {
            run.isOpen = this.#opened.has(run.first.number);
            run.unit = unit;
            this.list.length = run.place;
            this.list.push(run);
            if (run.isOpen) {
              this.#openRuns.push(run);
              this.list.push(...run.entries.slice(0, -1));
            }
          }
        }
        if (run.units < shortestRun || run.isOpen) this.list.push(entry);
      }
    }

    """##),
    ("search.js", "text/javascript; charset=utf-8", ##"""
    // Searches in entries and rows, which are in the order of their numbers.

    // The number of the entry of a row, or of the first of several in it.
    export const numberOf = (row) => (row.entries ? row.first.number : row.number);

    // The number of rows that begin up to a number.
    export function countUpTo(rows, number) {
      let low = 0;
      let high = rows.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (numberOf(rows[middle]) <= number) low = middle + 1;
        else high = middle;
      }
      return low;
    }

    // The index of the entry with a number, or -1.
    export function indexOfNumber(entries, number) {
      const index = countUpTo(entries, number) - 1;
      return entries[index]?.number === number ? index : -1;
    }

    """##),
    ("spans.js", "text/javascript; charset=utf-8", ##"""
    // The times of handlers and effects, from the entries.

    export class Spans {
      // In the order of their beginnings.
      list = [];
      #entries;
      #next = 0;
      #version = 0;
      #open = new Map();

      constructor(entries) {
        this.#entries = entries;
      }

      // Reads new entries.
      advance() {
        if (this.#version !== this.#entries.version) {
          this.#version = this.#entries.version;
          this.list = [];
          this.#open.clear();
          this.#next = 0;
        }
        const { items } = this.#entries;
        for (; this.#next < items.length; this.#next += 1) this.#take(items[this.#next]);
      }

      // Calls a function for each span that is in a range of seconds.
      each(from, to, call) {
        for (const span of this.list) {
          // A handler may have begun a little before the span in front of it.
          if (span.start > to + 1) break;
          if (span.end >= from && span.start <= to) call(span);
        }
      }

      #take(entry) {
        switch (entry.kind) {
          case "actionHandled": {
            const start = entry.seconds - (entry.duration ?? 0);
            this.list.push({ entry: entry.subject ?? entry.number, name: entry.name ?? "", store: entry.store,
              tone: "action", isHandler: true, start, end: entry.seconds });
            break;
          }
          case "actionFailed": {
            this.list.push({ entry: entry.number, name: entry.name ?? "", store: entry.store, tone: "bad",
              isHandler: true, start: entry.seconds, end: entry.seconds });
            break;
          }
          case "effectWaiting":
          case "effectStarted": {
            const waiting = this.#open.get(entry.subject);
            if (waiting) {
              waiting.started = entry.seconds;
              this.#open.set(entry.number, waiting);
              break;
            }
            const span = { entry: entry.number, name: entry.name ?? "", store: entry.store, tone: "effect",
              start: entry.seconds, end: Infinity };
            if (entry.kind === "effectStarted") span.started = entry.seconds;
            this.#open.set(entry.number, span);
            this.list.push(span);
            break;
          }
          case "effectEnded": this.#end(entry, null); break;
          case "effectFailed": this.#end(entry, "bad"); break;
          case "effectCancelled": this.#end(entry, "warning"); break;
        }
      }

      #end(entry, tone) {
        const span = this.#open.get(entry.subject);
        if (!span) return;
        span.end = entry.seconds;
        if (tone) span.tone = tone;
      }
    }

    """##),
    ("sparkline.js", "text/javascript; charset=utf-8", ##"""
    // A line of the earlier values of a number.

    const [width, height] = [120, 22];
    const namespace = "http://www.w3.org/2000/svg";

    // The points of the line: the values with equal distances, from the least one at the bottom to the greatest at the top.
    export function pointsOf(values, wide, high) {
      if (values.length < 2) return "";
      const [least, greatest] = [Math.min(...values), Math.max(...values)];
      const place = (value) => (greatest === least ? 0.5 : (value - least) / (greatest - least));
      return values.map((value, index) => {
        const x = 1 + ((wide - 2) * index) / (values.length - 1);
        const y = high - 1 - (high - 2) * place(value);
        return `${round(x)},${round(y)}`;
      }).join(" ");
    }

    const round = (number) => Math.round(number * 10) / 10;

    export function makeSparkline(values) {
      const drawing = document.createElementNS(namespace, "svg");
      drawing.setAttribute("class", "sparkline");
      drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
      drawing.setAttribute("role", "img");
      drawing.setAttribute("aria-label", `${values.length} values from ${values[0]} to ${values[values.length - 1]}, `
        + `at least ${Math.min(...values)}, at most ${Math.max(...values)}`);
      const line = document.createElementNS(namespace, "polyline");
      line.setAttribute("points", pointsOf(values, width, height));
      drawing.append(line);
      return drawing;
    }

    """##),
    ("statePane.js", "text/javascript; charset=utf-8", ##"""
    // The state of a store as a tree. The content of a node is requested when it is opened.

    import { byId, make, redraw, setText } from "./dom.js";
    import { Latest } from "./latest.js";
    import { oneLine, plain } from "./texts.js";

    const pageLength = 100;
    // The interval at which the current state is requested.
    const pause = 250;

    export class StatePane {
      #model;
      #connection;
      #actions;
      #tree = byId("state-tree");
      #latest = new Latest();
      // The paths that are open, and how many children of each are shown.
      #open = new Map([["", pageLength]]);
      // The answers by path, all of one store and one point.
      #parts = new Map();
      #shownStore = null;
      #texts = new Map();
      #message = null;
      #focus = "";
      #edit = null;
      #timer = null;

      // `actions` has `control(name, values)`.
      constructor(model, connection, actions) {
        this.#model = model;
        this.#connection = connection;
        this.#actions = actions;
        model.on("selection tab point stores hello", () => this.#load());
        model.on("entries status", () => this.#loadSoon());
        model.on("connection field", () => this.#draw());
        this.#tree.addEventListener("keydown", (event) => this.#take(event));
        byId("state-now").addEventListener("click", () => this.#choosePoint(true));
        byId("state-at").addEventListener("click", () => this.#choosePoint(false));
        byId("show-loading").addEventListener("click", () => this.#showLoading());
        byId("show-error").addEventListener("click", () => this.#askForError());
        byId("error-form").addEventListener("submit", (event) => {
          event.preventDefault();
          this.#showError();
        });
        byId("error-text").addEventListener("keydown", (event) => {
          if (event.key === "Escape") byId("error-form").hidden = true;
        });
      }

      #choosePoint(isNow) {
        this.#model.view.showsNow = isNow;
        this.#model.touch("point");
      }

      // MARK: Asking

      #loadSoon() {
        if (this.#model.point !== undefined || this.#timer !== null) return;
        this.#timer = setTimeout(() => {
          this.#timer = null;
          if (this.#model.point === undefined) this.#load();
        }, pause);
      }

      #load() {
        this.#drawHead();
        const model = this.#model;
        if (model.view.tab !== "state" || model.connection.state !== "open") return;
        this.#latest.run(() => this.#ask());
      }

      async #ask() {
        const store = this.#model.currentStore;
        if (!store) {
          this.#draw();
          return;
        }
        if (this.#shownStore !== store.id) {
          // The field of an address belongs to the first store that is shown.
          if (this.#shownStore !== null) this.#model.showField(null);
          this.#shownStore = store.id;
          this.#open = new Map([["", pageLength]]);
          this.#texts.clear();
          this.#edit = null;
          this.#focus = "";
        }
        const at = this.#model.point;
        const parts = new Map();
        const ask = async (path, limit) => {
          const values = { store: store.id, path, limit: Math.min(limit, 1000) };
          if (at !== undefined) values.at = at;
          parts.set(path, await this.#connection.ask("state", values));
        };
        this.#message = null;
        try {
          await ask("", this.#open.get(""));
          // A path that doesn't exist at this entry stays open for others.
          const inner = [...this.#open].filter(([path]) => path !== "");
          await Promise.allSettled(inner.map(([path, limit]) => ask(path, limit)));
        } catch (error) {
          this.#message = error.message;
        }
        this.#parts = parts;
        redraw(this.#tree, () => this.#draw());
      }

      // MARK: Drawing

      #drawHead() {
        const model = this.#model;
        const store = model.currentStore;
        setText(byId("state-title"), store ? plain(model.storeName(store.id)) : "");
        setText(byId("state-type"), store ? plain(store.state) : "");
        const isNow = model.point === undefined;
        byId("state-now").setAttribute("aria-pressed", String(isNow));
        byId("state-at").setAttribute("aria-pressed", String(!isNow));
        setText(byId("state-now"), model.isTravelling ? `shown: #${model.status.travel.at}` : "now");
        byId("state-at").disabled = model.view.entry === null;
        setText(byId("state-at"), model.view.entry === null ? "at an entry" : `at #${model.view.entry}`);
        const isScreen = store?.isLoading !== undefined && store.ended === undefined;
        byId("state-control").hidden = !(model.canControl && isScreen);
        byId("show-loading").setAttribute("aria-pressed", String(Boolean(store?.isLoading)));
      }

      #draw() {
        this.#drawHead();
        const root = this.#parts.get("");
        const empty = byId("state-empty");
        const model = this.#model;
        empty.hidden = root !== undefined && this.#message === null;
        setText(empty, this.#message ? plain(this.#message)
          : model.stores.length === 0 ? "No stores." : "");
        if (!root) {
          this.#tree.replaceChildren();
          return;
        }
        if (this.#edit && this.#tree.contains(document.activeElement)) return;
        const hasFocus = this.#tree.contains(document.activeElement);
        // The line that has the focus keeps it, however it got it.
        if (hasFocus) this.#focus = document.activeElement.closest(".node")?.dataset.path ?? this.#focus;
        const lines = [];
        this.#addChildren(root, "", 1, lines);
        this.#tree.replaceChildren(...lines);
        const focused = this.#lineOf(this.#focus) ?? lines[0];
        focused?.setAttribute("tabindex", "0");
        if (hasFocus) focused?.focus();
      }

      #addChildren(part, path, level, lines) {
        for (const node of part.children) {
          const own = `${path}/${node.name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
          lines.push(this.#makeLine(node, own, level));
          const inner = this.#parts.get(own);
          if (this.#open.has(own) && inner) this.#addChildren(inner, own, level + 1, lines);
        }
        const rest = part.node.count - part.children.length;
        if (rest > 0) {
          const more = make("button", { type: "button", class: "more", onclick: () => {
            this.#open.set(path, part.children.length + pageLength);
            this.#load();
          } }, `${Math.min(rest, pageLength)} more of ${rest}`);
          if (part.children.length >= 1000) more.disabled = true;
          more.style.setProperty("--level", level - 1);
          lines.push(more);
        }
      }

      #makeLine(node, path, level) {
        const hasChildren = node.count > 0;
        const isOpen = this.#open.has(path);
        const before = this.#texts.get(path);
        const isNew = before !== undefined && before !== node.text;
        this.#texts.set(path, node.text);
        const canEdit = node.isEditable && this.#canEdit;
        const line = make("div", {
          class: `node kind-${node.kind}${isNew ? " is-new" : ""}`,
          role: "treeitem",
          "aria-level": level,
          "aria-expanded": hasChildren ? String(isOpen) : undefined,
          "data-path": path,
          tabindex: "-1",
          title: oneLine(`${node.type}${node.isTransient ? ", transient: never restored" : ""}`, 200),
          onclick: () => {
            this.#focus = path;
            this.#model.showField(path);
            if (hasChildren) this.#toggle(path);
          },
        },
        make("span", { class: "node-arrow", "aria-hidden": "true" }, hasChildren ? (isOpen ? "\u25be" : "\u25b8") : ""),
        make("span", { class: "node-name" }, oneLine(node.name, 120)),
        make("span", { class: `value value-${valueKind(node)}` },
          node.kind === "redacted" ? "redacted" : oneLine(node.text, 300)),
        node.object !== undefined
          ? make("span", { class: "badge", title: "The same object at several places" }, `object ${node.object}`) : null,
        node.isTransient ? make("span", { class: "badge", title: "Never restored or saved" }, "transient") : null,
        canEdit ? make("button", {
          type: "button", class: "edit-button", tabindex: "-1", "aria-label": `Edit ${plain(node.name)}`,
          onclick: (event) => {
            event.stopPropagation();
            this.#beginEdit(path);
          },
        }, "edit") : null);
        line.style.setProperty("--level", level - 1);
        if (this.#model.view.field === path) line.classList.add("is-explained");
        if (this.#edit?.path === path) line.append(this.#edit.element);
        return line;
      }

      #lineOf(path) {
        return [...this.#tree.children].find((line) => line.dataset.path === path);
      }

      // MARK: Opening

      #toggle(path) {
        if (this.#open.has(path)) {
          this.#open.delete(path);
          this.#draw();
        } else {
          this.#open.set(path, pageLength);
          this.#load();
        }
      }

      #take(event) {
        if (event.target.closest("textarea, button")) return;
        const lines = [...this.#tree.querySelectorAll(".node")];
        const place = lines.indexOf(event.target.closest(".node"));
        if (place < 0) return;
        const line = lines[place];
        const { path } = line.dataset;
        const isOpen = line.getAttribute("aria-expanded");
        const go = (next) => {
          if (!next) return;
          line.setAttribute("tabindex", "-1");
          next.setAttribute("tabindex", "0");
          this.#focus = next.dataset.path;
          next.focus();
        };
        switch (event.key) {
          case "ArrowDown": go(lines[place + 1]); break;
          case "ArrowUp": go(lines[place - 1]); break;
          case "Home": go(lines[0]); break;
          case "End": go(lines[lines.length - 1]); break;
          case "ArrowRight":
            if (isOpen === "false") this.#toggle(path);
            else if (isOpen === "true") go(lines[place + 1]);
            break;
          case "ArrowLeft":
            if (isOpen === "true") this.#toggle(path);
            else go(this.#lineOf(path.slice(0, path.lastIndexOf("/"))));
            break;
          case "Enter":
            if (isOpen !== null) this.#toggle(path);
            break;
          case "w":
            this.#model.showField(this.#model.view.field === path ? null : path);
            break;
          case "e":
            line.querySelector(".edit-button")?.click();
            break;
          default: return;
        }
        this.#focus ||= path;
        event.preventDefault();
        event.stopPropagation();
      }

      // MARK: Control

      // Edits apply to the current state of the stores.
      get #canEdit() { return this.#model.canControl && this.#model.point === undefined; }

      async #beginEdit(path) {
        const store = this.#shownStore;
        let part;
        try {
          part = await this.#connection.ask("state", { store, path, limit: 1 });
        } catch (error) {
          this.#actions.tell(error.message);
          return;
        }
        const field = make("textarea", {
          class: "json", spellcheck: "false", "aria-label": `The value of ${plain(path)} as JSON`,
        });
        field.value = part.json === undefined ? "" : JSON.stringify(part.json, null, 1);
        field.rows = Math.min(12, field.value.split("\n").length);
        const message = make("p", { class: "notice bad", role: "alert", hidden: true });
        const end = () => {
          this.#edit = null;
          this.#tree.focus();
          this.#load();
        };
        const save = async () => {
          try {
            const value = JSON.parse(field.value);
            await this.#connection.ask("edit", { store, path, value });
            end();
          } catch (error) {
            message.hidden = false;
            message.textContent = plain(error.message);
          }
        };
        const element = make("div", { class: "edit", onclick: (event) => event.stopPropagation() },
          field, message, make("div", { class: "buttons" },
            make("button", { type: "button", class: "save", onclick: save }, "Save"),
            make("button", { type: "button", onclick: end }, "Cancel")));
        element.addEventListener("keydown", (event) => {
          event.stopPropagation();
          if (event.key === "Escape") end();
          if (event.key === "Enter" && !event.shiftKey && event.target === field) {
            event.preventDefault();
            save();
          }
        });
        this.#tree.focus();
        this.#edit = { path, element };
        this.#lineOf(path)?.append(element);
        field.focus();
        field.select();
      }

      #showLoading() {
        const store = this.#model.currentStore;
        if (!store) return;
        this.#actions.control("present", { store: store.id, isLoading: !store.isLoading });
      }

      #askForError() {
        byId("error-form").hidden = false;
        byId("error-text").focus();
      }

      #showError() {
        const store = this.#model.currentStore;
        const error = byId("error-text").value;
        if (!store || error === "") return;
        this.#actions.control("present", { store: store.id, error });
        byId("error-form").hidden = true;
      }
    }

    // Returns the style of a value's text.
    function valueKind(node) {
      if (node.kind === "redacted") return "redacted";
      if (/^(nil|null)$/.test(node.text)) return "none";
      if (/^(true|false)$/.test(node.text)) return "mark";
      if (/^-?[\d.]+(e[-+]?\d+)?$/.test(node.text)) return "number";
      if (node.text.startsWith("\"")) return "text";
      return "other";
    }

    """##),
    ("statusBar.js", "text/javascript; charset=utf-8", ##"""
    // The top of the page: the shown entry and the connection.

    import { byId, setText } from "./dom.js";
    import { count, plain, plural } from "./texts.js";

    export class StatusBar {
      #model;

      // `connect()` tries at once.
      constructor(model, connect) {
        this.#model = model;
        byId("connect-now").addEventListener("click", connect);
        model.on("connection status entries", () => this.#draw());
        setInterval(() => {
          if (model.connection.state === "lost") this.#draw();
        }, 250);
      }

      #draw() {
        const { connection, status, isTravelling, session, entries } = this.#model;
        const [state, text] = this.#describe(connection);
        const pill = byId("connection");
        pill.className = `pill is-${state}`;
        setText(pill, text);
        byId("connect-now").hidden = !["lost", "refused"].includes(connection.state);
        byId("read-only").hidden = !(session && !status.canControl);
        byId("travelling").hidden = !isTravelling;
        if (status.travel) {
          setText(byId("travelling"), status.travel.isPlaying ? `playing, #${status.travel.at}`
            : `travelling, #${status.travel.at}`);
        }
        document.documentElement.classList.toggle("is-travelling", isTravelling);
        document.documentElement.classList.toggle("is-stale", connection.state !== "open" && session !== null);
        const behind = status.last - entries.upTo;
        setText(byId("totals"), session === null ? ""
          : behind > 1000 ? `${count(entries.upTo)} of ${plural(status.last, "entry")}`
            : plural(entries.items.length, "entry"));
        const curtain = byId("curtain");
        curtain.hidden = session !== null && connection.state !== "refused";
        setText(byId("curtain-title"), connection.state === "refused" ? "The app refused this page"
          : connection.state === "lost" ? "The app isn't responding" : connection.state === "missing"
            ? "The address has no token" : "Connecting");
        setText(byId("curtain-text"), connection.state === "refused" ? plain(connection.reason)
          : connection.state === "lost"
            ? "The app may have ended. A new run prints a new address. This page reconnects automatically."
            : connection.state === "missing"
              ? "Open the address that the app printed, including everything after the #." : "");
      }

      #describe({ state, retryAt }) {
        switch (state) {
          case "open": return ["open", "connected"];
          case "connecting": return ["connecting", "connecting"];
          case "refused": return ["refused", "refused"];
          case "missing": return ["refused", "no token"];
          default: {
            const rest = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
            return ["lost", `disconnected, retrying in ${rest} s`];
          }
        }
      }
    }

    """##),
    ("stores.js", "text/javascript; charset=utf-8", ##"""
    // The stores as a tree.

    import { byId, make, redraw, setText } from "./dom.js";
    import { plain } from "./texts.js";

    export class StoresPane {
      #model;
      #list = byId("stores-tree");

      constructor(model) {
        this.#model = model;
        model.on("stores selection filter connection", () => redraw(this.#list, () => this.#draw()));
        this.#list.addEventListener("keydown", (event) => this.#take(event));
        byId("stores-all").addEventListener("click", () => {
          model.view.only.clear();
          model.filter();
        });
      }

      #draw() {
        const model = this.#model;
        const children = new Map();
        for (const store of model.stores) {
          const parent = model.store(store.parent) ? store.parent : 0;
          if (!children.has(parent)) children.set(parent, []);
          children.get(parent).push(store);
        }
        const items = [];
        const add = (store, level) => {
          items.push(this.#makeItem(store, level));
          for (const child of children.get(store.id) ?? []) add(child, level + 1);
        };
        for (const store of children.get(0) ?? []) add(store, 1);
        this.#list.replaceChildren(...items);
        setText(byId("stores-count"), model.stores.length ? String(model.stores.length) : "");
        byId("stores-empty").hidden = model.stores.length > 0;
        byId("stores-all").hidden = model.view.only.size === 0;
      }

      #makeItem(store, level) {
        const model = this.#model;
        const isCurrent = model.currentStore?.id === store.id;
        const isOnly = model.view.only.has(store.id);
        const badge = (text, title, tone = "") => make("span", { class: `badge ${tone}`, title }, text);
        const item = make("div", {
          class: `store${store.ended !== undefined ? " has-ended" : ""}`,
          role: "treeitem",
          "aria-level": level,
          "aria-selected": String(isCurrent),
          tabindex: isCurrent ? "0" : "-1",
          "data-store": store.id,
          "data-key": store.id,
          title: plain(`${store.name}, state ${store.state}, store ${store.id}`),
          onclick: () => this.#choose(store.id),
          ondblclick: () => this.#toggleOnly(store.id),
        },
        make("span", { class: "store-name" }, plain(store.name)),
        make("span", { class: "store-number" }, String(store.id)),
        make("span", { class: "store-badges" },
          store.isLoading ? badge("loading", "Its state is loading", "screen") : null,
          store.problems.length > 0
            ? badge("!", plain(store.problems.join("\n")), "warning") : null,
          store.isRestorable ? null
            : badge("no travel", "Its fields can't be restored"),
          store.ended !== undefined ? badge("ended", `At entry ${store.ended}`) : null),
        make("button", {
          class: "only-button",
          type: "button",
          tabindex: "-1",
          "aria-pressed": String(isOnly),
          title: "List the entries of this store only (f)",
          "aria-label": `List the entries of ${plain(store.name)} only`,
          onclick: (event) => {
            event.stopPropagation();
            this.#toggleOnly(store.id);
          },
        }));
        item.style.setProperty("--level", level - 1);
        return item;
      }

      #choose(id) {
        this.#model.view.store = id;
        this.#model.touch("selection");
      }

      #toggleOnly(id) {
        const { only } = this.#model.view;
        if (only.has(id)) only.delete(id);
        else only.add(id);
        this.#model.filter();
      }

      #take(event) {
        const items = [...this.#list.children];
        const place = items.indexOf(event.target.closest("[role=treeitem]"));
        if (place < 0) return;
        const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: items.length - 1 }[event.key];
        if (next !== undefined && items[next]) {
          this.#choose(Number(items[next].dataset.store));
          items[next].focus();
        } else if (event.key === "f") {
          this.#toggleOnly(Number(items[place].dataset.store));
        } else if (event.key === "Enter") {
          this.#model.show("state");
        } else if (next === undefined) {
          return;
        }
        event.preventDefault();
        event.stopPropagation();
      }
    }

    """##),
    ("style.css", "text/css; charset=utf-8", ##"""
    :root {
      --bg: #ffffff;
      --panel: #f6f6f4;
      --raised: #ffffff;
      --line: #e3e3df;
      --text: #1d2126;
      --dim: #646a73;
      --accent: #2563c9;
      --selection: #dfe9fb;
      --hover: #f0f2f5;
      --mark: #ffe9a8;
      --action: #2563c9;
      --change: #9a5b00;
      --effect: #7a45c0;
      --screen: #0b7a75;
      --travel: #b0307f;
      --warning: #a05a00;
      --bad: #c2281d;
      --good: #1c7c3c;
      --text-value: #1c7c3c;
      --number-value: #1a5fb4;
      --old: #fdeceb;
      --old-mark: #f8c5c1;
      --new: #e8f5ec;
      --new-mark: #b5e2c3;
      --shadow: 0 6px 28px rgb(0 0 0 / 18%);
      --stores-size: 200px;
      --details-size: 410px;
      --timeline-size: 132px;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
      color-scheme: light dark;
    }

    @media (prefers-color-scheme: dark) {
      :root {
        --bg: #15171a;
        --panel: #1b1e22;
        --raised: #24282d;
        --line: #2d3238;
        --text: #dde1e6;
        --dim: #949ca6;
        --accent: #7aaeff;
        --selection: #22375a;
        --hover: #20242a;
        --mark: #5d4b12;
        --action: #7aaeff;
        --change: #e3ab57;
        --effect: #bd98f5;
        --screen: #4fc4bd;
        --travel: #f08cc8;
        --warning: #e3ab57;
        --bad: #ff8278;
        --good: #6ccf8c;
        --text-value: #86d3a0;
        --number-value: #8ab8ff;
        --old: #341f20;
        --old-mark: #6e2f2f;
        --new: #1a2e22;
        --new-mark: #2b5c3e;
        --shadow: 0 6px 28px rgb(0 0 0 / 60%);
      }
    }

    * { box-sizing: border-box; }

    [hidden] { display: none !important; }

    html, body { height: 100%; margin: 0; }

    body {
      background: var(--bg);
      color: var(--text);
      display: grid;
      font: 12.5px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
      grid-template-rows: auto minmax(0, 1fr) auto auto auto;
      overflow: hidden;
    }

    h1, h2, h3, p, dl, dd, ol, ul { margin: 0; padding: 0; }
    h1, h2, h3 { font-size: 1em; font-weight: 600; }
    ol { list-style: none; }

    button, input, select, textarea { color: inherit; font: inherit; }

    button, select, input:not([type="range"], [type="checkbox"]), textarea {
      background: var(--raised);
      border: 1px solid var(--line);
      border-radius: 5px;
      padding: 1px 8px;
    }

    button { cursor: pointer; }
    button:hover:not(:disabled) { background: var(--hover); }
    button:disabled, select:disabled, input:disabled { cursor: default; opacity: 0.45; }
    button[aria-pressed="true"]:not(:disabled) { background: var(--selection); border-color: transparent; }

    :focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }

    kbd {
      background: var(--raised);
      border: 1px solid var(--line);
      border-bottom-width: 2px;
      border-radius: 4px;
      font: 11px var(--mono);
      padding: 0 4px;
    }

    .hidden-label {
      clip-path: inset(50%);
      height: 1px;
      overflow: hidden;
      position: absolute;
      white-space: nowrap;
      width: 1px;
    }

    .grow { flex: 1; }
    .scroll { overflow: auto; }
    .count { color: var(--dim); font-variant-numeric: tabular-nums; white-space: nowrap; }
    .note, .none, .quiet { color: var(--dim); }
    .quiet { font-size: 11px; overflow-wrap: anywhere; }
    .empty { color: var(--dim); margin: auto; max-width: 30em; padding: 24px 16px; text-align: center; }
    .notice { background: var(--panel); border: 1px solid var(--line); border-radius: 5px; padding: 4px 8px; }
    .bad, .notice.bad { color: var(--bad); }
    .number { font-variant-numeric: tabular-nums; text-align: right; white-space: nowrap; }
    .value, pre, code { font-family: var(--mono); font-size: 11.5px; unicode-bidi: isolate; }

    button.link {
      background: none;
      border: 0;
      color: var(--accent);
      overflow-wrap: anywhere;
      padding: 0;
      text-align: left;
    }

    button.link:hover { text-decoration: underline; }

    .tone-action { --tone: var(--action); }
    .tone-change { --tone: var(--change); }
    .tone-effect { --tone: var(--effect); }
    .tone-screen { --tone: var(--screen); }
    .tone-travel { --tone: var(--travel); }
    .tone-warning { --tone: var(--warning); }
    .tone-bad { --tone: var(--bad); }
    .tone-store { --tone: var(--good); }
    .tone-quiet { --tone: var(--dim); }

    .dot { background: var(--tone); border-radius: 2px; display: inline-block; height: 8px; margin-right: 5px; width: 8px; }

    /* The top */

    #bar {
      align-items: center;
      background: var(--panel);
      border-bottom: 1px solid var(--line);
      display: flex;
      gap: 8px;
      min-height: 34px;
      padding: 4px 10px;
    }

    #totals { color: var(--dim); font-variant-numeric: tabular-nums; margin-left: auto; }
    #parts { display: none; }
    #help-button { border-radius: 50%; height: 22px; padding: 0; width: 22px; }

    .pill {
      align-items: center;
      border: 1px solid var(--line);
      border-radius: 10px;
      color: var(--dim);
      display: inline-flex;
      font-size: 11.5px;
      font-variant-numeric: tabular-nums;
      gap: 5px;
      padding: 0 8px;
      white-space: nowrap;
    }

    .pill::before { background: currentcolor; border-radius: 50%; content: ""; height: 6px; width: 6px; }
    .pill.is-open::before { background: var(--good); }
    .pill.is-connecting, .pill.is-lost { border-color: currentcolor; color: var(--warning); }
    .pill.is-refused { border-color: currentcolor; color: var(--bad); }
    .pill.is-read-only::before { display: none; }
    .pill.is-travel { background: var(--travel); border-color: transparent; color: var(--bg); }

    /* Panes */

    #panes {
      display: grid;
      grid-template-columns: var(--stores-size) 5px minmax(160px, 1fr) 5px var(--details-size);
      min-height: 0;
    }

    #panes > section { display: flex; flex-direction: column; min-height: 0; min-width: 0; position: relative; }
    #stores { background: var(--panel); }

    .divider { background: var(--panel); position: relative; touch-action: none; }
    .divider.column { border-inline: 1px solid transparent; cursor: col-resize; }
    .divider.row { cursor: row-resize; height: 5px; }
    .divider.column::before { border-left: 1px solid var(--line); content: ""; inset: 0 auto 0 1px; position: absolute; }
    .divider.row::before { border-top: 1px solid var(--line); content: ""; inset: 2px 0 auto; position: absolute; }
    .divider:hover, .divider:focus-visible { background: var(--selection); }

    .pane-head {
      align-items: center;
      border-bottom: 1px solid var(--line);
      display: flex;
      flex-wrap: wrap;
      gap: 4px 6px;
      min-height: 32px;
      padding: 4px 8px;
    }

    .chips { display: inline-flex; flex-wrap: wrap; gap: 3px; }

    .chip {
      background: none;
      border-color: transparent;
      border-radius: 9px;
      color: var(--dim);
      font-size: 11.5px;
      line-height: 1.4;
      padding: 0 7px;
    }

    .chip[aria-pressed="true"] { color: var(--text); }
    #kinds .chip[aria-pressed="true"] { background: none; }
    #kinds .chip:hover { background: var(--hover); }
    .chip[aria-pressed="false"] { text-decoration: line-through; text-decoration-color: var(--dim); }
    .chip.is-option { border-color: var(--line); }
    .chip.is-option[aria-pressed="false"] { text-decoration: none; }
    .chip.is-store { background: var(--mark); color: var(--text); max-width: 12em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }

    .filter { flex: 1 1 140px; max-width: 320px; }
    #kinds { flex-wrap: nowrap; gap: 0; }
    #kinds .chip { padding: 0 4px; }
    #filter { width: 100%; }
    .chip small { color: var(--dim); font-size: 10.5px; font-variant-numeric: tabular-nums; margin-left: 3px; }
    #slower { color: var(--dim); font-size: 11.5px; padding: 0 2px; }

    /* Stores */

    #stores-tree { flex: 1; padding: 4px 0; }
    #stores-tree:empty { flex: 0; padding: 0; }

    .store {
      align-items: center;
      cursor: default;
      display: flex;
      gap: 6px;
      min-height: 24px;
      padding: 0 6px 0 calc(10px + var(--level) * 14px);
    }

    .store:hover { background: var(--hover); }
    .store[aria-selected="true"] { background: var(--selection); }
    .store-name { overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate; white-space: nowrap; }
    .store-number { color: var(--dim); font-size: 11px; font-variant-numeric: tabular-nums; }
    .store-badges { display: inline-flex; flex: 1; gap: 4px; min-width: 0; overflow: hidden; }
    .store.has-ended .store-name { color: var(--dim); text-decoration: line-through; }

    .badge {
      border: 1px solid var(--line);
      border-radius: 3px;
      color: var(--dim);
      font-size: 10.5px;
      line-height: 1.3;
      padding: 0 4px;
      white-space: nowrap;
    }

    .badge.screen { border-color: var(--screen); color: var(--screen); }
    .badge.warning { border-color: var(--warning); color: var(--warning); font-weight: 700; }

    .only-button { background: none; border: 0; height: 16px; opacity: 0; padding: 0; position: relative; width: 16px; }
    .only-button::before { border: 1.5px solid var(--dim); border-radius: 50%; content: ""; inset: 3px; position: absolute; }
    .only-button[aria-pressed="true"]::before { background: var(--accent); border-color: var(--accent); }
    .store:hover .only-button, .store:focus-visible .only-button, .only-button:focus-visible,
    .only-button[aria-pressed="true"] { background: none; opacity: 1; }

    /* Journal */

    #journal-list { contain: strict; flex: 1; overflow-x: hidden; overflow-y: scroll; }
    #journal-empty:not([hidden]) { inset: 40% 0 auto; margin: 0 auto; position: absolute; }
    .list-space { position: relative; }
    .list-row { contain: strict; height: 22px; left: 0; position: absolute; right: 0; top: 0; }

    .entry {
      align-items: center;
      cursor: default;
      display: flex;
      gap: 8px;
      padding: 0 10px;
      white-space: nowrap;
    }

    .entry > span { contain: content; flex: none; overflow: hidden; text-overflow: ellipsis; }
    .entry .cell-number { width: 6ch; }
    .entry .cell-time { width: 8ch; }
    .entry .cell-store { width: 6.2em; }
    .entry .cell-kind { width: 5em; }
    .entry .cell-text { flex: 1; min-width: 0; }
    .entry:hover { background: var(--hover); }
    .entry[aria-selected="true"] { background: var(--selection); }
    #journal-list:focus-visible .entry[aria-selected="true"] { box-shadow: inset 0 0 0 1px var(--accent); }
    #journal-list:focus-visible { outline-width: 1px; }
    .cell-number, .cell-time { color: var(--dim); font-size: 11.5px; font-variant-numeric: tabular-nums; text-align: right; }
    .cell-store { color: var(--dim); unicode-bidi: isolate; }
    .cell-kind { color: var(--tone); font-size: 11.5px; }
    .cell-text { color: var(--dim); font-family: var(--mono); font-size: 11.5px; unicode-bidi: isolate; }
    .entry .cell-text { padding-left: calc(var(--depth) * 12px); text-align: left; }
    .cell-text b { color: var(--text); font-weight: 600; }
    .cell-text { white-space: pre; }
    .cell-text i { color: var(--warning); font-style: normal; }
    .entry.run .cell-text { color: var(--accent); }
    .entry.run .cell-text i { color: var(--dim); }
    .entry.action-group .cell-text { color: var(--dim); }
    .entry.action-group .cell-text b { color: var(--text); }
    .entry.has-errors .cell-text, .entry.has-errors .cell-text b { color: var(--bad); }
    .entry.tone-quiet .cell-text b { color: var(--dim); font-weight: 400; }
    .entry.tone-bad .cell-text { color: var(--bad); }
    .entry.is-struck-out .cell-text { text-decoration: line-through; }
    .entry.is-later { opacity: 0.45; }
    .entry.has-gone { font-style: italic; }
    .entry.is-shown { box-shadow: inset 3px 0 0 var(--travel), inset 0 -1px 0 var(--travel); }
    .entry.is-marked .cell-number { background: var(--mark); border-radius: 3px; color: var(--text); }
    .entry.run .cell-kind::before { content: "\25b8\00a0"; }
    .entry.run.is-open .cell-kind::before { content: "\25be\00a0"; }
    #hidden-note { bottom: 8px; left: 50%; position: absolute; transform: translateX(-50%); white-space: nowrap; }

    /* Details */

    #tabs { gap: 0; padding-block: 0; }

    #tabs [role="tab"] {
      background: none;
      border: 0;
      border-bottom: 2px solid transparent;
      border-radius: 0;
      color: var(--dim);
      height: 32px;
      padding: 0 10px;
    }

    #tabs [aria-selected="true"] { border-color: var(--accent); color: var(--text); }
    .tab { flex: 1; min-height: 0; padding: 8px 10px; }
    #tab-state { display: flex; flex-direction: column; padding: 0; }
    .tab-head { align-items: center; display: flex; flex-wrap: wrap; gap: 6px; padding: 0 0 8px; }
    #tab-state .tab-head { padding: 8px 10px 0; }
    .tab-head h2 { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate; white-space: nowrap; }
    .tab-head small { color: var(--dim); font-size: 11.5px; font-weight: 400; }
    .tab-head label { color: var(--dim); }
    .tab-head input[type="number"] { width: 7.5em; }
    .tab-head select { max-width: 11em; }
    #error-form { display: flex; flex: 1; gap: 4px; }
    #error-text { flex: 1; min-width: 0; }
    .segments { display: inline-flex; }
    .segments button { border-radius: 0; }
    .segments button:first-child { border-radius: 5px 0 0 5px; border-right: 0; }
    .segments button:last-child { border-radius: 0 5px 5px 0; }
    .segments button[aria-pressed="true"] { border-color: var(--line); }

    .entry-head h2 { align-items: baseline; display: flex; gap: 8px; }
    .entry-head .kind { color: var(--tone); font-weight: 400; }
    .entry-title { flex: 1; font-size: 14px; min-width: 0; overflow-wrap: anywhere; unicode-bidi: isolate; }
    .entry-number { color: var(--dim); font-weight: 400; }
    .facts { display: grid; gap: 1px 10px; grid-template-columns: auto minmax(0, 1fr); margin: 6px 0 10px; }
    .facts dt { color: var(--dim); }
    .facts dd { overflow-wrap: anywhere; unicode-bidi: isolate; }

    .text, pre.value { overflow-wrap: anywhere; white-space: pre-wrap; }
    pre.value { background: var(--panel); border-radius: 5px; margin: 2px 0 8px; max-height: 40vh; overflow: auto; padding: 6px 8px; }
    .type { color: var(--dim); font-family: var(--mono); font-size: 11px; overflow-wrap: anywhere; }
    .redacted { color: var(--dim); font-style: italic; }
    .fold { margin: 4px 0; }
    .fold summary { color: var(--dim); cursor: pointer; }
    .buttons { display: flex; gap: 6px; margin: 6px 0; }
    #action-editor { margin: 4px 10px; }
    #action-values { display: grid; gap: 6px; margin: 6px 0; }
    .action-value > input, .action-value > select { display: block; width: 100%; }
    textarea.json { display: block; font: 11.5px/1.4 var(--mono); resize: vertical; width: 100%; }

    .difference { border: 1px solid var(--line); border-radius: 5px; margin-bottom: 6px; overflow: hidden; }
    .difference-name { background: var(--panel); font-family: var(--mono); font-size: 11.5px; font-weight: 600; overflow-wrap: anywhere; padding: 1px 8px; }
    .diff-side { display: grid; grid-template-columns: 20px minmax(0, 1fr); max-height: 30vh; overflow: auto; }
    .diff-side .value { overflow-wrap: anywhere; padding: 1px 6px 1px 0; white-space: pre-wrap; }
    .diff-side.old { background: var(--old); }
    .diff-side.new { background: var(--new); }
    .diff-side mark { border-radius: 2px; color: inherit; }
    .diff-side.old mark { background: var(--old-mark); }
    .diff-side.new mark { background: var(--new-mark); }
    .diff-sign { font-family: var(--mono); text-align: center; }
    .diff-side.old .diff-sign { color: var(--bad); }
    .diff-side.new .diff-sign { color: var(--good); }

    .links { border-top: 1px solid var(--line); margin-top: 10px; padding-top: 6px; }
    .links h3 { color: var(--dim); font-weight: 400; margin-bottom: 2px; }
    .links button { align-items: baseline; border-radius: 3px; color: inherit; display: grid; gap: 8px; grid-template-columns: 6ch 5em minmax(0, 1fr); line-height: 20px; width: 100%; }
    .links button:hover { background: var(--hover); text-decoration: none; }
    .links .cell-text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }

    /* State */

    #state-tree { flex: 1; padding: 6px 0; }
    #state-tree:empty { display: none; }

    .node {
      align-items: baseline;
      cursor: default;
      display: flex;
      flex-wrap: wrap;
      line-height: 21px;
      padding: 0 10px 0 calc(8px + var(--level) * 16px);
    }

    .node:hover { background: var(--hover); }
    .node:focus { background: var(--selection); outline: none; }
    .node:focus-visible { box-shadow: inset 0 0 0 1px var(--accent); }
    .node-arrow { color: var(--dim); flex: none; width: 14px; }
    .node-name { color: var(--dim); flex: none; font-family: var(--mono); font-size: 11.5px; margin-right: 8px; max-width: 45%; overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate; white-space: nowrap; }
    .node-name::after { content: ":"; }
    .node .value { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .node .badge { margin-left: 6px; }
    .node[aria-expanded="true"] > .value { color: var(--dim); }
    .value-text { color: var(--text-value); }
    .value-number, .value-mark { color: var(--number-value); }
    .value-none { color: var(--dim); }
    .value-redacted { color: var(--dim); font-style: italic; }
    .edit-button { border-color: transparent; color: var(--accent); font-size: 11px; line-height: 1.3; opacity: 0; padding: 0 5px; }
    .node:hover .edit-button, .node:focus .edit-button, .edit-button:focus-visible { opacity: 1; }
    .edit { flex-basis: 100%; padding: 4px 0 6px 14px; }
    .more { background: none; border: 0; color: var(--accent); display: block; margin-left: calc(18px + var(--level) * 16px); }
    .node.is-new > .value { animation: new-value 1.2s ease-out; }

    @keyframes new-value { from { background: var(--mark); } }

    /* Why */

    .node.is-explained > .node-name { color: var(--accent); }
    #why { border-top: 1px solid var(--line); display: flex; flex: 0 1 auto; flex-wrap: wrap; max-height: 55%; min-height: 90px; padding: 6px 10px; position: relative; }
    #why-title { flex: 1; font-family: var(--mono); font-size: 11.5px; min-width: 0; overflow-wrap: anywhere; unicode-bidi: isolate; }
    #why-close { background: none; border: 0; line-height: 1; padding: 2px 6px; }
    #why-contents { flex: 1 0 100%; max-height: calc(100% - 22px); }
    #why-contents h3 { align-items: center; color: var(--dim); display: flex; font-weight: 400; gap: 10px; margin-top: 6px; }
    .last-change { overflow-wrap: anywhere; }
    .last-change .link, .chain .link { display: inline; overflow-wrap: anywhere; text-align: left; }
    .chain { margin: 4px 0; }
    .chain li { display: flex; gap: 8px; line-height: 19px; }
    .chain li + li { border-left: 1px solid var(--line); margin-left: 4px; padding-left: 8px; }
    .chain .cell-kind { flex: none; width: 5.2em; }
    .history td.value { font-family: var(--mono); font-size: 11.5px; overflow-wrap: anywhere; }
    .sparkline { height: 22px; width: 120px; }
    .sparkline polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; }

    /* Tables */

    table { border-collapse: collapse; width: 100%; }
    .tab > h3 { color: var(--dim); font-weight: 400; padding: 4px 0; }
    .tab > table { margin-bottom: 10px; }
    th { border-bottom: 1px solid var(--line); color: var(--dim); font-weight: 400; padding: 2px 6px; text-align: left; white-space: nowrap; }
    th[scope="colgroup"] { white-space: normal; }
    td { border-bottom: 1px solid var(--line); padding: 3px 6px; unicode-bidi: isolate; vertical-align: top; }
    th:first-child, td:first-child { padding-left: 0; }
    td.number, th.number { text-align: right; }
    td.bad { color: var(--bad); }
    th button { background: none; border: 0; padding: 0; }
    th[aria-sort="ascending"] button, th[aria-sort="descending"] button { color: var(--text); }
    th[aria-sort="ascending"] button::after { content: " \2191"; }
    th[aria-sort="descending"] button::after { content: " \2193"; }
    #profile-body td:first-child { white-space: nowrap; }
    #profile-table th:first-child, #profile-table td:first-child { background: var(--bg); left: -10px; padding-left: 10px; position: sticky; }
    #profile-table { margin-left: -10px; }
    td button.link, td .quiet { overflow-wrap: break-word; }
    .state-waiting { color: var(--dim); }
    .state-running { color: var(--effect); }
    .state-cancelled { color: var(--warning); }
    button.cancel { font-size: 11.5px; }

    /* Timeline */

    #timeline { background: var(--panel); display: flex; flex-direction: column; height: var(--timeline-size); min-height: 0; overflow: hidden; }
    #timeline .pane-head { border: 0; flex-wrap: nowrap; min-height: 26px; overflow: hidden; padding-block: 1px; }
    #timeline .note { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .legend { color: var(--dim); font-size: 11.5px; white-space: nowrap; }
    .legend .dot:not(:first-child) { margin-left: 8px; }
    #timeline-canvas { flex: 1; min-height: 0; width: 100%; }

    /* Travel */

    #travel {
      align-items: center;
      background: var(--panel);
      border-top: 1px solid var(--line);
      display: flex;
      flex-wrap: wrap;
      gap: 4px 8px;
      padding: 5px 10px;
    }

    #travel.is-travelling { box-shadow: inset 0 2px 0 var(--travel); }
    #travel-slider { accent-color: var(--accent); flex: 1 1 160px; min-width: 80px; }
    .is-travelling #travel-slider { accent-color: var(--travel); }
    #travel-place { font-variant-numeric: tabular-nums; min-width: 8em; }
    #travel label { color: var(--dim); white-space: nowrap; }
    #travel label select { color: var(--text); }
    #play { min-width: 4.6em; }
    #commit { min-width: 7.2em; }
    #commit.is-asking { background: var(--travel); border-color: transparent; color: var(--bg); }

    /* What lies above the page */

    .is-stale #panes { opacity: 0.75; }

    #curtain { background: var(--bg); display: grid; inset: 35px 0 0; place-items: center; position: fixed; text-align: center; z-index: 2; }
    #curtain h2 { font-size: 17px; margin-bottom: 6px; }
    #curtain p { color: var(--dim); max-width: 34em; overflow-wrap: anywhere; padding: 0 16px; }

    #toast { background: var(--raised); border: 1px solid var(--bad); border-radius: 6px; bottom: 60px; box-shadow: var(--shadow); left: 50%; max-width: min(90vw, 50em); overflow-wrap: anywhere; padding: 6px 12px; position: fixed; transform: translateX(-50%); z-index: 3; }

    #help { background: var(--bg); border: 1px solid var(--line); border-radius: 8px; box-shadow: var(--shadow); color: inherit; max-width: min(92vw, 720px); padding: 12px 18px 16px; }
    #help::backdrop { background: rgb(0 0 0 / 30%); }
    #help > header { align-items: center; display: flex; justify-content: space-between; margin-bottom: 8px; }
    #help > header h2 { font-size: 15px; }
    #help-rows { columns: 2 260px; column-gap: 28px; }
    #help-rows section { break-inside: avoid; margin-bottom: 12px; }
    #help-rows h3 { color: var(--dim); font-weight: 400; margin-bottom: 4px; }
    #help-rows dl { display: grid; gap: 3px 12px; grid-template-columns: max-content minmax(0, 1fr); }
    #help-rows dt { align-items: start; display: flex; gap: 3px; }

    /* In a narrow window one part is shown at a time, in a low one no timeline. */

    @media (max-width: 860px) {
      #parts { display: inline-flex; gap: 2px; }
      #panes { grid-template-columns: minmax(0, 1fr); }
      #panes > .divider { display: none; }
      body[data-part="stores"] #panes > section:not(#stores),
      body[data-part="journal"] #panes > section:not(#journal),
      body[data-part="details"] #panes > section:not(#details) { display: none; }
      .entry .cell-store { width: 5em; }
      .entry .cell-time { display: none; }
      #bar h1 { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
      #totals { display: none; }
      #kinds { flex-wrap: wrap; }
      #help-button { margin-left: auto; }
    }

    @media (max-width: 400px) {
      #bar { gap: 4px; padding-inline: 6px; }
      #parts button { padding: 1px 5px; }
      #tabs [role="tab"] { padding: 0 7px; }
    }

    @media (max-height: 460px) {
      #timeline, .divider.row { display: none; }
    }

    @media (prefers-reduced-motion: reduce) {
      * { animation: none !important; }
    }

    """##),
    ("testLine.js", "text/javascript; charset=utf-8", ##"""
    // An action as lines of a test with a `TestStore`.

    import { plain } from "./texts.js";

    // `changes` are those of the action's handler, each with `name` and `text`; `undefined` stands for a redacted text.
    export function testLine({ by, text, changes }) {
      const verb = by === "effect" ? "receive" : "send";
      // A value that isn't a case, such as a structure, begins with its type.
      const action = /^[a-z_`]/.test(text) ? `.${text}` : text;
      const call = `await store.${verb}(${plain(action)})`;
      if (changes.length === 0) return call;
      // The last change of a field is what the test sees.
      const last = new Map(changes.map((change) => [change.name, change.text]));
      const lines = [...last].map(([name, value]) =>
        value === undefined ? `  // $0.${plain(name)} = (redacted)` : `  $0.${plain(name)} = ${plain(value)}`);
      return [`${call} {`, ...lines, "}"].join("\n");
    }

    """##),
    ("texts.js", "text/javascript; charset=utf-8", ##"""
    // Texts without elements: numbers, durations, and texts of the app.

    // Returns a text with visible control characters.
    export function plain(text) {
      return String(text)
        .replace(/[\u0000-\u0008\u000b-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
        .replace(/[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, (c) => {
          return `<${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
        });
    }

    // The same on one line, limited to the length of a row.
    export function oneLine(text, longest = 400) {
      const cut = text.length > longest ? `${text.slice(0, longest)}\u2026` : text;
      return plain(cut).replace(/[\n\t]/g, (c) => (c === "\n" ? "\u21b5" : "\u21e5"));
    }

    export function seconds(value) {
      if (value === undefined || value === null) return "";
      if (value === 0) return "0";
      if (value < 0.001) return `${(value * 1e6).toFixed(0)} \u00b5s`;
      if (value < 1) return `${(value * 1e3).toFixed(value < 0.01 ? 2 : 0)} ms`;
      if (value < 60) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
      const whole = Math.floor(value);
      if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
      return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
    }

    export function count(number) {
      return String(number).replace(/\B(?=(\d{3})+$)/g, "\u2009");
    }

    export function plural(number, word) {
      if (number === 1) return `1 ${word}`;
      return `${count(number)} ${word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`}`;
    }

    """##),
    ("timeline.js", "text/javascript; charset=utf-8", ##"""
    // The timeline of handlers and effects, drawn on a canvas.

    import { byId, setText } from "./dom.js";
    import { Spans } from "./spans.js";
    import { oneLine, seconds } from "./texts.js";

    const laneHeight = 15;
    const axisHeight = 16;
    const least = 0.02;

    export class Timeline {
      #model;
      #actions;
      #spans;
      #canvas = byId("timeline-canvas");
      #pane = byId("timeline");
      // The visible range in seconds, up to `end` or up to now.
      #length = 20;
      #end = null;
      #colors = {};
      #hits = [];
      #isScheduled = false;

      // `actions` has `jump(number)`.
      constructor(model, actions) {
        this.#model = model;
        this.#actions = actions;
        this.#spans = new Spans(model.entries);
        this.#readColors();
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
          this.#readColors();
          this.#schedule();
        });
        new ResizeObserver(() => this.#schedule()).observe(this.#pane);
        model.on("entries hello connection stores", () => this.#schedule());
        model.on("selection status", () => {
          this.#showSelection();
          this.#schedule();
        });
        this.#canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
        this.#canvas.addEventListener("keydown", (event) => this.#take(event));
        this.#canvas.addEventListener("pointerdown", (event) => this.#press(event));
        this.#canvas.addEventListener("pointermove", (event) => this.#hover(event));
        byId("zoom-in").addEventListener("click", () => this.#zoom(0.5));
        byId("zoom-out").addEventListener("click", () => this.#zoom(2));
        byId("zoom-all").addEventListener("click", () => {
          const { first } = this.#model.entries;
          this.#end = null;
          this.#length = Math.max(least, this.#now - (first?.seconds ?? 0)) * 1.02;
          this.#schedule();
        });
        byId("zoom-now").addEventListener("click", () => {
          this.#end = null;
          this.#schedule();
        });
        setInterval(() => {
          if (this.#end === null && model.connection.state === "open") this.#schedule();
        }, 100);
      }

      #readColors() {
        const style = getComputedStyle(document.documentElement);
        for (const name of ["text", "dim", "line", "panel", "accent", "selection", "action", "effect", "bad", "warning",
          "travel"]) {
          this.#colors[name] = style.getPropertyValue(`--${name}`).trim();
        }
      }

      get #now() {
        const last = this.#model.entries.last?.seconds ?? 0;
        const isLive = this.#model.connection.state === "open" && Number.isFinite(this.#model.now);
        return isLive ? Math.max(last, this.#model.now) : last;
      }

      // The first and the last second in sight.
      get #range() {
        const end = this.#end ?? this.#now + this.#length * 0.02;
        return { start: end - this.#length, end };
      }

      // MARK: Moving

      #showSelection() {
        const entry = this.#model.selected;
        if (!entry) return;
        const { start, end } = this.#range;
        if (entry.seconds < start || entry.seconds > end) this.#end = entry.seconds + this.#length / 2;
      }

      #zoom(factor, place = 0.5) {
        const { start } = this.#range;
        const anchor = start + this.#length * place;
        const length = Math.max(least, Math.min(1e7, this.#length * factor));
        if (this.#end !== null || place !== 0.5) this.#end = anchor + length * (1 - place);
        this.#length = length;
        this.#stickToNow();
        this.#schedule();
      }

      #pan(part) {
        this.#end = this.#range.end + this.#length * part;
        this.#stickToNow();
        this.#schedule();
      }

      #stickToNow() {
        if (this.#end !== null && this.#end >= this.#now + this.#length * 0.02) this.#end = null;
      }

      #wheel(event) {
        event.preventDefault();
        const width = this.#canvas.clientWidth;
        if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
          this.#pan((event.deltaX || event.deltaY) / width);
        } else {
          this.#zoom(Math.exp(event.deltaY * 0.002), event.offsetX / width);
        }
      }

      #take(event) {
        switch (event.key) {
          case "ArrowLeft": this.#pan(-0.1); break;
          case "ArrowRight": this.#pan(0.1); break;
          case "+": case "=": this.#zoom(0.5); break;
          case "-": this.#zoom(2); break;
          default: return;
        }
        event.preventDefault();
        event.stopPropagation();
      }

      // A press on a span chooses its entry; elsewhere it drags.
      #press(event) {
        const span = this.#spanAt(event);
        if (span) {
          this.#actions.jump(span.entry);
          return;
        }
        const before = { x: event.clientX, end: this.#range.end };
        const width = this.#canvas.clientWidth;
        this.#canvas.setPointerCapture(event.pointerId);
        const move = (moved) => {
          this.#end = before.end - ((moved.clientX - before.x) / width) * this.#length;
          this.#stickToNow();
          this.#schedule();
        };
        this.#canvas.addEventListener("pointermove", move);
        this.#canvas.addEventListener("lostpointercapture", () => {
          this.#canvas.removeEventListener("pointermove", move);
        }, { once: true });
      }

      #hover(event) {
        const span = this.#spanAt(event);
        this.#canvas.style.cursor = span ? "pointer" : "default";
        if (!span) {
          setText(byId("timeline-note"), "");
          return;
        }
        const isRunning = span.end === Infinity;
        const time = seconds((isRunning ? this.#now : span.end) - span.start);
        setText(byId("timeline-note"), [
          oneLine(this.#model.storeName(span.store), 60), oneLine(span.name, 80),
          isRunning ? `runs for ${time}` : time, `#${span.entry}`,
        ].join(" \u00b7 "));
      }

      #spanAt({ offsetX, offsetY }) {
        return this.#hits.findLast(({ left, right, top }) => {
          return offsetX >= left - 2 && offsetX <= right + 2 && offsetY >= top && offsetY < top + laneHeight;
        })?.span;
      }

      // MARK: Drawing

      #schedule() {
        if (this.#isScheduled) return;
        this.#isScheduled = true;
        requestAnimationFrame(() => {
          this.#isScheduled = false;
          this.#draw();
        });
      }

      #draw() {
        this.#spans.advance();
        const canvas = this.#canvas;
        const { clientWidth: width, clientHeight: height } = canvas;
        if (width === 0 || height === 0) return;
        const scale = devicePixelRatio;
        const [pixelsWide, pixelsHigh] = [Math.round(width * scale), Math.round(height * scale)];
        if (canvas.width !== pixelsWide || canvas.height !== pixelsHigh) {
          canvas.width = pixelsWide;
          canvas.height = pixelsHigh;
        }
        const context = canvas.getContext("2d");
        context.setTransform(scale, 0, 0, scale, 0, 0);
        context.clearRect(0, 0, width, height);
        context.font = "10.5px system-ui, sans-serif";
        context.textBaseline = "middle";
        const { start, end } = this.#range;
        const x = (time) => ((time - start) / (end - start)) * width;
        this.#drawAxis(context, width, height, x);
        this.#drawSpans(context, width, height, x);
        this.#drawMarks(context, height, x);
        setText(byId("timeline-length"), seconds(this.#length));
        byId("zoom-now").setAttribute("aria-pressed", String(this.#end === null));
      }

      #drawAxis(context, width, height, x) {
        const { start, end } = this.#range;
        const step = niceStep((end - start) / (width / 90));
        const digits = Math.max(0, -Math.floor(Math.log10(step)));
        context.lineWidth = 1;
        for (let time = Math.max(0, Math.ceil(start / step) * step); time <= end; time += step) {
          const left = Math.round(x(time)) + 0.5;
          context.strokeStyle = this.#colors.line;
          context.beginPath();
          context.moveTo(left, axisHeight - 4);
          context.lineTo(left, height);
          context.stroke();
          context.fillStyle = this.#colors.dim;
          context.fillText(`${time.toFixed(digits)} s`, left + 3, axisHeight / 2);
        }
      }

      #drawSpans(context, width, height, x) {
        this.#hits = [];
        const { start, end } = this.#range;
        // Handlers have the first lane; an effect has the first one below that is free.
        const lanes = [];
        const now = this.#now;
        const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
        this.#spans.each(start, end, (span) => {
          const left = Math.max(-2, x(span.start));
          const right = Math.min(width + 2, Math.max(x(Math.min(span.end, now)), left + 2));
          let lane = 0;
          if (!span.isHandler) {
            lane = lanes.findIndex((free) => free <= left - 1);
            if (lane < 0) lane = lanes.length;
            lanes[lane] = right;
            lane += 1;
          }
          const top = axisHeight + lane * laneHeight;
          if (top + laneHeight > height + laneHeight / 2) return;
          // Of handlers that cover each other, only the longest is drawn.
          const before = this.#hits[this.#hits.length - 1];
          if (span.isHandler && before?.span.isHandler && before.right >= right) return;
          this.#hits.push({ left, right, top, span });
          this.#drawSpan(context, span, { left, right, top }, x, isDark);
        });
      }

      #drawSpan(context, span, { left, right, top }, x, isDark) {
        const color = this.#colors[span.tone] ?? this.#colors.effect;
        const isSelected = span.entry === this.#model.view.entry;
        context.fillStyle = color;
        if (span.isHandler) {
          context.fillRect(left, top + 2, Math.max(2, right - left), laneHeight - 5);
        } else {
          // It waits until it has started: drawn lighter.
          const begin = span.started === undefined ? right : Math.max(left, Math.min(right, x(span.started)));
          context.globalAlpha = 0.25;
          context.fillRect(left, top + 1, right - left, laneHeight - 3);
          context.globalAlpha = isDark ? 0.55 : 0.45;
          context.fillRect(begin, top + 1, right - begin, laneHeight - 3);
          context.globalAlpha = 1;
          context.fillRect(left, top + 1, 2, laneHeight - 3);
        }
        if (isSelected) {
          context.strokeStyle = this.#colors.text;
          context.strokeRect(left + 0.5, top + 1.5, Math.max(2, right - left - 1), laneHeight - 4);
        }
        const room = right - Math.max(0, left) - 8;
        if (room < 24 || !span.name) return;
        context.fillStyle = this.#colors.text;
        context.save();
        context.beginPath();
        context.rect(Math.max(0, left), top, right - Math.max(0, left) - 2, laneHeight);
        context.clip();
        context.fillText(oneLine(span.name, 60), Math.max(0, left) + 5, top + laneHeight / 2);
        context.restore();
      }

      // The chosen entry, and the one that a travel shows.
      #drawMarks(context, height, x) {
        const mark = (entry, color) => {
          if (!entry) return;
          const left = Math.round(x(entry.seconds)) + 0.5;
          context.strokeStyle = color;
          context.beginPath();
          context.moveTo(left, 0);
          context.lineTo(left, height);
          context.stroke();
        };
        const { entries, status, selected } = this.#model;
        mark(selected, this.#colors.accent);
        if (status.travel) {
          const place = entries.place(status.travel.at + 1) - 1;
          mark(entries.items[place], this.#colors.travel);
        }
      }
    }

    // A step of 1, 2 or 5 times a power of ten.
    function niceStep(rough) {
      const power = 10 ** Math.floor(Math.log10(rough));
      return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
    }

    """##),
    ("travelBar.js", "text/javascript; charset=utf-8", ##"""
    // Time travel: the slider, steps, play, resume and commit. Visible only if the page can change the app.

    import { byId, setText } from "./dom.js";
    import { Latest } from "./latest.js";

    // How long a commit waits for the second press.
    const confirmTime = 3000;

    const stepKinds = {
      entry: undefined,
      action: ["actionReceived"],
      change: ["change"],
    };

    export class TravelBar {
      #model;
      #actions;
      #slider = byId("travel-slider");
      #latest = new Latest();
      #isDragged = false;
      #confirmTimer = null;

      // `actions` has `control(name, values)`.
      constructor(model, actions) {
        this.#model = model;
        this.#actions = actions;
        this.#slider.addEventListener("input", () => {
          this.#isDragged = true;
          this.travel(Number(this.#slider.value));
        });
        this.#slider.addEventListener("change", () => {
          this.#isDragged = false;
          model.touch("status");
        });
        byId("step-back").addEventListener("click", () => this.step("backward"));
        byId("step-forward").addEventListener("click", () => this.step("forward"));
        byId("play").addEventListener("click", () => this.playOrPause());
        byId("resume").addEventListener("click", () => this.resume());
        byId("commit").addEventListener("click", () => this.commit());
        model.on("status entries connection", () => this.#draw());
      }

      travel(to) {
        const { gone, last } = this.#model.status;
        const number = Math.max(gone, Math.min(last, to));
        this.#latest.run(() => this.#actions.control("travel", { to: number }));
      }

      step(direction) {
        if (!this.#model.canControl) return;
        const kind = stepKinds[byId("step-by").value];
        this.#latest.run(() => this.#actions.control("step", kind ? { direction, kind } : { direction }));
      }

      playOrPause() {
        const { canControl, status } = this.#model;
        if (!canControl) return;
        if (status.travel?.isPlaying) {
          this.#actions.control("pause");
          return;
        }
        const [name, value] = byId("play-speed").value.split(" ");
        this.#actions.control("play", { [name]: Number(value) });
      }

      resume() {
        if (!this.#model.canControl || !this.#model.isTravelling) return;
        this.#actions.control("resume", { applyingWrites: byId("applies-writes").checked });
      }

      // The first press asks for confirmation, the second one commits.
      commit() {
        if (!this.#model.canControl || !this.#model.isTravelling) return;
        if (this.#confirmTimer !== null) {
          this.#endConfirming();
          this.#actions.control("commit");
          return;
        }
        setText(byId("commit"), "Commit: sure?");
        byId("commit").classList.add("is-asking");
        this.#confirmTimer = setTimeout(() => this.#endConfirming(), confirmTime);
      }

      #endConfirming() {
        clearTimeout(this.#confirmTimer);
        this.#confirmTimer = null;
        setText(byId("commit"), "Commit");
        byId("commit").classList.remove("is-asking");
      }

      #draw() {
        const { status, isTravelling, connection } = this.#model;
        byId("travel").hidden = !status.canControl;
        byId("travel").classList.toggle("is-travelling", isTravelling);
        const { travel } = status;
        for (const control of byId("travel").querySelectorAll("button, input, select")) {
          control.disabled = connection.state !== "open";
        }
        // Current entries follow the travel: the slider ends where it started.
        const last = travel?.last ?? status.last;
        this.#slider.min = status.gone;
        this.#slider.max = last;
        if (!this.#isDragged) this.#slider.value = travel?.at ?? last;
        this.#slider.setAttribute("aria-valuetext", travel ? `entry ${travel.at} of ${last}` : "current state");
        setText(byId("travel-place"), travel ? `#${travel.at} of ${last}` : "current state");
        setText(byId("play"), travel?.isPlaying ? "Pause" : "Play");
        byId("resume").disabled ||= !isTravelling;
        byId("commit").disabled ||= !isTravelling;
        byId("applies-writes").disabled ||= !isTravelling;
        if (!isTravelling && this.#confirmTimer !== null) this.#endConfirming();
      }
    }

    """##),
    ("urlState.js", "text/javascript; charset=utf-8", ##"""
    // The user's choices, in the fragment of the address, which a browser never sends: `#<token>&e=120&q=text`.
    // The token comes first.

    const tokenPlace = "inspector-token";

    export function readToken() {
      const first = location.hash.slice(1).split("&")[0];
      const token = first.includes("=") ? "" : first;
      if (token) sessionStorage.setItem(tokenPlace, token);
      return token || (sessionStorage.getItem(tokenPlace) ?? "");
    }

    export function readView(view) {
      const values = new URLSearchParams(location.hash.slice(1).split("&").slice(1).join("&"));
      const number = (name) => (/^\d+$/.test(values.get(name) ?? "") ? Number(values.get(name)) : null);
      view.entry = number("e");
      view.store = number("s");
      view.mark = number("m");
      view.tab = values.get("t") ?? view.tab;
      view.query = values.get("q") ?? "";
      view.hidden = new Set((values.get("h") ?? "").split(",").filter(Boolean));
      view.only = new Set((values.get("o") ?? "").split(",").filter(Boolean).map(Number));
      view.field = values.get("f");
      view.isGrouped = values.get("g") !== "0";
      view.onlyErrors = values.get("x") === "1";
      view.slower = Number(values.get("w")) || 0;
      view.collapses = values.get("c") !== "0";
      view.showsNow = values.get("n") === "1";
    }

    export function writeView(token, view) {
      const values = new URLSearchParams();
      if (view.tab !== "entry") values.set("t", view.tab);
      if (view.store !== null) values.set("s", view.store);
      if (view.entry !== null) values.set("e", view.entry);
      if (view.mark !== null) values.set("m", view.mark);
      if (view.query) values.set("q", view.query);
      if (view.hidden.size > 0) values.set("h", [...view.hidden].join(","));
      if (view.only.size > 0) values.set("o", [...view.only].join(","));
      if (view.field !== null) values.set("f", view.field);
      if (!view.isGrouped) values.set("g", "0");
      if (view.onlyErrors) values.set("x", "1");
      if (view.slower > 0) values.set("w", view.slower);
      if (!view.collapses) values.set("c", "0");
      if (view.showsNow) values.set("n", "1");
      const hash = `#${[token, values.toString()].filter(Boolean).join("&")}`;
      if (hash !== location.hash) history.replaceState(null, "", hash);
    }

    """##),
    ("whyPanel.js", "text/javascript; charset=utf-8", ##"""
    // Why a field has its value: the last change, its causes, and the values before it.

    import { byId, make, redraw, setText } from "./dom.js";
    import { kindOf } from "./kinds.js";
    import { Latest } from "./latest.js";
    import { makeSparkline } from "./sparkline.js";
    import { count, oneLine, plain, plural, seconds } from "./texts.js";
    import { titleOf } from "./actionGroup.js";

    const mostChanges = 100;
    // The interval at which the reasons for the current value are requested.
    const pause = 500;

    export class WhyPanel {
      #model;
      #connection;
      #actions;
      #latest = new Latest();
      #reasons = null;
      #message = null;
      #askedAt = 0;
      #timer = null;

      // `actions` has `jump(number)`.
      constructor(model, connection, actions) {
        this.#model = model;
        this.#connection = connection;
        this.#actions = actions;
        model.on("field selection tab point stores hello", () => this.#load());
        model.on("entries", () => this.#loadSoon());
        byId("why-close").addEventListener("click", () => model.showField(null));
        setInterval(() => this.#drawAge(), 1000);
      }

      get #isShown() {
        const { view, currentStore } = this.#model;
        return view.tab === "state" && view.field !== null && currentStore !== undefined;
      }

      #loadSoon() {
        if (!this.#isShown || this.#model.point !== undefined) return;
        this.#timer ??= setTimeout(() => {
          this.#timer = null;
          this.#load();
        }, pause);
      }

      #load() {
        byId("why").hidden = !this.#isShown;
        if (!this.#isShown || this.#model.connection.state !== "open") return;
        this.#latest.run(async () => {
          const { view, point, currentStore } = this.#model;
          if (!this.#isShown) return;
          const values = { store: currentStore.id, path: view.field, limit: mostChanges };
          if (point !== undefined) values.at = point;
          try {
            this.#reasons = await this.#connection.ask("why", values);
            this.#askedAt = performance.now();
            this.#message = null;
          } catch (error) {
            this.#reasons = null;
            this.#message = error.message;
          }
          redraw(byId("why-contents"), () => this.#draw());
        });
      }

      #draw() {
        const { view } = this.#model;
        setText(byId("why-title"), plain(nameOf(view.field ?? "")));
        const reasons = this.#reasons;
        if (reasons === null) {
          byId("why-contents").replaceChildren(make("p", { class: "none" }, plain(this.#message ?? "")));
          return;
        }
        const { entry, causes, history } = reasons;
        byId("why-contents").replaceChildren(...(entry ? [
          make("p", { class: "last-change" }, "last changed by ", this.#makeCause(entry, causes),
            this.#makePlace(entry, causes), " ", make("span", { id: "why-age" })),
          this.#makeChain(entry, causes),
          ...this.#makeHistory(history, reasons.isCut),
        ] : [make("p", { class: "none" }, "It has had this value since the journal's first entry of the store.")]));
        this.#drawAge();
      }

      #drawAge() {
        if (!this.#isShown || !this.#reasons?.entry) return;
        const passed = this.#model.point === undefined ? (performance.now() - this.#askedAt) / 1000 : 0;
        const age = byId("why-contents").querySelector("#why-age");
        if (age) setText(age, `${seconds(this.#reasons.age + passed)} ago`);
      }

      // The action or the effect that made the change.
      #makeCause(entry, causes) {
        const cause = causes[causes.length - 1];
        if (!cause) return plain(words[entry.by] ?? entry.by ?? "an unknown cause");
        return this.#makeLink(shortText(cause), cause.number, "cause");
      }

      #makePlace(entry, causes) {
        const origin = entry.origin ?? causes[causes.length - 1]?.origin;
        return origin ? make("span", {}, " from ", make("code", {}, plain(origin))) : null;
      }

      #makeChain(entry, causes) {
        const steps = [...causes, entry].map((step) => {
          const { word, tone } = kindOf(step);
          return make("li", {},
            make("span", { class: `cell-kind tone-${tone}` }, word),
            this.#makeLink(shortText(step), step.number, "step"));
        });
        return make("ol", { class: "chain", "aria-label": "From the first cause to the change" }, ...steps);
      }

      #makeHistory(history, isCut) {
        const amounts = history.map(({ amount }) => amount);
        const areNumbers = amounts.length > 1 && amounts.every((amount) => amount !== undefined);
        const rows = history.toReversed().map((change) => make("tr", {},
          make("td", { class: "number" }, this.#makeLink(String(change.entry), change.entry, "change")),
          make("td", { class: "number quiet" }, `${change.seconds.toFixed(3)} s`),
          make("td", { class: "value" }, oneLine(change.new, 120)),
          make("td", { class: "quiet" }, this.#makeMaker(change))));
        return [
          make("h3", {}, `${isCut ? "The last " : ""}${plural(history.length, "change")}`,
            areNumbers ? makeSparkline(amounts) : null),
          make("table", { class: "history" },
            make("thead", {}, make("tr", {}, make("th", { scope: "col", class: "number" }, "entry"),
              make("th", { scope: "col", class: "number" }, "time"), make("th", { scope: "col" }, "value"),
              make("th", { scope: "col" }, "by"))),
            make("tbody", {}, ...rows)),
        ];
      }

      #makeMaker({ by, cause }) {
        const maker = cause === undefined ? undefined : this.#model.entries.find(cause);
        if (maker) return oneLine(maker.name ?? maker.text, 80);
        return cause === undefined ? words[by] ?? by ?? "" : `#${count(cause)}`;
      }

      #makeLink(text, number, role) {
        return make("button", {
          type: "button", class: "link", "data-key": `${role} ${number}`, onclick: () => this.#actions.jump(number),
        }, oneLine(text, 120));
      }
    }

    const shortText = (entry) => (entry.kind === "actionReceived" ? titleOf(entry) : entry.name ?? entry.text);

    const words = {
      binding: "a binding",
      inspector: "the inspector",
      outside: "code outside actions",
      restore: "time travel",
      update: "an update",
    };

    // `rows[0].title` for `/rows/0/title`
    function nameOf(path) {
      return path.split("/").slice(1).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"))
        .map((part, place) => (/^\d+$/.test(part) ? `[${part}]` : place === 0 ? part : `.${part}`)).join("");
    }

    """##),
    ("workPane.js", "text/javascript; charset=utf-8", ##"""
    // The effects and actions in flight, with age, owner and cause.

    import { byId, make, redraw, setText } from "./dom.js";
    import { Loader } from "./loader.js";
    import { plain, seconds } from "./texts.js";

    const pause = 500;

    export class WorkPane {
      #model;
      #actions;
      #loader;
      #work = { effects: [], actions: [] };
      #askedAt = 0;

      // `actions` has `jump(number)` and `cancel(store, effect)`.
      constructor(model, connection, actions) {
        this.#model = model;
        this.#actions = actions;
        this.#loader = new Loader({
          pause,
          // Its badge is in sight with each tab.
          isNeeded: () => model.connection.state === "open",
          ask: () => connection.ask("effects"),
          show: (work) => this.#show(work),
        });
        model.on("tab hello", () => this.load());
        model.on("entries", () => this.#loader.loadSoon());
        model.on("connection status stores", () => this.#draw());
        setInterval(() => this.#drawAges(), 250);
      }

      load() { this.#loader.load(); }

      #show(work) {
        this.#work = work;
        this.#askedAt = performance.now();
        for (const { entry, age } of [...work.effects, ...work.actions]) {
          const began = this.#model.entries.find(entry);
          if (began) this.#model.hasPassed(began.seconds + age);
        }
        this.#draw();
      }

      #draw() {
        const { effects, actions } = this.#work;
        setText(byId("work-badge"), effects.length > 0 ? String(effects.length) : "");
        if (this.#model.view.tab !== "work") return;
        const control = this.#model.canControl;
        const [effectRows, actionRows] = [byId("effects-body"), byId("actions-body")];
        redraw(effectRows, () => {
          effectRows.replaceChildren(...effects.map((effect) => this.#makeEffect(effect, control)));
        });
        redraw(actionRows, () => actionRows.replaceChildren(...actions.map((action) => this.#makeAction(action))));
        byId("effects-none").hidden = effects.length > 0;
        byId("effects-table").hidden = effects.length === 0;
        byId("actions-none").hidden = actions.length > 0;
        byId("actions-table").hidden = actions.length === 0;
      }

      #makeEffect(effect, control) {
        const cause = effect.action ?? (effect.cause === undefined ? "" : `#${effect.cause}`);
        return make("tr", {},
          make("td", {}, this.#makeLink(effect.name, effect.entry, effect.entry),
            this.#makeStore(effect.store, effect.key)),
          make("td", {}, make("span", { class: `state-${effect.state}` },
            effect.state === "cancelled" ? "cancelled, still running" : effect.state),
          effect.attempts > 1 ? make("div", { class: "quiet" }, `attempt ${effect.attempts}`) : null),
          this.#makeAge(effect.age),
          make("td", {}, effect.cause === undefined ? "" : this.#makeLink(cause, effect.cause, effect.entry),
            effect.origin ? make("div", { class: "quiet" }, plain(effect.origin)) : null),
          make("td", {}, control && effect.state !== "cancelled" ? make("button", {
            type: "button",
            class: "cancel",
            "data-key": `cancel ${effect.entry}`,
            "aria-label": `Cancel ${plain(effect.name)}`,
            onclick: () => this.#actions.cancel(effect.store, effect.number),
          }, "cancel") : null));
      }

      #makeAction(action) {
        return make("tr", {},
          make("td", {}, this.#makeLink(action.name, action.entry, action.entry), this.#makeStore(action.store)),
          make("td", {}, action.state),
          this.#makeAge(action.age),
          make("td", {}, action.origin ? plain(action.origin) : ""));
      }

      #makeStore(store, key) {
        const parts = [this.#model.storeName(store), key].filter(Boolean);
        return make("div", { class: "quiet" }, plain(parts.join(" \u00b7 ")));
      }

      #makeLink(text, number, row) {
        return make("button", {
          type: "button", class: "link", "data-key": `${row} to ${number}`, onclick: () => this.#actions.jump(number),
        }, plain(text));
      }

      #makeAge(age) {
        return make("td", { class: "number", "data-age": age }, seconds(age));
      }

      #drawAges() {
        if (this.#model.view.tab !== "work" || this.#model.connection.state !== "open") return;
        const passed = (performance.now() - this.#askedAt) / 1000;
        for (const cell of byId("tab-work").querySelectorAll("[data-age]")) {
          setText(cell, seconds(Number(cell.dataset.age) + passed));
        }
      }
    }

    """##),
  ]
}
#endif
