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
