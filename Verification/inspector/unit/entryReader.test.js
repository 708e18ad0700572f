// Reads entries in parts.

import { EntryReader } from "../../../Sources/StateInspector/Page/Files/entryReader.js";
import { equal, test } from "./harness.js";
import { Story } from "./story.js";

function readerOf(entries) {
  const read = [];
  const reader = new EntryReader(entries, {
    begin: () => {
      read.length = 0;
      reader.restart();
    },
    add: ({ number }) => read.push(number),
  });
  return { read, reader };
}

test("entries are read up to a number, and then the others", () => {
  const story = new Story();
  for (let round = 0; round < 3; round += 1) story.receive("add");
  const { read, reader } = readerOf(story.entries);
  equal([reader.advance(1000, 2), read, reader.waiting], [true, [1, 2], 1]);
  equal([reader.advance(1000), read, reader.waiting], [true, [1, 2, 3], 0]);
});

test("without time a part is read at once", () => {
  const story = new Story();
  for (let round = 0; round < 1200; round += 1) story.receive("add");
  const { read, reader } = readerOf(story.entries);
  equal([reader.advance(0), read.length], [false, 500]);
  equal([reader.advance(0), read.length], [false, 1000]);
  equal([reader.advance(0), read.length], [true, 1200]);
});

test("other entries are read from the beginning", () => {
  const story = new Story();
  story.receive("add");
  story.receive("add");
  const { read, reader } = readerOf(story.entries);
  reader.advance(1000);
  story.entries.clear();
  const other = { number: 7, seconds: 1, store: 1, kind: "change", text: "" };
  story.entries.append({ after: 0, upTo: 7, last: 7, entries: [other] });
  equal([reader.advance(1000), read], [true, [7]]);
});
