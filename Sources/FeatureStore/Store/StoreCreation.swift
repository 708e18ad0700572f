/// The connection to a simulation, which lists the stores created inside it in its report when it can't continue.
@MainActor
package enum StoreCreation {
  /// Called with a function that lists the effects of a new store as text, without keeping the store alive.
  package static var observer: (@MainActor (@escaping @Sendable () -> [String]) -> Void)?
}
