/// A node of a `WorkLedger`, for as long as it is there; ids are not used again.
package struct WorkID: Hashable, Sendable {
  let slot: Int
  let generation: Int

  /// A number that no other node of the ledger has had.
  package var number: Int { generation }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(generation)
  }
}

/// Work that is about to begin.
package struct WorkRequest {
  package enum Kind: Sendable {
    /// One operation, or one effect that waits for its turn; ends with `end`.
    case leaf
    /// Runs parts below it, one after the other; ends with `end`.
    case composition
    /// Ends with its last part, after `close`.
    case group
    /// One operation that is forgotten when it is dropped before it begins.
    case submission
  }

  package var parent: WorkID
  /// The lane of the work and the policy that admits it there.
  package var key: TaskKey?
  package var rule: ExecutionPolicy.Rule
  package var kind = Kind.leaf
  /// Whether the composition above wants to know that the work was dropped or replaced.
  package var isPart = false
  /// The ids of the effects inside of it; absent if there are none.
  package var inside: IDsInside?
  package var label: (any WorkLabel)?

  package init(parent: WorkID, key: TaskKey? = nil, rule: ExecutionPolicy.Rule = .allow) {
    self.parent = parent
    self.key = key
    self.rule = rule
  }
}

/// The ids of what work will start.
package final class IDsInside: Sendable {
  /// Ids that reach the work until it starts what has them.
  let aliases: [TaskKey]
  /// The ids of parts that it will start: a cancel under one of them keeps the part from beginning.
  let claims: [TaskKey]
  /// Whether the work starts its parts again, and so claims their ids until it ends.
  let keepsClaims: Bool

  /// - Returns: `nil` without ids.
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
