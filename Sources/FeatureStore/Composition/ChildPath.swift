/// The place of a child, or of a child of a child.
///
/// `\.editor`, `\.rows[id: 7]` and `\.rows[id: 7].editor` lead to such places.
@dynamicMemberLookup
public protocol ChildPlace<ParentState, ChildFeature> {
  /// The state at the start of the path.
  associatedtype ParentState: AnyObject
  /// The feature at the end of the path.
  associatedtype ChildFeature: Feature

  /// The path to the child.
  @MainActor var childPath: ChildPath<ParentState, ChildFeature> { get }
}

extension ChildPlace {
  /// The path to a child of this child.
  @MainActor
  public subscript<Next: ChildPlace>(
    dynamicMember child: KeyPath<ChildFeature, Next>
  ) -> ChildPath<ParentState, Next.ChildFeature> where Next.ParentState == ChildFeature.State {
    let path = childPath
    return path.appending(path.feature[keyPath: child].childPath)
  }

  /// The path to children of this child.
  @MainActor
  public subscript<Next: Feature, ID: Hashable & Sendable>(
    dynamicMember children: KeyPath<ChildFeature, ChildFeature.ChildCollection<Next, ID>>
  ) -> ChildrenPath<ParentState, Next, ID> {
    let path = childPath
    let collection = path.feature[keyPath: children]
    return ChildrenPath { path.appending(collection[id: $0]) }
  }
}

/// The path from a feature to a child, or to a child of a child.
public struct ChildPath<ParentState: AnyObject, F: Feature>: ChildPlace {
  let feature: F
  let steps: [ChildStep]
  /// Returns the child's store, or `nil` if the child doesn't exist.
  let find: @MainActor (any ChildOwner<ParentState>) -> Store<F>?
  /// Returns the child's state, or `nil` if the child doesn't exist.
  package let read: @MainActor (ParentState) -> F.State?

  /// This path.
  public var childPath: ChildPath { self }

  @MainActor
  init<ParentAction, ID>(_ link: ChildLink<ParentState, ParentAction, ID, F>, _ id: ID) {
    feature = link.feature
    steps = [ChildStep(link, id)]
    find = { $0.childStore(link, id) }
    read = { link.makeMembers().reread(id, in: $0) }
  }

  private init(
    _ feature: F,
    _ steps: [ChildStep],
    find: @escaping @MainActor (any ChildOwner<ParentState>) -> Store<F>?,
    read: @escaping @MainActor (ParentState) -> F.State?
  ) {
    self.feature = feature
    self.steps = steps
    self.find = find
    self.read = read
  }

  /// Returns the child's store below the store of a parent, or `nil` if the child doesn't exist.
  @MainActor
  package func find<Parent: Feature>(below store: Store<Parent>) -> Store<F>?
  where Parent.State == ParentState {
    find(store)
  }

  @MainActor
  func appending<Next: Feature>(
    _ next: ChildPath<F.State, Next>
  ) -> ChildPath<ParentState, Next> {
    ChildPath<ParentState, Next>(next.feature, steps + next.steps(from: feature)) { [find] in
      find($0).flatMap { next.find($0) }
    } read: { [read] in
      read($0).flatMap { next.read($0) }
    }
  }

  /// Returns the steps of the path, starting at a feature.
  package func steps(from parent: Any) -> [ChildStep] {
    var steps = steps
    if !steps.isEmpty { steps[0].parent = parent }
    return steps
  }
}

/// The path from a feature to children of a child.
public struct ChildrenPath<ParentState: AnyObject, F: Feature, ID: Hashable & Sendable> {
  private let child: @MainActor (ID) -> ChildPath<ParentState, F>

  init(_ child: @escaping @MainActor (ID) -> ChildPath<ParentState, F>) {
    self.child = child
  }

  /// The path to the child with an id.
  @MainActor
  public subscript(id id: ID) -> ChildPath<ParentState, F> { child(id) }
}

extension ChildDeclaration: ChildPlace {
  /// The path to the child.
  public var childPath: ChildPath<ParentState, F> { ChildPath(link, .only) }
}

extension OptionalChildDeclaration: ChildPlace {
  /// The path to the child.
  public var childPath: ChildPath<ParentState, F> { ChildPath(link, .only) }
}

extension ChildCollectionDeclaration {
  /// The path to the child with an id.
  @MainActor
  public subscript(id id: ID) -> ChildPath<ParentState, F> { ChildPath(link, id) }
}

/// A store, as the owner of the stores of its children.
@MainActor
protocol ChildOwner<State>: AnyObject {
  associatedtype State: AnyObject

  var state: State { get }
  /// Returns the store of a child, or `nil` if the child doesn't exist.
  func childStore<ParentAction, ID, ChildFeature: Feature>(
    _ link: ChildLink<State, ParentAction, ID, ChildFeature>,
    _ id: ID
  ) -> Store<ChildFeature>?
}
