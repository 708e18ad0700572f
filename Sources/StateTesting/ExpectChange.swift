public import Observation
import StateFields
public import Testing
import ViewFeature

/// Expects that a property changes while `action` runs or within `timeout` seconds after it.
///
/// Its values are compared if they are `Equatable`: a property that is read from another one, such as
/// `isEmpty`, does not change because that does. A value that it had only for a moment is a change.
/// Without `Equatable`, each write is one. Inside a simulation no real time passes.
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
