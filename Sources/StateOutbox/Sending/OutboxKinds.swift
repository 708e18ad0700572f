import StateCore
import StatePersistence
import StateQueries

/// The types of changes that an outbox knows, by their names.
struct OutboxKinds: Sendable {
  private var types: [String: any OutboxChange.Type] = [:]

  /// - Throws: An error if two types have one name, or if migrations are missing.
  init(_ types: [any OutboxChange.Type]) throws(SavedStateError) {
    for type in types {
      if self.types.updateValue(type, forKey: type.name) != nil {
        throw SavedStateError(.declaration, "two types of changes have the name \(type.name)")
      }
      if let problem = SavedPayload.problem(of: type.migrations, to: type.version) {
        throw SavedStateError(.declaration, "\(type.name): \(problem)")
      }
    }
  }

  subscript(name: String) -> (any OutboxChange.Type)? { types[name] }

  func contains<Change: OutboxChange>(_ type: Change.Type) -> Bool {
    types[Change.name] == type
  }

  /// The current version of a type.
  func version(of name: String) -> Int { types[name]?.version ?? 0 }

  /// Decodes a change.
  ///
  /// - Parameters:
  ///   - name: The name of its type.
  ///   - payload: Its encoded form.
  ///   - sent: The version of the type with which it was sent, if it was.
  /// - Returns: The change, and whether it is another one than what was sent.
  /// - Throws: An error if the type is unknown, or the form doesn't match it.
  func change(
    _ name: String,
    _ payload: [UInt8],
    sent: Int?
  ) throws(SavedStateError) -> (change: any OutboxChange, isChanged: Bool) {
    guard let type = types[name] else {
      throw SavedStateError(.otherState, "no type of a change has the name \(name)")
    }
    return try Self.change(type, payload, sent: sent)
  }

  private static func change<Change: OutboxChange>(
    _ type: Change.Type,
    _ payload: [UInt8],
    sent: Int?
  ) throws(SavedStateError) -> (change: any OutboxChange, isChanged: Bool) {
    let (change, isChanged) = try SavedPayload(bytes: payload).decode(
      type,
      version: type.version,
      type.migrations,
      name: type.name,
      sent: sent
    )
    return (change, isChanged)
  }
}

extension OutboxChange {
  /// Merges with a later change, if that has the same type.
  func merged(with later: any OutboxChange) -> OutboxMerge<any OutboxChange> {
    guard let later = later as? Self else { return .separate }
    return switch Self.merge(self, later) {
    case .separate: .separate
    case .merged(let change): .merged(change)
    case .nothing: .nothing
    }
  }

  func payload() throws(SavedStateError) -> [UInt8] {
    try SavedPayload(self, version: Self.version).bytes
  }

  /// The options as the queue needs them.
  var rules: OutboxRules {
    let options = options
    return OutboxRules(
      priority: options.priority,
      resendsFor: options.resendsFor,
      expiresAfter: options.expiresAfter,
      longestPause: options.retry.longestPause,
      holdsLaneWhenRejected: options.holdsLaneWhenRejected
    )
  }

  /// The pause after a failed attempt.
  func pause(after attempt: Int, random: Double) -> Duration {
    var policy = options.retry
    policy.maxAttempts = .max
    return policy.delay(afterAttempt: attempt, random: random) ?? policy.longestPause
  }
}

extension RetryPolicy {
  fileprivate var longestPause: Duration {
    switch backoff {
    case .none: .zero
    case .constant(let pause): pause
    case .exponential(_, _, let maximum): maximum
    }
  }
}
