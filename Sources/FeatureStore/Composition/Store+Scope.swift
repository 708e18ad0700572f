import IssueReporting
import Logging
import StateCore
import StateFields

extension Store {
  /// Returns the store of a child, which stays the same while the child's state is the same object.
  ///
  /// This store owns the child's store. When this store is deallocated, the child's effects are cancelled.
  public func scope<ChildFeature: Feature>(
    _ child: KeyPath<F, F.Child<ChildFeature>>
  ) -> Store<ChildFeature> {
    requiredStore(feature[keyPath: child].link)
  }

  /// Returns the store of an optional child, if the child exists.
  ///
  /// The child's effects are cancelled when its state is removed from the parent's or this store is deallocated.
  /// Actions sent to the child's store afterwards are dropped.
  public func scope<ChildFeature: Feature>(
    _ child: KeyPath<F, F.OptionalChild<ChildFeature>>
  ) -> Store<ChildFeature>? {
    shownStore(feature[keyPath: child].link, .only)
  }

  /// Returns the store of one of several children.
  ///
  /// The child's effects are cancelled when its state is removed from the parent's or this store is deallocated.
  /// Actions sent to the child's store afterwards are dropped.
  ///
  /// - Complexity: O(1), also after the parent has appended to its list; O(n) for the first call after any other change
  ///   of the list.
  public func scope<ChildFeature: Feature, ID: Hashable & Sendable>(
    _ children: KeyPath<F, F.ChildCollection<ChildFeature, ID>>,
    id: ID
  ) -> Store<ChildFeature>? {
    shownStore(feature[keyPath: children].link, id)
  }

  private func requiredStore<ParentAction, ChildFeature: Feature>(
    _ link: ChildLink<F.State, ParentAction, SingleChildID, ChildFeature>
  ) -> Store<ChildFeature> {
    guard let store = shownStore(link, .only) else {
      preconditionFailure("The state of a required child is missing: \(ChildFeature.self)")
    }
    return store
  }

  /// Returns the store of a child to a view, which isn't notified of what the same body changes.
  private func shownStore<ParentAction, ID, ChildFeature: Feature>(
    _ link: ChildLink<F.State, ParentAction, ID, ChildFeature>,
    _ id: ID
  ) -> Store<ChildFeature>? {
    let store = makeChildStore(link, id)
    if let store { beginLater(child: store) }
    return store
  }
}

extension Store: ChildOwner {
  typealias State = F.State

  func childStore<ParentAction, ID, ChildFeature: Feature>(
    _ link: ChildLink<F.State, ParentAction, ID, ChildFeature>,
    _ id: ID
  ) -> Store<ChildFeature>? {
    let store = makeChildStore(link, id)
    if let store { begin(child: store) }
    return store
  }
}

extension Store {
  fileprivate func makeChildStore<ParentAction, ID, ChildFeature: Feature>(
    _ link: ChildLink<F.State, ParentAction, ID, ChildFeature>,
    _ id: ID
  ) -> Store<ChildFeature>? {
    // This notifies an observer of the call when the child is added or removed.
    link.touch(state)
    let children = makeChildren()
    guard let group = children.group(link, in: state, of: feature) else { return nil }
    return group.store(id, in: state) { childState in
      makeEntry(childState, link, id, in: children, group.kind)
    } reportComputed: {
      let step = ChildStep(link, id, of: feature)
      let type = ValueText.name(of: F.State.self)
      reportIssue(
        """
        The state of \(step.text) is computed at each read, so its changes are lost. Store it in a \
        property of \(type).
        """
      )
    }
  }

  private func makeEntry<ParentAction, ID, ChildFeature: Feature>(
    _ childState: ChildFeature.State,
    _ link: ChildLink<F.State, ParentAction, ID, ChildFeature>,
    _ id: ID,
    in children: ChildStores<F>,
    _ kind: ChildKind<F.State, ChildFeature>
  ) -> ChildEntry<F.State, ChildFeature> {
    let own = link.environment(of: childState, below: environment, F.self)
    let store: Store<ChildFeature> =
      children.witness?
      .makeStore(
        childState,
        link.feature,
        environment: own,
        inherited: environment,
        ChildStep(link, id, of: feature, to: childState)
      ) { [weak self, weak kind, weak childState, feature] in
        guard let self, let kind, let childState else { return [] }
        return kind.steps(to: childState, in: state, of: feature)
      }
      ?? Store<ChildFeature>(
        initialState: childState,
        feature: link.feature,
        handler: own.creating(ChildFeature.self) { link.feature.handle() },
        taskManager: TaskManager(),
        clock: own.clock,
        environment: own,
        inherited: environment,
        execution: runner.execution
      )
    let entry = ChildEntry<F.State, ChildFeature>(store)
    store.follow { [weak self, weak kind, weak entry] in
      guard let self else { return }
      followParent()
      pruneChildren()
      guard let entry else { return }
      kind?.checkInGrowth(entry, in: state)
      begin(child: entry.store)
    }
    // A parent that takes no outputs has declared that.
    store.onOutput { [weak self, weak kind, weak entry] output in
      guard let self, let kind, let entry else { return }
      entry.store.followParent()
      if entry.store.turns.hasEnded { return }
      if entry.isLeaving {
        return logger.debug(
          "An output was dropped: its feature has already requested its dismissal",
          metadata: ["feature": "\(ChildFeature.self)"]
        )
      }
      let action = withEnvironment(of: entry.store) {
        kind.action(for: output, of: entry, in: state) as? F.Action
      }
      guard let action else { return }
      let sent = send(action, from: .unknown)
      self.childWitness?.note(sent)
    }
    let step = ChildStep(link, id, of: feature)
    store.onDismiss = { [weak self, weak kind, weak entry] in
      guard let self, let kind, let entry else { return }
      dismissChild(entry, of: kind, step)
    }
    // The children of a store that has ended work no more than it does.
    if turns.hasEnded {
      store.end()
      return entry
    }
    store.runner.store.parent = runner.store
    listener?.childBegan(store)
    if let hold = turns.hold { store.hold(hold) }
    store.followChildren(own.creating(ChildFeature.self) { link.reactingChildren })
    return entry
  }
}

extension Store {
  /// Runs a closure of this store's feature in code of a child, unless both have the process's default.
  private func withEnvironment<Child: Feature, Result>(
    of child: Store<Child>,
    _ body: () -> Result
  ) -> Result {
    if runner.isPlain, child.runner.isPlain { return body() }
    return runner.withEnvironment(body)
  }
}

/// A test object that takes part in the creation of children's stores.
@MainActor
package protocol ChildWitness: AnyObject {
  func makeStore<F: Feature>(
    _ state: F.State,
    _ feature: F,
    environment: StoreEnvironment,
    inherited: StoreEnvironment,
    _ step: ChildStep,
    present: @escaping @MainActor () -> [ChildStep]
  ) -> Store<F>
  /// Records that an output has become an action of the parent.
  func note(_ sent: SentAction)
  /// Records the dismissal of the witness's store.
  func record(_ dismissal: Dismissal, _ body: () -> Void)
}
