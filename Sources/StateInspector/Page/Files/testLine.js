// An action as lines of a test with a `TestStore`.

import { plain } from "./texts.js";

// `changes` are those of the action's handler, each with `name` and `text`; `undefined` stands for a redacted text.
export function testLine({ by, text, changes }) {
  const verb = by === "effect" ? "receive" : "send";
  // A value that isn't a case, such as a structure, begins with its type.
  const action = /^[a-z_`]/.test(text) ? `.${text}` : text;
  const call = `await store.${verb}(${plain(action)})`;
  if (changes.length === 0) return call;
  // The last change of a field is what the test sees.
  const last = new Map(changes.map((change) => [change.name, change.text]));
  const lines = [...last].map(([name, value]) =>
    value === undefined ? `  // $0.${plain(name)} = (redacted)` : `  $0.${plain(name)} = ${plain(value)}`);
  return [`${call} {`, ...lines, "}"].join("\n");
}
