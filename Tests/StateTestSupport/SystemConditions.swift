import Foundation
import StateCore
import StateFields
import StateTesting
package import Testing

// Documentation/Systems.md lists the tests that use one of these.
extension Trait where Self == ConditionTrait {
  /// For tests of features that require iOS 26 or macOS 26.
  package static var onNewerSystems: Self {
    .enabled(if: NewerSystems.startTasksAtOnce, "Needs tasks that start at once, as on iOS 26")
  }

  /// For tests of behavior before iOS 26 and macOS 26.
  package static var onOlderSystems: Self {
    .disabled(if: NewerSystems.startTasksAtOnce, "Tasks start at once here, as on iOS 26")
  }

  /// For tests that need virtual time, immediate detection of deadlocks, or an order that only depends on the seed.
  ///
  /// The memory of what still sleeps at the end of a simulation is never freed.
  package static var needsVirtualTime: Self {
    .enabled(
      if: SimulatedTrait.hasVirtualTime && !isLookingForLeaks,
      "Needs a Swift runtime that simulations know"
    )
  }

  /// For tests of simulations with an unknown runtime.
  package static var onUnknownRuntime: Self {
    .disabled(if: SimulatedTrait.hasVirtualTime, "Simulations know the Swift runtime here")
  }

  /// For tests of values in logs and reports of drops, which release builds don't contain.
  package static var onDebugBuilds: Self {
    .disabled(if: LogRedaction.byDefault.isOn, "Release builds log no values and report no drops")
  }

  /// For tests that need the hooks of the runtime.
  package static var needsRuntimeHooks: Self {
    .enabled(if: DynamicSymbol.canBeLookedUp, "Needs hooks of the Swift runtime")
  }

  /// For tests of a runtime without hooks.
  package static var withoutRuntimeHooks: Self {
    .disabled(if: DynamicSymbol.canBeLookedUp, "The Swift runtime has hooks here")
  }
}

private let isLookingForLeaks = ProcessInfo.processInfo.environment["TEST_LEAKS"] != nil
