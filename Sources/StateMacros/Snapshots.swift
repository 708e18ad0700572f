#if Macros
@_exported public import StateFields

/// Makes a state class conform to `SnapshotState`, with its stored properties as fields, in order.
///
/// ```swift
/// @Snapshots @Observable @MainActor
/// final class State {
///   var query = ""
///   @Redacted var token = ""
///   @Transient var scrollPosition = 0.0
///   @Child var editor: Editor.State?
///   @Child let header = Header.State()
///   @ChildCases(Destination.note) var destination: Destination?
///   @NotInSnapshots var cache: [String: Int] = [:]
/// }
/// ```
///
/// Each stored `var` is a field. Constants, computed, static, and lazy properties, and properties that aren't observed,
/// aren't fields. A class that declares `ScreenState` as its superclass also has the fields `isLoading` and
/// `displayError`.
@attached(extension, conformances: SnapshotState, names: named(snapshotFields))
public macro Snapshots() = #externalMacro(module: "StateMacrosPlugin", type: "SnapshotsMacro")

/// Marks a field whose value is never written to a log, a file, or a message.
@attached(peer)
public macro Redacted() = #externalMacro(module: "StateMacrosPlugin", type: "FieldMacro")

/// Marks a field that is compared but never restored or saved.
@attached(peer)
public macro Transient() = #externalMacro(module: "StateMacrosPlugin", type: "FieldMacro")

/// Marks a property that isn't a field.
@attached(peer)
public macro NotInSnapshots() = #externalMacro(module: "StateMacrosPlugin", type: "FieldMacro")

/// Marks a field that contains a child, an optional child, or children in an array or a dictionary.
@attached(peer)
public macro Child() = #externalMacro(module: "StateMacrosPlugin", type: "FieldMacro")

/// Marks a field of an enumeration type. `cases` lists the cases that contain a child.
@attached(peer)
public macro ChildCases<each Case>(_ cases: repeat each Case) =
  #externalMacro(module: "StateMacrosPlugin", type: "FieldMacro")
#endif
