// Creates elements, and shows texts of the app.

// Makes an element. Texts among the children become text nodes, so that no text of the app is ever
// read as HTML.
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const byId = (id) => document.getElementById(id);

// The element that a button of the pointer or the space bar is down on, and the drawings that wait for its release.
let pressed = null;
const waiting = new Map();

function press(event) {
  if (event.type === "pointerdown" || event.key === " ") pressed = event.target;
}

// The click comes behind the release, in the same turn.
function release(event) {
  if (event.type === "blur" && event.target !== window) return;
  setTimeout(() => {
    pressed = null;
    const drawings = [...waiting];
    waiting.clear();
    for (const [node, draw] of drawings) redraw(node, draw);
  });
}

for (const name of ["pointerdown", "keydown"]) addEventListener(name, press, true);
for (const name of ["pointerup", "pointercancel", "dragend", "keyup", "blur"]) addEventListener(name, release, true);

// Redraws a node's children with `draw`, after a press inside it has ended. A child with a `data-key` keeps the focus.
export function redraw(node, draw) {
  if (pressed !== null && node.contains(pressed)) {
    waiting.set(node, draw);
    return;
  }
  waiting.delete(node);
  const active = document.activeElement;
  const key = node.contains(active) ? active.dataset.key : undefined;
  draw();
  if (key === undefined || node.contains(document.activeElement)) return;
  [...node.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key)?.focus({ preventScroll: true });
}

// Returns a text with visible control characters.
export function plain(text) {
  return String(text)
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
    .replace(/[\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, (c) => {
      return `<${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
    });
}

// The same on one line, limited to the length of a row.
export function oneLine(text, longest = 400) {
  const cut = text.length > longest ? `${text.slice(0, longest)}\u2026` : text;
  return plain(cut).replace(/[\n\t]/g, (c) => (c === "\n" ? "\u21b5" : "\u21e5"));
}

// Sets the text of an element only if it differs.
export function setText(node, text) {
  const inner = node.firstChild;
  if (inner === null) {
    if (text !== "") node.append(text);
  } else if (inner.nodeType !== Node.TEXT_NODE || inner.nextSibling) {
    node.textContent = text;
  } else if (inner.data !== text) {
    inner.data = text;
  }
}

export function seconds(value) {
  if (value === undefined || value === null) return "";
  if (value === 0) return "0";
  if (value < 0.001) return `${(value * 1e6).toFixed(0)} \u00b5s`;
  if (value < 1) return `${(value * 1e3).toFixed(value < 0.01 ? 2 : 0)} ms`;
  if (value < 60) return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  const whole = Math.floor(value);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export function count(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

export function plural(number, word) {
  if (number === 1) return `1 ${word}`;
  return `${count(number)} ${word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`}`;
}
