// The rows of single entries.

import { Rows } from "../../../Sources/StateInspector/Page/Files/rows.js";
import { numberOf } from "../../../Sources/StateInspector/Page/Files/search.js";
import { equal, test } from "./harness.js";
import { Story } from "./story.js";

function rowsOf(story, options) {
  const rows = new Rows(story.entries);
  rows.reset(() => true, options);
  rows.advance(1000);
  return rows;
}

test("three equal actions with what they caused are one row", () => {
  const story = new Story();
  for (let round = 0; round < 3; round += 1) story.change("body", story.receive("typed"));
  const rows = rowsOf(story);
  equal(rows.list.length, 1);
  equal([rows.list[0].units, rows.list[0].entries.length], [3, 6]);
  equal(rows.placeOf(4), 0);
  rows.toggle(rows.list[0]);
  equal(rows.list.map(numberOf), [1, 1, 2, 3, 4, 5, 6]);
  equal(rows.unitOf(4) === rows.list[0], true);
});

test("without runs each entry is a row", () => {
  const story = new Story();
  for (let round = 0; round < 3; round += 1) story.change("body", story.receive("typed"));
  equal(rowsOf(story, { collapses: false }).list.map(numberOf), [1, 2, 3, 4, 5, 6]);
});
