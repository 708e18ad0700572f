package import FeatureStore
package import StateCore
import StateRecord

/// The events of a store while it is recorded.
extension Store: RecordableStore {
  package var storeID: StoreID { id }

  package func startRecording() {
    if let recorder = recorder as? StoreRecorder {
      recorder.begin(parent: parentID)
    } else if !hasEnded {
      begin {
        StoreRecorder(
          StoreRecording(
            id,
            state: state,
            feature: F.self,
            parent: parentID,
            environmentKeys: overriddenKeys
          )
        )
      }
      StoreRecording.enter(self)
    }
    for child in childStores { child.recordable?.startRecording() }
  }

  package func stopRecording() {
    guard let recorder = recorder as? StoreRecorder else { return }
    if recorder.end() { endListening() }
    for child in childStores { child.recordable?.stopRecording() }
  }

  package var recordedState: AnyObject? { hasEnded ? nil : state }

  package var sentActionType: Any.Type? { actionType }

  package func sendAsInspector(_ action: Any) -> Bool {
    guard action is F.Action else { return false }
    CurrentCause.with(.inspector) { _ = send(any: action) }
    return true
  }

  package func beginTravel() { hold(.isTravelling) }

  package func willShowEarlierState() { makeHeldStores() }

  package func endTravel(keepsShown: Bool) { release(keepsShown: keepsShown) }
}

extension AnyStore {
  fileprivate var recordable: (any RecordableStore)? { self as? any RecordableStore }
}
