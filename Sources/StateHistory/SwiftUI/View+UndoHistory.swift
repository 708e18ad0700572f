#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Lets the platform's own commands undo and redo the steps of a history: ⌘Z, the Edit menu, and a shake.
  ///
  /// Each step is an action of the window's undo manager, with the step's name, while the view is on screen.
  ///
  /// ```swift
  /// EditorView(store: store).undoHistory(history)
  /// ```
  ///
  /// - Parameters:
  ///   - history: The history; with `nil`, nothing is registered.
  ///   - isActive: Whether its steps are registered. Pass `false` while another screen of the same window is in front.
  /// - Returns: The view.
  public func undoHistory(_ history: History?, isActive: Bool = true) -> some View {
    modifier(UndoHistoryModifier(history: isActive ? history : nil))
  }
}

private struct UndoHistoryModifier: ViewModifier {
  private struct Position: Equatable {
    let history: ObjectIdentifier?
    let manager: ObjectIdentifier?
    let steps: HistoryRegistrations.Steps
  }

  @Environment(\.undoManager) private var undoManager
  @State private var owner = HistoryRegistrationsOwner()
  @State private var isShown = false
  let history: History?

  func body(content: Content) -> some View {
    content
      .onChange(of: position) {
        if isShown { owner.registrations.follow(history, in: undoManager) }
      }
      .onAppear {
        isShown = true
        owner.registrations.follow(history, in: undoManager)
      }
      .onDisappear {
        isShown = false
        owner.registrations.end()
      }
  }

  private var position: Position {
    Position(
      history: history.map { ObjectIdentifier($0) },
      manager: undoManager.map { ObjectIdentifier($0) },
      steps: HistoryRegistrations.steps(of: history)
    )
  }
}
#endif
