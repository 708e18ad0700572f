import StateFields

/// The path from the store under test to one of the stores below it.
package struct StorePath {
  let steps: [ChildStep]
  /// The path as a test writes it; empty for the store under test itself.
  package let text: String

  @MainActor
  package init(_ steps: [ChildStep] = []) {
    self.steps = steps
    text = steps.map(\.text).joined(separator: ".")
  }

  @MainActor
  package func appending(_ step: ChildStep) -> StorePath {
    StorePath(steps + [step])
  }

  package var isRoot: Bool { steps.isEmpty }

  /// Returns the name of something that belongs to the store, such as an action.
  package func name(of value: Any) -> String {
    let name = ValueText.describe(value)
    return isRoot ? name : "\(name) of \(text)"
  }
}

extension StorePath {
  /// Returns whether a path that a test names leads to the same store.
  @MainActor
  package func leads(like path: StorePath) -> Bool {
    steps.count == path.steps.count && zip(steps, path.steps).allSatisfy { $0.leads(like: $1) }
  }
}
