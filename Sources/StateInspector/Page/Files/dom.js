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
