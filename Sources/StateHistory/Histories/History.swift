public import FeatureStore
import Observation
public import ScreenStateKit
import StateCore
public import StateFields
import StateRecord

/// The steps of one or more stores, with undo and redo.
///
/// A step contains the changes that one action of the user made, with those of its effects, its reactions, and the
/// actions that they sent. `undo()` writes back the values that the fields had before.
///
/// ```swift
/// let history = History(of: store, \.title, \.items)
/// Button("Undo") { history.undo() }.disabled(!history.canUndo)
/// ```
///
/// Changes that aren't the user's, such as those of an effect without an action, of an observed sequence, or of a
/// query, are never undone: they remove their field from the steps.
///
/// A history doesn't retain its stores, and ends when it is deallocated.
@MainActor
public final class History: Observable {
  let recorder: HistoryRecorder

  /// Creates a history of several stores.
  ///
  /// - Parameters:
  ///   - limits: The limits of the steps.
  ///   - coalescing: The longest time between changes of the same field that become one step, on the store's clock.
  ///     With `nil`, each change is a step.
  ///   - effects: What an undo does to running effects of the undone actions.
  ///   - scopes: The stores with their fields.
  public init(
    limits: HistoryLimits = HistoryLimits(),
    coalescing: Duration? = .milliseconds(500),
    undoing effects: UndoneEffects = .cancel,
    @HistoryScopesBuilder _ scopes: () -> [HistoryScope]
  ) {
    recorder = HistoryRecorder(limits: limits, coalescing: coalescing, effects: effects)
    recorder.begin(scopes())
  }

  /// Creates a history of one store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - fields: The declared fields, such as `\.title`, or `\.cart.count` for a field of a child that always exists.
  ///     A child includes all its fields. Without fields, all declared ones belong to the history.
  ///   - excluded: The fields that don't belong to it, such as loading flags.
  ///   - limits: The limits of the steps.
  ///   - coalescing: The longest time between changes of the same field that become one step, on the store's clock.
  ///     With `nil`, each change is a step.
  ///   - effects: What an undo does to running effects of the undone actions.
  ///   - isIgnored: Whether an action isn't the user's. Its changes, and those of its effects, aren't undone.
  ///   - name: The name of an action's step, for a menu. If it has none for the first action of a step, it is called
  ///     for the actions that follow from it, such as the output of a child.
  public convenience init<F: Feature>(
    of store: Store<F>,
    _ fields: PartialKeyPath<F.State>...,
    excluding excluded: [PartialKeyPath<F.State>] = [],
    limits: HistoryLimits = HistoryLimits(),
    coalescing: Duration? = .milliseconds(500),
    undoing effects: UndoneEffects = .cancel,
    ignoring isIgnored: @escaping @MainActor (F.Action) -> Bool = { _ in false },
    name: @escaping @MainActor (F.Action) -> String? = { _ in nil }
  ) where F.State: SnapshotState {
    self.init(limits: limits, coalescing: coalescing, undoing: effects) {
      HistoryScope(store, fields, excluded, isIgnored, name)
    }
  }

  /// Creates a history of a screen's store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - state: The state that the store is bound to.
  ///   - fields: The declared fields, such as `\.title`, or `\.cart.count` for a field of a child that always exists.
  ///     A child includes all its fields. Without fields, all declared ones belong to the history.
  ///   - excluded: The fields that don't belong to it, such as loading flags.
  ///   - limits: The limits of the steps.
  ///   - coalescing: The longest time between changes of the same field that become one step, on the store's clock.
  ///     With `nil`, each change is a step.
  ///   - effects: What an undo does to running actions that it undoes.
  ///   - isIgnored: Whether an action isn't the user's. Its changes aren't undone.
  ///   - name: The name of an action's step, for a menu. If it has none for the first action of a step, it is called
  ///     for the actions that follow from it, such as the output of a child.
  public convenience init<S: ScreenStore>(
    of store: S,
    state: S.AScreenState,
    _ fields: PartialKeyPath<S.AScreenState>...,
    excluding excluded: [PartialKeyPath<S.AScreenState>] = [],
    limits: HistoryLimits = HistoryLimits(),
    coalescing: Duration? = .milliseconds(500),
    undoing effects: UndoneEffects = .cancel,
    ignoring isIgnored: @escaping @MainActor (S.Action) -> Bool = { _ in false },
    name: @escaping @MainActor (S.Action) -> String? = { _ in nil }
  ) where S.AScreenState: SnapshotState {
    self.init(limits: limits, coalescing: coalescing, undoing: effects) {
      HistoryScope(store, state, fields, excluded, isIgnored, name)
    }
  }

