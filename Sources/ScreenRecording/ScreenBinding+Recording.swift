package import ScreenStateKit
import StateCore
package import StateRecord

/// The events of a store and of the state that it is bound to.
extension ScreenBinding: RecordableStore {
  package func startRecording() {
    let state = self.state
    let listener = changeListener { listener in
      if let recorder = listener as? ScreenStoreRecorder {
        recorder.begin()
      } else {
        listener = ScreenStoreRecorder()
      }
    }
    withExtendedLifetime(state) { (listener.after as? ScreenRecorder)?.begin() }
    StoreRecording.enter(self)
  }

  package func stopRecording() {
    let state = self.state
    let listener = changeListener { listener in
      if (listener as? ScreenStoreRecorder)?.end() == true { listener = nil }
    }
    guard listener.after == nil, let recorder = listener.before as? ScreenRecorder else { return }
    state?.lifetime.remove(recorder, hasEnded: false)
  }

  package var isTravelling: Bool { state?.isTravelling ?? false }

  package var recordedState: AnyObject? { state }

  package var heldStore: any RecordableStore {
    if let state { state } else { self }
  }

  package func beginTravel() { state?.beginTravel() }

  package func endTravel(keepsShown: Bool) { state?.endTravel(keepsShown: keepsShown) }

  package func cancelWork(_ number: Int) {
    cancelWork { ($0 as? ActionEvents)?.id.number == number }
  }
}

extension ScreenBinding: NewStore {
  package func makeListener() -> AnyObject { ScreenStoreRecorder(isNew: true) }
}
