// The filter of the list.

import { isFiltered, makeFilter, readQuery } from "../../../Sources/StateInspector/Page/Files/filter.js";
import { equal, test } from "./harness.js";
import { Story } from "./story.js";

const none = { query: "", hidden: new Set(), only: new Set(), onlyErrors: false, slower: 0 };

function numbers(story, view) {
  const filter = makeFilter({ ...none, ...view }, (id) => `Store ${id}`);
  return story.entries.items.filter(filter).map(({ number }) => number);
}

test("a query has words, names and times", () => {
  const query = readQuery("some kind:change field:count slower:100ms is:error Words");
  equal(query.words, ["some", "words"]);
  equal([query.kind, query.field, query.slower, query.isError], [["change"], ["count"], 0.1, true]);
  equal(readQuery("slower:2s").slower, 2);
  equal(readQuery("slower:0.5").slower, 0.5);
  // Something else is a word.
  equal(readQuery("slower:soon is:new").words, ["slower:soon", "is:new"]);
});

test("a field is that of a change", () => {
  const story = new Story();
  const action = story.receive("results");
  const change = story.change("results", action);
  equal(numbers(story, { query: "field:res" }), [change]);
  equal(numbers(story, { query: "name:res" }), [action, change]);
});

test("errors only, slower than", () => {
  const story = new Story();
  const { other } = story.search();
  const failed = story.add("effectFailed", { subject: other });
  equal(numbers(story, { onlyErrors: true }), [failed]);
  equal(numbers(story, { query: "is:error" }), [failed]);
  equal(numbers(story, { slower: 0.03 }).length, 3);
  equal(numbers(story, { slower: 1 }), []);
});

test("stores and kinds", () => {
  const story = new Story();
  const one = story.receive("add");
  const other = story.receive("add", { store: 2 });
  const change = story.change("count", other, { store: 2 });
  equal(numbers(story, { only: new Set([2]) }), [other, change]);
  equal(numbers(story, { hidden: new Set(["changes"]) }), [one, other]);
  equal(numbers(story, { query: "store:2" }), [other, change]);
});

test("each choice makes a filtered list", () => {
  equal(isFiltered(none), false);
  for (const choice of [{ query: "a" }, { hidden: new Set(["changes"]) }, { only: new Set([1]) }, { onlyErrors: true },
    { slower: 1 }]) equal(isFiltered({ ...none, ...choice }), true);
});
