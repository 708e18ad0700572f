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
