// Compares the state of a store after two entries.

import { byId, make, setText } from "./dom.js";
import { makeDifferences } from "./diff.js";
import { Latest } from "./latest.js";
import { plain } from "./texts.js";

export class ComparePane {
  #model;
  #connection;
  #from = byId("compare-from");
  #to = byId("compare-to");
  #latest = new Latest();

  constructor(model, connection) {
    this.#model = model;
    this.#connection = connection;
    model.on("selection tab mark stores hello", () => this.#show());
    this.#from.addEventListener("change", () => {
      model.view.mark = this.#from.value === "" ? null : Number(this.#from.value);
      model.touch("mark selection");
    });
    this.#to.addEventListener("change", () => {
      model.select(this.#to.value === "" ? null : Number(this.#to.value), { keepsStore: true });
    });
    byId("compare-mark").addEventListener("click", () => this.mark());
    byId("compare-swap").addEventListener("click", () => {
      const { mark, entry } = model.view;
      model.view.mark = entry;
      model.select(mark, { keepsStore: true });
      model.touch("mark");
    });
    byId("compare-store").addEventListener("change", (event) => {
      model.view.store = Number(event.target.value);
      model.touch("selection");
    });
  }

  // Marks the chosen entry as the first of the two.
  mark() {
    const { view } = this.#model;
    view.mark = view.mark === view.entry ? null : view.entry;
    this.#model.touch("mark selection");
  }

  #show() {
    const { view, stores } = this.#model;
    this.#from.value = view.mark ?? "";
    this.#to.value = view.entry ?? "";
    const store = this.#model.currentStore;
    byId("compare-store").replaceChildren(...stores.map(({ id }) => make("option", {
      value: id, selected: id === store?.id,
    }, plain(this.#model.storeName(id)))));
    if (view.tab === "compare" && this.#model.connection.state === "open") {
      this.#latest.run(() => this.#compare());
    }
  }

  async #compare() {
    const { view } = this.#model;
    const store = this.#model.currentStore;
    const out = byId("compare-out");
    const note = byId("compare-note");
    if (view.mark === null || !store) {
      out.replaceChildren();
      setText(note, "Mark an entry with m, then choose another one to compare their states.");
      return;
    }
    const values = { store: store.id, from: view.mark };
    if (view.entry !== null) values.to = view.entry;
    try {
      const { differences, isCut } = await this.#connection.ask("changes", values);
      out.replaceChildren(makeDifferences(differences));
      setText(note, differences.length === 0 ? "The state is the same after both entries."
        : isCut ? `Only the first ${differences.length} differences are listed.`
          : differences.length === 1 ? "One difference." : `${differences.length} differences.`);
    } catch (error) {
      out.replaceChildren();
      setText(note, plain(error.message));
    }
  }
}
