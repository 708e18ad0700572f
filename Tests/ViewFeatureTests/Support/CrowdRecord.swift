import StateTesting

/// A record that observes effects on all threads, and notes a fault if one violates a rule that holds in each order.
///
/// The cancels that it observes happen on the main actor, where effects also show their results. After such a cancel,
/// no result of the effect may be visible.
final class CrowdRecord: Sendable {
  /// A lane in which effects only wait for each other.
  struct Entry: Hashable {
    let lane: Int
    let limit: Int
    /// A number that counts the entries in the order in which they were sent.
    let number: Int
  }

  /// A token with the lifetime of an effect's closure.
  final class Token: Sendable {
    private let record: CrowdRecord

    init(_ record: CrowdRecord) {
      self.record = record
      record.state.withValue { $0.tokenCount += 1 }
    }

    deinit {
      record.state.withValue { $0.tokenCount -= 1 }
    }
  }

  private struct Action {
    let parent: Int?
    var isHandled = false
    var isCancelled = false
    /// Whether a wait for it has returned.
    var isDone = false
    /// The number of running attempts of its effects, and of those of actions below it.
    var runningCount = 0
  }

  private struct Leaf {
    let leaf: EffectPlan.Leaf
    let action: Int
    let entry: Entry?
    var attemptCount = 0
  }

  private struct Attempt {
    let number: Int
    let action: Int
    var isCancelled = false
  }

  private struct State {
    var actions: [Action] = []
    var leaves: [Int: Leaf] = [:]
    var attempts: [Attempt] = []
    /// The number of running attempts of each entry, by lane.
    var running: [Int: [Int: Int]] = [:]
    var lastBegun: [Int: Int] = [:]
    var tokenCount = 0
    var waitCount = 0
    var faults: [String] = []

    /// Returns an action and those above it.
    func family(of action: Int) -> [Int] {
      Array(sequence(first: action) { actions[$0].parent })
    }
  }

  private let state = LockIsolated(State())

  var faults: [String] { state.withValue { $0.faults } }
  /// The number of effects' closures that are retained.
  var tokenCount: Int { state.withValue { $0.tokenCount } }
  /// The number of waits that haven't returned.
  var waitCount: Int { state.withValue { $0.waitCount } }
  var attemptCount: Int { state.withValue { $0.attempts.count } }

  func note(_ fault: String) {
    state.withValue { $0.faults.append(fault) }
  }

  // MARK: Actions

  func addAction(_ leaves: [EffectPlan.Leaf], parent: Int?, entry: Entry?) -> Int {
    state.withValue { state in
      let isCancelled = parent.map { state.actions[$0].isCancelled } ?? false
      state.actions.append(Action(parent: parent, isCancelled: isCancelled))
      let action = state.actions.count - 1
      for leaf in leaves {
        state.leaves[leaf.number] = Leaf(leaf: leaf, action: action, entry: entry)
      }
      return action
    }
  }

  func handle(_ action: Int) {
    state.withValue { $0.actions[action].isHandled = true }
  }

  func isHandled(_ action: Int) -> Bool {
    state.withValue { $0.actions[action].isHandled }
  }

  func beginWait() {
    state.withValue { $0.waitCount += 1 }
  }

  /// Handles the end of a wait for an action.
  func end(_ action: Int) {
    state.withValue { state in
      state.waitCount -= 1
      state.actions[action].isDone = true
      guard state.actions[action].runningCount > 0 else { return }
      state.faults.append("value of action \(action) has returned too early")
    }
  }

  // MARK: Attempts

  func begin(_ number: Int, at priority: TaskPriority?) -> Int {
    state.withValue { state in
      guard let leaf = state.leaves[number] else {
        state.faults.append("\(number) is of no action")
        return 0
      }
      state.leaves[number]?.attemptCount += 1
      state.attempts.append(Attempt(number: number, action: leaf.action))
      if leaf.attemptCount == leaf.leaf.attempts { state.faults.append("\(number) begins again") }
      if let expected = leaf.leaf.priority, expected != priority {
        state.faults.append("\(number) has not its priority")
      }
      for action in state.family(of: leaf.action) {
        if state.actions[action].isDone {
          state.faults.append("\(number) begins after the end of action \(action)")
        }
        state.actions[action].runningCount += 1
      }
      if let entry = leaf.entry { Self.enter(entry, &state) }
      return state.attempts.count - 1
    }
  }

  func end(attempt: Int) {
    state.withValue { state in
      let (number, action) = (state.attempts[attempt].number, state.attempts[attempt].action)
      for action in state.family(of: action) { state.actions[action].runningCount -= 1 }
      guard let entry = state.leaves[number]?.entry else { return }
      let count = state.running[entry.lane]?[entry.number] ?? 0
      state.running[entry.lane]?[entry.number] = count > 1 ? count - 1 : nil
    }
  }

  private static func enter(_ entry: Entry, _ state: inout State) {
    state.running[entry.lane, default: [:]][entry.number, default: 0] += 1
    if state.running[entry.lane, default: [:]].count > entry.limit {
      state.faults.append("more than \(entry.limit) run in lane \(entry.lane)")
    }
    guard entry.limit == 1 else { return }
    if let last = state.lastBegun[entry.lane], last > entry.number {
      state.faults.append("\(entry.number) runs after \(last) in lane \(entry.lane)")
    }
    state.lastBegun[entry.lane] = entry.number
  }

  // MARK: Cancellation

  func isCancelled(attempt: Int) -> Bool {
    state.withValue { state in
      let attempt = state.attempts[attempt]
      return attempt.isCancelled || state.actions[attempt.action].isCancelled
    }
  }

  func isCancelled(effect number: Int) -> Bool {
    state.withValue { state in
      state.leaves[number].map { state.actions[$0.action].isCancelled } ?? false
    }
  }

  func cancel(action: Int) {
    state.withValue { state in
      for index in state.actions.indices where state.family(of: index).contains(action) {
        state.actions[index].isCancelled = true
      }
    }
  }

  func cancelAllActions() {
    state.withValue { state in
      for index in state.actions.indices { state.actions[index].isCancelled = true }
    }
  }

  /// Cancels the attempts that an id reaches, or all of them without an id.
  func cancelAttempts(id: Int? = nil) {
    state.withValue { state in
      for index in state.attempts.indices {
        let ids = state.leaves[state.attempts[index].number]?.leaf.ids ?? []
        if id.map(ids.contains) ?? true { state.attempts[index].isCancelled = true }
      }
    }
  }

  func action(of attempt: Int) -> Int {
    state.withValue { $0.attempts[attempt].action }
  }

  /// Handles a visible result of an attempt.
  ///
  /// - Returns: Its action.
  func see(attempt: Int) -> Int {
    if isCancelled(attempt: attempt) { note("attempt \(attempt) is seen after its cancellation") }
    return action(of: attempt)
  }
}
