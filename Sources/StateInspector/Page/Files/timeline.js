// The timeline of handlers and effects, drawn on a canvas.

import { byId, setText } from "./dom.js";
import { Spans } from "./spans.js";
import { oneLine, seconds } from "./texts.js";

const laneHeight = 15;
const axisHeight = 16;
const least = 0.02;

export class Timeline {
  #model;
  #actions;
  #spans;
  #canvas = byId("timeline-canvas");
  #pane = byId("timeline");
  // The visible range in seconds, up to `end` or up to now.
  #length = 20;
  #end = null;
  #colors = {};
  #hits = [];
  #isScheduled = false;

  // `actions` has `jump(number)`.
  constructor(model, actions) {
    this.#model = model;
    this.#actions = actions;
    this.#spans = new Spans(model.entries);
    this.#readColors();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.#readColors();
      this.#schedule();
    });
    new ResizeObserver(() => this.#schedule()).observe(this.#pane);
    model.on("entries hello connection stores", () => this.#schedule());
    model.on("selection status", () => {
      this.#showSelection();
      this.#schedule();
    });
    this.#canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.#canvas.addEventListener("keydown", (event) => this.#take(event));
    this.#canvas.addEventListener("pointerdown", (event) => this.#press(event));
    this.#canvas.addEventListener("pointermove", (event) => this.#hover(event));
    byId("zoom-in").addEventListener("click", () => this.#zoom(0.5));
    byId("zoom-out").addEventListener("click", () => this.#zoom(2));
    byId("zoom-all").addEventListener("click", () => {
      const { first } = this.#model.entries;
      this.#end = null;
      this.#length = Math.max(least, this.#now - (first?.seconds ?? 0)) * 1.02;
      this.#schedule();
    });
    byId("zoom-now").addEventListener("click", () => {
      this.#end = null;
      this.#schedule();
    });
    setInterval(() => {
      if (this.#end === null && model.connection.state === "open") this.#schedule();
    }, 100);
  }

  #readColors() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["text", "dim", "line", "panel", "accent", "selection", "action", "effect", "bad", "warning",
      "travel"]) {
      this.#colors[name] = style.getPropertyValue(`--${name}`).trim();
    }
  }

  get #now() {
    const last = this.#model.entries.last?.seconds ?? 0;
    const isLive = this.#model.connection.state === "open" && Number.isFinite(this.#model.now);
    return isLive ? Math.max(last, this.#model.now) : last;
  }

  // The first and the last second in sight.
  get #range() {
    const end = this.#end ?? this.#now + this.#length * 0.02;
    return { start: end - this.#length, end };
  }

  // MARK: Moving

  #showSelection() {
    const entry = this.#model.selected;
    if (!entry) return;
    const { start, end } = this.#range;
    if (entry.seconds < start || entry.seconds > end) this.#end = entry.seconds + this.#length / 2;
  }

  #zoom(factor, place = 0.5) {
    const { start } = this.#range;
    const anchor = start + this.#length * place;
    const length = Math.max(least, Math.min(1e7, this.#length * factor));
    if (this.#end !== null || place !== 0.5) this.#end = anchor + length * (1 - place);
    this.#length = length;
    this.#stickToNow();
    this.#schedule();
  }

  #pan(part) {
    this.#end = this.#range.end + this.#length * part;
    this.#stickToNow();
    this.#schedule();
  }

  #stickToNow() {
    if (this.#end !== null && this.#end >= this.#now + this.#length * 0.02) this.#end = null;
  }

  #wheel(event) {
    event.preventDefault();
    const width = this.#canvas.clientWidth;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#pan((event.deltaX || event.deltaY) / width);
    } else {
      this.#zoom(Math.exp(event.deltaY * 0.002), event.offsetX / width);
    }
  }

  #take(event) {
    switch (event.key) {
      case "ArrowLeft": this.#pan(-0.1); break;
      case "ArrowRight": this.#pan(0.1); break;
      case "+": case "=": this.#zoom(0.5); break;
      case "-": this.#zoom(2); break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // A press on a span chooses its entry; elsewhere it drags.
  #press(event) {
    const span = this.#spanAt(event);
    if (span) {
      this.#actions.jump(span.entry);
      return;
    }
    const before = { x: event.clientX, end: this.#range.end };
    const width = this.#canvas.clientWidth;
    this.#canvas.setPointerCapture(event.pointerId);
    const move = (moved) => {
      this.#end = before.end - ((moved.clientX - before.x) / width) * this.#length;
      this.#stickToNow();
      this.#schedule();
    };
    this.#canvas.addEventListener("pointermove", move);
    this.#canvas.addEventListener("lostpointercapture", () => {
      this.#canvas.removeEventListener("pointermove", move);
    }, { once: true });
  }

  #hover(event) {
    const span = this.#spanAt(event);
    this.#canvas.style.cursor = span ? "pointer" : "default";
    if (!span) {
      setText(byId("timeline-note"), "");
      return;
    }
    const isRunning = span.end === Infinity;
    const time = seconds((isRunning ? this.#now : span.end) - span.start);
    setText(byId("timeline-note"), [
      oneLine(this.#model.storeName(span.store), 60), oneLine(span.name, 80),
      isRunning ? `runs for ${time}` : time, `#${span.entry}`,
    ].join(" \u00b7 "));
  }

  #spanAt({ offsetX, offsetY }) {
    return this.#hits.findLast(({ left, right, top }) => {
      return offsetX >= left - 2 && offsetX <= right + 2 && offsetY >= top && offsetY < top + laneHeight;
    })?.span;
  }

  // MARK: Drawing

  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#draw();
    });
  }

  #draw() {
    this.#spans.advance();
    const canvas = this.#canvas;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    const scale = devicePixelRatio;
    const [pixelsWide, pixelsHigh] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== pixelsWide || canvas.height !== pixelsHigh) {
      canvas.width = pixelsWide;
      canvas.height = pixelsHigh;
    }
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "10.5px system-ui, sans-serif";
    context.textBaseline = "middle";
    const { start, end } = this.#range;
    const x = (time) => ((time - start) / (end - start)) * width;
    this.#drawAxis(context, width, height, x);
    this.#drawSpans(context, width, height, x);
    this.#drawMarks(context, height, x);
    setText(byId("timeline-length"), seconds(this.#length));
    byId("zoom-now").setAttribute("aria-pressed", String(this.#end === null));
  }

  #drawAxis(context, width, height, x) {
    const { start, end } = this.#range;
    const step = niceStep((end - start) / (width / 90));
    const digits = Math.max(0, -Math.floor(Math.log10(step)));
    context.lineWidth = 1;
    for (let time = Math.max(0, Math.ceil(start / step) * step); time <= end; time += step) {
      const left = Math.round(x(time)) + 0.5;
      context.strokeStyle = this.#colors.line;
      context.beginPath();
      context.moveTo(left, axisHeight - 4);
      context.lineTo(left, height);
      context.stroke();
      context.fillStyle = this.#colors.dim;
      context.fillText(`${time.toFixed(digits)} s`, left + 3, axisHeight / 2);
    }
  }

  #drawSpans(context, width, height, x) {
    this.#hits = [];
    const { start, end } = this.#range;
    // Handlers have the first lane; an effect has the first one below that is free.
    const lanes = [];
    const now = this.#now;
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    this.#spans.each(start, end, (span) => {
      const left = Math.max(-2, x(span.start));
      const right = Math.min(width + 2, Math.max(x(Math.min(span.end, now)), left + 2));
      let lane = 0;
      if (!span.isHandler) {
        lane = lanes.findIndex((free) => free <= left - 1);
        if (lane < 0) lane = lanes.length;
        lanes[lane] = right;
        lane += 1;
      }
      const top = axisHeight + lane * laneHeight;
      if (top + laneHeight > height + laneHeight / 2) return;
      // Of handlers that cover each other, only the longest is drawn.
      const before = this.#hits[this.#hits.length - 1];
      if (span.isHandler && before?.span.isHandler && before.right >= right) return;
      this.#hits.push({ left, right, top, span });
      this.#drawSpan(context, span, { left, right, top }, x, isDark);
    });
  }

  #drawSpan(context, span, { left, right, top }, x, isDark) {
    const color = this.#colors[span.tone] ?? this.#colors.effect;
    const isSelected = span.entry === this.#model.view.entry;
    context.fillStyle = color;
    if (span.isHandler) {
      context.fillRect(left, top + 2, Math.max(2, right - left), laneHeight - 5);
    } else {
      // It waits until it has started: drawn lighter.
      const begin = span.started === undefined ? right : Math.max(left, Math.min(right, x(span.started)));
      context.globalAlpha = 0.25;
      context.fillRect(left, top + 1, right - left, laneHeight - 3);
      context.globalAlpha = isDark ? 0.55 : 0.45;
      context.fillRect(begin, top + 1, right - begin, laneHeight - 3);
      context.globalAlpha = 1;
      context.fillRect(left, top + 1, 2, laneHeight - 3);
    }
    if (isSelected) {
      context.strokeStyle = this.#colors.text;
      context.strokeRect(left + 0.5, top + 1.5, Math.max(2, right - left - 1), laneHeight - 4);
    }
    const room = right - Math.max(0, left) - 8;
    if (room < 24 || !span.name) return;
    context.fillStyle = this.#colors.text;
    context.save();
    context.beginPath();
    context.rect(Math.max(0, left), top, right - Math.max(0, left) - 2, laneHeight);
    context.clip();
    context.fillText(oneLine(span.name, 60), Math.max(0, left) + 5, top + laneHeight / 2);
    context.restore();
  }

  // The chosen entry, and the one that a travel shows.
  #drawMarks(context, height, x) {
    const mark = (entry, color) => {
      if (!entry) return;
      const left = Math.round(x(entry.seconds)) + 0.5;
      context.strokeStyle = color;
      context.beginPath();
      context.moveTo(left, 0);
      context.lineTo(left, height);
      context.stroke();
    };
    const { entries, status, selected } = this.#model;
    mark(selected, this.#colors.accent);
    if (status.travel) {
      const place = entries.place(status.travel.at + 1) - 1;
      mark(entries.items[place], this.#colors.travel);
    }
  }
}

// A step of 1, 2 or 5 times a power of ten.
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
}
