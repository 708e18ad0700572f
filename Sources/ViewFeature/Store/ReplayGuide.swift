package import StateCore
package import StateRecord

/// Leads a store through what was recorded.
///
/// The store's effects do not start: what they have sent and changed comes from the guide's record. Handlers,
/// middleware, reactions, children and outputs of handlers work. There are no locks, and no loading is shown.
@MainActor
package protocol ReplayGuide: AnyObject {
  /// Why an action that a store is sent now was not handled when it was recorded; nothing if it was handled.
  func dropReason(of action: any Sendable, in store: StoreID) -> StateEvent.DropReason?
}

/// A store that a guide leads, whatever its feature.
@MainActor
package protocol GuidedStore: RecordableStore {
  /// The type of its actions.
  var actionType: any Any.Type { get }
  /// The live state.
  var liveState: AnyObject { get }
  /// Sends an action; nothing if it is of another type.
  func send(guided action: Any) -> SentAction?
  /// Reacts at once to the changes that no handler has made.
  func reactToWrites()
  /// The store of a child whose state is an object, which is made if need be.
  ///
  /// There is none if the feature declares no such child.
  func childStore(with state: AnyObject) -> (any GuidedStore)?
}

extension Store: GuidedStore {
  /// Makes a store whose effects do not start.
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
    // The store above is not replayed.
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

  /// Looks for the declaration of a child, also in features that this one is made of.
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
