import FeatureStore
import StateCore

/// The position of a store in the tree of a test, which changes with the states.
@MainActor
final class StorePosition {
  private let parent: StorePosition?
  /// The steps from the parent's store: the current ones, or the last ones of a removed store.
  private var steps: [ChildStep]
  private let present: @MainActor () -> [ChildStep]
  let name = StoreName()

  /// Creates the position of the store under test.
  init() {
    parent = nil
    steps = []
    present = { [] }
  }

  /// Creates a position below another one; `present` returns the steps that currently lead to the store, in order.
  init(
    _ step: ChildStep,
    below parent: StorePosition,
    present: @escaping @MainActor () -> [ChildStep]
  ) {
    self.parent = parent
    steps = [step]
    self.present = present
  }

  /// The path through the first property that leads to the store, together with the others.
  var path: StorePath {
    guard let parent else { return StorePath() }
    let present = present()
    if !present.isEmpty { steps = present }
    var step = steps[0]
    step.others = Array(steps.dropFirst())
    let path = parent.path.appending(step)
    name.text.withLock { $0 = path.text }
    return path
  }
}

/// The text of the path to a store when it was last read.
final class StoreName: Sendable {
  let text = Locked("")
}
