import StateCore

/// A listener that emits the loading and the errors of a state as events of a store.
@MainActor
final class PresentationRecorder: PresentationListener {
  private let store: StoreID

  init(_ store: StoreID) {
    self.store = store
  }

  /// Makes a change, and reports it before returning.
  func changing(_ change: () -> Void) {
    let frame = Frame.enter()
    defer { Frame.leave(frame) }
    change()
  }

  func loadingChanged(to isLoading: Bool) { EventCenter.emit(.loading(isLoading), of: store) }

  func errorShown(_ error: any Error) {
    EventCenter.emit(.errorShown(EventValue(error)), of: store)
  }
}
