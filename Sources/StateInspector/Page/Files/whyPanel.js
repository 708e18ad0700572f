// Why a field has its value: the last change, its causes, and the values before it.

import { byId, make, redraw, setText } from "./dom.js";
import { kindOf } from "./kinds.js";
import { Latest } from "./latest.js";
import { makeSparkline } from "./sparkline.js";
import { count, oneLine, plain, plural, seconds } from "./texts.js";
import { titleOf } from "./actionGroup.js";

const mostChanges = 100;
// The interval at which the reasons for the current value are requested.
const pause = 500;

export class WhyPanel {
  #model;
  #connection;
  #actions;
  #latest = new Latest();
  #reasons = null;
  #message = null;
  #askedAt = 0;
  #timer = null;

  // `actions` has `jump(number)`.
  constructor(model, connection, actions) {
    this.#model = model;
    this.#connection = connection;
    this.#actions = actions;
    model.on("field selection tab point stores hello", () => this.#load());
    model.on("entries", () => this.#loadSoon());
    byId("why-close").addEventListener("click", () => model.showField(null));
    setInterval(() => this.#drawAge(), 1000);
  }

  get #isShown() {
    const { view, currentStore } = this.#model;
    return view.tab === "state" && view.field !== null && currentStore !== undefined;
  }

  #loadSoon() {
    if (!this.#isShown || this.#model.point !== undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#load();
    }, pause);
  }

  #load() {
    byId("why").hidden = !this.#isShown;
    if (!this.#isShown || this.#model.connection.state !== "open") return;
    this.#latest.run(async () => {
      const { view, point, currentStore } = this.#model;
      if (!this.#isShown) return;
      const values = { store: currentStore.id, path: view.field, limit: mostChanges };
      if (point !== undefined) values.at = point;
      try {
        this.#reasons = await this.#connection.ask("why", values);
        this.#askedAt = performance.now();
        this.#message = null;
      } catch (error) {
        this.#reasons = null;
        this.#message = error.message;
      }
      redraw(byId("why-contents"), () => this.#draw());
    });
  }

  #draw() {
    const { view } = this.#model;
    setText(byId("why-title"), plain(nameOf(view.field ?? "")));
    const reasons = this.#reasons;
    if (reasons === null) {
      byId("why-contents").replaceChildren(make("p", { class: "none" }, plain(this.#message ?? "")));
      return;
    }
    const { entry, causes, history } = reasons;
    byId("why-contents").replaceChildren(...(entry ? [
      make("p", { class: "last-change" }, "last changed by ", this.#makeCause(entry, causes),
        this.#makePlace(entry, causes), " ", make("span", { id: "why-age" })),
      this.#makeChain(entry, causes),
      ...this.#makeHistory(history, reasons.isCut),
    ] : [make("p", { class: "none" }, "It has had this value since the journal's first entry of the store.")]));
    this.#drawAge();
  }

  #drawAge() {
    if (!this.#isShown || !this.#reasons?.entry) return;
    const passed = this.#model.point === undefined ? (performance.now() - this.#askedAt) / 1000 : 0;
    const age = byId("why-contents").querySelector("#why-age");
    if (age) setText(age, `${seconds(this.#reasons.age + passed)} ago`);
  }

  // The action or the effect that made the change.
  #makeCause(entry, causes) {
    const cause = causes[causes.length - 1];
    if (!cause) return plain(words[entry.by] ?? entry.by ?? "an unknown cause");
    return this.#makeLink(shortText(cause), cause.number, "cause");
  }

  #makePlace(entry, causes) {
    const origin = entry.origin ?? causes[causes.length - 1]?.origin;
    return origin ? make("span", {}, " from ", make("code", {}, plain(origin))) : null;
  }

  #makeChain(entry, causes) {
    const steps = [...causes, entry].map((step) => {
      const { word, tone } = kindOf(step);
      return make("li", {},
        make("span", { class: `cell-kind tone-${tone}` }, word),
        this.#makeLink(shortText(step), step.number, "step"));
    });
    return make("ol", { class: "chain", "aria-label": "From the first cause to the change" }, ...steps);
  }

  #makeHistory(history, isCut) {
    const amounts = history.map(({ amount }) => amount);
    const areNumbers = amounts.length > 1 && amounts.every((amount) => amount !== undefined);
    const rows = history.toReversed().map((change) => make("tr", {},
      make("td", { class: "number" }, this.#makeLink(String(change.entry), change.entry, "change")),
      make("td", { class: "number quiet" }, `${change.seconds.toFixed(3)} s`),
      make("td", { class: "value" }, oneLine(change.new, 120)),
      make("td", { class: "quiet" }, this.#makeMaker(change))));
    return [
      make("h3", {}, `${isCut ? "The last " : ""}${plural(history.length, "change")}`,
        areNumbers ? makeSparkline(amounts) : null),
      make("table", { class: "history" },
        make("thead", {}, make("tr", {}, make("th", { scope: "col", class: "number" }, "entry"),
          make("th", { scope: "col", class: "number" }, "time"), make("th", { scope: "col" }, "value"),
          make("th", { scope: "col" }, "by"))),
        make("tbody", {}, ...rows)),
    ];
  }

  #makeMaker({ by, cause }) {
    const maker = cause === undefined ? undefined : this.#model.entries.find(cause);
    if (maker) return oneLine(maker.name ?? maker.text, 80);
    return cause === undefined ? words[by] ?? by ?? "" : `#${count(cause)}`;
  }

  #makeLink(text, number, role) {
    return make("button", {
      type: "button", class: "link", "data-key": `${role} ${number}`, onclick: () => this.#actions.jump(number),
    }, oneLine(text, 120));
  }
}

const shortText = (entry) => (entry.kind === "actionReceived" ? titleOf(entry) : entry.name ?? entry.text);

const words = {
  binding: "a binding",
  inspector: "the inspector",
  outside: "code outside actions",
  restore: "time travel",
  update: "an update",
};

// `rows[0].title` for `/rows/0/title`
function nameOf(path) {
  return path.split("/").slice(1).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"))
    .map((part, place) => (/^\d+$/.test(part) ? `[${part}]` : place === 0 ? part : `.${part}`)).join("");
}
