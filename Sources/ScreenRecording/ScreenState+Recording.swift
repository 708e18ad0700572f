package import ScreenStateKit
import StateCore
import StateRecord

/// The events of a state that is recorded without a store.
extension ScreenState: RecordableStore {
  /// Records the changes, loading, errors, and the actions of a `TrackedActionStore` that has the state.
  package func startRecording() {
    lifetime.addRecorder(of: self).begin()
    StoreRecording.enter(self)
  }

  package func stopRecording() {
    guard let recorder = lifetime.listener as? ScreenRecorder else { return }
    lifetime.remove(recorder, hasEnded: false)
  }

  package var recordedState: AnyObject? { self }

  package func beginTravel() { if lifetime.listener != nil { lifetime.hold(true) } }

  package func endTravel(keepsShown: Bool) { lifetime.hold(false) }

  package func cancelWork(_ number: Int) {}
}

extension ScreenLifetime {
  /// Adds a user of the state's recorder, which is created if needed, for a type of store or for the state alone.
  ///
  /// `id` becomes the identity if the state has none yet.
  func addRecorder(
    of state: ScreenState,
    as id: StoreID? = nil,
    for store: (any Any.Type)? = nil
  ) -> ScreenRecorder {
    changeListener { listening in
      let recorder =
        listening.listener as? ScreenRecorder
        ?? ScreenRecorder(listening.identify(as: id), of: state, feature: store ?? type(of: state))
      listening.listener = recorder
      recorder.addUser()
      return recorder
    }
  }

  /// Removes a user of the recorder; after the last one, the recording stops or, if the store has ended, ends.
  func remove(_ recorder: ScreenRecorder, hasEnded: Bool) {
    let isLast = changeListener { listening in
      guard recorder.removeUser() else { return false }
      if listening.listener === recorder {
        listening.listener = nil
        // No event may follow the end of a store.
        if hasEnded { listening.forgetIdentity() }
      }
      return true
    }
    guard isLast else { return }
    if listener == nil, isHeld { MainThread.run { self.hold(false) } }
    if hasEnded { recorder.stateHasEnded() } else { recorder.stop() }
  }
}
