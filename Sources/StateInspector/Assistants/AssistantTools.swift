#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJSON
import StateRecord

extension AssistantTool {
  /// All tools, first those that only read.
  static let all = reading + controlling

  static func named(_ name: JSONValue?) -> AssistantTool? {
    all.first { $0.name == name?.string }
  }

  private static let store = Argument.number(
    "store",
    "The number of the store, from list_stores.",
    isRequired: true
  )
  private static let cache = Argument.number(
    "cache",
    "The number of the cache, from list_queries.",
    isRequired: true
  )
  private static let limit = limit("100")

  private static func limit(_ length: String) -> Argument {
    Argument(
      name: "limit",
      schema: [
        "type": "integer", "minimum": 1, "maximum": .int(Int64(RequestArguments.longestList)),
        "description": .string("The maximum length of the list. The default is \(length)."),
      ]
    )
  }

  private static let wholeList = limit("the whole list")

  /// The conditions of entries.
  private static let conditions: [Argument] = [
    .list("store", "The numbers of the stores.", of: ["type": "integer", "minimum": 0]),
    .list(
      "kind",
      "The kinds of the entries.",
      of: ["type": "string", "enum": .array(EventName.allCases.map { .string($0.rawValue) })]
    ),
    .text("name", "The case of an action, the name of an effect, or a field such as editor.title."),
    .number("cause", "The number of the entry that caused the entries: an action or an effect."),
    .text("text", "A part of the text of an entry."),
  ]

  private static let reading: [AssistantTool] = [
    AssistantTool(
      name: "list_stores",
      request: .stores,
      description: """
        Lists the stores of the app: their numbers, features, states, and parents. Start here.
        """,
      arguments: [
        .number("after", "The number of the store after which the list begins."), wholeList,
      ]
    ),
    AssistantTool(
      name: "read_state",
      request: .state,
      description: """
        Returns a part of the state of a store, now or after an entry, and what is directly below it. \
        Go deeper with the path.
        """,
      arguments: [
        store,
        .text("path", "The path to the part, such as /results/0/title. Empty for the whole state."),
        .number("at", "The number of an entry. The default is now."),
        .number("from", "The index of the first listed child."),
        limit,
      ]
    ),
    AssistantTool(
      name: "list_entries",
      request: .entries,
      description: """
        Lists what happened, the oldest first: actions, effects, and changes of fields, each with \
        the number of the entry that caused it. Set fromEnd for the latest ones.
        """,
      arguments: conditions + [
        .number("since", "The number after which the list begins."),
        .number("before", "The number before which the list ends."),
        .mark("fromEnd", "Whether to list the last matching entries instead of the first ones."),
        limit,
      ]
    ),
    AssistantTool(
      name: "read_entry",
      request: .entry,
      description:
        "Returns one entry in full: the action, the old and the new value, or the error.",
      arguments: [.number("number", "The number of the entry.", isRequired: true)]
    ),
    AssistantTool(
      name: "why",
      request: .why,
      description: """
        Explains a value: its last change, the chain of causes up to the first action, and the \
        values before it. Pass store and path. With entry instead, explains why an effect or an \
        action waited, was dropped, was cancelled, or failed.
        """,
      arguments: [
        .number("store", "The number of the store of the value."),
        .text("path", "The path to the value, such as /results."),
        .number(
          "at",
          "The number of an entry after which the value was shown. The default is now."
        ),
        .number("entry", "The number of an entry of an action or an effect."),
        limit,
      ]
    ),
    AssistantTool(
      name: "compare",
      request: .changes,
      description: "Lists the fields that differ between the states of a store after two entries.",
      arguments: [
        store,
        .number("from", "The number of the earlier entry.", isRequired: true),
        .number("to", "The number of the later entry. The default is now."),
        limit("\(RequestArguments.longestList)"),
      ]
    ),
    AssistantTool(
      name: "list_work",
      request: .effects,
      description: "Lists the effects and actions that haven't ended, with their ages and causes.",
      arguments: [wholeList]
    ),
    AssistantTool(
      name: "profile",
      request: .profile,
      description: "Returns how often each kind of action and effect ran, and how long that took.",
      arguments: [wholeList]
    ),
    AssistantTool(
      name: "list_actions",
      request: .actions,
      description: """
        Lists the actions that a store accepts as JSON: an example of each case, and the types of its \
        values. Put the values into the example, and send it with send_action.
        """,
      arguments: [store],
      needsControl: true
    ),
    AssistantTool(
      name: "list_queries",
      request: .queries,
      description: """
        Lists the entries of the caches of queries: age, watchers, whether they are fresh, and \
        what started their last load.
        """,
      arguments: [limit]
    ),
    AssistantTool(
      name: "list_outboxes",
      request: .outboxes,
      description: """
        Lists the outboxes and their changes that the server hasn't applied yet: lane, state, \
        attempts, the next date, the last error, and why nothing is sent.
        """,
      arguments: [limit]
    ),
    AssistantTool(
      name: "list_histories",
      request: .histories,
      description: "Lists the steps to undo and to redo, with their fields.",
      arguments: [wholeList]
    ),
    AssistantTool(
      name: "status",
      request: .status,
      description:
        "Returns the number of the last entry, and whether the app shows an earlier state."
    ),
    AssistantTool(
      name: "export_test",
      request: .test,
      description: """
        Returns the Swift source of a test that repeats the recorded session up to an entry, and \
        the path of the session's file on this server, which belongs next to the test.
        """,
      arguments: [
        .text("name", "The name of the test's function.", isRequired: true),
        .text("module", "The module of the feature.", isRequired: true),
        .number("store", "The number of the store. The default is the first one without a parent."),
        .number("upTo", "The number of the first wrong entry. The default is the whole session."),
        .text("feature", "The expression that creates the feature."),
        .text("initialState", "The expression that creates its state."),
      ]
    ),
  ]

