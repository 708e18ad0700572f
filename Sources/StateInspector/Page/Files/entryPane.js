// The chosen entry in full: its text, causes and consequences, and the change or the action.

import { byId, make } from "./dom.js";
import { makeDifferences } from "./diff.js";
import { kindOf } from "./kinds.js";
import { Latest } from "./latest.js";
import { testLine } from "./testLine.js";
import { count, oneLine, plain, seconds } from "./texts.js";

const mostConsequences = 60;
// The kinds of entries that have a reason.
const explained = new Set([
  "actionQueued", "actionDropped", "actionFailed", "effectWaiting", "effectDropped", "effectCancelled", "effectFailed",
]);
const mostChanges = 30;

export class EntryPane {
  #model;
  #connection;
  #actions;
  #upper = make("div");
  #lower = make("div");
  #shown = { upper: null, lower: null };
  #latest = new Latest();
  #details = null;
  #reasons = null;
  #message = null;

  // `actions` has `jump(number)` and `cancel(store, effect)`.
  constructor(model, connection, actions) {
    this.#model = model;
    this.#connection = connection;
    this.#actions = actions;
    byId("tab-entry").append(this.#upper, this.#lower);
    model.on("selection tab hello", () => this.#load());
    model.on("connection status stores entries", () => this.#draw());
  }

  #load() {
    const { view } = this.#model;
    if (this.#details?.entry.number !== view.entry) {
      this.#details = null;
      this.#reasons = null;
      this.#message = null;
      this.#draw();
    }
    if (view.entry === null || view.tab !== "entry" || this.#details) return;
    this.#latest.run(async () => {
      const number = view.entry;
      if (number === null) return;
      try {
        const details = await this.#connection.ask("entry", { number });
        if (view.entry === number) this.#details = details;
        if (explained.has(details.entry.kind)) {
          const reasons = await this.#connection.ask("why", { entry: number });
          if (view.entry === number) this.#reasons = reasons;
        }
      } catch (error) {
        if (view.entry === number) this.#message = error.message;
      }
      this.#draw();
    });
  }

  #draw() {
    const entry = this.#details?.entry ?? this.#model.selected;
    const model = this.#model;
    // Each half is replaced only if it differs, so that input in it stays.
    const own = entry && (model.entries.find(entry.number) ?? entry);
    const following = own ? model.entries.consequencesOf(own).length : 0;
    const upper = [entry?.number ?? model.view.entry, this.#details !== null, this.#reasons !== null, this.#message,
      model.canControl,
      entry && model.isStruckOut(entry), entry && model.storeName(entry.store)].join(" ");
    const lower = [entry?.number, following, own?.root?.number].join(" ");
    if (upper !== this.#shown.upper) {
      this.#upper.replaceChildren(...(entry ? [
        this.#makeHead(entry),
        ...(this.#message ? [make("p", { class: "notice bad" }, plain(this.#message))] : []),
        ...this.#makeContents(entry),
      ] : [this.#makeEmpty()]));
    }
    if (lower !== this.#shown.lower) {
      this.#lower.replaceChildren(
        ...(entry ? [this.#makeCauses(own), this.#makeConsequences(own)] : []));
    }
    this.#shown = { upper, lower };
  }

  #makeEmpty() {
    const { view } = this.#model;
    return make("p", { class: "empty" }, view.entry === null
      ? "Choose an entry to see what it did, why it happened and what followed."
      : plain(this.#message ?? `Entry ${view.entry} isn't available.`));
  }

  #makeHead(entry) {
    const { word, tone } = kindOf(entry);
    const model = this.#model;
    const rows = [];
    const fact = (name, value) => {
      if (value) rows.push(make("dt", {}, name), make("dd", {}, value));
    };
    fact("store", plain(model.storeName(entry.store)));
    fact("time", `${entry.seconds.toFixed(4)} s${model.began ? `, ${clock(model.began, entry.seconds)}` : ""}`);
    fact("made by", entry.by);
    fact("handler", seconds(entry.duration));
    fact("source", entry.origin && make("code", {}, plain(entry.origin)));
    const flags = [];
    if (model.isStruckOut(entry)) flags.push("struck out by a commit");
    if (entry.isWhileTravelling) flags.push("made while travelling");
    return make("header", { class: "entry-head" },
      make("h2", {},
        make("span", { class: `kind tone-${tone}` }, word),
        make("span", { class: "entry-title" }, oneLine(entry.name ?? entry.text, 200)),
        make("span", { class: "entry-number" }, `#${entry.number}`)),
      make("dl", { class: "facts" }, ...rows),
      flags.length > 0 ? make("p", { class: "notice" }, flags.join("; ")) : null);
  }

  #makeContents(entry) {
    const details = this.#details;
    if (!details) return [make("p", { class: "text" }, plain(entry.text))];
    const parts = [];
    if (details.old && details.new) {
      if (details.old.isRedacted) {
        parts.push(make("p", { class: "redacted" }, "The values are redacted and never leave the app."));
      } else {
        const { differences = [] } = details;
        parts.push(makeDifferences(differences.length > 0 ? differences
          : [{ name: entry.name ?? "", old: details.old.text, new: details.new.text }]));
        if (differences.length > 0) {
          parts.push(this.#makeFold("before", details.old), this.#makeFold("after", details.new));
        }
      }
    } else if (details.value) {
      parts.push(this.#makeValue(details.value));
    } else {
      parts.push(make("p", { class: "text" }, plain(entry.text)));
    }
    if (entry.kind === "actionReceived" && details.value && !details.value.isRedacted) {
      parts.push(this.#makeTestLine(entry, details.value));
    }
    if (this.#reasons?.reason) parts.push(this.#makeReason(this.#reasons));
    if (this.#model.canControl) {
      if (details.canBeSentAgain) parts.push(this.#makeSending(details));
      const isOver = ["effectEnded", "effectFailed", "effectCancelled"].includes(entry.kind);
      if (details.effect !== undefined && !isOver) {
        parts.push(make("div", { class: "buttons" }, make("button", {
          type: "button", onclick: () => this.#actions.cancel(entry.store, details.effect),
        }, "Cancel the effect")));
      }
    }
    return parts;
  }

  #makeReason({ reason, related }) {
    return make("section", { class: "links", id: "reason" },
      make("h3", {}, "Why"),
      make("p", {}, plain(reason)),
      related ? make("ol", {}, this.#makeLink(related)) : null);
  }

  #makeValue(value) {
    if (value.isRedacted) {
      return make("p", { class: "redacted" }, "The value is redacted and never leaves the app.");
    }
    return make("div", { class: "whole-value" },
      value.type ? make("div", { class: "type" }, plain(value.type)) : null,
      make("pre", { class: "value", tabindex: "0" }, plain(value.text)));
  }

  #makeFold(title, value) {
    return make("details", { class: "fold" }, make("summary", {}, `The value ${title}`),
      this.#makeValue(value));
  }

  // The changes of the handler are requested when the fold is opened.
  #makeTestLine(entry, value) {
    const lines = make("pre", { class: "value", id: "test-line", tabindex: "0" });
    const copy = make("button", { type: "button", onclick: () => navigator.clipboard?.writeText(lines.textContent) },
      "Copy");
    const fold = make("details", { class: "fold" },
      make("summary", {}, "As a line of a test"), lines, make("div", { class: "buttons" }, copy));
    fold.addEventListener("toggle", async () => {
      if (!fold.open || lines.textContent) return;
      try {
        const changes = await this.#changesOf(entry);
        lines.textContent = testLine({ by: entry.by, text: value.text, changes });
      } catch (error) {
        lines.textContent = error.message;
      }
    });
    return fold;
  }

  async #changesOf(action) {
    const conditions = { cause: action.number, kind: ["change"], limit: mostChanges };
    const { entries } = await this.#connection.ask("entries", conditions);
    const own = entries.filter(({ by }) => by === "handler");
    const all = await Promise.all(own.map(({ number }) => this.#connection.ask("entry", { number })));
    return all.map((change) => ({
      name: change.entry.name, text: change.new.isRedacted ? undefined : change.new.text,
    }));
  }

  #makeSending(details) {
    const { entry, value } = details;
    const buttons = make("div", { class: "buttons" }, make("button", {
      type: "button", id: "send-again",
      onclick: () => this.#actions.control("send", { entry: entry.number }),
    }, "Send again"));
    if (value?.json === undefined) return buttons;
    const field = make("textarea", {
      class: "json", rows: "4", spellcheck: "false", "aria-label": "The action as JSON",
    });
    field.value = JSON.stringify(value.json, null, 1);
    const message = make("p", { class: "notice bad", role: "alert", hidden: true });
    const send = make("button", { type: "button", onclick: () => {
      let action;
      try {
        action = JSON.parse(field.value);
      } catch (error) {
        message.hidden = false;
        message.textContent = error.message;
        return;
      }
      message.hidden = true;
      this.#actions.control("send", { store: entry.store, action });
    } }, "Send this");
    return make("div", {}, buttons, make("details", { class: "fold" },
      make("summary", {}, "Change and send"), field, message, make("div", { class: "buttons" }, send)));
  }

  #makeLink(entry) {
    const { word, tone } = kindOf(entry);
    return make("li", {}, make("button", {
      type: "button", class: "link", onclick: () => this.#actions.jump(entry.number),
    },
    make("span", { class: "cell-number" }, String(entry.number)),
    make("span", { class: `cell-kind tone-${tone}` }, word),
    make("span", { class: "cell-text" }, oneLine(entry.text, 200))));
  }

  #makeCauses(entry) {
    const causes = [];
    const { entries } = this.#model;
    for (let cause = entries.causeOf(entry); cause; cause = entries.causeOf(cause)) {
      causes.unshift(cause);
      if (causes.length > 50) break;
    }
    const missing = causes.length === 0 && (entry.subject ?? entry.cause) !== undefined;
    return make("section", { class: "links" },
      make("h3", {}, "Causes ", make("kbd", {}, "[")),
      causes.length > 0 ? make("ol", {}, ...causes.map((cause) => this.#makeLink(cause)))
        : make("p", { class: "none" }, missing
          ? `Entry ${entry.subject ?? entry.cause}, which was removed.`
          : entry.kind === "change" && entry.by === "outside"
            ? "Unknown: it was changed from outside." : "None: it begins here."));
  }

  #makeConsequences(entry) {
    const following = this.#model.entries.consequencesOf(entry);
    const shown = following.slice(0, mostConsequences);
    return make("section", { class: "links" },
      make("h3", {}, "Consequences ", make("kbd", {}, "]"),
        following.length > 0 ? make("span", { class: "count" }, count(following.length)) : null),
      shown.length > 0 ? make("ol", {}, ...shown.map((next) => this.#makeLink(next)))
        : make("p", { class: "none" }, "None."),
      following.length > shown.length
        ? make("p", { class: "none" },
          `and ${count(following.length - shown.length)} more: filter by cause:${entry.number}`)
        : null);
  }
}

function clock(began, secondsLater) {
  const date = new Date(began.getTime() + secondsLater * 1000);
  return date.toLocaleTimeString([], { hour12: false });
}
