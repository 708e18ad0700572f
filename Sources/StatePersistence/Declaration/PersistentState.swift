/// A state class that names the fields which come back after the app has ended.
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
  /// The fields that are saved, their version, and how earlier versions become this one.
  static var persistence: Persistence<Self> { get }
}
