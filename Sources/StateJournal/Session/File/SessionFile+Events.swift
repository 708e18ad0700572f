/// Encoding of events as JSON.
extension SessionFile {
  /// Returns the names and values of an event, other than its name.
  static func json(of kind: SessionEntry.Kind) -> [String: JSONValue?] {
    switch kind {
    case .storeMade(let store, let objects):
      ["made": json(of: store), "objects": .array(objects.map(json(of:)))]
    case .storeEnded, .resume: [:]
    case .actionReceived(let received):
      [
        "id": json(of: received.id), "action": json(of: received.action),
        "origin": received.origin.map { .string($0) }, "cause": json(of: received.cause),
      ]
    case .actionQueued(let id), .actionDone(let id): ["id": json(of: id)]
    case .actionDropped(let id, let reason): ["id": json(of: id), "reason": .string(reason)]
    case .actionHandled(let id, let seconds): ["id": json(of: id), "duration": .double(seconds)]
    case .actionFailed(let id, let error): ["id": json(of: id), "error": json(of: error)]
    case .change(let change): json(of: change)
    case .effect(let id, let step): json(of: step).merging(["id": json(of: id)]) { $1 }
    case .loading(let isLoading): ["isLoading": .bool(isLoading)]
    case .errorShown(let error): ["error": json(of: error)]
    case .element(let producer, let value):
      ["producer": .string(producer), "value": json(of: value)]
    case .drawn(let name, let value, let cause):
      ["name": .string(name), "value": json(of: value), "cause": json(of: cause)]
    case .history(let event): json(of: event)
    case .query(let query): json(of: query)
    case .outbox(let outbox): json(of: outbox)
    case .travel(let number): ["to": .init(number)]
    case .commit(let number): ["of": .init(number)]
    }
  }

  private static func json(of change: SessionChange) -> [String: JSONValue?] {
    [
      "name": .string(change.name), "object": .init(change.object), "field": .init(change.field),
      "value": json(of: change.value), "cause": json(of: change.cause),
      "isWhileTravelling": .mark(change.isWhileTravelling),
      "added": change.added.isEmpty ? nil : .array(change.added.map(json(of:))),
    ]
  }

  private static func json(of step: SessionEffectStep) -> [String: JSONValue?] {
    switch step {
    case .waiting(let start), .started(let start), .dropped(let start):
      ["effect": json(of: start)]
    case .failed(let error): ["error": json(of: error)]
    case .cancelled, .ended: [:]
    }
  }

  private static func json(of effect: SessionEffect) -> JSONValue {
    object([
      "name": effect.name.map { .string($0) },
      "key": effect.key.map { .string($0) },
      "action": effect.action.map(json(of:)),
      "origin": effect.origin.map { .string($0) },
    ])
  }

  static func json(of cause: SessionCause) -> JSONValue {
    switch cause {
    case .handler(let action): ["handler": json(of: action)]
    case .effect(let effect, let action):
      object(["effect": json(of: effect), "of": action.map(json(of:))])
    case .query(let id): ["query": json(of: id)]
    case .outbox(let id): ["outbox": json(of: id)]
    case .update(let origin): object(["update": .string(origin ?? "")])
    case .binding: "binding"
    case .restore: "restore"
    case .inspector: "inspector"
    case .undo(let step): object(["undo": .init(step)])
    case .redo(let step): object(["redo": .init(step)])
    case .outside: "outside"
    }
  }

  private static func json(of id: SessionID) -> JSONValue {
    .array([.init(id.store), .init(id.number)])
  }

  private static func json(of store: SessionStore) -> JSONValue {
    object([
      "state": .string(store.state),
      "feature": .string(store.feature),
      "parent": store.parent.map { .init($0) },
      "root": store.root.map { .init($0) },
      "problems": store.problems.isEmpty ? nil : .array(store.problems.map { .string($0) }),
      "environment": store.environmentKeys.isEmpty
        ? nil : .array(store.environmentKeys.map { .string($0) }),
    ])
  }

  private static func json(of object: SessionObject) -> JSONValue {
    [
      "id": .init(object.id), "type": .init(object.type),
      "values": .array(object.values.map(json(of:))),
    ]
  }

  static func json(of value: SessionValue) -> JSONValue {
    object([
      "type": .string(value.type),
      "isRedacted": .mark(value.isRedacted),
      "json": value.json,
      "text": value.text.map { .string($0) },
      "case": value.caseName.map { .string($0) },
      "shape": value.children.map { .string($0.shape.rawValue) },
      "children": value.children.map { .array($0.list.map(json(of:))) },
    ])
  }

  private static func json(of child: SessionChild) -> JSONValue {
    var values: [String: JSONValue?] = [
      "object": child.object.map { .init($0) },
      "value": child.value.map(json(of:)),
    ]
    switch child.place {
    case .only: break
    case .index(let index): values["index"] = .init(index)
    case .inCase(let name): values["case"] = .string(name)
    case .element(let index, let name):
      values["index"] = .init(index)
      values["case"] = .string(name)
    case .key(let key, let text):
      values["key"] = key
      values["keyText"] = .string(text)
    }
    return object(values)
  }
}
