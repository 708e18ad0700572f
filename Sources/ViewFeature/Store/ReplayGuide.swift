package import StateCore
package import StateRecord

/// An object that guides a store through a recording.
///
/// The store's effects don't start: the guide's record provides the actions and changes of effects. Handlers,
/// middleware, reactions, children and outputs of handlers work. Nothing is locked, and no loading is shown.
@MainActor
package protocol ReplayGuide: AnyObject {
  /// Returns the reason why the action that a store now receives was not handled in the recording; `nil` if it was
  /// handled.
  func dropReason(of action: any Sendable, in store: StoreID) -> StateEvent.DropReason?
}

/// A guided store, regardless of its feature.
@MainActor
package protocol GuidedStore: RecordableStore {
  /// The type of its actions.
  var actionType: any Any.Type { get }
  /// The live state.
  var liveState: AnyObject { get }
  /// Sends an action, or returns `nil` if it has another type.
  func send(guided action: Any) -> SentAction?
  /// Reacts immediately to changes that no handler has made.
  func reactToWrites()
  /// Returns the store of the child whose state is the given object, creating it if needed.
  ///
  /// Returns `nil` if the feature declares no such child.
  func childStore(with state: AnyObject) -> (any GuidedStore)?
}

extension Store: GuidedStore {
  /// Creates a store whose effects don't start.
  package convenience init(
    replaying feature: F,
    initialState: F.State,
    environment: StoreEnvironment,
    guide: any ReplayGuide
  ) {
    self.init(
      initialState: initialState,
      feature: feature,
      handler: feature.handle(),
      taskManager: TaskManager(),
      clock: ContinuousClock(),
      environment: environment,
      guide: guide
    )
    // The store above isn't replayed.
    onOutput { _ in }
    onDismiss = {}
    followChildren()
  }

  package var actionType: any Any.Type { F.Action.self }

  package var liveState: AnyObject { state }

  package func send(guided action: Any) -> SentAction? {
    (action as? F.Action).map { send($0) as SentAction }
  }

  package func reactToWrites() { reactToChanges() }

  package func childStore(with child: AnyObject) -> (any GuidedStore)? {
    pruneChildren()
    for case let store as any GuidedStore in children?.all ?? [] where store.liveState === child {
      return store
    }
    return store(of: child, declaredIn: feature, depth: 0)
  }

  /// Finds the declaration of a child, including those in the features that this one consists of.
  private func store(
    of child: AnyObject,
    declaredIn feature: Any,
    depth: Int
  ) -> (any GuidedStore)? {
    for (_, property) in Mirror(reflecting: feature).children {
      if let children = property as? any ChildProperty {
        if let store = children.store(of: child, ownedBy: self) { return store }
      } else if property is any Feature, depth < 8 {
        if let store = store(of: child, declaredIn: property, depth: depth + 1) { return store }
      }
    }
    return nil
  }
}
