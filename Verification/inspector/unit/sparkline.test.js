// The line of a number's earlier values.

import { makeSparkline, pointsOf } from "../../../Sources/StateInspector/Page/Files/sparkline.js";
import { equal, test } from "./harness.js";

test("the values reach from the top to the bottom", () => {
  equal(pointsOf([0, 5, 10], 100, 20), "1,19 50,10 99,1");
  equal(pointsOf([3, 3], 100, 20), "1,10 99,10");
  equal(pointsOf([7], 100, 20), "");
});

test("a line says its values", () => {
  const line = makeSparkline([1, 2, 4]);
  equal(line.getAttribute("role"), "img");
  equal(line.getAttribute("aria-label"), "3 values from 1 to 4, at least 1, at most 4");
}, { inBrowser: true });
