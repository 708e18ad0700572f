import StateCore
import StateFields
import StateTesting
package import Testing

// Documentation/Systems.md lists the tests that have one of these.
extension Trait where Self == ConditionTrait {
  /// For what only iOS 26 and macOS 26 can do.
  package static var onNewerSystems: Self {
    .enabled(if: NewerSystems.startTasksAtOnce, "Needs tasks that start at once, as on iOS 26")
  }

  /// For how it is before iOS 26 and macOS 26.
  package static var onOlderSystems: Self {
    .disabled(if: NewerSystems.startTasksAtOnce, "Tasks start at once here, as on iOS 26")
  }

  /// For what needs virtual time, deadlocks that are found at once, or an order that depends on the seed alone.
  package static var needsVirtualTime: Self {
    .enabled(if: SimulatedTrait.hasVirtualTime, "Needs a Swift runtime that simulations know")
  }

  /// For how simulations are where the runtime is not known.
  package static var onUnknownRuntime: Self {
    .disabled(if: SimulatedTrait.hasVirtualTime, "Simulations know the Swift runtime here")
  }

  /// For values in logs and reports of what was dropped, which release builds do not have.
  package static var onDebugBuilds: Self {
    .disabled(if: LogRedaction.byDefault.isOn, "Release builds log no values and report no drops")
  }

  /// For what needs the hooks of the runtime.
  package static var needsRuntimeHooks: Self {
    .enabled(if: DynamicSymbol.canBeLookedUp, "Needs hooks of the Swift runtime")
  }

  /// For how tests are where the runtime has no hooks.
  package static var withoutRuntimeHooks: Self {
    .disabled(if: DynamicSymbol.canBeLookedUp, "The Swift runtime has hooks here")
  }
}
