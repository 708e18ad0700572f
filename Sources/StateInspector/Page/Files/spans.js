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
