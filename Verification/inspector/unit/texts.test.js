// Texts of the app, numbers and durations.

import { count, oneLine, plain, plural, seconds } from "../../../Sources/StateInspector/Page/Files/texts.js";
import { equal, test } from "./harness.js";

test("hidden characters are visible", () => {
  equal(plain("a\u0000b\u202ec"), "a\u2400b<202E>c");
  equal(oneLine("a\nb"), "a\u21b5b");
  equal(oneLine("abcdef", 3), "abc\u2026");
});

test("durations are rounded", () => {
  equal([0, 0.000_05, 0.0041, 0.041, 1.5, 75, 7300].map(seconds),
    ["0", "50 \u00b5s", "4.10 ms", "41 ms", "1.50 s", "1 min 15 s", "2 h 1 min"]);
});

test("numbers have thin spaces, and words a plural", () => {
  equal(count(1234567), "1\u2009234\u2009567");
  equal([plural(1, "entry"), plural(2, "entry"), plural(2, "change")], ["1 entry", "2 entries", "2 changes"]);
});
