/// The functions of a handler for the life cycle of its feature, in the order in which they were added.
///
/// It is a class, because most handlers have none, and each copy of a pipeline would pay for its lists.
@MainActor
final class LifeCycleHooks<Action, State> {
  typealias Start = @MainActor (_ state: State) -> ActionTask<Action, State>
  typealias End = @MainActor (_ state: State) -> Void

  /// A function and the place where it was added.
  struct Added {
    let start: Start
    let origin: SendOrigin
  }

  private(set) var onStart: [Added] = []
  private(set) var onEnd: [End] = []
  private(set) var whilePresented: [Added] = []

  init(_ other: LifeCycleHooks? = nil) {
    guard let other else { return }
    (onStart, onEnd, whilePresented) = (other.onStart, other.onEnd, other.whilePresented)
  }

  func append(onStart start: Added) { onStart.append(start) }
  func append(onEnd end: @escaping End) { onEnd.append(end) }
  func append(whilePresented work: Added) { whilePresented.append(work) }
}
