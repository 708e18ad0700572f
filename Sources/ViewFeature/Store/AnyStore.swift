package import StateCore

/// A store, for code that doesn't know the type of its feature.
@MainActor
package protocol AnyStore: AnyObject {
  var id: StoreID { get }
  var liveState: AnyObject { get }
  var actionType: any Any.Type { get }
  /// Sends an action from an unknown place, or returns `nil` if it has another type.
  @discardableResult
  func send(any action: Any) -> SentAction?
  /// Reacts immediately to changes that no handler has made.
  func reactToWrites()
  /// Returns the store of the child whose state is the given object, creating it if needed.
  ///
  /// Returns `nil` if the feature declares no such child.
  func childStore(with state: AnyObject) -> (any AnyStore)?
}

extension Store: AnyStore {
  package var liveState: AnyObject { state }

  package var actionType: any Any.Type { F.Action.self }

  @discardableResult
  package func send(any action: Any) -> SentAction? {
    (action as? F.Action).map { send($0, from: .unknown) }
  }

  package func reactToWrites() { reactToChanges() }

  package func childStore(with child: AnyObject) -> (any AnyStore)? {
    pruneChildren()
    return children?.all.first { $0.liveState === child }
      ?? store(of: child, declaredIn: feature, depth: 0)
  }

  /// Finds the declaration of a child, including those in the features that this one consists of.
  private func store(
    of child: AnyObject,
    declaredIn feature: Any,
    depth: Int
  ) -> (any AnyStore)? {
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
