#if canImport(SwiftUI)
import Foundation
import StateCore
import SwiftUI

/// The steps of a history as actions of an undo manager, one for each step.
///
/// The manager doesn't retain it: `end()` must be called before it is deallocated.
@MainActor
final class HistoryRegistrations {
  struct Step: Equatable {
    let id: Int
    let name: String?
  }

  /// The steps to undo, the oldest first, and those to redo, the next one first.
  struct Steps: Equatable {
    var undo: [Step] = []
    var redo: [Step] = []

    var isEmpty: Bool { undo.isEmpty && redo.isEmpty }
  }

  /// Returns the steps that a history can undo and redo now.
  static func steps(of history: History?) -> Steps {
    guard let history else { return Steps() }
    // The view observes these. The list of the steps isn't observable.
    let (canUndo, canRedo) = (history.canUndo, history.canRedo)
    _ = (history.redoCount, history.undoName, history.redoName)
    guard canUndo || canRedo else { return Steps() }
    let steps = history.recorder.stack.countedSteps.map { Step(id: $0.id, name: $0.name) }
    return Steps(
      undo: Array(steps.prefix(history.undoCount)),
      redo: Array(steps.dropFirst(history.undoCount))
    )
  }

  private weak var history: History?
  private weak var manager: UndoManager?
  /// The steps with an action of the manager.
  private var registered = Steps()
  /// The number of older actions whose steps a limit has removed.
  private var surplus = 0
  /// Whether the manager moves actions between its lists, without an undo.
  private var isArranging = false
  private var waiting: (any NSObjectProtocol)?

  /// Registers the steps of a history, and removes those of another one or of another manager.
  func follow(_ history: History?, in manager: UndoManager?) {
    if self.history !== history || self.manager !== manager {
      end()
      self.history = history
      self.manager = manager
    }
    update()
  }

  /// Removes all actions.
  func end() {
    stopWaiting()
    removeActions()
    history = nil
    manager = nil
  }

  private func removeActions() {
    if !registered.isEmpty || surplus > 0 { manager?.removeAllActions(withTarget: self) }
    registered = Steps()
    surplus = 0
  }

  // MARK: Registration

  private func update() {
    stopWaiting()
    guard let manager, manager.isUndoRegistrationEnabled else { return }
    if manager.isUndoing || manager.isRedoing { return updateLater() }
    let steps = Self.steps(of: history)
    if steps.isEmpty { return removeActions() }
    if steps == registered, surplus == 0 || !steps.undo.isEmpty { return }
    // A group of other code would join the steps.
    if manager.groupingLevel > 0 { return wait(for: manager) }
    if !append(steps, to: manager) { replace(with: steps, in: manager) }
  }

  /// Registers the new steps, if nothing else has changed except that a limit has removed the oldest ones.
  private func append(_ steps: Steps, to manager: UndoManager) -> Bool {
    guard steps.redo.isEmpty, let first = steps.undo.first else { return false }
    let removed = registered.undo.firstIndex { $0.id == first.id } ?? registered.undo.count
    let kept = registered.undo.dropFirst(removed)
    let new = steps.undo.dropFirst(kept.count)
    let isTrimmed = removed == 0 || surplus + removed <= max(64, steps.undo.count)
    guard !new.isEmpty, !kept.isEmpty || registered.undo.isEmpty, isTrimmed,
      steps.undo.starts(with: kept)
    else { return false }
    for step in new { register(step, in: manager) }
    registered = steps
    surplus += removed
    return true
  }

  /// Registers all steps again, behind the actions of other code.
  private func replace(with steps: Steps, in manager: UndoManager) {
    removeActions()
    registered = steps
    if manager.levelsOfUndo > 0 {
      registered.redo = Array(steps.redo.prefix(manager.levelsOfUndo))
      registered.undo = steps.undo.suffix(manager.levelsOfUndo - registered.redo.count)
    }
    for step in registered.undo + registered.redo { register(step, in: manager) }
    isArranging = true
    // The newest actions are those to redo.
    let redo = registered.redo
    registered = Steps(undo: registered.undo + redo)
    for _ in redo { manager.undo() }
    isArranging = false
    // Limits of the manager aren't changes of the history.
    registered = steps
  }

  /// Registers an action in a separate group.
  private func register(_ step: Step, in manager: UndoManager) {
    // Otherwise, the group would be a part of the group of the event.
    let groupsByEvent = manager.groupsByEvent
    manager.groupsByEvent = false
    manager.beginUndoGrouping()
    add(step, to: manager)
    manager.endUndoGrouping()
    manager.groupsByEvent = groupsByEvent
  }

  private func add(_ step: Step, to manager: UndoManager) {
    manager.registerUndo(withTarget: self) { $0.perform() }
    if let name = step.name { manager.setActionName(name) }
  }

  // MARK: Undo and redo

  /// Undoes or redoes a step for the manager.
  private func perform() {
    guard let manager else { return }
    if manager.isUndoing {
      let step = registered.undo.popLast()
      guard isArranging || history?.undo() == true, let step else { return updateLater() }
      registered.redo.insert(step, at: 0)
      add(step, to: manager)
    } else {
      let step = registered.redo.isEmpty ? nil : registered.redo.removeFirst()
      guard history?.redo() == true, let step else { return updateLater() }
      registered.undo.append(step)
      add(step, to: manager)
    }
    // The history may have changed since the view was updated.
    if !isArranging { updateLater() }
  }

  /// Updates the actions after the manager has finished.
  private func updateLater() {
    ImmediateTask.detached { @MainActor [weak self] in self?.update() }
  }

  // MARK: Groups of other code

  private func wait(for manager: UndoManager) {
    waiting = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerDidCloseUndoGroup,
      object: manager,
      queue: nil
    ) { [weak self] _ in
      ImmediateTask.detached { @MainActor [weak self] in self?.update() }
    }
  }

  private func stopWaiting() {
    if let waiting { NotificationCenter.default.removeObserver(waiting) }
    waiting = nil
  }
}

/// Ends the registrations of a view with its state.
@MainActor
final class HistoryRegistrationsOwner {
  let registrations = HistoryRegistrations()

  deinit {
    MainThread.run { [registrations] in registrations.end() }
  }
}
#endif
