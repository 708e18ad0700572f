package import StateCore

/// What journals know about mutations that other code sends.
extension QueryCache {
  /// Changes content on behalf of a cause, which is that of the changes of properties that follow it.
  package func write<Result>(by note: any ContentNote, _ body: () -> Result) -> Result {
    attempts.write(by: note, body)
  }

  /// Returns the states with properties that follow content which a mutation changes.
  package func states(showing mutation: some QueryMutation) -> [AnyObject] {
    var patch = QueryPatch(isAnswer: false)
    mutation.change(&patch)
    let ids = patch.entities.map(\.id)
    var states: [AnyObject] = []
    for key in patch.updates.map(\.key) + entities.table.holders(of: ids) {
      for state in attempts.states(showing: key) where !states.contains(where: { $0 === state }) {
        states.append(state)
      }
    }
    return states
  }
}
