/// A view's presentation of a store, which ends with the view.
@MainActor
package final class StorePresence {
  private var end: (@MainActor @Sendable () -> Void)?

  package nonisolated init() {}

  deinit {
    if let end { MainThread.run(end) }
  }

  /// Whether the view presents a store.
  package var isPresenting: Bool { end != nil }

  /// Presents a store until `end` is called, instead of the earlier one.
  package func present(
    _ begin: @MainActor () -> Void,
    until end: @escaping @MainActor @Sendable () -> Void
  ) {
    let earlier = self.end
    begin()
    self.end = end
    earlier?()
  }

  package func endPresentation() { end.take()?() }
}
