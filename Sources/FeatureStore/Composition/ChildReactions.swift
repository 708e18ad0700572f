extension ChildDeclaration: ReactingChildren {
  var haveReactions: Bool { link.haveReactions }
  var haveLife: Bool { link.haveLife }
  func touch(_ parent: AnyObject) { link.touch(any: parent) }
  func makeStores(ownedBy owner: AnyObject) { link.makeStores(ownedBy: owner) }
}

extension OptionalChildDeclaration: ReactingChildren {
  var haveReactions: Bool { link.haveReactions }
  var haveLife: Bool { link.haveLife }
  func touch(_ parent: AnyObject) { link.touch(any: parent) }
  func makeStores(ownedBy owner: AnyObject) { link.makeStores(ownedBy: owner) }
}

extension ChildCollectionDeclaration: ReactingChildren {
  var haveReactions: Bool { link.haveReactions }
  var haveLife: Bool { link.haveLife }
  func touch(_ parent: AnyObject) { link.touch(any: parent) }
  func makeStores(ownedBy owner: AnyObject) { link.makeStores(ownedBy: owner) }
}

extension ChildLink {
  /// The children of these children's feature that have reactions or hooks.
  @MainActor
  var reactingChildren: [any ReactingChildren] { reactions.find(feature).children }

  @MainActor
  fileprivate var haveReactions: Bool {
    let found = reactions.find(feature)
    return found.hasOwn || !found.children.isEmpty
  }

  @MainActor
  fileprivate var haveLife: Bool { reactions.find(feature).hasLife }

  @MainActor
  fileprivate func touch(any parent: AnyObject) {
    if let parent = parent as? ParentState { touch(parent) }
  }

  @MainActor
  fileprivate func makeStores(ownedBy owner: AnyObject) {
    guard let owner = owner as? any ChildOwner<ParentState> else { return }
    for id in makeMembers().ids(in: owner.state) { _ = owner.childStore(self, id) }
  }
}
