import ScreenStateKit
import StateCore
import StateRecord

/// A listener that records the actions of a store together with the states that it is bound to.
final class ScreenStoreRecorder: ScreenStoreListener {
  private struct Content {
    /// The number of recordings that have begun and not ended.
    var count = 1
    /// Whether the store is recorded because all new stores are.
    var isNew: Bool
  }

  private let content: Locked<Content>

  init(isNew: Bool = false) {
    content = Locked(Content(isNew: isNew))
  }

  /// Begins another recording.
  func begin() {
    content.withLock { $0.count += 1 }
  }

  /// Ends a recording; returns whether it was the last one.
  func end() -> Bool {
    content.withLock { content in
      content.count -= 1
      return content.count == 0
    }
  }

  func listener(
    to state: ScreenState,
    of store: (any Any.Type)?,
    as id: StoreID?
  ) -> any ScreenListener {
    state.lifetime.addRecorder(of: state, as: id, for: store)
  }

  func bound(_ store: any AnyObject & Sendable, to listener: any ScreenListener) {
    guard let recorder = listener as? ScreenRecorder else { return }
    MainThread.run { [weak store] in
      let store = store as? any RecordableStore
      let isNew = store != nil && self.takeIsNew()
      if isNew, let store, EventCenter.recordsNewStores { StoreRecording.enterNew(store) }
      recorder.begin()
      guard let store else { return }
      let state = store.recordedState as? ScreenState
      if state?.lifetime.listener === recorder { StoreRecording.enter(store) }
      if isNew, !EventCenter.recordsNewStores { store.stopRecording() }
    }
  }

  /// Returns whether the store is recorded because all new stores are, once.
  private func takeIsNew() -> Bool {
    content.withLock { content in
      defer { content.isNew = false }
      return content.isNew
    }
  }
}
