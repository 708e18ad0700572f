// Runs the unit tests that need no elements with node.

import process from "node:process";
import { run } from "./all.js";

const { count, failures } = await run();
for (const failure of failures) process.stderr.write(`FAIL  ${failure}\n`);
process.stdout.write(`${count} unit tests of the page, ${failures.length} failed\n`);
process.exit(failures.length > 0 ? 1 : 0);
