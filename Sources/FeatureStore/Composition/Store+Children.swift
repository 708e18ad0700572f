extension Store {
  /// Returns the stores of the children, which are created at the first call.
  func makeChildren() -> ChildStores<F> {
    if let knownChildren { return knownChildren }
    let new = ChildStores<F> { [weak self] in self?.pruneChildren(isComplete: true) }
    setChildren(new)
    return new
  }

  /// The test object that observes the creation of the children's stores.
  package var childWitness: (any ChildWitness)? { knownChildren?.witness }

  package func setChildWitness(_ witness: any ChildWitness) {
    makeChildren().witness = witness
  }

  /// The children that `makeChildren` has created, with their type.
  private var knownChildren: ChildStores<F>? {
    // A cast would look up the type at run time.
    children.map { unsafeDowncast($0, to: ChildStores<F>.self) }
  }

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
