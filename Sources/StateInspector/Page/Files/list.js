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
    container.addEventListener("scroll", () => this.#schedule(), { passive: true });
    new ResizeObserver(() => this.#schedule()).observe(container);
  }

  get pageLength() { return Math.max(1, Math.floor(this.#container.clientHeight / this.#height) - 1); }

  // Whether the end is in sight.
  get isAtEnd() {
    const { scrollTop, clientHeight } = this.#container;
    return scrollTop + clientHeight >= this.#count * this.#height - this.#height;
  }

  // Shows other rows, or the same ones with other contents.
  show(count) {
    this.#count = count;
    this.#version += 1;
    this.#space.style.height = `${count * this.#height}px`;
    this.#draw();
  }

  // Shows the rows behind those that are there.
  grow(count) {
    if (count === this.#count) return;
    this.#count = count;
    this.#space.style.height = `${count * this.#height}px`;
    this.#schedule();
  }

  scrollToEnd() { this.#container.scrollTop = this.#count * this.#height; }

  // Brings a row into sight; where it is not, into the middle if it is far away.
  reveal(index) {
    const top = index * this.#height;
    const { scrollTop, clientHeight } = this.#container;
    if (top < scrollTop - clientHeight || top > scrollTop + 2 * clientHeight) {
      this.#container.scrollTop = top - clientHeight / 2;
    } else if (top < scrollTop) {
      this.#container.scrollTop = top;
    } else if (top + this.#height > scrollTop + clientHeight) {
      this.#container.scrollTop = top + this.#height - clientHeight;
    }
    this.#draw();
  }

  // The element of a row that is in sight.
  elementOf(index) {
    const row = this.#rows[index % this.#rows.length];
    return row?.index === index ? row.element : null;
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
    const inSight = Math.ceil(this.#container.clientHeight / this.#height) + 8;
    while (this.#rows.length < inSight) {
      const element = this.#makeRow();
      element.classList.add("list-row");
      this.#space.append(element);
      this.#rows.push({ element, index: -1, version: -1 });
    }
    const first = Math.max(0, Math.floor(this.#container.scrollTop / this.#height) - 4);
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
