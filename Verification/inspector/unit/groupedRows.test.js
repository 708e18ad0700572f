// The rows by action.

import { titleOf } from "../../../Sources/StateInspector/Page/Files/actionGroup.js";
import { GroupedRows, longestGroup } from "../../../Sources/StateInspector/Page/Files/groupedRows.js";
import { equal, test } from "./harness.js";
import { Story } from "./story.js";

function rowsOf(story, filter = () => true) {
  const rows = new GroupedRows(story.entries);
  rows.reset(filter);
  rows.advance(1000);
  return rows;
}

const shown = (rows) => rows.list.map((row) => (row.entries ? `${row.first.number}+` : row.number));

// The same list, made at once of what is there.
function check(story, rows, filter) {
  const fresh = new GroupedRows(story.entries);
  fresh.reset(filter ?? (() => true));
  fresh.advance(1000);
  for (const row of rows.list) {
    if (row.isOpen) fresh.toggle(fresh.unitOf(row.first.number));
  }
  equal(shown(rows), shown(fresh));
  rows.list.forEach((row, place) => {
    if (!row.entries) equal(rows.placeOf(row.number), place);
  });
}

test("an action is one row that sums up what followed", () => {
  const story = new Story();
  story.search();
  const rows = rowsOf(story);
  equal(rows.list.map(({ title }) => title), ["search(\"ab\")", "search(\"abc\")"]);
  equal(rows.list.map(({ summary }) => summary),
    ["1 change \u00b7 1 effect, 1 cancelled \u00b7 7.00 ms", "2 changes \u00b7 1 effect \u00b7 37 ms"]);
  equal(rows.list[1].fieldNames, "query, results");
});

test("a row that is opened lists its entries, and a later entry joins them", () => {
  const story = new Story();
  const first = story.receive("load");
  const effect = story.start("load", first);
  const second = story.receive("tap");
  const rows = rowsOf(story);
  rows.toggle(rows.list[0]);
  equal(shown(rows), ["1+", first, effect, "3+"]);
  const change = story.change("items", effect);
  rows.advance(1000);
  equal(shown(rows), ["1+", first, effect, change, "3+"]);
  equal(rows.placeOf(change), 3);
  equal(rows.placeOf(second), 4);
  check(story, rows);
  rows.toggle(rows.list[0]);
  equal(shown(rows), ["1+", "3+"]);
  equal(rows.placeOf(change), 0);
});

test("an action is running until it is done", () => {
  const story = new Story();
  const action = story.receive("load");
  const effect = story.start("load", action);
  const rows = rowsOf(story);
  equal(rows.list[0].summary, "1 effect \u00b7 running");
  story.end(effect, "effectFailed");
  story.end(effect);
  story.done(action);
  rows.advance(1000);
  equal(rows.list[0].summary, "1 effect, 1 failed \u00b7 4.00 ms");
  equal(rows.list[0].errors, 1);
});

test("what follows much later begins a row of its own", () => {
  const story = new Story();
  const watch = story.receive("watch");
  const effect = story.start("watch", watch);
  story.receive("tap");
  story.pass(longestGroup);
  const change = story.change("isOnline", effect);
  const rows = rowsOf(story);
  equal(shown(rows), ["1+", "3+", `${change}+`]);
  equal(rows.list[2].title, "watch");
  equal(rows.list[2].summary.startsWith("after 10.0 s"), true);
  equal(rows.unitOf(change) === rows.list[2], true);
  equal(rows.unitOf(effect) === rows.list[0], true);
});

test("entries without an action form runs", () => {
  const story = new Story();
  story.change("count", undefined, { by: "outside" });
  story.change("count", undefined, { by: "outside" });
  const rows = rowsOf(story);
  equal(shown(rows), [1, 2]);
  story.change("count", undefined, { by: "outside" });
  rows.advance(1000);
  equal(shown(rows), ["1+"]);
  rows.toggle(rows.list[0]);
  story.change("count", undefined, { by: "outside" });
  rows.advance(1000);
  equal(shown(rows), ["1+", 1, 2, 3, 4]);
  story.change("other");
  story.change("count");
  rows.advance(1000);
  equal(shown(rows), ["1+", 1, 2, 3, 4, 5, 6]);
  check(story, rows);
});

test("a row of very many entries opens", () => {
  const story = new Story();
  const many = 150_000;
  for (let number = 0; number < many; number += 1) story.change("count", undefined, { by: "outside" });
  const rows = rowsOf(story);
  rows.toggle(rows.list[0]);
  equal([rows.list.length, rows.placeOf(many)], [many + 1, many]);
  rows.toggle(rows.list[0]);
  equal(rows.list.length, 1);
});

test("a filter lists the actions of what it finds", () => {
  const story = new Story();
  const { first, second } = story.search();
  const filter = ({ name }) => name === "results";
  const rows = rowsOf(story, filter);
  equal(shown(rows), [`${second}+`]);
  equal([rows.list[0].entries.length, rows.list[0].changes], [1, 2]);
  equal(rows.unitOf(first), undefined);
  equal(rows.placeOf(first), -1);
  rows.toggle(rows.list[0]);
  equal(rows.list.length, 2);
});

test("a row that a filter lists late takes its place", () => {
  const story = new Story();
  const load = story.receive("load");
  const effect = story.start("load", load);
  const tap = story.receive("tap");
  const filter = ({ kind, name }) => kind === "change" || name === "tap";
  const rows = rowsOf(story, filter);
  equal(shown(rows), [`${tap}+`]);
  rows.takeChanged();
  story.change("items", effect);
  rows.advance(1000);
  equal(shown(rows), [`${load}+`, `${tap}+`]);
  equal(rows.takeChanged(), 0);
  check(story, rows, filter);
});

test("a paused list takes no later entries", () => {
  const story = new Story();
  story.receive("add");
  const rows = rowsOf(story);
  story.receive("add");
  equal(rows.advance(1000, 1), true);
  equal([rows.list.length, rows.waiting], [1, 1]);
});

test("random stories have the same rows, however they arrive", () => {
  let seed = 7;
  const random = (below) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 60; round += 1) {
    const story = new Story();
    const filter = round % 3 === 0 ? ({ number }) => number % 3 !== 0 : () => true;
    const rows = rowsOf(story, filter);
    const begun = [];
    for (let step = 0; step < 80; step += 1) {
      const cause = begun.length > 0 && random(4) > 0 ? begun[random(begun.length)] : undefined;
      const kind = ["actionReceived", "effectStarted", "change", "change", "effectEnded"][random(5)];
      if (random(12) === 0) story.pass(6);
      const more = kind === "effectEnded" ? { subject: cause } : { cause };
      const number = story.add(kind, { name: ["a", "b"][random(2)], ...more });
      if (kind.startsWith("action") || kind === "effectStarted") begun.push(number);
      rows.advance(1000);
      const row = rows.list[random(rows.list.length)];
      if (row?.entries && random(5) === 0) rows.toggle(row);
    }
    check(story, rows, filter);
  }
});

test("the title of an action has nothing of its sender", () => {
  equal(titleOf({ text: "receives add(2), from App/A.swift:3", origin: "App/A.swift:3" }), "add(2)");
  equal(titleOf({ text: "receives found([\"a, by b\"]), by effect \"find\" of search" }), "found([\"a, by b\"])");
  equal(titleOf({ text: "receives next, by the handler of start" }), "next");
  equal(titleOf({ text: "receives open(\"a, from b\")" }), "open(\"a, from b\")");
});
