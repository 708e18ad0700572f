import Logging
public import StateCore
import StateFields

/// The dismissal of a feature, as a test records it.
package struct Dismissal: Equatable, Sendable, CustomStringConvertible {
  package init() {}

  package var description: String { "dismiss()" }
}

extension Feature {
  /// Returns an effect that requests that the parent remove this feature's state from its own.
  ///
  /// The property of an ``Feature/OptionalChild`` becomes `nil`, and an element of a ``Feature/ChildCollection`` is
  /// removed; in a path of screens, the screens above it are removed, too.
  ///
  /// The parent does so at its turn, like handling an output: after the actions that it has queued, and before the
  /// outermost `send` returns if no handler suspends. It removes the object that is this feature's state from each of
  /// its places, and nothing else. If the object has been removed in the meantime, the dismissal is dropped. After the
  /// removal, this feature's effects are cancelled. Outputs after `dismiss()` are dropped, even while the dismissal
  /// waits.
  ///
  /// In a store without a parent, `onDismiss` receives the dismissal. Without `onDismiss`, the dismissal is logged and
  /// dropped, and reported as an issue in debug builds.
  public func dismiss() -> Effect {
    Effect(.init(.send { ($0.store.object as? any Dismissible)?.dismiss() }))
  }
}

extension StoreProxy {
  /// Requests that the parent remove the feature's state from its own.
  ///
  /// It behaves like the effect `dismiss()`, but is called inside an effect. If that effect was cancelled, the
  /// dismissal is dropped. A cancel doesn't take back a dismissal that already waits for the parent's turn.
  public func dismiss() async {
    guard let context = EffectContext.current else {
      return reportDrop(
        "A feature requested its dismissal outside any of its effects",
        metadata: ["feature": "\(F.self)"]
      )
    }
    await Self.dismiss(in: context)
  }

  @MainActor
  private static func dismiss(in context: EffectContext) {
    if context.isCancelled {
      return logger.debug(
        "A dismissal was dropped: its effect was cancelled",
        metadata: ["feature": "\(F.self)"]
      )
    }
    (context.store.object as? any Dismissible)?.dismiss()
  }
}

/// A store, for an effect that doesn't know the type of its feature.
@MainActor
protocol Dismissible: AnyObject {
  func dismiss()
}

extension Store: Dismissible {
  func dismiss() {
    followParent()
    if turns.hasEnded { return }
    if let onDismiss { return onDismiss() }
    reportDrop(
      "A dismissal was dropped: the feature's store has no parent and no onDismiss",
      metadata: ["feature": "\(F.self)"]
    )
  }

  /// Removes the state of a child from this one, at this store's turn.
  ///
  /// It removes the object that requested the dismissal, from all its places at that turn, and nothing else.
  func dismissChild<ChildFeature: Feature>(
    _ entry: ChildEntry<F.State, ChildFeature>,
    of kind: ChildKind<F.State, ChildFeature>,
    _ step: ChildStep
  ) {
    let feature = feature
    let name = ["feature": "\(ChildFeature.self)"] as Logger.Metadata
    if entry.isLeaving {
      return logger.debug(
        "A dismissal was dropped: the feature has already requested one",
        metadata: name
      )
    }
    let delivery = ChildDelivery<F.State>(Dismissal()) { [weak self] owner in
      entry.isLeaving = false
      self?.pruneChildren()
      if entry.store.turns.hasEnded {
        logger.debug(
          "A dismissal was dropped: the feature's state was already removed",
          metadata: name
        )
        return []
      }
      let remove = {
        if kind.takeOut(entry, from: owner.state) { return }
        let steps = kind.steps(to: entry.store.state, in: owner.state, of: feature)
        reportDrop(
          "A child can't be dismissed: the parent's state always contains it",
          metadata: [
            "child": "\((steps.first ?? step).text)",
            "state": "\(ValueText.name(of: F.State.self))",
          ]
        )
      }
      let end = {
        remove()
        // The child's store ends now, even if a later action adds the object again.
        self?.pruneChildren()
      }
      if let witness = entry.store.childWitness {
        witness.record(Dismissal(), end)
      } else {
        end()
      }
      return []
    }
    delivery.drop = { entry.isLeaving = false }
    entry.isLeaving = true
    forward(delivery)
  }
}

extension Store {
  /// Creates a store whose owner handles the feature's dismissal, such as a view that dismisses itself.
  public convenience init(
    initialState: F.State,
    feature: F,
    taskManager: TaskManager = TaskManager(),
    clock: any Clock<Duration> = ContinuousClock(),
    environment: StoreEnvironment = .inherited,
    onDismiss: @escaping @MainActor () -> Void
  ) {
    self.init(
      initialState: initialState,
      feature: feature,
      taskManager: taskManager,
      clock: clock,
      environment: environment
    )
    self.onDismiss = onDismiss
  }
}
