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
