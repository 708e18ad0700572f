#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Calls `action` when a view below, or in a sheet of this one, reports an edit.
  public func onEdited(_ action: @escaping @Sendable @MainActor () async -> Void) -> some View {
    environment(\.onEditedAction, AsyncActionVoid(name: "onEdited", action))
  }

  /// Calls `action` when a view below, or in a sheet of this one, reports a deletion.
  public func onDeleted(_ action: @escaping @Sendable @MainActor () async -> Void) -> some View {
    environment(\.onDeletedAction, AsyncActionVoid(name: "onDeleted", action))
  }

  /// Calls `action` when a view below, or in a sheet of this one, reports a creation.
  public func onCreated(_ action: @escaping @Sendable @MainActor () async -> Void) -> some View {
    environment(\.onCreatedAction, AsyncActionVoid(name: "onCreated", action))
  }

  /// Calls `action` when a view below, or in a sheet of this one, reports that the user has cancelled.
  public func onCancelled(_ action: @escaping @Sendable @MainActor () async -> Void) -> some View {
    environment(\.onCancelledAction, AsyncActionVoid(name: "onCancelled", action))
  }
}
#endif
