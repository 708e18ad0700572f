import Observation
import ScreenStateKit
import StateTestSupport
import StateTesting

/// Whether observers of `value` are notified of a change during `action`.
@MainActor
func isNotified<Value>(
  of value: @autoclosure () -> Value,
  during action: () -> Void
) -> Bool {
  let isNotified = LockIsolated(false)
  withObservationTracking {
    _ = value()
  } onChange: {
    isNotified.setValue(true)
  }
  action()
  return isNotified.value
}

/// Suspends until the observable `condition` holds, or until the task is cancelled.
@MainActor
func wait(until condition: @escaping @MainActor () -> Bool) async {
  let holds = Gate()
  let token = observe { if condition() { holds.open() } }
  await holds.wait()
  token.cancel()
}
