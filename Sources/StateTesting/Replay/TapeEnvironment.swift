import Foundation
import StateCore
import StateJournal
import StateRecord

/// Returns the dates, identifiers and random numbers that handlers were given when they were recorded.
final class TapeEnvironment: EnvironmentSource {
  fileprivate struct Handler {
    let name: String
    var values: ArraySlice<ReplayTape.Draw>
    /// Whether it has to take the values that were recorded.
    let isStrict: Bool
  }

  fileprivate struct Content {
    var handlers: [ActionID: Handler] = [:]
    var failure: String?
  }

  private let content = Locked(Content())
  private let beyond = StoreEnvironment.controlled()

  /// Gives a handler the values that were recorded.
  func give(_ values: [ReplayTape.Draw], to action: ActionID, _ name: String, isStrict: Bool) {
    content.withLock {
      $0.handlers[action] = Handler(name: name, values: values[...], isStrict: isStrict)
    }
  }

  /// What a handler has taken that was not recorded, once.
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
        content.fail(id) { "takes \(text) where it took \(draw.value) when it was recorded" }
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
