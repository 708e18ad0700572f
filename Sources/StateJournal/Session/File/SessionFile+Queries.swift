/// The attempts of queries as JSON.
extension SessionFile {
  static func json(of query: SessionQuery) -> [String: JSONValue?] {
    var line: [String: JSONValue?] = ["query": json(of: query.id), "key": json(of: query.query)]
    switch query.step {
    case .started(let reason, let watcherCount, let cause):
      line["reason"] = .string(reason)
      line["watchers"] = .init(watcherCount)
      line["cause"] = json(of: cause)
    case .failed(let error): line["error"] = json(of: error)
    case .answered, .cancelled: break
    }
    return line
  }

  static func json(of id: SessionQuery.ID) -> JSONValue {
    .array([.string(id.name), .init(id.attempt), .init(id.number)])
  }

  static func query(
    _ line: SessionLine,
    _ step: SessionQuery.Step
  ) throws(Failure) -> SessionEntry.Kind {
    .query(
      SessionQuery(id: try query(line["query"]), query: try value(line["key"]), step: step)
    )
  }

  static func start(of line: SessionLine) throws(Failure) -> SessionQuery.Step {
    .started(
      reason: try line.text("reason"),
      watcherCount: try line.number("watchers"),
      by: try cause(line["cause"])
    )
  }

  static func query(_ json: JSONValue?) throws(Failure) -> SessionQuery.ID {
    guard let parts = json?.array, parts.count == 3, let name = parts[0].string else {
      throw Failure("the attempt of a query is missing")
    }
    return SessionQuery.ID(
      name: name,
      attempt: try number(parts[1]),
      number: try number(parts[2])
    )
  }
}
