/// Tells a simulation of the stores that are made inside it, for its report when it cannot go on.
@MainActor
package enum StoreCreation {
  /// Is called with a list of each new store's effects, as text, which does not keep the store alive.
  package static var observer: (@MainActor (@escaping @Sendable () -> [String]) -> Void)?
}
