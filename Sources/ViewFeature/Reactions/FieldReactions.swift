import IssueReporting

/// The reactions of a handler to changes in one state.
@MainActor
final class FieldReactions<Action, State> {
  /// An effect that is not started yet.
  struct Effect {
    let field: String
    let origin: SendOrigin
    let task: ActionTask<Action, State>
  }

  private let watches: [any FieldWatch<Action, State>]

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

  /// Runs the reactions to all changes, those included that they make themselves.
  ///
  /// `depth` is the number of reactions that have led to the changes, each to those of the next one.
  func run(_ state: State, depth: Int) -> [Effect] {
    guard hasChanges(in: state) else { return [] }
    guard depth < PendingReactions.limit else {
      reportCycle(watches.filter { $0.hasChanged(in: state) }, state)
      return []
    }
    return PendingReactions.withDepth(depth + 1) { runRounds(state) }
  }

  private func runRounds(_ state: State) -> [Effect] {
    var effects: [Effect] = []
    var rounds = ReactionRounds(count: watches.count)
    while true {
      switch rounds.next({ watches[$0].hasChanged(in: state) }) {
      case .end:
        return effects
      case .react(let index):
        let watch = watches[index]
        let task = watch.react(in: state)
        if !task.isNone {
          effects.append(Effect(field: watch.field, origin: watch.origin, task: task))
        }
      case .cycle(let indices):
        reportCycle(indices.map { watches[$0] }, state)
        return effects
      }
    }
  }

  /// Takes the present values for known.
  func skip(_ state: State) {
    for watch in watches { watch.skip(state) }
  }

  private func reportCycle(_ cycle: [any FieldWatch<Action, State>], _ state: State) {
    let fields = cycle.map { "`\($0.field)`" }.joined(separator: ", ")
    let places = cycle.map { "\n  \($0.origin.fileID):\($0.origin.line)" }.joined()
    skip(state)
    reportIssue(
      """
      Reactions to changes have no end and were stopped: each run changes a field again, of \(fields). They \
      were added at\(places)
      """
    )
  }
}