  private static let controlling: [AssistantTool] = [
    AssistantTool(
      name: "send_action",
      request: .send,
      description: """
        Sends an action: either one that was received before, by its entry, or a new one as JSON, \
        such as {"queryChanged": {"_0": "a"}}. Only stores of features accept new ones.
        """,
      arguments: [
        .number("entry", "The number of the entry of a received action."),
        .number("store", "The number of the store that gets a new action."),
        .json("action", "The new action as JSON, as its type encodes it."),
      ]
    ),
    AssistantTool(
      name: "edit_field",
      request: .edit,
      description: "Sets a field of a state. read_state says which fields are editable.",
      arguments: [
        store,
        .text("path", "The path to the field.", isRequired: true),
        .json("value", "The new value as JSON.", isRequired: true),
      ]
    ),
    AssistantTool(
      name: "cancel_effect",
      request: .cancel,
      description: "Cancels a running effect.",
      arguments: [
        store,
        .number("effect", "The number of the effect, from list_work.", isRequired: true),
      ]
    ),
    AssistantTool(
      name: "present",
      request: .present,
      description: "Shows a screen as loading or with an error, without loading anything.",
      arguments: [
        store,
        .mark("isLoading", "Whether the screen shows that it loads."),
        .text("error", "The text of an error to show instead."),
      ]
    ),
    AssistantTool(
      name: "change_query",
      request: .query,
      description: """
        Changes an entry of a cache of queries: reloads it, marks it as changed, removes it, or lets \
        its loads hang, fail or be slow, to see how the screens show that. End with restore.
        """,
      arguments: [
        cache,
        .number("query", "The number of the entry, from list_queries.", isRequired: true),
        .choice(
          "do",
          "What to do.",
          of: QueryRequest.Step.allCases.map(\.rawValue),
          isRequired: true
        ),
        .text("error", "For fail, the text of the error."),
        Argument(
          name: "seconds",
          schema: [
            "type": "number", "exclusiveMinimum": 0,
            "maximum": .int(Int64(RequestArguments.greatestAmount)),
            "description": "For slow, how long its loads wait. The default is 3.",
          ]
        ),
      ]
    ),
    AssistantTool(
      name: "set_connection",
      request: .connect,
      description: "Lets a cache of queries behave as without a network, or with one again.",
      arguments: [
        cache,
        Argument(
          name: "isOnline",
          schema: ["type": "boolean", "description": "Whether there is a network."],
          isRequired: true
        ),
      ]
    ),
    AssistantTool(
      name: "change_outbox",
      request: .outbox,
      description: """
        Holds an outbox or releases it, sends a change again at once or removes it, or lets the next \
        attempts fail without making them. Holds and failures end with the inspector.
        """,
      arguments: [
        .number("outbox", "The number of the outbox, from list_outboxes.", isRequired: true),
        .choice(
          "do",
          "What to do.",
          of: ChangeOutboxRequest.Step.allCases.map(\.rawValue),
          isRequired: true
        ),
        .text("key", "For retry and remove, the key of the change. Without it, retry is for all."),
        .number("count", "For fail, the number of attempts. The default is 1; 0 ends it."),
        .text("error", "For fail, the text of the error."),
      ]
    ),
    AssistantTool(
      name: "travel",
      request: .travel,
      description: """
        Shows the states after an entry in the running app. It accepts no actions until resume or commit.
        """,
      arguments: [.number("to", "The number of the entry.", isRequired: true)]
    ),
    AssistantTool(
      name: "step",
      request: .step,
      description: "Shows the states before or after the next entry that meets the conditions.",
      arguments: [
        .choice(
          "direction",
          "The direction in time.",
          of: ["backward", "forward"],
          isRequired: true
        )
      ] + conditions
    ),
    AssistantTool(
      name: "resume",
      request: .resume,
      description: "Ends time travel, and shows the present again.",
      arguments: [
        .mark(
          "applyingWrites",
          "Whether what effects wrote meanwhile is kept. The default is true."
        )
      ]
    ),
    AssistantTool(
      name: "commit",
      request: .commit,
      description: "Ends time travel, and continues from the state that the app shows."
    ),
  ]
}
#endif
