import StateCore
import StateRecord

/// Tells of the end of a state, and holds its recording.
final class ScreenLifetime: Sendable {
  /// A registration for the end; it keeps nothing alive.
  struct Observation: Sendable {
    fileprivate weak let lifetime: ScreenLifetime?
    fileprivate let number: Int

    func cancel() {
      lifetime?.remove(number)
    }
  }

  fileprivate struct Content {
    // Called in the order in which they came, the same in every process.
    var handlers = NumberedList<@Sendable () -> Void>()
    var recorder: ScreenRecorder?
    /// The identity in events, once somebody has asked for it.
    var storeID: StoreID?
  }

  private let content = Locked(Content())
  /// The store whose events loading and errors are; nothing if nobody records it.
  @MainActor var recordedStore: StoreID?

  /// The number of registrations.
  var observationCount: Int { content.withLock { $0.handlers.count } }

  deinit {
    let (handlers, recorder) = content.withLock { ($0.handlers.removeAll(), $0.recorder) }
    recorder?.expectEnd()
    for handler in handlers { handler() }
    recorder?.end()
  }

  func onEnd(_ handler: @escaping @Sendable () -> Void) -> Observation {
    Observation(lifetime: self, number: content.withLock { $0.handlers.append(handler) })
  }

  private func remove(_ number: Int) {
    content.withLockReleasing { $0.handlers.remove(number) }
  }

  // MARK: Recording

  /// The identity in events: that of the state, or of the one store that has it.
  var storeID: StoreID { content.withLock { $0.identify(as: nil) } }

  /// The recorder, if somebody records the state.
  var recorder: ScreenRecorder? { content.withLock { $0.recorder } }

  /// Adds one who records the state, for a type of store or for the state alone; `id` is the identity, if the
  /// state has none yet.
  func addRecorder(
    of state: ScreenState,
    as id: StoreID? = nil,
    for store: (any Any.Type)? = nil
  ) -> ScreenRecorder {
    content.withLock { content in
      let recorder =
        content.recorder
        ?? ScreenRecorder(content.identify(as: id), of: state, feature: store ?? type(of: state))
      content.recorder = recorder
      recorder.addUser()
      return recorder
    }
  }

  /// Takes away one of those who record the state; with the last one the recording stops or, if the store
  /// has ended, ends.
  func removeRecorder(_ recorder: ScreenRecorder, hasEnded: Bool) {
    let isLast = content.withLock { content in
      guard recorder.removeUser() else { return false }
      if content.recorder === recorder {
        content.recorder = nil
        // Nothing comes behind an end.
        if hasEnded { content.storeID = nil }
      }
      return true
    }
    guard isLast else { return }
    if hasEnded { recorder.end() } else { recorder.stop() }
  }
}

extension ScreenLifetime.Content {
  fileprivate mutating func identify(as id: StoreID?) -> StoreID {
    let id = storeID ?? id ?? StoreID(number: EventCenter.makeNumber())
    storeID = id
    return id
  }
}
