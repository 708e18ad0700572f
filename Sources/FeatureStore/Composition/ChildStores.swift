import StateCore

/// The stores of a store's children: one for each object and type of feature.
@MainActor
final class ChildStores<Parent: Feature>: StoreChildren {
  typealias State = Parent.State

  private var kinds: [ObjectIdentifier: any ChildKindProtocol<Parent.State>] = [:]
  /// The kinds in the order of their declarations.
  private var kindsInOrder: [any ChildKindProtocol<Parent.State>] = []
  /// The groups of stored properties, by the identity of the declaration, which the group keeps alive.
  private var groups: [ObjectIdentifier: AnyObject] = [:]
  private var groupsByKey: [ChildKey: AnyObject] = [:]
  private var areDeclarationsKnown = false
  private let onChange: @MainActor () -> Void
  /// The test object that observes the creation of the stores.
  var witness: (any ChildWitness)?

  /// Creates a value without stores; `onChange` is called in a later turn, when children may have been removed from the
  /// state.
  init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
  }

  /// Returns the children of a declaration, or `nil` if the state has no child whose case identifies the declaration.
  func group<ParentAction, ID, F: Feature>(
    _ link: ChildLink<Parent.State, ParentAction, ID, F>,
    in state: Parent.State,
    of feature: Parent
  ) -> ChildGroup<Parent.State, ID, F>? {
    if !areDeclarationsKnown {
      areDeclarationsKnown = true
      enterDeclarations(of: feature, depth: 0)
    }
    typealias Group = ChildGroup<Parent.State, ID, F>
    if let group = groups[ObjectIdentifier(link.declaration)] as? Group { return group }
    // A computed property declares its children at each read.
    var key = link.key
    if let embedding = link.embedding {
      guard let sample = embedding.sample(state) else { return nil }
      let name = embedding.caseName(sample)
      key.caseName = name
      if let group = groupsByKey[key] as? Group { return group }
      let declared = kind(F.self).groups.lazy.compactMap { $0 as? Group }
      let known = declared.first { $0.key == link.key && $0.caseName(sample) == name }
      let group = known ?? makeGroup(link)
      groupsByKey[key] = group
      return group
    }
    if let group = groupsByKey[key] as? Group { return group }
    let group = makeGroup(link)
    groupsByKey[key] = group
    return group
  }

  /// Finds the declarations of a feature, including those in the features it consists of.
  private func enterDeclarations(of feature: Any, depth: Int) {
    for (_, property) in Mirror(reflecting: feature).children {
      if let children = property as? any ChildProperty {
        children.enter(into: self)
      } else if property is any Feature, depth < 8 {
        enterDeclarations(of: property, depth: depth + 1)
      }
    }
  }

  private func makeGroup<ParentAction, ID, F: Feature>(
    _ link: ChildLink<Parent.State, ParentAction, ID, F>
  ) -> ChildGroup<Parent.State, ID, F> {
    let kind = kind(F.self)
    let group = ChildGroup(link, of: kind, onChange: onChange)
    kind.add(group)
    return group
  }

  private func kind<F: Feature>(_: F.Type) -> ChildKind<Parent.State, F> {
    if let kind = kinds[ObjectIdentifier(F.self)] as? ChildKind<Parent.State, F> { return kind }
    let kind = ChildKind<Parent.State, F>(onChange: onChange)
    kinds[ObjectIdentifier(F.self)] = kind
    kindsInOrder.append(kind)
    return kind
  }

  func prune(_ state: Parent.State, isComplete: Bool) {
    for kind in kindsInOrder { kind.prune(state, isComplete: isComplete) }
  }

  func endAll() {
    for kind in kindsInOrder { kind.endAll() }
  }

  func cancelAllTasks() {
    for kind in kindsInOrder { kind.cancelAllTasks() }
  }

  var all: [any AnyStore] { kindsInOrder.flatMap(\.all) }

  func hold(_ reason: DropReason) {
    for kind in kindsInOrder { kind.hold(reason) }
  }

  func makeHeldStores() {
    for kind in kindsInOrder { kind.makeHeldStores() }
  }

  func release(_ state: Parent.State, keepsShown: Bool) {
    for kind in kindsInOrder { kind.release(state, keepsShown: keepsShown) }
  }
}

extension ChildStores: ChildDeclarations {
  func enter<ParentAction, ID, F: Feature>(_ link: ChildLink<State, ParentAction, ID, F>) {
    let declaration = ObjectIdentifier(link.declaration)
    if groups[declaration] != nil { return }
    let group = makeGroup(link)
    groups[declaration] = group
    if link.embedding == nil, groupsByKey[link.key] == nil { groupsByKey[link.key] = group }
  }
}

/// An object that registers the declarations of a feature's children.
@MainActor
protocol ChildDeclarations<State>: AnyObject {
  associatedtype State: AnyObject

  func enter<ParentAction, ID, F: Feature>(_ link: ChildLink<State, ParentAction, ID, F>)
}
