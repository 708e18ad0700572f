// All unit tests.

import "./entries.test.js";
import "./entryReader.test.js";
import "./filter.test.js";
import "./groupedRows.test.js";
import "./loader.test.js";
import "./rows.test.js";
import "./testLine.test.js";
import "./texts.test.js";
import "./sparkline.test.js";

export { run } from "./harness.js";
