#if Macros
@_exported public import StateEngine

/// Lets a state class be a `SnapshotState` whose fields are its stored properties, in order.
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
/// Each stored `var` is a field; constants, computed, static and lazy properties, and those that are not
/// observed, are none. A class that says it is a `ScreenState` has the fields `isLoading` and `displayError` as well.
@attached(extension, conformances: SnapshotState, names: named(snapshotFields))
public macro Snapshots() = #externalMacro(module: "StateMacrosPlugin", type: "SnapshotsMacro")

/// A field whose value is never written to a log, a file or a message.
@attached(peer)
public macro Redacted() = #externalMacro(module: "StateMacrosPlugin", type: "FieldMacro")

/// A field that is compared but never restored or saved.
@attached(peer)
public macro Transient() = #externalMacro(module: "StateMacrosPlugin", type: "FieldMacro")

/// A property that is no field.
@attached(peer)
public macro NotInSnapshots() = #externalMacro(module: "StateMacrosPlugin", type: "FieldMacro")

/// A field that holds a child, an optional one, or children in an array or a dictionary.
@attached(peer)
public macro Child() = #externalMacro(module: "StateMacrosPlugin", type: "FieldMacro")

/// A field of an enumeration; `cases` are those that hold a child.
@attached(peer)
public macro ChildCases<each Case>(_ cases: repeat each Case) =
  #externalMacro(module: "StateMacrosPlugin", type: "FieldMacro")
#endif
