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
  /// Other ids that reach the work while it waits, for its turn or for a time.
  package var aliases: [TaskKey] = []
  /// The ids of parts that it will start: a cancel under one of them keeps the part from beginning.
  package var claims: [TaskKey] = []
  /// Whether it starts its parts again, and so claims their ids until it ends.
  package var keepsClaims = false
  package var label: (any WorkLabel)?

  package init(parent: WorkID, key: TaskKey? = nil, rule: ExecutionPolicy.Rule = .allow) {
    self.parent = parent
    self.key = key
    self.rule = rule
  }
}

/// The description of work in a list of running work.
package protocol WorkLabel: AnyObject, Sendable {}
