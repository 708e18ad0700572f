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
