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
