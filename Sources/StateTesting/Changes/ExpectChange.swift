public import Observation
import StateFields
public import Testing

/// Expects a property to change while `action` runs or within `timeout` seconds after it.
///
/// If the values are `Equatable`, they are compared: a property that is derived from another one, such as `isEmpty`,
/// doesn't change just because the other one does. A value that is set only for a moment counts as a change. Without
/// `Equatable`, each write counts as a change. Inside a simulation, no real time passes.
@MainActor
public func expectChange<Object: Observable, Value>(
  of keyPath: KeyPath<Object, Value>,
  on object: Object,
  timeout: Double = 1.0,
  sourceLocation: SourceLocation = #_sourceLocation,
  action: () async -> Void
) async {
  let watch = ChangeWatch { object[keyPath: keyPath] }
  let hasChanged = await watch.seesChange(during: action, timeout: timeout)
  let name = StoredProperty.name(of: keyPath, in: object)
  #expect(
    hasChanged,
    "Expected \(name) to change within \(timeout) seconds",
    sourceLocation: sourceLocation
  )
}
