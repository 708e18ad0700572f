// The kinds of entries: a short word for the list, the group they are filtered by, and a tone.

export const groups = [
  { name: "actions", title: "Actions: received, queued, dropped, handled, failed, done" },
  { name: "changes", title: "Changes of fields" },
  { name: "effects", title: "Effects: waiting, started, ended, failed, cancelled" },
  { name: "screens", title: "Loading, errors, elements of streams, drawings" },
  { name: "stores", title: "Stores made and ended" },
  { name: "queries", title: "Attempts of queries: started, answered, failed, cancelled" },
  { name: "outboxes", title: "Changes of outboxes: enqueued, sent, applied, failed, removed" },
  { name: "histories", title: "Steps of histories: undo, redo" },
  { name: "travel", title: "Travel, resume, commit, and removed entries" },
];

const kinds = {
  storeMade: { word: "made", group: "stores", tone: "store" },
  storeEnded: { word: "ended", group: "stores", tone: "store" },
  actionReceived: { word: "action", group: "actions", tone: "action" },
  actionQueued: { word: "queued", group: "actions", tone: "quiet" },
  actionDropped: { word: "dropped", group: "actions", tone: "warning" },
  actionHandled: { word: "handled", group: "actions", tone: "quiet" },
  actionFailed: { word: "failed", group: "actions", tone: "bad" },
  actionDone: { word: "done", group: "actions", tone: "quiet" },
  change: { word: "change", group: "changes", tone: "change" },
  effectWaiting: { word: "waits", group: "effects", tone: "effect" },
  effectStarted: { word: "starts", group: "effects", tone: "effect" },
  effectDropped: { word: "dropped", group: "effects", tone: "warning" },
  effectFailed: { word: "failed", group: "effects", tone: "bad" },
  effectCancelled: { word: "cancelled", group: "effects", tone: "warning" },
  effectEnded: { word: "ends", group: "effects", tone: "effect" },
  loading: { word: "loading", group: "screens", tone: "screen" },
  errorShown: { word: "error", group: "screens", tone: "bad" },
  element: { word: "element", group: "screens", tone: "screen" },
  drawn: { word: "drawn", group: "screens", tone: "quiet" },
  queryStarted: { word: "loads", group: "queries", tone: "effect" },
  queryAnswered: { word: "answer", group: "queries", tone: "effect" },
  queryFailed: { word: "failed", group: "queries", tone: "bad" },
  queryCancelled: { word: "cancelled", group: "queries", tone: "quiet" },
  outboxEnqueued: { word: "enqueued", group: "outboxes", tone: "effect" },
  outboxMerged: { word: "merged", group: "outboxes", tone: "effect" },
  outboxStarted: { word: "sends", group: "outboxes", tone: "effect" },
  outboxApplied: { word: "applied", group: "outboxes", tone: "effect" },
  outboxWaits: { word: "waits", group: "outboxes", tone: "warning" },
  outboxFailed: { word: "failed", group: "outboxes", tone: "bad" },
  outboxCancelled: { word: "cancelled", group: "outboxes", tone: "quiet" },
  outboxRemoved: { word: "removed", group: "outboxes", tone: "quiet" },
  outboxUnstored: { word: "unstored", group: "outboxes", tone: "bad" },
  history: { word: "history", group: "histories", tone: "store" },
  travel: { word: "travel", group: "travel", tone: "travel" },
  resume: { word: "resume", group: "travel", tone: "travel" },
  commit: { word: "commit", group: "travel", tone: "travel" },
  skipped: { word: "gone", group: "travel", tone: "warning" },
};

const errors = new Set([
  "actionFailed", "effectFailed", "errorShown", "queryFailed", "outboxFailed", "outboxUnstored",
]);

export const isError = (entry) => errors.has(entry.kind);

export const kindOf = (entry) => kinds[entry.kind] ?? { word: entry.kind, group: "", tone: "quiet" };
