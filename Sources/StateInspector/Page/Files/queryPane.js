// The entries of the caches of queries: their age, their watchers, and what has started the last attempt.

import { byId, make, redraw } from "./dom.js";
import { Loader } from "./loader.js";
import { plain, plural, seconds } from "./texts.js";

const pause = 500;
// More entries than anyone reads would make the page slow.
const most = 100;
// The choices in the menu of an entry, by their names in a request.
const steps = {
  reload: "load again", invalidate: "mark as changed", remove: "remove", hang: "let it load for ever",
  fail: "let it fail", slow: "let it be slow", restore: "let it load properly",
};
// The simulated behavior of loads, by its name in an answer.
const simulations = { endless: "made to load for ever", failing: "made to fail", slow: "made slow" };

export class QueryPane {
  #model;
  #actions;
  #loader;
  #caches = [];

  // `actions` has `jump(number)`, and `control(ask, names)`.
  constructor(model, connection, actions) {
    this.#model = model;
    this.#actions = actions;
    this.#loader = new Loader({
      pause,
      isNeeded: () => model.view.tab === "work" && model.connection.state === "open",
      ask: () => connection.ask("queries", { limit: most }),
      show: ({ caches }) => {
        this.#caches = caches;
        this.#draw();
      },
    });
    model.on("tab hello", () => this.#loader.load());
    model.on("entries", () => this.#loader.loadSoon());
    model.on("connection status", () => this.#draw());
  }

  #draw() {
    if (this.#model.view.tab !== "work") return;
    const shown = this.#caches.filter(({ count }) => count > 0);
    const body = byId("queries-body");
    const rows = () => shown.flatMap((cache, place) => this.#makeCache(cache, place, shown.length));
    redraw(body, () => body.replaceChildren(...rows()));
    byId("queries-none").hidden = shown.length > 0;
    byId("queries-table").hidden = shown.length === 0;
  }

  #makeCache({ number, isOnline, count, queries }, place, caches) {
    const left = count - queries.length;
    const state = `${plural(count, "entry")}${isOnline ? "" : ", offline"}`;
    const title = make("tr", {},
      make("th", { scope: "colgroup", colspan: 5 }, `cache ${place + 1} `,
        make("span", { class: "quiet" }, state, " "), this.#makeSwitch(number, isOnline, place)));
    return [
      ...(caches > 1 || !isOnline || this.#model.canControl ? [title] : []),
      ...queries.map((query) => this.#makeQuery(query, number)),
      ...(left > 0 ? [make("tr", {}, make("td", { class: "quiet", colspan: 5 }, `${left} more`))] : []),
    ];
  }

  #makeSwitch(cache, isOnline, place) {
    if (!this.#model.canControl) return null;
    return make("button", {
      type: "button", class: "connect", "data-key": `connect ${cache}`,
      "aria-label": `${isOnline ? "Disconnect" : "Connect"} cache ${place + 1}`,
      onclick: () => this.#change("connect", { cache, isOnline: !isOnline }),
    }, isOnline ? "go offline" : "go online");
  }

  #makeMenu(query, cache) {
    if (!this.#model.canControl) return null;
    const menu = make("select", {
      class: "steps", "data-key": `steps ${cache} ${query.number}`, "aria-label": `Change ${plain(query.query)}`,
      onchange: () => this.#change("query", { cache, query: query.number, do: menu.value }),
    }, make("option", { value: "" }, "change\u2026"),
    ...Object.entries(steps).map(([value, text]) => make("option", { value }, text)));
    return menu;
  }

  async #change(ask, names) {
    await this.#actions.control(ask, names);
    this.#loader.load();
  }

  #makeQuery(query, cache) {
    return make("tr", {},
      make("td", {}, plain(query.query), " ", this.#makeMenu(query, cache),
        query.error ? make("div", { class: "quiet" }, plain(query.error)) : null),
      make("td", {}, stateOf(query)),
      make("td", { class: "number" }, query.age === undefined ? "" : seconds(query.age)),
      make("td", {}, callersOf(query)),
      make("td", {}, this.#makeAttempt(query.attempt)));
  }

  #makeAttempt(attempt) {
    if (!attempt) return "";
    const text = attempt.number > 1 ? `${attempt.reason}, attempt ${attempt.number}` : attempt.reason;
    if (attempt.entry === undefined) return text;
    return make("button", {
      type: "button", class: "link", title: plain(attempt.text ?? ""), "data-key": `query ${attempt.entry}`,
      onclick: () => this.#actions.jump(attempt.entry),
    }, text);
  }
}

// The state of the content, and whether it loads.
function stateOf({ state, isLoading, nextAttempt, isPending, simulated }) {
  const parts = [state];
  if (nextAttempt !== undefined) parts.push(`attempt ${nextAttempt} follows`);
  else if (isLoading) parts.push("in flight");
  if (isPending) parts.push("unconfirmed changes");
  if (simulated) parts.push(simulations[simulated]);
  return parts.join(", ");
}

function callersOf({ watchers, waiters }) {
  const parts = [];
  if (watchers > 0) parts.push(plural(watchers, "watcher"));
  if (waiters > 0) parts.push(`${waiters} waiting`);
  return parts.join(", ");
}
