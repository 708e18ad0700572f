import StateRecord

/// The changes of histories as JSON.
extension SessionFile {
  static func json(of event: HistoryEvent) -> [String: JSONValue?] {
    [
      "history": .init(event.history), "change": .string(event.change.rawValue),
      "steps": .array(event.steps.map(json(of:))), "undoCount": .init(event.undoCount),
      "redoCount": .init(event.redoCount),
    ]
  }

  private static func json(of step: HistoryEvent.Step) -> JSONValue {
    object([
      "number": .init(step.number), "name": step.name.map { .string($0) },
      "fields": .array(step.fields.map { .string($0) }), "bytes": .init(step.bytes),
    ])
  }

  static func history(_ line: SessionLine) throws(Failure) -> HistoryEvent {
    let name = try line.text("change")
    guard let change = HistoryEvent.Change(rawValue: name) else {
      throw Failure("the change of a history \"\(name.prefix(40))\" is unknown")
    }
    return HistoryEvent(
      history: try line.number("history"),
      change: change,
      steps: try line.list("steps", step(_:)),
      undoCount: try line.number("undoCount"),
      redoCount: try line.number("redoCount")
    )
  }

  private static func step(_ json: JSONValue) throws(Failure) -> HistoryEvent.Step {
    let line = try SessionLine(json, "a step")
    return HistoryEvent.Step(
      number: try line.number("number"),
      name: try line.optionalText("name"),
      fields: try line.list("fields") { field throws(Failure) in
        guard let name = field.string else { throw Failure("a field has no name") }
        return name
      },
      bytes: try line.number("bytes")
    )
  }
}
