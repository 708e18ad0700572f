public import Observation
public import Testing
import ViewFeature

/// Expects that a property changes while `action` runs or within `timeout` seconds after it.
///
/// A write of an equal value need not be a change. Inside a simulation no real time passes.
@MainActor
public func expectChange<Object: Observable, Value>(
  of keyPath: KeyPath<Object, Value>,
  on object: Object,
  timeout: Double = 1.0,
  sourceLocation: SourceLocation = #_sourceLocation,
  action: () async -> Void
) async {
  let hasChanged = await changes(keyPath, of: object, timeout: timeout, during: action)
  #expect(
    hasChanged,
    "Expected \(keyPath) to change within \(timeout) seconds",
    sourceLocation: sourceLocation
  )
}

/// Whether a property changes while `action` runs or within `timeout` seconds after it.
@MainActor
func changes<Object: Observable, Value>(
  _ keyPath: KeyPath<Object, Value>,
  of object: Object,
  timeout: Double,
  during action: () async -> Void
) async -> Bool {
  let hasChanged = LockIsolated(false)
  let (changes, continuation) = AsyncStream<Never>.makeStream()
  withObservationTracking {
    _ = object[keyPath: keyPath]
  } onChange: {
    hasChanged.setValue(true)
    continuation.finish()
  }
  await action()
  guard !hasChanged.value else { return true }
  await withTaskGroup { group in
    group.addTask { for await _ in changes {} }
    group.addTask { try? await waitPatiently(for: .seconds(timeout)) }
    await group.next()
    group.cancelAll()
  }
  return hasChanged.value
}
