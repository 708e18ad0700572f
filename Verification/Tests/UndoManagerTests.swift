import SwiftUI
import Testing

/// The stand-in of Foundation's undo manager.
@MainActor
struct UndoManagerTests {
  @MainActor
  private final class Document {
    var value = 0

    /// Sets the value, and registers the way back, as documents do.
    func set(_ new: Int, _ manager: UndoManager, name: String = "") {
      let old = value
      value = new
      manager.registerUndo(withTarget: self) { $0.set(old, manager, name: name) }
      if !name.isEmpty { manager.setActionName(name) }
    }
  }

  private let manager = UndoManager()
  private let document = Document()

  @Test func operationsOfAnEventAreOneGroup() {
    document.set(1, manager)
    document.set(2, manager)
    #expect(manager.groupingLevel == 1 && manager.canUndo)
    manager.endEvent()
    document.set(3, manager)
    manager.endEvent()
    #expect(manager.groupingLevel == 0)
    manager.undo()
    #expect(document.value == 2)
    manager.undo()
    #expect(document.value == 0 && !manager.canUndo)
  }

  @Test func aGroupInAnEventIsAPartOfTheGroupOfTheEvent() {
    for value in 1...2 {
      manager.beginUndoGrouping()
      document.set(value, manager)
      manager.endUndoGrouping()
    }
    #expect(manager.groupingLevel == 1)
    manager.undo()
    #expect(document.value == 0)
  }

  @Test func withoutGroupsByEventEachOutermostGroupIsUndoneAlone() {
    manager.groupsByEvent = false
    for value in 1...2 {
      manager.beginUndoGrouping()
      document.set(value, manager)
      manager.endUndoGrouping()
    }
    #expect(manager.groupingLevel == 0)
    manager.undo()
    #expect(document.value == 1)
  }

  @Test func anUndoEndsTheGroupOfTheEvent() {
    document.set(1, manager)
    manager.undo()
    #expect(document.value == 0 && manager.groupingLevel == 0)
    manager.redo()
    #expect(document.value == 1 && !manager.canRedo)
    manager.undo()
    #expect(document.value == 0)
  }

  @Test func aRegistrationRemovesTheActionsToRedo() {
    document.set(1, manager)
    manager.undo()
    #expect(manager.canRedo)
    document.set(2, manager)
    #expect(!manager.canRedo)
  }

  @Test func namesAreThoseOfTheNextGroups() {
    #expect(manager.undoMenuItemTitle == "Undo" && manager.redoMenuItemTitle == "Redo")
    document.set(1, manager, name: "Set")
    manager.endEvent()
    document.set(2, manager)
    manager.endEvent()
    #expect(manager.undoMenuItemTitle == "Undo")
    manager.undo()
    #expect(manager.undoMenuItemTitle == "Undo Set" && manager.redoMenuItemTitle == "Redo")
    manager.undo()
    #expect(manager.undoActionName.isEmpty && manager.redoMenuItemTitle == "Redo Set")
  }

  @Test func theActionsOfATargetAreRemoved() {
    let other = Document()
    document.set(1, manager)
    manager.endEvent()
    other.set(1, manager)
    manager.endEvent()
    document.set(2, manager)
    manager.endEvent()
    manager.removeAllActions(withTarget: document)
    manager.undo()
    #expect(document.value == 2 && other.value == 0 && !manager.canUndo)
    manager.removeAllActions(withTarget: other)
    #expect(!manager.canRedo)
  }

  @Test func theOldestGroupsAreRemovedBeyondTheLimit() {
    manager.levelsOfUndo = 2
    for value in 1...4 {
      document.set(value, manager)
      manager.endEvent()
    }
    while manager.canUndo { manager.undo() }
    #expect(document.value == 2)
  }

  @Test func aDisabledManagerRegistersNothing() {
    manager.disableUndoRegistration()
    document.set(1, manager)
    #expect(!manager.canUndo && !manager.isUndoRegistrationEnabled)
    manager.enableUndoRegistration()
    document.set(2, manager)
    manager.removeAllActions()
    #expect(!manager.canUndo && manager.groupingLevel == 0)
  }

  @Test func theEndOfAGroupIsANotification() {
    let ends = Ends()
    let token = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerDidCloseUndoGroup,
      object: manager,
      queue: nil
    ) { _ in MainActor.assumeIsolated { ends.count += 1 } }
    document.set(1, manager)
    #expect(ends.count == 0)
    manager.endEvent()
    #expect(ends.count == 1)
    NotificationCenter.default.removeObserver(token)
  }

  @MainActor
  private final class Ends {
    var count = 0
  }
}
