import FeatureStore
import ScreenStateKit
import StateCore

/// The stores that a flight recorder records.
@MainActor
final class FlightStores {
  private struct WeakStore {
    weak var store: (any AnyStore)?
  }

  private struct WeakScreen {
    weak var binding: AnyObject?
    let end: @MainActor () -> Void
  }

  private let writer: FlightWriter
  /// Releases the folder.
  private let release: () -> Void
  private var stores: [WeakStore] = []
  private var screens: [WeakScreen] = []
  private var limit = 64
  private var recordsAll = false
  private var hasEnded = false

  init(_ writer: FlightWriter, release: @escaping () -> Void) {
    self.writer = writer
    self.release = release
  }

  /// Ends the recording of all stores, once.
  func end() {
    if hasEnded { return }
    hasEnded = true
    if recordsAll {
      CoreListening.reportNew = nil
      CoreListening.setMakeLight(nil)
    }
    for store in stores where (store.store?.light as? FlightStoreListener)?.writer === writer {
      store.store?.setLight(nil)
    }
    for screen in screens { screen.end() }
    stores = []
    screens = []
    release()
  }

  func recordAll() {
    guard !hasEnded, CoreListening.reportNew == nil else { return }
    recordsAll = true
    writer.causes.expectScreens()
    CoreListening.reportNew = { [weak self] store in
      guard let self, let store = store as? any AnyStore else { return }
      record(any: store)
    }
    CoreListening.setMakeLight { [writer] _ in FlightScreenStoreListener(writer) }
  }

  func record<State>(_ binding: ScreenBinding<State>) {
    if hasEnded { return }
    screens.removeAll { $0.binding == nil }
    if screens.contains(where: { $0.binding === binding }) { return }
    writer.causes.expectScreens()
    binding.setLight(FlightScreenStoreListener(writer))
    screens.append(WeakScreen(binding: binding) { [weak binding] in binding?.setLight(nil) })
  }

  func record(any store: any AnyStore) {
    if hasEnded || store.light is FlightStoreListener { return }
    if stores.count >= limit {
      stores.removeAll { $0.store == nil }
      limit = max(64, 2 * stores.count)
    }
    stores.append(WeakStore(store: store))
    let listener = FlightStoreListener(store, writer) { [weak self] in self?.record(any: $0) }
    store.setLight(listener)
    for child in store.childStores { record(any: child) }
  }
}
