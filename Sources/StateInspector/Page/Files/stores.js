// The stores as a tree.

import { byId, make, redraw, setText } from "./dom.js";
import { plain } from "./texts.js";

export class StoresPane {
  #model;
  #list = byId("stores-tree");

  constructor(model) {
    this.#model = model;
    model.on("stores selection filter connection", () => redraw(this.#list, () => this.#draw()));
    this.#list.addEventListener("keydown", (event) => this.#take(event));
    byId("stores-all").addEventListener("click", () => {
      model.view.only.clear();
      model.filter();
    });
  }

  #draw() {
    const model = this.#model;
    const children = new Map();
    for (const store of model.stores) {
      const parent = model.store(store.parent) ? store.parent : 0;
      if (!children.has(parent)) children.set(parent, []);
      children.get(parent).push(store);
    }
    const items = [];
    const add = (store, level) => {
      items.push(this.#makeItem(store, level));
      for (const child of children.get(store.id) ?? []) add(child, level + 1);
    };
    for (const store of children.get(0) ?? []) add(store, 1);
    this.#list.replaceChildren(...items);
    setText(byId("stores-count"), model.stores.length ? String(model.stores.length) : "");
    byId("stores-empty").hidden = model.stores.length > 0;
    byId("stores-all").hidden = model.view.only.size === 0;
  }

  #makeItem(store, level) {
    const model = this.#model;
    const isCurrent = model.currentStore?.id === store.id;
    const isOnly = model.view.only.has(store.id);
    const badge = (text, title, tone = "") => make("span", { class: `badge ${tone}`, title }, text);
    const item = make("div", {
      class: `store${store.ended !== undefined ? " has-ended" : ""}`,
      role: "treeitem",
      "aria-level": level,
      "aria-selected": String(isCurrent),
      tabindex: isCurrent ? "0" : "-1",
      "data-store": store.id,
      "data-key": store.id,
      title: plain(`${store.name}, state ${store.state}, store ${store.id}`),
      onclick: () => this.#choose(store.id),
      ondblclick: () => this.#toggleOnly(store.id),
    },
    make("span", { class: "store-name" }, plain(store.name)),
    make("span", { class: "store-number" }, String(store.id)),
    make("span", { class: "store-badges" },
      store.isLoading ? badge("loading", "Its state is loading", "screen") : null,
      store.problems.length > 0
        ? badge("!", plain(store.problems.join("\n")), "warning") : null,
      store.isRestorable ? null
        : badge("no travel", "Its fields can't be restored"),
      store.ended !== undefined ? badge("ended", `At entry ${store.ended}`) : null),
    make("button", {
      class: "only-button",
      type: "button",
      tabindex: "-1",
      "aria-pressed": String(isOnly),
      title: "List the entries of this store only (f)",
      "aria-label": `List the entries of ${plain(store.name)} only`,
      onclick: (event) => {
        event.stopPropagation();
        this.#toggleOnly(store.id);
      },
    }));
    item.style.setProperty("--level", level - 1);
    return item;
  }

  #choose(id) {
    this.#model.view.store = id;
    this.#model.touch("selection");
  }

  #toggleOnly(id) {
    const { only } = this.#model.view;
    if (only.has(id)) only.delete(id);
    else only.add(id);
    this.#model.filter();
  }

  #take(event) {
    const items = [...this.#list.children];
    const place = items.indexOf(event.target.closest("[role=treeitem]"));
    if (place < 0) return;
    const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined && items[next]) {
      this.#choose(Number(items[next].dataset.store));
      items[next].focus();
    } else if (event.key === "f") {
      this.#toggleOnly(Number(items[place].dataset.store));
    } else if (event.key === "Enter") {
      this.#model.show("state");
    } else if (next === undefined) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
