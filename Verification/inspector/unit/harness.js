// A small harness for unit tests, which run in a browser and in node.

const tests = [];

// Adds a test. Those with `inBrowser` need elements.
export function test(name, body, { inBrowser = false } = {}) {
  tests.push({ name, body, inBrowser });
}

export function equal(found, expected) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

// Runs all tests that can run here. Returns their number and the failures.
export async function run() {
  const chosen = tests.filter(({ inBrowser }) => !inBrowser || typeof document !== "undefined");
  const failures = [];
  for (const { name, body } of chosen) {
    try {
      await body();
    } catch (error) {
      failures.push(`${name}: ${error.message}`);
    }
  }
  return { count: chosen.length, failures };
}
