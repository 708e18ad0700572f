import StateCore
public import StateRecord

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
    var isTravelling = false
  }

  let id: StoreID
  let feature: any Any.Type
  private weak let state: ScreenState?
  private let content = Locked(Content())
  /// The number of recorders whose states show earlier values.
  private static let travellingCount = Locked(0)
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

  /// Whether the state shows earlier values and actions are refused.
  var isTravelling: Bool {
    get { content.withLock { $0.isTravelling } }
    set {
      let hasChanged = content.withLock { content in
        defer { content.isTravelling = newValue }
        return content.isTravelling != newValue
      }
      if hasChanged { Self.travellingCount.withLock { $0 += newValue ? 1 : -1 } }
    }
  }

  /// Whether any state shows earlier values; cheaper to read than the property of one state.
  static var isAnyTravelling: Bool { travellingCount.withLock { $0 > 0 } }

  deinit {
    isTravelling = false
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
  var dropReason: StateEvent.DropReason {
    content.withLock { $0.expectsEnd ? .storeHasEnded : .wasCancelled }
  }

  /// Attributes all later cancellations of actions to the end.
  func expectEnd() {
    content.withLock { $0.expectsEnd = true }
  }

  /// Expects the end if the store that is about to be deallocated is the last user.
  func expectEndIfLast() {
    content.withLock { if $0.users == 1 { $0.expectsEnd = true } }
  }

  /// Reports the end, once; running actions report their ends after it.
  func end() {
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

extension ScreenRecorder: WorkListener {
  func take(_ event: WorkEvent) {
    (event.label as? ActionEvents)?.take(event.step, isDisplaced: event.isDisplaced)
  }
}

extension ScreenState: RecordableStore {
  package var storeID: StoreID { lifetime.storeID }

  /// Records the changes, loading, errors, and the actions of a `TrackedActionStore` that has the state.
  package func startRecording() {
    lifetime.addRecorder(of: self).begin()
    if StoreRecording.store(storeID) == nil { StoreRecording.enter(self) }
  }

  package func stopRecording() {
    guard let recorder = lifetime.recorder else { return }
    lifetime.removeRecorder(recorder, hasEnded: false)
  }

  /// Whether the state shows earlier values, and stores that are bound to it refuse actions.
  public var isTravelling: Bool { lifetime.recorder?.isTravelling ?? false }

  package var recordedState: AnyObject? { self }

  package func beginTravel() {
    lifetime.recorder?.isTravelling = true
  }

  package func endTravel(keepsShown: Bool) {
    lifetime.recorder?.isTravelling = false
  }

  package func cancelWork(_ number: Int) {}
}
