/// The reactions of a handler to changes in one state.
@MainActor
final class FieldReactions<Action, State> {
  /// An effect that has not been started.
  struct Effect {
    let field: String
    let origin: SendOrigin
    let task: ActionTask<Action, State>
  }

  typealias Runner =
    @MainActor (
      _ index: Int, _ react: () -> ActionTask<Action, State>
    ) -> ActionTask<Action, State>

  private let watches: [any FieldWatch<Action, State>]

  var indices: Range<Int> { watches.indices }

  init(_ reactions: [FieldReaction<Action, State>], _ state: State) {
    watches = reactions.map { $0.watch(state) }
  }

  func hasChanges(in state: State) -> Bool {
    watches.contains { $0.hasChanged(in: state) }
  }

  /// Reads all values, for an observer.
  func touch(_ state: State) {
    for watch in watches { watch.touch(state) }
  }

  /// Runs the reactions to all changes, including the changes that they make themselves.
  ///
  /// `cause` contains the reactions that have led to the changes, if any. `react` runs the reaction of an index.
  func run(_ state: State, after cause: ReactionCause, by react: Runner? = nil) -> [Effect] {
    guard hasChanges(in: state) else { return [] }
    if let chain = cause.chain, chain.isTooLong(for: self) {
      reportCycle(chain.cycle(of: self), state, cause)
      return []
    }
    let chain = ReactionChain(self, after: cause.chain)
    let own = ReactionCause(chain: chain, issues: cause.issues)
    return PendingReactions.withCause(own) { runRounds(state, own, chain, react) }
  }

  private func runRounds(
    _ state: State,
    _ cause: ReactionCause,
    _ chain: ReactionChain,
    _ react: Runner?
  ) -> [Effect] {
    var effects: [Effect] = []
    var rounds = ReactionRounds(count: watches.count)
    while true {
      switch rounds.next({ watches[$0].hasChanged(in: state) }) {
      case .end:
        return effects
      case .react(let index):
        let watch = watches[index]
        chain.append(watch)
        let task = react?(index) { watch.react(in: state) } ?? watch.react(in: state)
        if !task.isNone {
          effects.append(Effect(field: watch.field, origin: watch.origin, task: task))
        }
      case .cycle(let indices):
        reportCycle(indices.map { watches[$0] }, state, cause)
        return effects
      }
    }
  }

  /// Reads one value, for an observer.
  func touch(_ state: State, _ index: Int) { watches[index].touch(state) }

  func hasChange(in state: State, _ index: Int) -> Bool { watches[index].hasChanged(in: state) }

  func field(_ index: Int) -> any ReactingField { watches[index] }

  /// The indices of the reactions to all changes.
  func changed(in state: State) -> Set<Int> {
    Set(watches.indices.filter { watches[$0].hasChanged(in: state) })
  }

  /// Accepts the current values without a reaction, except those that some reactions follow.
  func skip(_ state: State, except indices: Set<Int> = []) {
    for (index, watch) in watches.enumerated() where !indices.contains(index) {
      watch.skip(state)
    }
  }

  private func reportCycle(
    _ cycle: [any ReactingField],
    _ state: State,
    _ cause: ReactionCause
  ) {
    let fields = cycle.map { "`\($0.field)`" }.joined(separator: ", ")
    let places = cycle.map { "\n  \($0.origin.fileID):\($0.origin.line)" }.joined()
    skip(state)
    cause.report(
      """
      Reactions to changes never end and were stopped after \(ReactionRounds.limit) runs: each run changes one \
      of these fields again: \(fields). The reactions were added at\(places)
      """
    )
  }
}
