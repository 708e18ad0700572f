import Logging
import StateEngine

/// The wish of a feature to go, as a test records it.
struct Dismissal: Equatable, Sendable, CustomStringConvertible {
  var description: String { "dismiss()" }
}

extension Feature {
  /// An effect that asks the parent to take this feature's state out of its own.
  ///
  /// The property of an ``OptionalChild`` becomes nil, and an element of a ``ChildCollection`` leaves it; in a
  /// path of screens those above it go, too. The parent does so in its turn, as it handles an output: after the
  /// actions that it has queued, and before the outermost `send` returns if no handler suspends. Then this
  /// feature's effects are cancelled. The owner of a store without a parent is asked by `onDismiss`; without
  /// one the wish is logged and dropped, which is reported as an issue in debug builds.
  public func dismiss() -> Effect {
    Effect(.init(.send { ($0.store.object as? any Dismissible)?.dismiss() }))
  }
}

extension StoreProxy {
  /// Asks the parent to take the feature's state out of its own.
  ///
  /// As the effect `dismiss()`, from inside an effect. Of an effect that was cancelled the wish is dropped.
  public func dismiss() async {
    guard let context = EffectContext.current else {
      return reportDrop(
        "A feature asked to go outside any of its effects",
        metadata: ["feature": "\(F.self)"]
      )
    }
    await Self.dismiss(in: context)
  }

  @MainActor
  private static func dismiss(in context: EffectContext) {
    if context.isCancelled {
      return logger.debug(
        "A wish to go was dropped: its effect was cancelled",
        metadata: ["feature": "\(F.self)"]
      )
    }
    (context.store.object as? any Dismissible)?.dismiss()
  }
}

/// A store, for an effect that does not know the type of its feature.
@MainActor
protocol Dismissible: AnyObject {
  func dismiss()
}

extension Store: Dismissible {
  func dismiss() {
    followParent()
    if turns.hasEnded { return }
    if let onDismiss { return onDismiss() }
    reportDrop("Nobody takes a feature's wish to go", metadata: ["feature": "\(F.self)"])
  }

  /// Takes the state of a child out of this one, in the turn of this store.
  func dismissChild<ParentAction, ID, ChildFeature: Feature>(
    _ link: ChildLink<F.State, ParentAction, ID, ChildFeature>,
    _ id: ID
  ) {
    let step = ChildStep(link, id, of: feature)
    let witness = children?.witness
    forward(
      ChildDelivery<F.State>(Dismissal()) { owner in
        let remove = {
          if link.makeMembers().remove(id, from: owner.state) { return }
          reportDrop(
            "A child can't go, because the parent's state can't be without it",
            metadata: ["child": "\(step.text)", "state": "\(ValueText.name(of: F.State.self))"]
          )
        }
        if let witness { witness.record(Dismissal(), of: step, remove) } else { remove() }
        return []
      }
    )
  }
}

extension Store {
  /// Makes a store whose owner takes the feature's wish to go, such as a view that dismisses itself.
  public convenience init(
    initialState: F.State,
    feature: F,
    taskManager: TaskManager = TaskManager(),
    clock: any Clock<Duration> = ContinuousClock(),
    onDismiss: @escaping @MainActor () -> Void
  ) {
    self.init(initialState: initialState, feature: feature, taskManager: taskManager, clock: clock)
    self.onDismiss = onDismiss
  }
}
