// The entries of the caches of queries: their age, their watchers, and what has started the last attempt.

import { byId, make, redraw } from "./dom.js";
import { Loader } from "./loader.js";
import { plain, plural, seconds } from "./texts.js";

const pause = 500;
// More entries than anyone reads would make the page slow.
const most = 100;

export class QueryPane {
  #model;
  #actions;
  #caches = [];

  constructor(model, connection, actions) {
    this.#model = model;
    this.#actions = actions;
    const loader = new Loader({
      pause,
      isNeeded: () => model.view.tab === "work" && model.connection.state === "open",
      ask: () => connection.ask("queries", { limit: most }),
      show: ({ caches }) => {
        this.#caches = caches;
        this.#draw();
      },
    });
    model.on("tab hello", () => loader.load());
    model.on("entries", () => loader.loadSoon());
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

  #makeCache({ count, queries }, place, caches) {
    const left = count - queries.length;
    const title = make("tr", {},
      make("th", { scope: "colgroup", colspan: 5 }, `cache ${place + 1}`,
        make("span", { class: "quiet" }, ` ${count === 1 ? "1 entry" : `${count} entries`}`)));
    return [
      ...(caches > 1 ? [title] : []),
      ...queries.map((query) => this.#makeQuery(query)),
      ...(left > 0 ? [make("tr", {}, make("td", { class: "quiet", colspan: 5 }, `${left} more`))] : []),
    ];
  }

  #makeQuery(query) {
    return make("tr", {},
      make("td", {}, plain(query.query),
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
function stateOf({ state, isLoading, nextAttempt, isPending }) {
  const parts = [state];
  if (nextAttempt !== undefined) parts.push(`attempt ${nextAttempt} follows`);
  else if (isLoading) parts.push("in flight");
  if (isPending) parts.push("unconfirmed changes");
  return parts.join(", ");
}

function callersOf({ watchers, waiters }) {
  const parts = [];
  if (watchers > 0) parts.push(plural(watchers, "watcher"));
  if (waiters > 0) parts.push(`${waiters} waiting`);
  return parts.join(", ");
}
