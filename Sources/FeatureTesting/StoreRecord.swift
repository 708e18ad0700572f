import FeatureStore
import StateCore
import StateFields

/// A record that reports the events in a store to the record of its tree, and creates the stores of its children.
@MainActor
final class StoreRecord<F: Feature>: ActionProbe {
  typealias Action = F.Action
  typealias State = F.State

  private let position: StorePosition
  private let tree: TreeRecord
  private weak var store: Store<F>?
  private let isGone = Flag()
  /// Whether the check that fields of the states lead to the store's state has run.
  var isChecked = false

  init(_ tree: TreeRecord, at position: StorePosition) {
    self.tree = tree
    self.position = position
  }

  deinit { isGone.raise() }

  /// Creates the store that this is the record of.
  func makeStore(
    _ state: F.State,
    _ feature: F,
    _ handler: ActionHandler<F.Action, F.State>,
    clock: any Clock<Duration>,
    environment: StoreEnvironment,
    inherited: StoreEnvironment = .current
  ) -> Store<F> {
    let store = Store(
      initialState: state,
      feature: feature,
      handler: handler.observed(by: self),
      taskManager: TaskManager(),
      clock: clock,
      environment: environment,
      inherited: inherited
    )
    // This applies to release builds, too, because unfinished effects fail the test.
    store.listEffects()
    store.setChildWitness(self)
    self.store = store
    tree.add(TreeMember(store.effectTable, at: position, isGone: isGone))
    return store
  }

  func begin(_ action: F.Action) {
    tree.begin(action, at: position, of: self, ticket: store?.currentTicket)
  }

  func beginReactions() {
    tree.beginReactions(of: self)
  }

  func end() {
    tree.end(of: self)
  }

  func endReactions(_ sent: SentAction) {
    tree.endReactions(sent)
  }

  func endStart() {
    tree.endStart()
  }

  func leftUnhandled(_ error: any Error, _ cause: Any) {
    tree.fail("\(position.path.name(of: cause)) failed, and nothing handles its error: \(error)")
  }

  func missed(_ action: F.Action) {
    let path = position.path
    let reason =
      path.isRoot
      ? "after the feature was dismissed"
      : "to \(path.text), which was removed from the parent's state"
    tree.fail("\(ValueText.describe(action)) was sent \(reason)")
  }
}

extension StoreRecord: ChildWitness {
  func makeStore<Child: Feature>(
    _ state: Child.State,
    _ feature: Child,
    environment: StoreEnvironment,
    inherited: StoreEnvironment,
    _ step: ChildStep,
    present: @escaping @MainActor () -> [ChildStep]
  ) -> Store<Child> {
    let position = StorePosition(step, below: position, present: present)
    return StoreRecord<Child>(tree, at: position).makeStore(
      state,
      feature,
      environment.creating(Child.self) { feature.handle() },
      clock: environment.clock,
      environment: environment,
      inherited: inherited
    )
  }

  func record(_ dismissal: Dismissal, _ body: () -> Void) {
    tree.record(dismissal, at: position, body)
  }

  func note(_ sent: SentAction) {
    tree.add(follower: sent)
  }
}
