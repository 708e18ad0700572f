// A list of which only the rows in sight are elements.

export class WindowedList {
  #container;
  #space;
  #rows = [];
  #height;
  #makeRow;
  #fillRow;
  #count = 0;
  #version = 0;
  #isScheduled = false;
  // Stored here, because reading it from the element lays out the page each time.
  #top = 0;
  #viewHeight = 0;

  // `makeRow()` makes an element; `fillRow(element, index)` shows a row in it.
  constructor(container, height, makeRow, fillRow) {
    this.#container = container;
    this.#height = height;
    this.#makeRow = makeRow;
    this.#fillRow = fillRow;
    this.#space = document.createElement("div");
    this.#space.className = "list-space";
    this.#space.setAttribute("role", "presentation");
    container.append(this.#space);
    container.addEventListener("scroll", () => {
      this.#top = container.scrollTop;
      this.#schedule();
    }, { passive: true });
    new ResizeObserver(() => {
      this.#viewHeight = container.clientHeight;
      this.#schedule();
    }).observe(container);
    this.#viewHeight = container.clientHeight;
  }

  get pageLength() { return Math.max(1, Math.floor(this.#viewHeight / this.#height) - 1); }

  // Whether the end is in sight.
  get isAtEnd() {
    return this.#top + this.#viewHeight >= this.#count * this.#height - this.#height;
  }

  // Shows other rows, or the same ones with other contents; the rows in front of `from` are the same.
  show(count, from = 0) {
    this.#count = count;
    this.#version += 1;
    for (const row of this.#rows) if (row.index < from) row.version = this.#version;
    this.#setHeight(count * this.#height);
    // The end of a shorter list: the browser reports its own scrolling a frame later.
    this.#scrollTo(this.#top);
    this.#draw();
  }

  #setHeight(height) {
    const text = `${height}px`;
    if (this.#space.style.height !== text) this.#space.style.height = text;
  }

  scrollToEnd() { this.#scrollTo(this.#count * this.#height - this.#viewHeight); }

  // Scrolls to a row that isn't in sight; centers it if it is far away.
  reveal(index) {
    const rowTop = index * this.#height;
    const [top, height] = [this.#top, this.#viewHeight];
    if (rowTop < top - height || rowTop > top + 2 * height) this.#scrollTo(rowTop - height / 2);
    else if (rowTop < top) this.#scrollTo(rowTop);
    else if (rowTop + this.#height > top + height) this.#scrollTo(rowTop + this.#height - height);
    this.#draw();
  }

  #scrollTo(top) {
    const possible = Math.max(0, Math.min(top, this.#count * this.#height - this.#viewHeight));
    if (possible === this.#top) return;
    this.#top = possible;
    this.#container.scrollTop = possible;
    this.#schedule();
  }

  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#draw();
    });
  }

  #draw() {
    const inSight = Math.ceil(this.#viewHeight / this.#height) + 8;
    while (this.#rows.length < inSight) {
      const element = this.#makeRow();
      element.classList.add("list-row");
      this.#space.append(element);
      this.#rows.push({ element, index: -1, version: -1 });
    }
    const first = Math.max(0, Math.floor(this.#top / this.#height) - 4);
    // Row `i` is always in the same element, so that scrolling by one row fills one.
    for (let index = first; index < first + this.#rows.length; index += 1) {
      const row = this.#rows[index % this.#rows.length];
      const isThere = index < this.#count;
      if (row.index === index && row.version === this.#version && isThere) continue;
      row.index = isThere ? index : -1;
      row.version = this.#version;
      row.element.hidden = !isThere;
      if (!isThere) continue;
      row.element.style.transform = `translateY(${index * this.#height}px)`;
      this.#fillRow(row.element, index);
    }
  }
}
