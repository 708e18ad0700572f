import StateRecord

extension JournalEntry {
  /// A readable description with names and values: `12 Counter: count: 1 → 2, by the handler of increment`.
  ///
  /// For redacted fields, it contains only the names.
  @MainActor public var text: String { "\(number) \(names.store): \(happening)" }

  /// A description of the event, without the number and the store.
  @MainActor package var happening: String {
    isHidden ? sentence { $0.description } : sentence { $0.text }
  }

  private func sentence(_ value: (EventValue) -> String) -> String {
    let subject = names.subject ?? "an action"
    switch kind {
    case .storeMade(let description):
      let problems = description.problems.map { "; \($0)" }.joined()
      let keys = description.environmentKeys
      let environment = keys.isEmpty ? "" : ", setting \(keys.joined(separator: ", "))"
      let parent = names.cause.map { ", below \($0)" } ?? ""
      return "is recorded, with \(description.state)\(parent)\(environment)\(problems)"
    case .storeEnded: return "has ended"
    case .actionReceived(_, let received):
      let place = received.origin.map { ", from \($0)" } ?? ""
      return "receives \(value(received.action))\(place)\(byCause(received.cause))"
    case .actionQueued: return "\(subject) waits"
    case .actionDropped(_, let reason): return "\(subject) is dropped: \(reason.rawValue)"
    case .actionHandled(_, let time):
      return "\(subject) is handled, in \(time.total.shortText)"
    case .actionFailed(_, let error): return "\(subject) fails: \(value(error))"
    case .actionDone: return "\(subject) is done"
    case .change(let change):
      return "\(change.field): \(value(change.old)) → \(value(change.new))\(byCause(change.cause))"
    case .effect(_, let step): return "\(names.subject ?? "an effect") \(text(of: step, value))"
    case .loading(let isLoading): return isLoading ? "starts loading" : "stops loading"
    case .errorShown(let error): return "shows an error: \(value(error))"
    case .element(let producer, let element): return "\(producer) has an element: \(value(element))"
    case .drawn(let value, let cause): return "\(value) is taken\(byCause(cause))"
    case .history(let event): return event.text
    case .query(let attempt): return text(of: attempt, value)
    case .outbox(let event): return text(of: event, value) + byCause(event.cause)
    case .restored(.travel(let number)): return "shows the state after \(number)"
    case .restored(.resume): return "shows the current state again"
    case .restored(.commit(let number)): return "continues from the state after \(number)"
    }
  }

  private func text(of step: StateEvent.EffectStep, _ value: (EventValue) -> String) -> String {
    switch step {
    case .waiting: "waits"
    case .started(let start): start.origin.map { "starts, by a send from \($0)" } ?? "starts"
    case .dropped: "is dropped: its policy drops it"
    case .failed(let error): "fails: \(value(error))"
    case .cancelled: "is cancelled"
    case .ended: "has ended"
    }
  }

  private func text(of attempt: QueryAttempt, _ value: (EventValue) -> String) -> String {
    let subject = attempt.id.text
    switch attempt.step {
    case .started(let start):
      let count = "\(start.watcherCount) \(start.watcherCount == 1 ? "watcher" : "watchers")"
      let cause = byCause(start.cause)
      return "\(subject), loads \(value(attempt.query)) for \(count): \(start.reason)\(cause)"
    case .answered: return "\(subject), has an answer"
    case .failed(let error): return "\(subject), fails: \(value(error))"
    case .cancelled: return "\(subject), is cancelled"
    }
  }

  private func byCause(_ cause: EventCause) -> String {
    switch cause {
    case .handler: ", by the handler of \(names.cause ?? "an action")"
    case .effect: ", by \(names.cause ?? "an effect")"
    case .query: ", by \(names.cause ?? "a query")"
    case .outbox: ", by \(names.cause ?? "a change of an outbox")"
    case .update(let origin): origin.map { ", by an update at \($0)" } ?? ", by an update"
    case .binding: ", by a binding"
    case .restore: ", by time travel"
    case .inspector: ", by the inspector"
    case .undo: ", by undo\(names.cause.map { " of \($0)" } ?? "")"
    case .redo: ", by redo\(names.cause.map { " of \($0)" } ?? "")"
    case .outside: ""
    }
  }
}

extension JournalEntry: CustomStringConvertible, CustomReflectable {
  /// The same as `text`, but without values.
  public var description: String { "\(number) \(names.store): \(sentence { $0.description })" }
  /// The parts, without values.
  public var customMirror: Mirror {
    Mirror(self, children: ["number": number, "store": store, "size": size])
  }
}
