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
