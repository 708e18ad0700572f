import Foundation
import StateCore
import StateJournal
import StateRecord

/// The source of the dates, identifiers, and random numbers that handlers took when they were recorded.
final class TapeEnvironment: EnvironmentSource {
  fileprivate struct Handler {
    let name: String
    var values: ArraySlice<ReplayTape.Draw>
    /// Whether the handler has to take exactly the recorded values.
    let isStrict: Bool
  }

  fileprivate struct Content {
    var handlers: [ActionID: Handler] = [:]
    var failure: String?
  }

  private let content = Locked(Content())
  private let beyond = StoreEnvironment.controlled()

  /// Provides a handler with its recorded values.
  func give(_ values: [ReplayTape.Draw], to action: ActionID, _ name: String, isStrict: Bool) {
    content.withLock {
      $0.handlers[action] = Handler(name: name, values: values[...], isStrict: isStrict)
    }
  }

  /// Records that a handler has read a key without a test value.
  func fail(_ missing: MissingValue) {
    content.withLock { content in
      content.failure =
        content.failure
        ?? "\(missing.text) Set it: `replay(…, environment: .test.changing { \(missing.setting) })`."
    }
  }

  /// Returns a description of an unrecorded value that a handler took, once.
  func takeFailure() -> String? {
    content.withLock { $0.failure.take() }
  }

  func date() -> Date {
    next("date", "a date", Date.self) ?? beyond.now
  }

  func uuid() -> UUID {
    next("uuid", "an identifier", UUID.self) ?? beyond.uuid()
  }

  func number() -> UInt64 {
    var random = beyond.random
    return next("number", "a random number", UInt64.self) ?? random.next()
  }

  private func next<Value: Decodable>(_ name: String, _ text: String, _: Value.Type) -> Value? {
    guard case .handler(let id) = CurrentCause.ofCaller else { return nil }
    return content.withLock { content in
      guard let draw = content.handlers[id]?.values.first else {
        content.fail(id) { "takes \(text) more than was recorded" }
        return nil
      }
      guard draw.name == name, let value = try? draw.value.decode(Value.self) as? Value else {
        content.fail(id) { "takes \(text) where it took \(draw.value) in the session" }
        return nil
      }
      content.handlers[id]?.values.removeFirst()
      return value
    }
  }
}

extension TapeEnvironment.Content {
  fileprivate mutating func fail(_ id: ActionID, _ text: () -> String) {
    guard failure == nil, let handler = handlers[id], handler.isStrict else { return }
    failure = "The handler of \(handler.name) \(text())."
  }
}
