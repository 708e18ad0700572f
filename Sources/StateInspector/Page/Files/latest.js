// Runs one piece of work at a time. Of requests that arrive meanwhile, only the last one runs.
export class Latest {
  #running = false;
  #next = null;

  async run(work) {
    if (this.#running) {
      this.#next = work;
      return;
    }
    this.#running = true;
    try {
      for (let current = work; current; current = this.#take()) await current();
    } finally {
      this.#running = false;
    }
  }

  #take() {
    const next = this.#next;
    this.#next = null;
    return next;
  }
}
