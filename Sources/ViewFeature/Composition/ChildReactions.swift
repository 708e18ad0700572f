import Observation
import StateCore

/// A property of a feature that declares children, for their reactions.
@MainActor
protocol ReactingChildren {
  /// Whether the handlers of the children, or of their children, have reactions.
  var haveReactions: Bool { get }
  /// Reads just enough to notify an observer when the children change.
  func touch(_ parent: AnyObject)
  /// Creates the stores of the children in the owner's state.
  func makeStores(ownedBy owner: AnyObject)
}

extension Child: ReactingChildren {
  var haveReactions: Bool { link.haveReactions }
  func touch(_ parent: AnyObject) { link.touch(any: parent) }
  func makeStores(ownedBy owner: AnyObject) { link.makeStores(ownedBy: owner) }
}

extension OptionalChild: ReactingChildren {
  var haveReactions: Bool { link.haveReactions }
  func touch(_ parent: AnyObject) { link.touch(any: parent) }
  func makeStores(ownedBy owner: AnyObject) { link.makeStores(ownedBy: owner) }
}

extension ChildCollection: ReactingChildren {
  var haveReactions: Bool { link.haveReactions }
  func touch(_ parent: AnyObject) { link.touch(any: parent) }
  func makeStores(ownedBy owner: AnyObject) { link.makeStores(ownedBy: owner) }
}

extension ChildLink {
  /// The children of these children's feature that have reactions.
  @MainActor
  var reactingChildren: [any ReactingChildren] { reactions.find(feature).children }

  @MainActor
  fileprivate var haveReactions: Bool {
    let found = reactions.find(feature)
    return found.hasOwn || !found.children.isEmpty
  }

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

/// The reactions of a feature and of its children, which are looked up once for each declaration of children.
@MainActor
final class ReactionLookup {
  struct Found {
    var hasOwn = false
    var children: [any ReactingChildren] = []
  }

  private var found: Found?

  nonisolated init() {}

  fileprivate func find(_ feature: some Feature) -> Found {
    if let found { return found }
    // A feature that contains itself adds nothing to its own reactions.
    found = Found()
    let new = Found(
      hasOwn: !feature.handle().pipeline.reactions.isEmpty,
      children: Self.reactingChildren(of: feature)
    )
    found = new
    return new
  }

  /// The types of features that hold neither children nor features.
  private static var childless: Set<ObjectIdentifier> = []

  /// Returns the children with reactions that a feature holds as properties, including those of the features it
  /// consists of.
  ///
  /// Computed properties are not found.
  static func reactingChildren<F: Feature>(of feature: F) -> [any ReactingChildren] {
    if childless.contains(ObjectIdentifier(F.self)) { return [] }
    var hasAny = false
    let children = properties(of: feature, depth: 0) { hasAny = true }.filter(\.haveReactions)
    if !hasAny { childless.insert(ObjectIdentifier(F.self)) }
    return children
  }

  private static func properties(
    of feature: Any,
    depth: Int,
    onFound: () -> Void
  ) -> [any ReactingChildren] {
    Mirror(reflecting: feature).children.flatMap { property -> [any ReactingChildren] in
      if let children = property.value as? any ReactingChildren {
        onFound()
        return [children]
      }
      guard property.value is any Feature, depth < 8 else { return [] }
      onFound()
      return properties(of: property.value, depth: depth + 1, onFound: onFound)
    }
  }
}

/// A reaction that creates the stores of children with reactions when their states are added to the parent's.
///
/// It creates them after the handler that has added the state, or earlier if other code of a feature that may change
/// the state runs first; in the next turn at the latest. The parent doesn't need to call `scope`.
@MainActor
final class ChildEntrance<F: Feature>: PendingReaction {
  let place = ObservationTurn.makePlace()
  private let children: [any ReactingChildren]
  private weak var store: Store<F>?
  private var isPending = false
  let isObservable: Bool

  init(_ store: Store<F>, _ children: [any ReactingChildren]) {
    self.store = store
    self.children = children
    isObservable = store.state is any Observable
  }

  var canRun: Bool { true }

  func watchAgain() { run() }

  func run() {
    PendingReactions.remove(self)
    isPending = false
    enter()
  }

  /// Creates the stores of the current children, and waits for others.
  func enter() {
    guard let store, !store.turns.hasEnded, !store.turns.isHeld else { return }
    track(store.state)
    makeStores()
  }

  /// Creates the stores of the current children.
  func makeStores() {
    guard let store else { return }
    for children in children { children.makeStores(ownedBy: store) }
  }

  private func track(_ state: F.State) {
    guard isObservable else { return }
    withObservationTracking {
      for children in children { children.touch(state) }
    } onChange: { [weak self, place] in
      // Observation reports a change before it is made.
      guard MainThread.isCurrent else {
        return ObservationTurn.add(place) { self?.run() }
      }
      MainActor.assumeIsolated { self?.noteChange() }
    }
  }

  private func noteChange() {
    if isPending { return }
    isPending = true
    PendingReactions.add(self)
    ObservationTurn.add(place) { [weak self] in self?.runIfPending() }
  }

  private func runIfPending() {
    if isPending { run() }
  }
}

extension Store {
  /// Starts the reactions of children as soon as their states are in this store's state.
  func followChildren() {
    followChildren(ReactionLookup.reactingChildren(of: feature))
  }

  func followChildren(_ children: [any ReactingChildren]) {
    if children.isEmpty { return }
    let entrance = ChildEntrance(self, children)
    setEntrance(entrance)
    entrance.enter()
  }
}
