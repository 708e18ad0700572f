// The effects and actions in flight, with age, owner and cause.

import { byId, make, redraw, setText } from "./dom.js";
import { Loader } from "./loader.js";
import { plain, seconds } from "./texts.js";

const pause = 500;

export class WorkPane {
  #model;
  #actions;
  #loader;
  #work = { effects: [], actions: [] };
  #askedAt = 0;

  // `actions` has `jump(number)` and `cancel(store, effect)`.
  constructor(model, connection, actions) {
    this.#model = model;
    this.#actions = actions;
    this.#loader = new Loader({
      pause,
      // Its badge is in sight with each tab.
      isNeeded: () => model.connection.state === "open",
      ask: () => connection.ask("effects"),
      show: (work) => this.#show(work),
    });
    model.on("tab hello", () => this.load());
    model.on("entries", () => this.#loader.loadSoon());
    model.on("connection status stores", () => this.#draw());
    setInterval(() => this.#drawAges(), 250);
  }

  load() { this.#loader.load(); }

  #show(work) {
    this.#work = work;
    this.#askedAt = performance.now();
    for (const { entry, age } of [...work.effects, ...work.actions]) {
      const began = this.#model.entries.find(entry);
      if (began) this.#model.hasPassed(began.seconds + age);
    }
    this.#draw();
  }

  #draw() {
    const { effects, actions } = this.#work;
    setText(byId("work-badge"), effects.length > 0 ? String(effects.length) : "");
    if (this.#model.view.tab !== "work") return;
    const control = this.#model.canControl;
    const [effectRows, actionRows] = [byId("effects-body"), byId("actions-body")];
    redraw(effectRows, () => {
      effectRows.replaceChildren(...effects.map((effect) => this.#makeEffect(effect, control)));
    });
    redraw(actionRows, () => actionRows.replaceChildren(...actions.map((action) => this.#makeAction(action))));
    byId("effects-none").hidden = effects.length > 0;
    byId("effects-table").hidden = effects.length === 0;
    byId("actions-none").hidden = actions.length > 0;
    byId("actions-table").hidden = actions.length === 0;
  }

  #makeEffect(effect, control) {
    const cause = effect.action ?? (effect.cause === undefined ? "" : `#${effect.cause}`);
    return make("tr", {},
      make("td", {}, this.#makeLink(effect.name, effect.entry, effect.entry),
        this.#makeStore(effect.store, effect.key)),
      make("td", {}, make("span", { class: `state-${effect.state}` },
        effect.state === "cancelled" ? "cancelled, still running" : effect.state),
      effect.attempts > 1 ? make("div", { class: "quiet" }, `attempt ${effect.attempts}`) : null),
      this.#makeAge(effect.age),
      make("td", {}, effect.cause === undefined ? "" : this.#makeLink(cause, effect.cause, effect.entry),
        effect.origin ? make("div", { class: "quiet" }, plain(effect.origin)) : null),
      make("td", {}, control && effect.state !== "cancelled" ? make("button", {
        type: "button",
        class: "cancel",
        "data-key": `cancel ${effect.entry}`,
        "aria-label": `Cancel ${plain(effect.name)}`,
        onclick: () => this.#actions.cancel(effect.store, effect.number),
      }, "cancel") : null));
  }

  #makeAction(action) {
    return make("tr", {},
      make("td", {}, this.#makeLink(action.name, action.entry, action.entry), this.#makeStore(action.store)),
      make("td", {}, action.state),
      this.#makeAge(action.age),
      make("td", {}, action.origin ? plain(action.origin) : ""));
  }

  #makeStore(store, key) {
    const parts = [this.#model.storeName(store), key].filter(Boolean);
    return make("div", { class: "quiet" }, plain(parts.join(" \u00b7 ")));
  }

  #makeLink(text, number, row) {
    return make("button", {
      type: "button", class: "link", "data-key": `${row} to ${number}`, onclick: () => this.#actions.jump(number),
    }, plain(text));
  }

  #makeAge(age) {
    return make("td", { class: "number", "data-age": age }, seconds(age));
  }

  #drawAges() {
    if (this.#model.view.tab !== "work" || this.#model.connection.state !== "open") return;
    const passed = (performance.now() - this.#askedAt) / 1000;
    for (const cell of byId("tab-work").querySelectorAll("[data-age]")) {
      setText(cell, seconds(Number(cell.dataset.age) + passed));
    }
  }
}
