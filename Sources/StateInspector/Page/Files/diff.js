// Shows the difference of two values.

import { make } from "./dom.js";
import { plain } from "./texts.js";

const longest = 20_000;

// Returns the lengths of the common prefix and suffix of two texts.
function common(old, now) {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return { start, end };
}

function side(text, { start, end }, kind) {
  const cut = text.length > longest;
  const shown = cut ? text.slice(0, longest) : text;
  const middle = shown.slice(start, cut ? undefined : shown.length - end);
  const line = make("div", { class: `diff-side ${kind}` });
  line.append(
    make("span", { class: "diff-sign", "aria-label": kind === "old" ? "before" : "after" },
      kind === "old" ? "\u2212" : "+"),
    make("span", { class: "value" }, plain(shown.slice(0, start)),
      middle ? make("mark", {}, plain(middle)) : null,
      cut ? `\u2026 (${text.length} characters)` : plain(shown.slice(shown.length - end)))
  );
  return line;
}

// One field or part, with the values before and after.
function makeDifference({ name, old, new: now }) {
  const parts = common(old, now);
  return make("div", { class: "difference" },
    make("div", { class: "difference-name" }, plain(name)),
    side(old, parts, "old"),
    side(now, parts, "new"));
}

export function makeDifferences(differences) {
  return make("div", { class: "differences" }, ...differences.map(makeDifference));
}
