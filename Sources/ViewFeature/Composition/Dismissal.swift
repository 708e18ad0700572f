import Logging
import StateFields

/// The wish of a feature to go, as a test records it.
struct Dismissal: Equatable, Sendable, CustomStringConvertible {
  var description: String { "dismiss()" }
}

extension Feature {
  /// An effect that asks the parent to remove this feature's state from its own.
  ///
  /// The property of an ``OptionalChild`` becomes nil, and an element of a ``ChildCollection`` leaves it; in a
  /// path of screens those above it go, too. The parent does so in its turn, as it handles an output: after the
  /// actions that it has queued, and before the outermost `send` returns if no handler suspends. It removes the
  /// object that is this feature's state from each of its places, and nothing else; if the object has left
  /// meanwhile, the dismissal is dropped. Then this feature's effects are cancelled. Outputs after `dismiss()` are
  /// dropped, also while the dismissal waits. `onDismiss` takes the dismissal of a store without a parent; without
  /// it, the dismissal is logged and dropped, and reported as an issue in debug builds.
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
  ///
  /// It takes out the object that has asked, wherever that is at its turn, and nothing else.
  func dismissChild<ChildFeature: Feature>(
    _ entry: ChildEntry<F.State, ChildFeature>,
    of kind: ChildKind<F.State, ChildFeature>,
    _ step: ChildStep
  ) {
    let feature = feature
    let name = ["feature": "\(ChildFeature.self)"] as Logger.Metadata
    if entry.isLeaving {
      return logger.debug("A feature has asked to be dismissed before", metadata: name)
    }
    let delivery = ChildDelivery<F.State>(Dismissal()) { [weak self] owner in
      entry.isLeaving = false
      self?.pruneChildren()
      if entry.store.turns.hasEnded {
        logger.debug("A dismissal was dropped: the feature's state has left before", metadata: name)
        return []
      }
      let remove = {
        if kind.takeOut(entry, from: owner.state) { return }
        let steps = kind.steps(to: entry.store.state, in: owner.state, of: feature)
        reportDrop(
          "A child can't go, because the parent's state can't be without it",
          metadata: [
            "child": "\((steps.first ?? step).text)",
            "state": "\(ValueText.name(of: F.State.self))",
          ]
        )
      }
      if let witness = entry.store.children?.witness {
        witness.record(Dismissal(), remove)
      } else {
        remove()
      }
      // Its store ends now, also if an action behind this one brings the object back.
      self?.pruneChildren()
      return []
    }
    delivery.drop = { entry.isLeaving = false }
    entry.isLeaving = true
    forward(delivery)
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
