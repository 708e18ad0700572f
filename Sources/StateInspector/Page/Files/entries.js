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
