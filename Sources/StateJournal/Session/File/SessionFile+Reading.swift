import StateRecord

/// Decoding of events from JSON.
extension SessionFile {
  typealias Failure = SessionLine.Failure

  static func number(_ json: JSONValue) throws(Failure) -> Int {
    guard let number = json.int else { throw Failure("a number is missing") }
    return number
  }

  static func kind(of line: SessionLine, _ store: Int) throws(Failure) -> SessionEntry.Kind {
    let event = try line.text("event")
    guard let name = EventName(rawValue: event) else {
      throw Failure("the event \"\(event.prefix(40))\" is unknown")
    }
    switch name {
    case .storeMade:
      return .storeMade(try made(line["made"], store), try line.list("objects", object(_:)))
    case .storeEnded: return .storeEnded
    case .actionReceived:
      return .actionReceived(
        SessionAction(
          id: try id(line["id"]),
          action: try value(line["action"]),
          origin: try line.optionalText("origin"),
          cause: try cause(line["cause"])
        )
      )
    case .actionQueued: return .actionQueued(try id(line["id"]))
    case .actionDropped:
      return .actionDropped(try id(line["id"]), reason: try line.text("reason"))
    case .actionHandled:
      return .actionHandled(try id(line["id"]), seconds: try line.seconds("duration"))
    case .actionFailed: return .actionFailed(try id(line["id"]), try value(line["error"]))
    case .actionDone: return .actionDone(try id(line["id"]))
    case .change: return .change(try change(line))
    case .effectWaiting: return try effect(line, .waiting(try start(line["effect"])))
    case .effectStarted: return try effect(line, .started(try start(line["effect"])))
    case .effectDropped: return try effect(line, .dropped(try start(line["effect"])))
    case .effectFailed: return try effect(line, .failed(try value(line["error"])))
    case .effectCancelled: return try effect(line, .cancelled)
    case .effectEnded: return try effect(line, .ended)
    case .loading: return .loading(try line.mark("isLoading"))
    case .errorShown: return .errorShown(try value(line["error"]))
    case .element:
      return .element(producer: try line.text("producer"), try value(line["value"]))
    case .drawn:
      return .drawn(
        name: try line.text("name"),
        try value(line["value"]),
        try cause(line["cause"])
      )
    case .history: return .history(try history(line))
    case .queryStarted: return try query(line, try start(of: line))
    case .queryAnswered: return try query(line, .answered)
    case .queryFailed: return try query(line, .failed(try value(line["error"])))
    case .queryCancelled: return try query(line, .cancelled)
    case .outboxEnqueued, .outboxMerged, .outboxStarted, .outboxApplied, .outboxWaits,
      .outboxFailed, .outboxCancelled, .outboxRemoved, .outboxUnstored:
      return try outbox(line, name)
    case .travel: return .travel(to: try line.number("to"))
    case .resume: return .resume
    case .commit: return .commit(of: try line.number("of"))
    }
  }

  private static func change(_ line: SessionLine) throws(Failure) -> SessionChange {
    SessionChange(
      name: try line.text("name"),
      object: try line.number("object"),
      field: try line.number("field"),
      value: try value(line["value"]),
      cause: try cause(line["cause"]),
      isWhileTravelling: try line.mark("isWhileTravelling"),
      added: try line.optionalList("added", object(_:))
    )
  }

  private static func effect(
    _ line: SessionLine,
    _ step: SessionEffectStep
  ) throws(Failure) -> SessionEntry.Kind {
    .effect(try id(line["id"]), step)
  }

  private static func start(_ json: JSONValue?) throws(Failure) -> SessionEffect {
    let line = try SessionLine(json, "an effect")
    return SessionEffect(
      name: try line.optionalText("name"),
      key: try line.optionalText("key"),
      action: line["action"] == nil ? nil : try id(line["action"]),
      origin: try line.optionalText("origin")
    )
  }

  static func cause(_ json: JSONValue?) throws(Failure) -> SessionCause {
    switch json?.string {
    case "binding": return .binding
    case "restore": return .restore
    case "inspector": return .inspector
    case "outside": return .outside
    case .some(let name): throw Failure("the cause \"\(name.prefix(40))\" is unknown")
    case nil: break
    }
    let line = try SessionLine(json, "a cause")
    if line["handler"] != nil { return .handler(try id(line["handler"])) }
    if line["query"] != nil { return .query(try query(line["query"])) }
    if line["outbox"] != nil { return .outbox(try outbox(line["outbox"])) }
    if let origin = try line.optionalText("update") {
      return .update(origin.isEmpty ? nil : origin)
    }
    if let step = line["undo"] { return .undo(step: try number(step)) }
    if let step = line["redo"] { return .redo(step: try number(step)) }
    let effect = try id(line["effect"])
    return .effect(effect, of: line["of"] == nil ? nil : try id(line["of"]))
  }

  private static func id(_ json: JSONValue?) throws(Failure) -> SessionID {
    guard let numbers = json?.array, numbers.count == 2 else { throw Failure("an id is missing") }
    return SessionID(store: try number(numbers[0]), number: try number(numbers[1]))
  }

  // MARK: Values

  private static func made(_ json: JSONValue?, _ store: Int) throws(Failure) -> SessionStore {
    let line = try SessionLine(json, "a store")
    return SessionStore(
      id: store,
      state: try line.text("state"),
      feature: try line.text("feature"),
      parent: try line.optionalNumber("parent"),
      root: try line.optionalNumber("root"),
      problems: try line.optionalList("problems") { json throws(Failure) in
        guard let text = json.string else { throw Failure("a problem isn't a string") }
        return text
      },
      environmentKeys: try line.optionalList("environment") { json throws(Failure) in
        guard let text = json.string else { throw Failure("a key isn't a string") }
        return text
      }
    )
  }

  private static func object(_ json: JSONValue) throws(Failure) -> SessionObject {
    let line = try SessionLine(json, "an object")
    return SessionObject(
      id: try line.number("id"),
      type: try line.number("type"),
      values: try line.list("values") { json throws(Failure) in try value(json) }
    )
  }

  static func value(_ json: JSONValue?) throws(Failure) -> SessionValue {
    let line = try SessionLine(json, "a value")
    var value = SessionValue(
      type: try line.text("type"),
      json: line["json"],
      text: try line.optionalText("text"),
      caseName: try line.optionalText("case")
    )
    value.isRedacted = try line.mark("isRedacted")
    if let name = try line.optionalText("shape") {
      guard let shape = SessionChildren.Shape(rawValue: name) else {
        throw Failure("the shape \"\(name.prefix(40))\" is unknown")
      }
      value.children = SessionChildren(shape, try line.list("children", child(_:)))
    }
    return value
  }

  private static func child(_ json: JSONValue) throws(Failure) -> SessionChild {
    let line = try SessionLine(json, "a child")
    // The value of an element can't have children itself.
    let value = line["value"] == nil ? nil : try self.value(line["value"])
    if value?.children != nil { throw Failure("an element has children") }
    return SessionChild(
      try place(line),
      object: try line.optionalNumber("object"),
      value: value
    )
  }

  private static func place(_ line: SessionLine) throws(Failure) -> SessionChild.Place {
    if let text = try line.optionalText("keyText") { return .key(line["key"], text: text) }
    let index = try line.optionalNumber("index")
    let name = try line.optionalText("case")
    if let index, let name { return .element(index, name) }
    if let index { return .index(index) }
    if let name { return .inCase(name) }
    return .only
  }
}
