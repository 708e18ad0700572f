// Loads at once and after a pause.

import { Loader } from "../../../Sources/StateInspector/Page/Files/loader.js";
import { equal, test } from "./harness.js";

// A loader whose answers and pauses end when a test says so.
class Made {
  isNeeded = true;
  asked = [];
  shown = [];
  pauses = [];
  loader = new Loader({
    pause: 500,
    isNeeded: () => this.isNeeded,
    ask: () => new Promise((resolve, reject) => this.asked.push({ resolve, reject })),
    show: (answer) => this.shown.push(answer),
    later: (work, time) => this.pauses.push({ work, time }),
  });

  // Ends a request, and all that follows at once.
  async end(place, how, value) {
    this.asked[place][how](value);
    for (let turn = 0; turn < 10; turn += 1) await null;
  }
}

test("an answer that is needed is shown", async () => {
  const made = new Made();
  made.loader.load();
  await made.end(0, "resolve", "effects");
  equal([made.asked.length, made.shown], [1, ["effects"]]);
});

test("an answer that isn't needed is not requested", () => {
  const made = new Made();
  made.isNeeded = false;
  made.loader.load();
  equal(made.asked.length, 0);
});

test("what changes within a pause is loaded once, at its end", async () => {
  const made = new Made();
  for (let entry = 0; entry < 3; entry += 1) made.loader.loadSoon();
  equal([made.asked.length, made.pauses.map(({ time }) => time)], [0, [500]]);
  made.pauses[0].work();
  equal(made.asked.length, 1);
  made.loader.loadSoon();
  equal(made.pauses.length, 2);
});

test("whether an answer is needed is decided at the end of a pause", () => {
  const made = new Made();
  made.loader.loadSoon();
  made.isNeeded = false;
  made.pauses[0].work();
  equal(made.asked.length, 0);
});

test("of loads during a request, one follows", async () => {
  const made = new Made();
  for (let round = 0; round < 3; round += 1) made.loader.load();
  equal(made.asked.length, 1);
  await made.end(0, "resolve", "first");
  equal(made.asked.length, 2);
  await made.end(1, "resolve", "second");
  equal([made.asked.length, made.shown], [2, ["first", "second"]]);
});

test("a request that fails shows nothing, and the next one is made", async () => {
  const made = new Made();
  made.loader.load();
  await made.end(0, "reject", new Error("The connection was lost."));
  made.loader.load();
  await made.end(1, "resolve", "effects");
  equal(made.shown, ["effects"]);
});
