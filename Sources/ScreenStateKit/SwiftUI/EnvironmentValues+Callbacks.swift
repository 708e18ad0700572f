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
  /// The callback of a view above that handles an edit.
  public var onEditedAction: AsyncActionVoid? {
    get { self[OnEditedKey.self] }
    set { self[OnEditedKey.self] = newValue }
  }

  /// The callback of a view above that handles a deletion.
  public var onDeletedAction: AsyncActionVoid? {
    get { self[OnDeletedKey.self] }
    set { self[OnDeletedKey.self] = newValue }
  }

  /// The callback of a view above that handles a creation.
  public var onCreatedAction: AsyncActionVoid? {
    get { self[OnCreatedKey.self] }
    set { self[OnCreatedKey.self] = newValue }
  }

  /// The callback of a view above that handles a cancellation by the user.
  public var onCancelledAction: AsyncActionVoid? {
    get { self[OnCancelledKey.self] }
    set { self[OnCancelledKey.self] = newValue }
  }
}
#endif
