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
    weak var store: (any LightlyListened)?
  }

  /// The screens' stores, which any thread can add.
  private final class Screens: Sendable {
    private let content = Locked<(stores: [WeakScreen], limit: Int)>(([], 64))

    func add(_ store: any LightlyListened) {
      content.withLock { content in
        if content.stores.count >= content.limit {
          content.stores.removeAll { $0.store == nil }
          content.limit = max(64, 2 * content.stores.count)
        }
        content.stores.append(WeakScreen(store: store))
      }
    }

    func takeAll() -> [any LightlyListened] {
      content.withLock { content in
        defer { content.stores = [] }
        return content.stores.compactMap(\.store)
      }
    }
  }

  private let writer: FlightWriter
  /// Releases the folder.
  private let release: () -> Void
  private var stores: [WeakStore] = []
  private let screens = Screens()
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
    for screen in screens.takeAll()
    where (screen.light as? FlightScreenStoreListener)?.writer === writer {
      screen.setLight(nil)
    }
    stores = []
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
    CoreListening.setMakeLight { [writer, screens] store in
      if let store = store as? any LightlyListened { screens.add(store) }
      return FlightScreenStoreListener(writer)
    }
  }

  func record<State>(_ binding: ScreenBinding<State>) {
    if hasEnded || binding.light is FlightScreenStoreListener { return }
    writer.causes.expectScreens()
    binding.setLight(FlightScreenStoreListener(writer))
    screens.add(binding)
  }

  func record(any store: any AnyStore) {
    if hasEnded { return }
    if let listener = store.light as? FlightStoreListener {
      if listener.writer === writer, store.parentID != nil { listener.describe(store) }
      return
    }
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
