// The outboxes: the changes that the server hasn't applied, and what keeps them from being sent.

import { byId, make, redraw } from "./dom.js";
import { Loader } from "./loader.js";
import { plain, plural, seconds } from "./texts.js";

const pause = 500;
// More changes than anyone reads would make the page slow.
const most = 100;
// The choices in the menu of an outbox, by their names in a request.
const steps = {
  hold: "send nothing", release: "send again", retry: "try all now", fail: "let the next attempt fail",
};
const holds = { app: "paused by the app", inspector: "held here", failure: "held by an error" };
const removable = new Set(["rejected", "held", "unknown", "expired", "undecodable"]);

export class OutboxPane {
  #model;
  #actions;
  #loader;
  #outboxes = [];

  // `actions` has `jump(number)`, and `control(ask, names)`.
  constructor(model, connection, actions) {
    this.#model = model;
    this.#actions = actions;
    this.#loader = new Loader({
      pause,
      isNeeded: () => model.view.tab === "work" && model.connection.state === "open",
      ask: () => connection.ask("outboxes", { limit: most }),
      show: ({ outboxes }) => {
        this.#outboxes = outboxes;
        this.#draw();
      },
    });
    model.on("tab hello", () => this.#loader.load());
    model.on("entries", () => this.#loader.loadSoon());
    model.on("connection status", () => this.#draw());
  }

  #draw() {
    if (this.#model.view.tab !== "work") return;
    const body = byId("outboxes-body");
    const rows = () => this.#outboxes.flatMap((outbox, place) => this.#makeOutbox(outbox, place));
    redraw(body, () => body.replaceChildren(...rows()));
    byId("outboxes-none").hidden = this.#outboxes.length > 0;
    byId("outboxes-table").hidden = this.#outboxes.length === 0;
  }

  #makeOutbox(outbox, place) {
    const { number, pending, failed, changes } = outbox;
    const left = pending + failed - changes.length;
    return [
      make("tr", {},
        make("th", { scope: "colgroup", colspan: 5 }, `outbox ${place + 1} `,
          make("span", { class: "quiet" }, textOf(outbox), " "), this.#makeMenu(number, place))),
      ...changes.map((change) => this.#makeChange(change, number)),
      ...(left > 0 ? [make("tr", {}, make("td", { class: "quiet", colspan: 5 }, `${left} more`))] : []),
    ];
  }

  #makeMenu(outbox, place) {
    if (!this.#model.canControl) return null;
    const menu = make("select", {
      class: "steps", "data-key": `outbox ${outbox}`, "aria-label": `Change outbox ${place + 1}`,
      onchange: () => this.#change({ outbox, do: menu.value }),
    }, make("option", { value: "" }, "change\u2026"),
    ...Object.entries(steps).map(([value, text]) => make("option", { value }, text)));
    return menu;
  }

  async #change(names) {
    await this.#actions.control("outbox", names);
    this.#loader.load();
  }

  #makeChange(change, outbox) {
    return make("tr", {},
      make("td", {}, plain(change.change ?? change.name), " ", ...this.#makeButtons(change, outbox),
        change.error ? make("div", { class: "quiet" }, plain(change.error)) : null),
      make("td", {}, stateOf(change)),
      make("td", { class: "number" }, seconds(change.age)),
      make("td", {}, plain(change.lane)),
      make("td", {}, this.#makeAttempts(change)));
  }

  #makeButtons({ key, state, attempts }, outbox) {
    if (!this.#model.canControl || state === "sending") return [];
    const button = (step, text) => make("button", {
      type: "button", class: step, "data-key": `${step} ${key}`, "aria-label": `${text} ${key}`,
      onclick: () => this.#change({ outbox, do: step, key }),
    }, text);
    const isRemovable = removable.has(state) || (state === "queued" && attempts === 0);
    return [
      ...(state === "undecodable" ? [] : [button("retry", "retry")]),
      ...(isRemovable ? [button("remove", "remove")] : []),
    ];
  }

  #makeAttempts({ attempts, entry }) {
    const text = plural(attempts, "attempt");
    if (entry === undefined) return text;
    return make("button", {
      type: "button", class: "link", "data-key": `change ${entry}`, onclick: () => this.#actions.jump(entry),
    }, text);
  }
}

function textOf({ pending, failed, oldest, hold, failing }) {
  const parts = [`${pending} pending`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (oldest !== undefined) parts.push(`the oldest for ${seconds(oldest)}`);
  if (hold) parts.push(holds[hold]);
  if (failing) parts.push(`the next ${plural(failing, "attempt")} will fail`);
  return parts.join(", ");
}

function stateOf({ state, next }) {
  return next === undefined ? state : `${state}, next in ${seconds(next)}`;
}
