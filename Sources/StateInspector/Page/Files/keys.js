// The keys of the page, and the list of them.

import { byId, make } from "./dom.js";

const table = [
  ["In the journal"],
  ["\u2191 \u2193", "previous entry, next entry"],
  ["Page Up, Page Down", "one page"],
  ["Home, End", "first entry; last entry, and follow"],
  ["Enter", "open or close the row of an action; show the entry"],
  ["\u2192 \u2190", "open the row of an action, close it"],
  ["g", "rows by action, or one for each entry"],
  ["[", "jump to the cause"],
  ["]", "jump to the first consequence"],
  ["Backspace", "back to where a jump began"],
  ["/", "filter: words, kind:change, store:Search, field:count, slower:100ms, is:error, cause:118"],
  ["x", "errors only"],
  ["p", "pause the list, continue"],
  ["Escape", "clear and leave the filter"],
  ["f", "in the stores: list the entries of this store only"],
  ["Anywhere"],
  ["1 \u2026 5", "entry, state, compare, work, profile"],
  ["m", "mark the entry, to compare it with another one"],
  ["n", "show the state now, or at the entry"],
  ["w", "in the state: why the field has its value"],
  ["e", "in the state: edit the field"],
  ["l", "copy the address of the entry, the field or the comparison"],
  ["?", "these keys"],
  ["Time travel, where the app allows control"],
  ["t", "travel to the entry"],
  [", .", "one step back, one step forward"],
  ["Space", "play, pause"],
  ["r", "resume: back to the current state"],
  ["c", "commit: continue from the shown state; press twice to confirm"],
];

// `commands` has a function for each key that the page knows.
export function startKeys(commands) {
  const dialog = byId("help");
  const rows = byId("help-rows");
  let list = null;
  for (const [keys, text] of table) {
    if (text === undefined) {
      list = make("dl");
      rows.append(make("section", {}, make("h3", {}, keys), list));
      continue;
    }
    const names = keys.split(/(, | )/).filter((part) => part.trim() && part !== ", ");
    const parts = keys === "Page Up, Page Down" ? ["Page Up", "Page Down"]
      : keys === ", ." ? [",", "."] : names;
    list.append(make("dt", {}, ...parts.map((key) => make("kbd", {}, key))), make("dd", {}, text));
  }
  byId("help-button").addEventListener("click", () => dialog.showModal());
  byId("help-close").addEventListener("click", () => dialog.close());

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const isField = event.target.closest("textarea, select, input:not([type=range])");
    if (isField) return;
    // Buttons, lists and sliders keep the keys that are theirs.
    const isControl = event.target.closest("button, summary, a, input, [role=tab]");
    if (isControl && [" ", "Enter"].includes(event.key)) return;
    if (event.key === "?") {
      dialog.showModal();
      event.preventDefault();
      return;
    }
    const command = commands[event.key];
    if (!command) return;
    if (command(event) !== false) event.preventDefault();
  });
}
