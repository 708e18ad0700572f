// Dividers between panes, moved by the mouse or with the arrow keys. The sizes are kept.

const place = "inspector-panes";

export function startPanes() {
  let sizes = {};
  try {
    sizes = JSON.parse(localStorage.getItem(place)) ?? {};
  } catch {
    // The stored sizes aren't JSON: the panes keep their default sizes.
  }
  for (const divider of document.querySelectorAll("[data-pane]")) startDivider(divider, sizes);
}

function startDivider(divider, sizes) {
  const { pane, side } = divider.dataset;
  const isColumn = side !== "top";
  const sign = side === "left" ? 1 : -1;
  const element = document.getElementById(pane);
  const size = () => (isColumn ? element.offsetWidth : element.offsetHeight);
  const least = isColumn ? 120 : 40;
  const most = () => (isColumn ? innerWidth : innerHeight) * 0.6;
  divider.setAttribute("aria-valuemin", least);
  divider.setAttribute("aria-valuemax", Math.round(most()));
  divider.setAttribute("aria-valuenow", size());
  const set = (value) => {
    const pixels = Math.round(Math.max(least, Math.min(most(), value)));
    sizes[pane] = pixels;
    document.documentElement.style.setProperty(`--${pane}-size`, `${pixels}px`);
    divider.setAttribute("aria-valuenow", pixels);
  };
  if (Number.isFinite(sizes[pane])) set(sizes[pane]);
  const keep = () => localStorage.setItem(place, JSON.stringify(sizes));
  divider.addEventListener("pointerdown", (event) => {
    const start = isColumn ? event.clientX : event.clientY;
    const before = size();
    divider.setPointerCapture(event.pointerId);
    const move = (moved) => {
      set(before + sign * ((isColumn ? moved.clientX : moved.clientY) - start));
    };
    divider.addEventListener("pointermove", move);
    divider.addEventListener("lostpointercapture", () => {
      divider.removeEventListener("pointermove", move);
      keep();
    }, { once: true });
    event.preventDefault();
  });
  divider.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.key.endsWith("t") !== isColumn) return;
    set(size() + sign * step * 16);
    keep();
    event.preventDefault();
    event.stopPropagation();
  });
}
