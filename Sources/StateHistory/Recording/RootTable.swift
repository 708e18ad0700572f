import StateCore
import StateRecord

/// The root causes of actions and running effects.
///
/// Actions that aren't the user's have none.
@MainActor
struct RootTable {
  /// The number of ended actions whose code may still make changes.
  private static let endedActions = 256

  private var actions: [ActionID: HistoryRoot] = [:]
  private var ended = Queue<ActionID>()
  private var isEnded: Set<ActionID> = []
  /// The actions whose handlers haven't ended.
  private(set) var handled: Set<ActionID> = []
  private var effects: [EffectID: HistoryRoot] = [:]

  /// The number of known actions.
  var count: Int { actions.count }

  subscript(action: ActionID) -> HistoryRoot? { actions[action] }

  mutating func begin(_ action: ActionID, _ root: HistoryRoot?) {
    handled.insert(action)
    guard let root, actions[action] == nil else { return }
    root.actionCount += 1
    actions[action] = root
  }

  mutating func endHandler(of action: ActionID) { handled.remove(action) }

  /// Ends an action; returns the root that makes no more changes, if any.
  mutating func end(_ action: ActionID) -> HistoryRoot? {
    handled.remove(action)
    guard actions[action] != nil, isEnded.insert(action).inserted else { return nil }
    ended.append(action)
    guard ended.count > Self.endedActions, let oldest = ended.popFirst() else { return nil }
    isEnded.remove(oldest)
    guard let root = actions.removeValue(forKey: oldest) else { return nil }
    root.actionCount -= 1
    return root.actionCount == 0 ? root : nil
  }

  // MARK: Effects

  mutating func begin(_ effect: EffectID, of action: ActionID?) {
    guard let action, let root = actions[action] else { return }
    effects[effect] = root
  }

  mutating func end(_ effect: EffectID) { effects[effect] = nil }

  /// Returns the running effects of roots, in the order in which they began.
  func effects(where isWanted: (HistoryRoot) -> Bool) -> [EffectID] {
    effects.filter { isWanted($0.value) }.keys
      .sorted { ($0.store.number, $0.number) < ($1.store.number, $1.number) }
  }

  /// Returns the running actions of roots, in the order in which they were sent.
  func runningActions(where isWanted: (HistoryRoot) -> Bool) -> [ActionID] {
    actions.filter { !isEnded.contains($0.key) && isWanted($0.value) }.keys
      .sorted { ($0.store.number, $0.number) < ($1.store.number, $1.number) }
  }
}
