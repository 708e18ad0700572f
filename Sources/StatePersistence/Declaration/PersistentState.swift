/// A state class that declares the fields to save and to restore after a relaunch.
///
/// ```swift
/// extension SettingsState: PersistentState {
///   static let persistence = Persistence<SettingsState>(version: 2) {
///     Persisted("theme", \.theme)
///     Persisted("fontSize", \.fontSize)
///   } migrations: {
///     Migration(from: 1) { $0.rename("size", to: "fontSize") }
///   }
/// }
/// ```
@MainActor
public protocol PersistentState: AnyObject, SendableMetatype {
  /// The saved fields, their version, and the migrations from earlier versions.
  static var persistence: Persistence<Self> { get }
}
