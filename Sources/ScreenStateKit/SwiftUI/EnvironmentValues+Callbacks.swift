#if canImport(SwiftUI)
public import SwiftUI

private struct OnEditedKey: EnvironmentKey {
  static var defaultValue: AsyncActionVoid? { nil }
}

private struct OnDeletedKey: EnvironmentKey {
  static var defaultValue: AsyncActionVoid? { nil }
}

private struct OnCreatedKey: EnvironmentKey {
  static var defaultValue: AsyncActionVoid? { nil }
}

private struct OnCancelledKey: EnvironmentKey {
  static var defaultValue: AsyncActionVoid? { nil }
}

extension EnvironmentValues {
  /// What a view above wants to be called when something was edited.
  public var onEditedAction: AsyncActionVoid? {
    get { self[OnEditedKey.self] }
    set { self[OnEditedKey.self] = newValue }
  }

  /// What a view above wants to be called when something was deleted.
  public var onDeletedAction: AsyncActionVoid? {
    get { self[OnDeletedKey.self] }
    set { self[OnDeletedKey.self] = newValue }
  }

  /// What a view above wants to be called when something was created.
  public var onCreatedAction: AsyncActionVoid? {
    get { self[OnCreatedKey.self] }
    set { self[OnCreatedKey.self] = newValue }
  }

  /// What a view above wants to be called when the user has cancelled.
  public var onCancelledAction: AsyncActionVoid? {
    get { self[OnCancelledKey.self] }
    set { self[OnCancelledKey.self] = newValue }
  }
}
#endif
