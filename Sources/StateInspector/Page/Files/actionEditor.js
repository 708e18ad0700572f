// An editor of actions, which knows the cases of a store's action type and the types of their values.

import { byId, make } from "./dom.js";
import { Latest } from "./latest.js";
import { plain } from "./texts.js";

export class ActionEditor {
  #model;
  #connection;
  #actions;
  #editor = byId("action-editor");
  #cases = byId("action-case");
  #latest = new Latest();
  // The store whose cases are shown, and the cases.
  #store = null;
  #known = [];
  #fields = [];

  // `actions` has `control(name, values)`.
  constructor(model, connection, actions) {
    this.#model = model;
    this.#connection = connection;
    this.#actions = actions;
    model.on("selection stores tab hello connection", () => this.#show());
    this.#editor.addEventListener("toggle", () => this.#show());
    this.#cases.addEventListener("change", () => this.#drawValues());
    byId("action-send").addEventListener("click", () => this.#send());
  }

  #show() {
    const store = this.#model.currentStore;
    this.#editor.hidden = !(this.#model.canControl && store && store.ended === undefined);
    if (this.#editor.hidden || !this.#editor.open || this.#model.connection.state !== "open") return;
    if (this.#store !== store.id) this.#latest.run(() => this.#ask(store.id));
  }

  async #ask(store) {
    try {
      const { actions } = await this.#connection.ask("actions", { store });
      this.#known = actions;
      this.#say(actions.length > 0 ? null
        : "The actions of this store can't be decoded, or aren't the cases of an enumeration.");
    } catch (error) {
      this.#known = [];
      this.#say(error.message);
    }
    this.#store = store;
    const options = this.#known.map(({ name }, place) => make("option", { value: String(place) }, plain(name)));
    this.#cases.replaceChildren(...options);
    byId("action-send").disabled = this.#known.length === 0;
    this.#drawValues();
  }

  #drawValues() {
    const action = this.#known[Number(this.#cases.value)];
    this.#fields = action ? action.values.map((value) => makeField(value, action.json[action.name][value.name])) : [];
    byId("action-values").replaceChildren(...this.#fields.map(({ row }) => row));
  }

  async #send() {
    const action = this.#known[Number(this.#cases.value)];
    if (!action) return;
    const values = {};
    for (const { name, read } of this.#fields) {
      try {
        values[name] = read();
      } catch (error) {
        this.#say(`${name}: ${error.message}`);
        return;
      }
    }
    this.#say(null);
    await this.#actions.control("send", { store: this.#store, action: { [action.name]: values } });
  }

  #say(text) {
    const message = byId("action-message");
    message.hidden = text === null;
    message.textContent = text === null ? "" : plain(text);
  }
}

// The field of a value: a menu of all choices, a line for a text, and JSON for everything else.
function makeField({ name, type, choices }, example) {
  let input;
  let read = () => JSON.parse(input.value);
  if (choices) {
    const values = type?.endsWith("?") ? [null, ...choices] : choices;
    input = make("select", {}, ...values.map((value, place) => make("option", { value: String(place) },
      value === null ? "nil" : plain(String(value)))));
    read = () => values[Number(input.value)];
  } else if (type === "String") {
    input = make("input", { type: "text", value: String(example ?? "") });
    read = () => input.value;
  } else {
    const text = JSON.stringify(example ?? null, null, 1);
    const rows = String(Math.min(8, text.split("\n").length));
    input = make("textarea", { class: "json", rows, spellcheck: "false" });
    input.value = text;
  }
  input.dataset.value = name;
  const label = name.startsWith("_") ? "" : `${plain(name)}: `;
  const kind = make("span", { class: "quiet" }, plain(type ?? "?"));
  const row = make("label", { class: "action-value" }, label, kind, input);
  return { name, read, row };
}
