// Puts the parts together.

import { ActionEditor } from "./actionEditor.js";
import { byId, make } from "./dom.js";
import { ComparePane } from "./comparePane.js";
import { Connection } from "./connection.js";
import { EntryPane } from "./entryPane.js";
import { HistoryPane } from "./historyPane.js";
import { JournalPane } from "./journal.js";
import { Latest } from "./latest.js";
import { Model } from "./model.js";
import { ProfilePane } from "./profilePane.js";
import { OutboxPane } from "./outboxPane.js";
import { QueryPane } from "./queryPane.js";
import { StatePane } from "./statePane.js";
import { StatusBar } from "./statusBar.js";
import { StoresPane } from "./stores.js";
import { plain } from "./texts.js";
import { Timeline } from "./timeline.js";
import { TravelBar } from "./travelBar.js";
import { WhyPanel } from "./whyPanel.js";
import { WorkPane } from "./workPane.js";
import { readToken, readView, writeView } from "./urlState.js";
import { startKeys } from "./keys.js";
import { startPanes } from "./panes.js";

const tabs = ["entry", "state", "compare", "work", "profile"];
const model = new Model();
const token = readToken();
readView(model.view);
if (!tabs.includes(model.view.tab)) model.view.tab = "entry";

// MARK: Messages of the app

const storeRequests = new Latest();

function loadStores() {
  storeRequests.run(async () => {
    try {
      model.setStores((await connection.ask("stores")).stores);
    } catch {
      // The connection was lost; the next first message has the stores.
    }
  });
}

// The kinds of entries that may change the list of stores.
const changingKinds = new Set(["storeMade", "storeEnded", "loading"]);

const receiver = {
  since: () => model.entries.upTo,

  connection(state) {
    model.connection = state;
    model.touch("connection");
  },

  hello(message) {
    if (model.session !== null && model.session !== message.session) {
      // A different run of the app: the known numbers are invalid.
      model.session = null;
      model.entries.clear();
      model.forgetTime();
      model.view.entry = model.view.store = model.view.mark = model.view.field = null;
      model.view.only.clear();
      model.filter();
      connection.restart();
      return;
    }
    model.session = message.session;
    model.began = new Date(message.began);
    model.hasPassed((Date.now() - model.began.getTime()) / 1000 - 1);
    model.status = message.status;
    model.setStores(message.stores);
    model.touch("hello status entries selection");
  },

  entries(page) {
    const isFirst = model.entries.items.length === 0;
    if (!model.entries.append(page)) {
      connection.restart();
      return;
    }
    model.status = { ...model.status, last: Math.max(model.status.last, page.last) };
    const last = page.entries[page.entries.length - 1];
    if (last) model.hasPassed(last.seconds);
    if (page.entries.some(({ kind }) => changingKinds.has(kind))) loadStores();
    model.touch("entries");
    // An entry that the address names may be among those that come first.
    const isNamed = page.entries.some((entry) => entry.number === model.view.entry);
    if (isNamed) model.touch("selection");
    if (isNamed || isFirst) requestAnimationFrame(() => requestAnimationFrame(() => journal.reveal()));
  },

  skipped(message) {
    if (!model.entries.skip(message)) connection.restart();
    model.touch("entries");
  },

  status(status) {
    model.status = status;
    model.touch("status");
  },
};

