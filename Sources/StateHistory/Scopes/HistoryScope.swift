import FeatureRecording
public import FeatureStore
import ScreenRecording
public import ScreenStateKit
import StateCore
public import StateFields
import StateRecord

/// The fields of one store that belong to a history.
///
/// ```swift
/// let history = History {
///   HistoryScope(of: editor, \.title, \.notes)
///   HistoryScope(of: list, \.items)
/// }
/// ```
@MainActor
public struct HistoryScope {
  /// The store, and the state of a screen's store.
  let stores: [any RecordableStore]
  /// The identity of the store in events.
  let storeID: StoreID
  let state: any SnapshotState
  let paths: FieldPaths
  let clock: any Clock<Duration>
  /// Whether an action and everything that follows from it is ignored; `false` for other types.
  let ignores: @MainActor (Any) -> Bool
  /// The name of an action's step; `nil` for other types.
  let name: @MainActor (Any) -> String?

  /// Creates the scope of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - fields: The declared fields, such as `\.title`, or `\.cart.count` for a field of a child that always exists.
  ///     A child includes all its fields. Without fields, all declared ones belong to the history.
  ///   - excluded: The fields that don't belong to it.
  ///   - isIgnored: Whether an action isn't the user's. Its changes, and those of its effects, aren't undone.
  ///   - name: The name of an action's step, for a menu.
  public init<F: Feature>(
    of store: Store<F>,
    _ fields: PartialKeyPath<F.State>...,
    excluding excluded: [PartialKeyPath<F.State>] = [],
    ignoring isIgnored: @escaping @MainActor (F.Action) -> Bool = { _ in false },
    name: @escaping @MainActor (F.Action) -> String? = { _ in nil }
  ) where F.State: SnapshotState {
    self.init(store, fields, excluded, isIgnored, name)
  }

  init<F: Feature>(
    _ store: Store<F>,
    _ fields: [PartialKeyPath<F.State>],
    _ excluded: [PartialKeyPath<F.State>],
    _ isIgnored: @escaping @MainActor (F.Action) -> Bool,
    _ name: @escaping @MainActor (F.Action) -> String?
  ) where F.State: SnapshotState {
    stores = [store]
    storeID = store.id
    state = store.state
    paths = FieldPaths(of: F.State.self, fields, excluding: excluded)
    clock = store.clock
    ignores = { ($0 as? F.Action).map(isIgnored) ?? false }
    self.name = { ($0 as? F.Action).flatMap(name) }
  }

  /// Creates the scope of a screen's store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - state: The state that the store is bound to.
  ///   - fields: The declared fields, such as `\.title`, or `\.cart.count` for a field of a child that always exists.
  ///     A child includes all its fields. Without fields, all declared ones belong to the history.
  ///   - excluded: The fields that don't belong to it.
  ///   - isIgnored: Whether an action isn't the user's. Its changes aren't undone.
  ///   - name: The name of an action's step, for a menu.
  public init<S: ScreenStore>(
    of store: S,
    state: S.AScreenState,
    _ fields: PartialKeyPath<S.AScreenState>...,
    excluding excluded: [PartialKeyPath<S.AScreenState>] = [],
    ignoring isIgnored: @escaping @MainActor (S.Action) -> Bool = { _ in false },
    name: @escaping @MainActor (S.Action) -> String? = { _ in nil }
  ) where S.AScreenState: SnapshotState {
    self.init(store, state, fields, excluded, isIgnored, name)
  }

  init<S: ScreenStore>(
    _ store: S,
    _ state: S.AScreenState,
    _ fields: [PartialKeyPath<S.AScreenState>],
    _ excluded: [PartialKeyPath<S.AScreenState>],
    _ isIgnored: @escaping @MainActor (S.Action) -> Bool,
    _ name: @escaping @MainActor (S.Action) -> String?
  ) where S.AScreenState: SnapshotState {
    stores = [store.binding, state]
    storeID = (state as any RecordableStore).storeID
    self.state = state
    paths = FieldPaths(of: S.AScreenState.self, fields, excluding: excluded)
    clock = store.binding.clock
    ignores = { ($0 as? S.Action).map(isIgnored) ?? false }
    self.name = { ($0 as? S.Action).flatMap(name) }
  }
}

/// A result builder for the scopes of a history.
@MainActor
@resultBuilder
public enum HistoryScopesBuilder {
  /// Adds a scope.
  public static func buildExpression(_ scope: HistoryScope) -> [HistoryScope] { [scope] }

  /// Combines all scopes, in order.
  public static func buildBlock(_ scopes: [HistoryScope]...) -> [HistoryScope] {
    scopes.flatMap { $0 }
  }

  /// Adds scopes under a condition.
  public static func buildOptional(_ scopes: [HistoryScope]?) -> [HistoryScope] { scopes ?? [] }
}
