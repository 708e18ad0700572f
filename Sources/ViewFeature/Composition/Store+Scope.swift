import IssueReporting
import StateEngine

extension Store {
  /// The store of a child, the same one each time for as long as the child's state is the same object.
  ///
  /// This store owns it: its effects are cancelled when this store goes away.
  public func scope<ChildFeature: Feature>(
    _ child: KeyPath<F, Child<F.State, F.Action, ChildFeature>>
  ) -> Store<ChildFeature> {
    requiredStore(feature[keyPath: child].link)
  }

  /// The store of a child, the same one each time for as long as the child's state is the same object.
  ///
  /// This store owns it: its effects are cancelled when this store goes away.
  @_disfavoredOverload
  public func scope<ChildFeature: Feature>(
    _ child: KeyPath<F, Child<F.State, Never, ChildFeature>>
  ) -> Store<ChildFeature> {
    requiredStore(feature[keyPath: child].link)
  }

  /// The store of a child that may be there.
  ///
  /// Its effects are cancelled when its state leaves the parent's or this store goes away; actions
  /// sent to it afterwards are dropped.
  public func scope<ChildFeature: Feature>(
    _ child: KeyPath<F, OptionalChild<F.State, F.Action, ChildFeature>>
  ) -> Store<ChildFeature>? {
    childStore(feature[keyPath: child].link, .only)
  }

  /// The store of a child that may be there.
  ///
  /// Its effects are cancelled when its state leaves the parent's or this store goes away; actions
  /// sent to it afterwards are dropped.
  @_disfavoredOverload
  public func scope<ChildFeature: Feature>(
    _ child: KeyPath<F, OptionalChild<F.State, Never, ChildFeature>>
  ) -> Store<ChildFeature>? {
    childStore(feature[keyPath: child].link, .only)
  }

  /// The store of one of several children.
  ///
  /// Its effects are cancelled when its state leaves the parent's or this store goes away; actions
  /// sent to it afterwards are dropped.
  ///
  /// - Complexity: O(1), also after the parent has appended to its list; O(n) for the first call after
  ///   another change of it.
  public func scope<ChildFeature: Feature, ID: Hashable & Sendable>(
    _ children: KeyPath<F, ChildCollection<F.State, F.Action, ChildFeature, ID>>,
    id: ID
  ) -> Store<ChildFeature>? {
    childStore(feature[keyPath: children].link, id)
  }

  /// The store of one of several children.
  ///
  /// Its effects are cancelled when its state leaves the parent's or this store goes away; actions
  /// sent to it afterwards are dropped.
  ///
  /// - Complexity: O(1), also after the parent has appended to its list; O(n) for the first call after
  ///   another change of it.
  @_disfavoredOverload
  public func scope<ChildFeature: Feature, ID: Hashable & Sendable>(
    _ children: KeyPath<F, ChildCollection<F.State, Never, ChildFeature, ID>>,
    id: ID
  ) -> Store<ChildFeature>? {
    childStore(feature[keyPath: children].link, id)
  }

  private func requiredStore<ParentAction, ChildFeature: Feature>(
    _ link: ChildLink<F.State, ParentAction, SingleChildID, ChildFeature>
  ) -> Store<ChildFeature> {
    guard let store = childStore(link, .only) else {
      preconditionFailure("A child that is always there is not: \(ChildFeature.self)")
    }
    return store
  }
}

extension Store: ChildOwner {
  typealias State = F.State

  func childStore<ParentAction, ID, ChildFeature: Feature>(
    _ link: ChildLink<F.State, ParentAction, ID, ChildFeature>,
    _ id: ID
  ) -> Store<ChildFeature>? {
    // An observer of this call is notified when the child comes and goes.
    link.touch(state)
    let children = makeChildren()
    let group = children.group(link) { [weak self] in
      self?.pruneChildren(isComplete: true)
    }
    return group.store(id, in: state) { childState in
      let store: Store<ChildFeature> =
        children.witness?
        .makeStore(
          childState,
          link.feature,
          clock: clock,
          environment: environment,
          ChildStep(link, id, of: feature)
        )
        ?? Store<ChildFeature>(
          initialState: childState,
          feature: link.feature,
          handler: link.feature.handle(),
          taskManager: TaskManager(),
          clock: clock,
          environment: environment,
          guide: runner.guide
        )
      store.follow { [weak self] in
        self?.followParent()
        self?.pruneChildren()
      }
      // A parent that takes none has said so.
      store.onOutput { [weak self, weak store] output in
        guard let action = link.action?(id, output) as? F.Action, let self, let store else {
          return
        }
        store.followParent()
        if store.turns.hasEnded { return }
        let sent: SentAction = send(action)
        self.children?.witness?.note(sent)
      }
      store.onDismiss = { [weak self] in self?.dismissChild(link, id) }
      record(store, store.runner.store)
      return store
    } reportComputed: {
      let step = ChildStep(link, id, of: feature)
      let type = ValueText.name(of: F.State.self)
      reportIssue(
        """
        The state of \(step.text) is computed anew at each read, so that changes of it are lost. Let \
        \(type) store it.
        """
      )
    }
  }
}

/// Takes part in the making of children's stores, for a test.
@MainActor
protocol ChildWitness: AnyObject {
  func makeStore<F: Feature>(
    _ state: F.State,
    _ feature: F,
    clock: any Clock<Duration>,
    environment: StoreEnvironment,
    _ step: ChildStep
  ) -> Store<F>
  /// An output has become an action of the parent.
  func note(_ sent: SentAction)
  /// Records what a child's wish to go does.
  func record(_ dismissal: Dismissal, of step: ChildStep, _ body: () -> Void)
}
