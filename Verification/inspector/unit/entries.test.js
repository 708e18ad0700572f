// The entries, with their causes and durations.

import { equal, test } from "./harness.js";
import { Story } from "./story.js";

test("an entry knows the first of its causes", () => {
  const story = new Story();
  const { second, other } = story.search();
  const result = story.entries.items.find(({ name }) => name === "results");
  equal(result.root.number, second);
  equal(result.depth, 2);
  equal(story.entries.consequencesOf(story.entries.find(other)).map(({ kind }) => kind), ["change", "effectEnded"]);
});

test("an end knows how long its action or effect took", () => {
  const story = new Story();
  const { other } = story.search();
  const end = story.entries.items.find(({ kind, subject }) => kind === "effectEnded" && subject === other);
  equal(Math.round(end.took * 1000), 32);
  equal(story.entries.items.find(({ kind }) => kind === "actionHandled").took, 0.0005);
});

test("entries are counted by the group of their kind, also when they are removed", () => {
  const story = new Story();
  story.search();
  equal([...story.entries.counts], [["actions", 5], ["changes", 3], ["effects", 4]]);
  story.add("errorShown");
  equal(story.entries.errors, 1);
  story.entries.clear();
  equal([story.entries.counts.size, story.entries.errors], [0, 0]);
});

test("an entry that is missing before a message is noticed", () => {
  const story = new Story();
  story.receive("add");
  equal(story.entries.append({ after: 5, upTo: 6, last: 6, entries: [] }), false);
});
