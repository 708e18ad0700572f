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
