import StateFields
import StateRecord

/// A live store that shows the states of a session.
@MainActor
final class SessionStage {
  private let session: StateSession
  private let writer: SessionWriter
  private weak var store: (any RecordableStore)?
  private let state: any SnapshotState
  /// The number of the recorded store.
  private let recorded: Int
  private var hasEnded = false

  /// Starts showing the session.
  ///
  /// The store rejects actions from now on.
  init(
    _ session: StateSession,
    _ store: any RecordableStore,
    _ state: any SnapshotState,
    _ recorded: Int
  ) {
    self.session = session
    self.store = store
    self.state = state
    self.recorded = recorded
    writer = SessionWriter(session)
    // A screen's state can reject actions only while it is recorded.
    store.startRecording()
    EventCenter.report()
    store.beginTravel()
  }

  /// Shows the values after an entry.
  ///
  /// Returns the values that can't be shown, or `nil` if there are no values.
  func show(behind number: Int) -> [SessionGrade.Difference]? {
    let frame = session.frame(at: number)
    guard !hasEnded, let root = frame.roots[recorded] else { return nil }
    let problems = writer.write(frame, root: root, to: state)
    EventCenter.report()
    return problems + writer.leftOut
  }

  func end() {
    if hasEnded { return }
    hasEnded = true
    EventCenter.report()
    store?.endTravel(keepsShown: true)
    store?.stopRecording()
  }
}
