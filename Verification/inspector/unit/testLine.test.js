// Actions as lines of a test.

import { testLine } from "../../../Sources/StateInspector/Page/Files/testLine.js";
import { equal, test } from "./harness.js";

test("an action from outside is sent", () => {
  equal(testLine({ by: "outside", text: "retry", changes: [] }), "await store.send(.retry)");
  equal(testLine({ by: "binding", text: "Change(to: 3)", changes: [] }), "await store.send(Change(to: 3))");
});

test("an action of an effect is received, with the last change of each field", () => {
  const changes = [
    { name: "isLoading", text: "true" }, { name: "editor.title", text: '"a"' }, { name: "isLoading", text: "false" },
    { name: "token" },
  ];
  equal(testLine({ by: "effect", text: 'found("a", for: "b")', changes }), [
    'await store.receive(.found("a", for: "b")) {',
    "  $0.isLoading = false",
    '  $0.editor.title = "a"',
    "  // $0.token = (redacted)",
    "}",
  ].join("\n"));
});
