/// A property of a feature that declares children.
protocol ChildProperty {
  @MainActor var declaration: DeclarationIdentity { get }
  @MainActor var key: ChildKey { get }
  /// Registers the declaration in a store whose state is the parent's state.
  @MainActor func enter(into store: any ChildDeclarations)
  /// Returns the store of the child whose state is the given object, or `nil` if the owner's state doesn't contain it.
  @MainActor func store(of child: AnyObject, ownedBy owner: AnyObject) -> (any AnyStore)?
}

extension ChildDeclaration: ChildProperty {
  var declaration: DeclarationIdentity { link.declaration }
  var key: ChildKey { link.key }

  func enter(into store: any ChildDeclarations) { link.enter(into: store) }

  func store(of child: AnyObject, ownedBy owner: AnyObject) -> (any AnyStore)? {
    link.store(of: child, ownedBy: owner)
  }
}

extension OptionalChildDeclaration: ChildProperty {
  var declaration: DeclarationIdentity { link.declaration }
  var key: ChildKey { link.key }

  func enter(into store: any ChildDeclarations) { link.enter(into: store) }

  func store(of child: AnyObject, ownedBy owner: AnyObject) -> (any AnyStore)? {
    link.store(of: child, ownedBy: owner)
  }
}

extension ChildCollectionDeclaration: ChildProperty {
  var declaration: DeclarationIdentity { link.declaration }
  var key: ChildKey { link.key }

  func enter(into store: any ChildDeclarations) { link.enter(into: store) }

  func store(of child: AnyObject, ownedBy owner: AnyObject) -> (any AnyStore)? {
    link.store(of: child, ownedBy: owner)
  }
}

extension ChildLink {
  @MainActor
  fileprivate func enter(into store: any ChildDeclarations) {
    (store as? any ChildDeclarations<ParentState>)?.enter(self)
  }

  @MainActor
  fileprivate func store(of child: AnyObject, ownedBy owner: AnyObject) -> (any AnyStore)? {
    guard let owner = owner as? any ChildOwner<ParentState>, let child = child as? F.State else {
      return nil
    }
    return makeMembers().id(of: child, in: owner.state).flatMap { owner.childStore(self, $0) }
  }
}
