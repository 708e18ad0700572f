// The state of a store as a tree. The content of a node is requested when it is opened.

import { byId, make, redraw, setText } from "./dom.js";
import { Latest } from "./latest.js";
import { oneLine, plain } from "./texts.js";

const pageLength = 100;
// The interval at which the current state is requested.
const pause = 250;

export class StatePane {
  #model;
  #connection;
  #actions;
  #tree = byId("state-tree");
  #latest = new Latest();
  // The paths that are open, and how many children of each are shown.
  #open = new Map([["", pageLength]]);
  // The answers by path, all of one store and one point.
  #parts = new Map();
  #shownStore = null;
  #texts = new Map();
  #message = null;
  #focus = "";
  #edit = null;
  #timer = null;

  // `actions` has `control(name, values)`.
  constructor(model, connection, actions) {
    this.#model = model;
    this.#connection = connection;
    this.#actions = actions;
    model.on("selection tab point stores hello", () => this.#load());
    model.on("entries status", () => this.#loadSoon());
    model.on("connection field", () => this.#draw());
    this.#tree.addEventListener("keydown", (event) => this.#take(event));
    byId("state-now").addEventListener("click", () => this.#choosePoint(true));
    byId("state-at").addEventListener("click", () => this.#choosePoint(false));
    byId("show-loading").addEventListener("click", () => this.#showLoading());
    byId("show-error").addEventListener("click", () => this.#askForError());
    byId("error-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#showError();
    });
    byId("error-text").addEventListener("keydown", (event) => {
      if (event.key === "Escape") byId("error-form").hidden = true;
    });
  }

  #choosePoint(isNow) {
    this.#model.view.showsNow = isNow;
    this.#model.touch("point");
  }

  // MARK: Asking

  #loadSoon() {
    if (this.#model.point !== undefined || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#model.point === undefined) this.#load();
    }, pause);
  }

  #load() {
    this.#drawHead();
    const model = this.#model;
    if (model.view.tab !== "state" || model.connection.state !== "open") return;
    this.#latest.run(() => this.#ask());
  }

  async #ask() {
    const store = this.#model.currentStore;
    if (!store) {
      this.#draw();
      return;
    }
    if (this.#shownStore !== store.id) {
      // The field of an address belongs to the first store that is shown.
      if (this.#shownStore !== null) this.#model.showField(null);
      this.#shownStore = store.id;
      this.#open = new Map([["", pageLength]]);
      this.#texts.clear();
      this.#edit = null;
      this.#focus = "";
    }
    const at = this.#model.point;
    const parts = new Map();
    const ask = async (path, limit) => {
      const values = { store: store.id, path, limit: Math.min(limit, 1000) };
      if (at !== undefined) values.at = at;
      parts.set(path, await this.#connection.ask("state", values));
    };
    this.#message = null;
    try {
      await ask("", this.#open.get(""));
      // A path that doesn't exist at this entry stays open for others.
      const inner = [...this.#open].filter(([path]) => path !== "");
      await Promise.allSettled(inner.map(([path, limit]) => ask(path, limit)));
    } catch (error) {
      this.#message = error.message;
    }
    this.#parts = parts;
    redraw(this.#tree, () => this.#draw());
  }

  // MARK: Drawing

  #drawHead() {
    const model = this.#model;
    const store = model.currentStore;
    setText(byId("state-title"), store ? plain(model.storeName(store.id)) : "");
    setText(byId("state-type"), store ? plain(store.state) : "");
    const isNow = model.point === undefined;
    byId("state-now").setAttribute("aria-pressed", String(isNow));
    byId("state-at").setAttribute("aria-pressed", String(!isNow));
    setText(byId("state-now"), model.isTravelling ? `shown: #${model.status.travel.at}` : "now");
    byId("state-at").disabled = model.view.entry === null;
    setText(byId("state-at"), model.view.entry === null ? "at an entry" : `at #${model.view.entry}`);
    const isScreen = store?.isLoading !== undefined && store.ended === undefined;
    byId("state-control").hidden = !(model.canControl && isScreen);
    byId("show-loading").setAttribute("aria-pressed", String(Boolean(store?.isLoading)));
  }

  #draw() {
    this.#drawHead();
    const root = this.#parts.get("");
    const empty = byId("state-empty");
    const model = this.#model;
    empty.hidden = root !== undefined && this.#message === null;
    setText(empty, this.#message ? plain(this.#message)
      : model.stores.length === 0 ? "No stores." : "");
    if (!root) {
      this.#tree.replaceChildren();
      return;
    }
    if (this.#edit && this.#tree.contains(document.activeElement)) return;
    const hasFocus = this.#tree.contains(document.activeElement);
    // The line that has the focus keeps it, however it got it.
    if (hasFocus) this.#focus = document.activeElement.closest(".node")?.dataset.path ?? this.#focus;
    const lines = [];
    this.#addChildren(root, "", 1, lines);
    this.#tree.replaceChildren(...lines);
    const focused = this.#lineOf(this.#focus) ?? lines[0];
    focused?.setAttribute("tabindex", "0");
    if (hasFocus) focused?.focus();
  }

  #addChildren(part, path, level, lines) {
    for (const node of part.children) {
      const own = `${path}/${node.name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
      lines.push(this.#makeLine(node, own, level));
      const inner = this.#parts.get(own);
      if (this.#open.has(own) && inner) this.#addChildren(inner, own, level + 1, lines);
    }
    const rest = part.node.count - part.children.length;
    if (rest > 0) {
      const more = make("button", { type: "button", class: "more", onclick: () => {
        this.#open.set(path, part.children.length + pageLength);
        this.#load();
      } }, `${Math.min(rest, pageLength)} more of ${rest}`);
      if (part.children.length >= 1000) more.disabled = true;
      more.style.setProperty("--level", level - 1);
      lines.push(more);
    }
  }

  #makeLine(node, path, level) {
    const hasChildren = node.count > 0;
    const isOpen = this.#open.has(path);
    const before = this.#texts.get(path);
    const isNew = before !== undefined && before !== node.text;
    this.#texts.set(path, node.text);
    const canEdit = node.isEditable && this.#canEdit;
    const line = make("div", {
      class: `node kind-${node.kind}${isNew ? " is-new" : ""}`,
      role: "treeitem",
      "aria-level": level,
      "aria-expanded": hasChildren ? String(isOpen) : undefined,
      "data-path": path,
      tabindex: "-1",
      title: oneLine(`${node.type}${node.isTransient ? ", transient: never restored" : ""}`, 200),
      onclick: () => {
        this.#focus = path;
        this.#model.showField(path);
        if (hasChildren) this.#toggle(path);
      },
    },
    make("span", { class: "node-arrow", "aria-hidden": "true" }, hasChildren ? (isOpen ? "\u25be" : "\u25b8") : ""),
    make("span", { class: "node-name" }, oneLine(node.name, 120)),
    make("span", { class: `value value-${valueKind(node)}` },
      node.kind === "redacted" ? "redacted" : oneLine(node.text, 300)),
    node.object !== undefined
      ? make("span", { class: "badge", title: "The same object at several places" }, `object ${node.object}`) : null,
    node.isTransient ? make("span", { class: "badge", title: "Never restored or saved" }, "transient") : null,
    canEdit ? make("button", {
      type: "button", class: "edit-button", tabindex: "-1", "aria-label": `Edit ${plain(node.name)}`,
      onclick: (event) => {
        event.stopPropagation();
        this.#beginEdit(path);
      },
    }, "edit") : null);
    line.style.setProperty("--level", level - 1);
    if (this.#model.view.field === path) line.classList.add("is-explained");
    if (this.#edit?.path === path) line.append(this.#edit.element);
    return line;
  }

  #lineOf(path) {
    return [...this.#tree.children].find((line) => line.dataset.path === path);
  }

  // MARK: Opening

  #toggle(path) {
    if (this.#open.has(path)) {
      this.#open.delete(path);
      this.#draw();
    } else {
      this.#open.set(path, pageLength);
      this.#load();
    }
  }

  #take(event) {
    if (event.target.closest("textarea, button")) return;
    const lines = [...this.#tree.querySelectorAll(".node")];
    const place = lines.indexOf(event.target.closest(".node"));
    if (place < 0) return;
    const line = lines[place];
    const { path } = line.dataset;
    const isOpen = line.getAttribute("aria-expanded");
    const go = (next) => {
      if (!next) return;
      line.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      this.#focus = next.dataset.path;
      next.focus();
    };
    switch (event.key) {
      case "ArrowDown": go(lines[place + 1]); break;
      case "ArrowUp": go(lines[place - 1]); break;
      case "Home": go(lines[0]); break;
      case "End": go(lines[lines.length - 1]); break;
      case "ArrowRight":
        if (isOpen === "false") this.#toggle(path);
        else if (isOpen === "true") go(lines[place + 1]);
        break;
      case "ArrowLeft":
        if (isOpen === "true") this.#toggle(path);
        else go(this.#lineOf(path.slice(0, path.lastIndexOf("/"))));
        break;
      case "Enter":
        if (isOpen !== null) this.#toggle(path);
        break;
      case "w":
        this.#model.showField(this.#model.view.field === path ? null : path);
        break;
      case "e":
        line.querySelector(".edit-button")?.click();
        break;
      default: return;
    }
    this.#focus ||= path;
    event.preventDefault();
    event.stopPropagation();
  }

  // MARK: Control

  // Edits apply to the current state of the stores.
  get #canEdit() { return this.#model.canControl && this.#model.point === undefined; }

  async #beginEdit(path) {
    const store = this.#shownStore;
    let part;
    try {
      part = await this.#connection.ask("state", { store, path, limit: 1 });
    } catch (error) {
      this.#actions.tell(error.message);
      return;
    }
    const field = make("textarea", {
      class: "json", spellcheck: "false", "aria-label": `The value of ${plain(path)} as JSON`,
    });
    field.value = part.json === undefined ? "" : JSON.stringify(part.json, null, 1);
    field.rows = Math.min(12, field.value.split("\n").length);
    const message = make("p", { class: "notice bad", role: "alert", hidden: true });
    const end = () => {
      this.#edit = null;
      this.#tree.focus();
      this.#load();
    };
    const save = async () => {
      try {
        const value = JSON.parse(field.value);
        await this.#connection.ask("edit", { store, path, value });
        end();
      } catch (error) {
        message.hidden = false;
        message.textContent = plain(error.message);
      }
    };
    const element = make("div", { class: "edit", onclick: (event) => event.stopPropagation() },
      field, message, make("div", { class: "buttons" },
        make("button", { type: "button", class: "save", onclick: save }, "Save"),
        make("button", { type: "button", onclick: end }, "Cancel")));
    element.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") end();
      if (event.key === "Enter" && !event.shiftKey && event.target === field) {
        event.preventDefault();
        save();
      }
    });
    this.#tree.focus();
    this.#edit = { path, element };
    this.#lineOf(path)?.append(element);
    field.focus();
    field.select();
  }

  #showLoading() {
    const store = this.#model.currentStore;
    if (!store) return;
    this.#actions.control("present", { store: store.id, isLoading: !store.isLoading });
  }

  #askForError() {
    byId("error-form").hidden = false;
    byId("error-text").focus();
  }

  #showError() {
    const store = this.#model.currentStore;
    const error = byId("error-text").value;
    if (!store || error === "") return;
    this.#actions.control("present", { store: store.id, error });
    byId("error-form").hidden = true;
  }
}

// Returns the style of a value's text.
function valueKind(node) {
  if (node.kind === "redacted") return "redacted";
  if (/^(nil|null)$/.test(node.text)) return "none";
  if (/^(true|false)$/.test(node.text)) return "mark";
  if (/^-?[\d.]+(e[-+]?\d+)?$/.test(node.text)) return "number";
  if (node.text.startsWith("\"")) return "text";
  return "other";
}
