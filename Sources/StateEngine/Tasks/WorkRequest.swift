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
  /// Other ids that reach the work while it waits for its turn.
  package var aliases: [TaskKey] = []
  package var label: (any WorkLabel)?

  package init(parent: WorkID, key: TaskKey? = nil, rule: ExecutionPolicy.Rule = .allow) {
    self.parent = parent
    self.key = key
    self.rule = rule
  }
}

/// The description of work in a list of running work.
package protocol WorkLabel: AnyObject, Sendable {}
