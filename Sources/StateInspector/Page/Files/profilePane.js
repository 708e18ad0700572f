// How often each kind of action and effect ran, and how long that took.

import { byId, make } from "./dom.js";
import { Loader } from "./loader.js";
import { count, plain, seconds } from "./texts.js";

const pause = 2000;

const columns = [
  ["name", (row) => row.name, (value) => value],
  ["count", (row) => row.count, count],
  ["handlers", (row) => row.handler.total, seconds],
  ["share", (row) => row.share ?? -1, (value) => (value < 0 ? "" : `${(value * 100).toFixed(1)} %`)],
  ["p50", (row) => row.handler.p50, seconds],
  ["p95", (row) => row.handler.p95, seconds],
  ["max", (row) => row.handler.max, seconds],
  ["done p50", (row) => row.done.p50, seconds],
  ["p95", (row) => row.done.p95, seconds],
  ["max", (row) => row.done.max, seconds],
  ["changes", (row) => row.changes, count],
  ["errors", (row) => row.errors, count],
  ["drops", (row) => row.drops, count],
];

export class ProfilePane {
  #profile = { elapsed: 0, rows: [] };
  #sort = { column: 2, sign: -1 };

  constructor(model, connection) {
    byId("profile-head").append(...columns.map(([title], column) => make("th", {
      scope: "col", class: column === 0 ? "" : "number",
    }, make("button", { type: "button", onclick: () => this.#sortBy(column) }, title))));
    const loader = new Loader({
      pause,
      isNeeded: () => model.view.tab === "profile" && model.connection.state === "open",
      ask: () => connection.ask("profile"),
      show: (profile) => {
        this.#profile = profile;
        this.#draw();
      },
    });
    model.on("tab hello", () => loader.load());
    model.on("entries", () => loader.loadSoon());
  }

  #sortBy(column) {
    const sign = this.#sort.column === column ? -this.#sort.sign : column === 0 ? 1 : -1;
    this.#sort = { column, sign };
    this.#draw();
  }

  #draw() {
    const { column, sign } = this.#sort;
    const value = columns[column][1];
    const rows = [...this.#profile.rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      return sign * (x < y ? -1 : x > y ? 1 : 0);
    });
    [...byId("profile-head").children].forEach((head, place) => {
      const order = sign > 0 ? "ascending" : "descending";
      head.setAttribute("aria-sort", place === column ? order : "none");
    });
    byId("profile-body").replaceChildren(...rows.map((row) => make("tr", {},
      ...columns.map(([title, read, show], place) => {
        const shown = show(read(row));
        if (place === 0) {
          return make("td", {}, make("span", { class: `dot tone-${row.isEffect ? "effect" : "action"}`,
            title: row.isEffect ? "effect" : "action" }), plain(shown));
        }
        const isBad = (title === "errors" || title === "drops") && read(row) > 0;
        return make("td", { class: `number${isBad ? " bad" : ""}` }, read(row) === 0 ? "\u00b7" : shown);
      }))));
    byId("profile-elapsed").textContent = rows.length > 0
      ? `over ${seconds(this.#profile.elapsed)}` : "Nothing has been measured yet.";
  }
}
