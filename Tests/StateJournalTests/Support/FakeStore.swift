import StateCore
import StateRecord

/// A store with only the events of its state, and those that a test emits.
@MainActor
final class FakeStore<State: AnyObject>: RecordableStore {
  nonisolated let storeID = StoreID.make()
  let state: State
  let parent: StoreID?
  private(set) var recorders = 0
  private var recording: StoreRecording?
  private var lastAction = 0

  init(_ state: State, below parent: StoreID? = nil) {
    self.state = state
    self.parent = parent
    if EventCenter.recordsNewStores {
      StoreRecording.enterNew(self)
      startRecording()
    }
  }

  func startRecording() {
    recorders += 1
    recording = StoreRecording(storeID, state: state, feature: FakeStore.self, parent: parent)
    StoreRecording.enter(self)
  }

  let isTravelling = false
  func beginTravel() {}
  func endTravel(keepsShown: Bool) {}
  /// The numbers of the cancelled work.
  private(set) var cancelled: [Int] = []
  func cancelWork(_ number: Int) { cancelled.append(number) }
  var recordedState: AnyObject? { state }

  func stopRecording() {
    recorders -= 1
    if recorders == 0 { recording = nil }
  }

  func emit(_ kind: StateEvent.Kind) { recording?.emit(kind) }

  /// Handles an action, with the changes made in `handler`.
  @discardableResult
  func send(_ action: any Sendable, _ handler: @MainActor () -> Void = {}) -> ActionID {
    let id = receive(action)
    CurrentCause.with(.handler(id), handler)
    emit(.actionHandled(id, HandlerTime(total: .milliseconds(3), onMainActor: .milliseconds(3))))
    emit(.actionDone(id))
    return id
  }

  func receive(_ action: any Sendable) -> ActionID {
    lastAction += 1
    let id = ActionID(store: storeID, number: lastAction)
    emit(.actionReceived(id, ReceivedAction(action, from: nil, by: CurrentCause.now)))
    return id
  }

  func end() {
    emit(.storeEnded)
    recording = nil
  }
}
