// Entries for tests, written as a story of an app.

import { Entries } from "../../../Sources/StateInspector/Page/Files/entries.js";

export class Story {
  entries = new Entries();
  #number = 0;
  seconds = 0;

  // Adds an entry 1 ms later, and returns its number.
  add(kind, more = {}) {
    this.#number += 1;
    this.seconds += 0.001;
    const entry = { number: this.#number, seconds: this.seconds, store: 1, kind, text: "", ...more };
    const [after, upTo] = [entry.number - 1, entry.number];
    this.entries.append({ after, upTo, last: upTo, entries: [entry] });
    return entry.number;
  }

  receive(name, more = {}) { return this.add("actionReceived", { name, text: `receives ${name}`, ...more }); }

  change(name, cause, more = {}) { return this.add("change", { name, cause, text: `${name}: 1 \u2192 2`, ...more }); }

  start(name, cause) { return this.add("effectStarted", { name, cause }); }

  end(subject, kind = "effectEnded") { return this.add(kind, { subject }); }

  done(subject) { return this.add("actionDone", { subject }); }

  pass(seconds) { this.seconds += seconds; }

  // A search that a second one replaces.
  search() {
    const origin = "App/Home.swift:12";
    const first = this.receive("search", { text: `receives search("ab"), from ${origin}`, origin });
    this.change("query", first);
    const effect = this.start("find", first);
    this.add("actionHandled", { subject: first, duration: 0.0005 });
    const second = this.receive("search", { text: "receives search(\"abc\")" });
    this.change("query", second);
    this.end(effect, "effectCancelled");
    this.done(first);
    const other = this.start("find", second);
    this.pass(0.03);
    this.change("results", other);
    this.end(other);
    this.done(second);
    return { first, second, effect, other };
  }
}
