/// A function of a feature that a store runs in its own turn, without an action.
package enum LifeCycleHook: Sendable {
  case onStart
  case whilePresented
}
