package import ScreenStateKit
import StateCore
package import StateRecord

/// The events of a store and of the state that it is bound to.
extension ScreenBinding: RecordableStore {
  package func startRecording() {
    let state = self.state
    let recorder = changeRecorder { recorder in
      if let recorder = recorder as? ScreenStoreRecorder {
        recorder.begin()
      } else {
        recorder = ScreenStoreRecorder()
      }
    }
    withExtendedLifetime(state) { (recorder.after as? ScreenRecorder)?.begin() }
    StoreRecording.enter(self)
  }

  package func stopRecording() {
    let state = self.state
    let recorders = changeRecorder { recorder in
      if (recorder as? ScreenStoreRecorder)?.end() == true { recorder = nil }
    }
    guard recorders.after == nil, let recorder = recorders.before as? ScreenRecorder else { return }
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
    cancelWork { $0.listener(ActionEvents.self)?.id.number == number }
  }
}

extension ScreenBinding: NewStore {
  package func makeListener() -> AnyObject { ScreenStoreRecorder(isNew: true) }
}