  deinit {
    MainThread.run { [recorder] in recorder.end() }
  }

  // MARK: Steps

  /// Whether there is a step to undo, and no store of the history shows an earlier state.
  ///
  /// It includes the changes of a handler when `send` returns, and changes by other code at the end of their turn. The
  /// same applies to the counts and names.
  public var canUndo: Bool { undoCount > 0 && !isHeld }

  /// Whether there is a step to redo, and no store of the history shows an earlier state.
  public var canRedo: Bool { redoCount > 0 && !isHeld }

  /// Whether time travel or a replay keeps the steps from being undone.
  private var isHeld: Bool {
    // For observers.
    _ = recorder.summary.isHeld
    return recorder.scopes.isHeld
  }

  /// The name of the step that `undo()` undoes, if it has one.
  public var undoName: String? { recorder.summary.undoName }

  /// The name of the step that `redo()` redoes, if it has one.
  public var redoName: String? { recorder.summary.redoName }

  /// The number of steps to undo.
  public var undoCount: Int { recorder.summary.undoCount }

  /// The number of steps to redo.
  public var redoCount: Int { recorder.summary.redoCount }

  /// Undoes the newest step.
  ///
  /// All fields of the step get their values from before in one turn. Children that the step removed return as the
  /// same objects. Effects don't run again; running effects of the step's actions are cancelled, unless the history
  /// lets them continue. Reactions run once, without effects, and their writes to fields of the history are discarded.
  ///
  /// In a handler, a reaction, a `group`, or an observer that learns of a change of the history, this is a programmer
  /// error and does nothing. Call it from a view or in an effect.
  ///
  /// - Returns: `false` if the history has no step to undo, or while a store shows an earlier state.
  @discardableResult
  public func undo() -> Bool { recorder.make(.undo) }

  /// Redoes the step that was undone last.
  ///
  /// Everything else is as for `undo()`.
  ///
  /// - Returns: `false` if the history has no step to redo, or while a store shows an earlier state.
  @discardableResult
  public func redo() -> Bool { recorder.make(.redo) }

  /// Removes all steps.
  public func clear() {
    recorder.endWrites()
    recorder.change { $0.clear() }
  }

  /// Ends the history: it removes its steps and records no more changes.
  public func end() { recorder.end() }

  // MARK: Groups

  /// Makes one step of everything that follows from the code.
  ///
  /// A nested group joins the outermost one.
  @discardableResult
  public func group<Result>(
    _ name: String? = nil,
    _ body: () throws -> Result
  ) rethrows -> Result {
    guard let mark = recorder.openGroup(name) else { return try body() }
    defer { recorder.closeGroup(mark) }
    return try CurrentCause.$markOfTask.withValue(mark, operation: body)
  }

  /// Makes one step of everything that follows from the code, which may suspend.
  ///
  /// Actions and writes of other tasks meanwhile are separate steps. If the code throws, its changes remain as a step.
  @discardableResult
  public func group<Result>(
    _ name: String? = nil,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let mark = recorder.openGroup(name) else { return try await body() }
    defer { recorder.closeGroup(mark) }
    return try await CurrentCause.$markOfTask.withValue(mark, operation: body)
  }

  /// Lets the next change begin a step, even if it would be coalesced.
  public func separate() {
    recorder.endWrites()
    recorder.change { $0.separate() }
  }

  // MARK: Marks

  /// Returns the current position, such as that from before an editor opened.
  public func mark() -> HistoryMark {
    recorder.endWrites()
    return HistoryMark(
      history: recorder.notes.number,
      number: recorder.change { $0.mark() }
    )
  }

  /// Whether the history can undo to a mark.
  ///
  /// It can't if steps since the mark were removed by a limit or by `clear()`, or if the position itself was undone.
  public func canRevert(to mark: HistoryMark) -> Bool {
    mark.history == recorder.notes.number && !isHeld
      && recorder.stack.canRevert(to: mark.number)
  }

  /// Undoes all steps since a mark in one turn.
  ///
  /// Redo returns through the single steps.
  ///
  /// - Returns: `false` if the history can't undo to the mark, or if nothing has changed since.
  @discardableResult
  public func revert(to mark: HistoryMark) -> Bool {
    guard mark.history == recorder.notes.number else { return false }
    return recorder.make(.revert(mark.number))
  }
}
