/// The identity of a node in a `WorkLedger`.
///
/// Ids are never reused.
package struct WorkID: Hashable, Sendable {
  let slot: Int
  let generation: Int

  /// A number that no other node of the ledger has.
  package var number: Int { generation }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(generation)
  }
}

/// Work that is about to begin.
package struct WorkRequest {
  package enum Kind: Sendable {
    /// One operation, or one effect that waits for its turn. Ends with `end`.
    case leaf
    /// A sequence of parts, run one after the other. Ends with `end`.
    case composition
    /// A group of parts. Ends with its last part, after `close`.
    case group
    /// One operation that is removed if it is dropped before it begins.
    case submission
  }

  package var parent: WorkID
  /// The lane of the work, to which the policy admits it.
  package var key: TaskKey?
  package var rule: ExecutionPolicy.Rule
  package var kind = Kind.leaf
  /// Whether the composition above needs to know if the work was dropped or replaced.
  package var isPart = false
  /// The ids of the effects inside it; `nil` if there are none.
  package var inside: IDsInside?
  package var label: (any WorkLabel)?

  package init(parent: WorkID, key: TaskKey? = nil, rule: ExecutionPolicy.Rule = .allow) {
    self.parent = parent
    self.key = key
    self.rule = rule
  }
}

/// The ids of effects that work will start.
package final class IDsInside: Sendable {
  /// Ids that reach the work until it starts the effects with these ids.
  let aliases: [TaskKey]
  /// The ids of parts that it will start.
  ///
  /// A cancel of one of them keeps the part from beginning.
  let claims: [TaskKey]
  /// Whether the work starts its parts repeatedly, and therefore claims their ids until it ends.
  let keepsClaims: Bool

  /// - Returns: `nil` if there are no ids.
  package static func make(
    aliases: [TaskKey] = [],
    claims: [TaskKey] = [],
    keepsClaims: Bool = false
  ) -> IDsInside? {
    if aliases.isEmpty, claims.isEmpty, !keepsClaims { return nil }
    return IDsInside(aliases, claims, keepsClaims)
  }

  private init(_ aliases: [TaskKey], _ claims: [TaskKey], _ keepsClaims: Bool) {
    self.aliases = aliases
    self.claims = claims
    self.keepsClaims = keepsClaims
  }
}

/// The description of work in a list of running work.
package protocol WorkLabel: AnyObject, Sendable {}
