// Loads what a part of the page shows from the app.

import { Latest } from "./latest.js";

export class Loader {
  #pause;
  #isNeeded;
  #ask;
  #show;
  #later;
  #latest = new Latest();
  #isWaiting = false;

  // `ask()` requests an answer if `isNeeded()`, and `show(answer)` shows it. `loadSoon` waits for `pause` milliseconds;
  // `later(work, pause)` runs work after that time.
  constructor({ pause, isNeeded, ask, show, later = (work, time) => setTimeout(work, time) }) {
    this.#pause = pause;
    this.#isNeeded = isNeeded;
    this.#ask = ask;
    this.#show = show;
    this.#later = later;
  }

  load() {
    if (!this.#isNeeded()) return;
    this.#latest.run(async () => {
      let answer;
      try {
        answer = await this.#ask();
      } catch {
        // The connection was lost; the answer follows after the reconnection.
        return;
      }
      this.#show(answer);
    });
  }

  // Loads after the pause, once for all calls until then.
  loadSoon() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#later(() => {
      this.#isWaiting = false;
      this.load();
    }, this.#pause);
  }
}
