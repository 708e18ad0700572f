import StateCore
public import StateRecord

/// Hands over the events of one state, and of the actions that are done for it.
///
/// An action may come before the main actor has read the values of the beginning: its events wait.
final class ScreenRecorder: Sendable {
  fileprivate enum Phase {
    /// The values of the beginning have not been read.
    case ahead
    case open
    /// Nobody records any more.
    case over
  }

  fileprivate struct Content {
    var phase = Phase.ahead
    /// Those that wait for the values of the beginning.
    var events: [StateEvent.Kind] = []
    var users = 0
    /// The state or its last store is about to go.
    var expectsEnd = false
    var recording: StoreRecording?
    var isTravelling = false
  }

  let id: StoreID
  let feature: any Any.Type
  private weak let state: ScreenState?
  private let content = Locked(Content())
  /// The number of those whose states show earlier ones.
  private static let travellingCount = Locked(0)
  @MainActor private var hasBegun = false

  init(_ id: StoreID, of state: ScreenState, feature: any Any.Type) {
    self.id = id
    self.feature = feature
    self.state = state
  }

  /// Reads the values of the beginning, before which no event is handed over.
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

  /// Gives an event its place; it may be called under another lock.
  func enqueue(_ event: StateEvent.Kind) {
    content.withLock { content in
      switch content.phase {
      case .ahead: content.events.append(event)
      case .open: EventCenter.enqueue(event, of: id)
      case .over: break
      }
    }
  }

  /// Hands an event over, behind the changes that began before it.
  func emit(_ event: StateEvent.Kind) {
    enqueue(event)
    EventCenter.flush()
  }

  /// Whether the state shows an earlier one and actions are refused.
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

  /// Whether any state shows an earlier one, which costs less to ask than whether a certain one does.
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

  // MARK: The end

  /// Why an action that waits is dropped now.
  var dropReason: StateEvent.DropReason {
    content.withLock { $0.expectsEnd ? .storeHasEnded : .wasCancelled }
  }

  /// Actions that are cancelled from now on are cancelled by the end.
  func expectEnd() {
    content.withLock { $0.expectsEnd = true }
  }

  /// A store that has the state is about to go.
  func expectEndIfLast() {
    content.withLock { if $0.users == 1 { $0.expectsEnd = true } }
  }

  /// Reports the end, once; the actions that are running have their ends behind it.
  func end() {
    let recording = content.withLock { content in
      // The values were never read: the actions are reported without them.
      if content.isAhead { content.open(id) }
      return content.take()
    }
    EventCenter.flush()
    if recording != nil { emit(.storeEnded) }
    release(recording)
  }

  /// Hands nothing over any more.
  func stop() {
    let recording = content.withLock { content in
      content.phase = .over
      return content.take()
    }
    release(recording)
  }

  private func release(_ recording: StoreRecording?) {
    guard let recording else { return }
    // It holds values of the state.
    MainThread.run { withExtendedLifetime(recording) {} }
  }
}

extension ScreenRecorder.Content {
  fileprivate var isAhead: Bool { phase == .ahead }

  /// Hands over the events that have waited.
  fileprivate mutating func open(_ id: StoreID) {
    for event in events { EventCenter.enqueue(event, of: id) }
    events = []
    phase = .open
  }

  /// Takes the recording out; without one nothing will be recorded.
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

  /// Records the changes, loading and errors, and the actions of a `TrackedActionStore` that has the state.
  package func startRecording() {
    lifetime.addRecorder(of: self).begin()
    if StoreRecording.store(storeID) == nil { StoreRecording.enter(self) }
  }

  package func stopRecording() {
    guard let recorder = lifetime.recorder else { return }
    lifetime.removeRecorder(recorder, hasEnded: false)
  }

  /// Whether the state shows an earlier one, and actions of stores that are bound to it are refused.
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