const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`;
const connection = new Connection(address, token, receiver);

// MARK: Actions of the parts

let toastTimer = null;

const actions = {
  // Shows a message for some seconds.
  tell(text) {
    const toast = byId("toast");
    toast.replaceChildren(make("span", {}, plain(text)));
    toast.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => { toast.hidden = true; }, 6000);
  },

  // Changes the app, or shows why that was refused.
  async control(name, values) {
    try {
      const done = await connection.ask(name, values);
      receiver.status(done.status);
    } catch (error) {
      actions.tell(error.message);
    }
  },

  async cancel(store, effect) {
    await actions.control("cancel", { store, effect });
    work.load();
  },

  jump: (number) => {
    journal.jump(number);
    if (!["entry", "state"].includes(model.view.tab)) model.show("entry");
  },

  openEntry() {
    model.show("entry");
    showPart("details");
    byId("tab-entry").focus();
  },
};

const journal = new JournalPane(model, actions);
new StoresPane(model);
new EntryPane(model, connection, actions);
new StatePane(model, connection, actions);
new ActionEditor(model, connection, actions);
new WhyPanel(model, connection, actions);
const compare = new ComparePane(model, connection);
const work = new WorkPane(model, connection, actions);
new HistoryPane(model, connection);
new QueryPane(model, connection, actions);
new OutboxPane(model, connection, actions);
new ProfilePane(model, connection);
new Timeline(model, actions);
const travel = new TravelBar(model, actions);
new StatusBar(model, () => connection.open());
startPanes();

// MARK: Tabs

for (const button of document.querySelectorAll("#tabs [role=tab]")) {
  button.addEventListener("click", () => model.show(button.dataset.tab));
  button.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = tabs[(tabs.indexOf(button.dataset.tab) + step + tabs.length) % tabs.length];
    model.show(next);
    byId(`tab-button-${next}`).focus();
    event.preventDefault();
    event.stopPropagation();
  });
}

function drawTabs() {
  for (const tab of tabs) {
    const isShown = tab === model.view.tab;
    byId(`tab-${tab}`).hidden = !isShown;
    byId(`tab-button-${tab}`).setAttribute("aria-selected", String(isShown));
    byId(`tab-button-${tab}`).tabIndex = isShown ? 0 : -1;
  }
}

// In a narrow window one part is shown at a time.
function showPart(part) {
  document.body.dataset.part = part;
  for (const button of document.querySelectorAll("#parts button")) {
    button.setAttribute("aria-pressed", String(button.dataset.part === part));
  }
}

for (const button of document.querySelectorAll("#parts button")) {
  button.addEventListener("click", () => showPart(button.dataset.part));
}
showPart("journal");
drawTabs();

// MARK: Keys

function inList(move) {
  return (event) => {
    // The arrows of a slider move the slider.
    if (event.target.closest("input, [role=separator], [role=tab]")) return false;
    move();
    if (!event.target.closest("#journal-list")) byId("journal-list").focus();
    return true;
  };
}

startKeys({
  "/": () => journal.focusFilter(),
  "ArrowDown": inList(() => journal.move(1)),
  "ArrowUp": inList(() => journal.move(-1)),
  "PageDown": inList(() => journal.movePage(1)),
  "PageUp": inList(() => journal.movePage(-1)),
  "Home": inList(() => journal.toStart()),
  "End": inList(() => journal.toEnd()),
  "Enter": () => journal.enter(),
  "ArrowRight": inList(() => journal.open(true)),
  "ArrowLeft": inList(() => journal.open(false)),
  "g": () => journal.groupOrList(),
  "x": () => journal.toggleErrors(),
  "p": () => journal.pauseOrContinue(),
  "l": () => copyAddress(),
  "[": () => journal.jumpToCause(),
  "]": () => journal.jumpToConsequence(),
  "Backspace": () => journal.jumpBack(),
  "m": () => compare.mark(),
  "n": () => {
    model.view.showsNow = !model.view.showsNow;
    model.touch("point");
  },
  "t": () => {
    if (model.canControl && model.view.entry !== null) travel.travel(model.view.entry);
  },
  ",": () => travel.step("backward"),
  ".": () => travel.step("forward"),
  " ": () => travel.playOrPause(),
  "r": () => travel.resume(),
  "c": () => travel.commit(),
  ...Object.fromEntries(tabs.map((tab, place) => [String(place + 1), () => {
    model.show(tab);
    showPart("details");
  }])),
});

// Copies the address of the chosen entry, field or comparison.
async function copyAddress() {
  writeView(token, model.view);
  try {
    await navigator.clipboard.writeText(location.href);
    actions.tell("The address of this view is copied.");
  } catch {
    actions.tell("The browser doesn't allow copying. The address bar has the address of this view.");
  }
}

model.on("tab", drawTabs);
model.on("selection tab point mark filter field", () => writeView(token, model.view));

model.filter();
model.touch("connection stores selection status tab");
if (token) {
  connection.open();
} else {
  receiver.connection({ state: "missing" });
}
