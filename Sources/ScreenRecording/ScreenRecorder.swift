import ScreenStateKit
import StateCore
import StateFields
import StateRecord

/// An object that delivers the events of one state, and of the actions that change it.
///
/// An action may arrive before the main actor has read the initial values; its events wait until then.
final class ScreenRecorder: Sendable {
  fileprivate enum Phase {
    /// The initial values have not been read.
    case ahead
    case open
    /// The recording is over.
    case over
  }

  fileprivate struct Content {
    var phase = Phase.ahead
    /// The events that wait for the initial values.
    var events: [StateEvent.Kind] = []
    var users = 0
    /// Whether the state or its last store is about to be deallocated.
    var expectsEnd = false
    var recording: StoreRecording?
  }

  let id: StoreID
  let feature: any Any.Type
  private weak let state: ScreenState?
  private let content = Locked(Content())
  @MainActor private var hasBegun = false

  init(_ id: StoreID, of state: ScreenState, feature: any Any.Type) {
    self.id = id
    self.feature = feature
    self.state = state
  }

  /// Reads the initial values; no event is delivered before.
  @MainActor func begin() {
    if hasBegun { content.withLock { $0.recording }?.describe() }
    guard !hasBegun, let state, content.withLock({ $0.isAhead }) else { return }
    hasBegun = true
    let recording = StoreRecording(id, state: state, feature: feature, parent: nil)
    content.withLock { content in
      guard content.isAhead else { return }
      content.open(id)
      content.recording = recording
    }
    EventCenter.flush()
  }

  /// Adds an event to the order of events; callable while holding another lock.
  func enqueue(_ event: StateEvent.Kind) {
    content.withLock { content in
      switch content.phase {
      case .ahead: content.events.append(event)
      case .open: EventCenter.enqueue(event, of: id)
      case .over: break
      }
    }
  }

  /// Delivers an event, after the changes that began before it.
  func emit(_ event: StateEvent.Kind) {
    enqueue(event)
    EventCenter.flush()
  }

  // MARK: Users

  func addUser() {
    content.withLock { $0.users += 1 }
  }

  /// Returns whether it was the last one.
  func removeUser() -> Bool {
    content.withLock { content in
      content.users -= 1
      return content.users == 0
    }
  }

  // MARK: End

  /// The reason why a waiting action is dropped now.
  var dropReason: DropReason {
    content.withLock { $0.expectsEnd ? .storeHasEnded : .wasCancelled }
  }

  /// Attributes all later cancellations of actions to the end.
  func stateWillEnd() {
    content.withLock { $0.expectsEnd = true }
  }

  /// Expects the end if the store that is about to leave is the last user.
  func storeWillLeave() {
    content.withLock { if $0.users == 1 { $0.expectsEnd = true } }
  }

  func storeHasLeft() {
    state?.lifetime.remove(self, hasEnded: true)
  }

  /// Reports the end, once; running actions report their ends after it.
  func stateHasEnded() {
    let recording = content.withLock { content in
      // The values were never read, so the actions are reported without them.
      if content.isAhead { content.open(id) }
      return content.take()
    }
    EventCenter.flush()
    if recording != nil { emit(.storeEnded) }
    release(recording)
  }

  /// Stops delivering events.
  func stop() {
    let recording = content.withLock { content in
      content.phase = .over
      return content.take()
    }
    release(recording)
  }

  private func release(_ recording: StoreRecording?) {
    guard let recording else { return }
    // The recording holds values of the state.
    MainThread.run { withExtendedLifetime(recording) {} }
  }
}

extension ScreenRecorder.Content {
  fileprivate var isAhead: Bool { phase == .ahead }

  /// Delivers the events that have waited.
  fileprivate mutating func open(_ id: StoreID) {
    for event in events { EventCenter.enqueue(event, of: id) }
    events = []
    phase = .open
  }

  /// Removes and returns the recording; without one, nothing will be recorded.
  fileprivate mutating func take() -> StoreRecording? {
    expectsEnd = true
    if isAhead { phase = .over }
    return recording.take()
  }
}

extension ScreenRecorder: ScreenListener {
  func received(_ action: any Sendable, from place: SendPlace) -> any ActionListener {
    ActionEvents(action, self, from: place)
  }

  func elementArrived(_ element: any Sendable, of sequence: any Any.Type) {
    emit(.element(producer: ValueText.name(of: sequence), EventValue(element)))
  }

  func take(_ event: WorkEvent) {
    event.label?.listener(ActionEvents.self)?.take(event.step, isDisplaced: event.isDisplaced)
  }
}
