import StateCore
import StateRecord

/// An object that reports the end of a state, and holds its recorder.
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
    // Called in order of registration, which is the same in every process.
    var handlers = NumberedList<@Sendable () -> Void>()
    var recorder: ScreenRecorder?
    /// The identity in events, once it has been requested.
    var storeID: StoreID?
  }

  private let content = Locked(Content())
  /// The store to which loading and error events belong; `nil` if it isn't recorded.
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

  /// The identity in events: that of the state, or of the only store that has it.
  var storeID: StoreID { content.withLock { $0.identify(as: nil) } }

  /// The recorder, if the state is recorded.
  var recorder: ScreenRecorder? { content.withLock { $0.recorder } }

  /// Adds a user of the state's recorder, which is created if needed, for a type of store or for the state alone.
  ///
  /// `id` becomes the identity if the state has none yet.
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

  /// Removes a user of the recorder; after the last one, the recording stops or, if the store has ended, ends.
  func removeRecorder(_ recorder: ScreenRecorder, hasEnded: Bool) {
    let isLast = content.withLock { content in
      guard recorder.removeUser() else { return false }
      if content.recorder === recorder {
        content.recorder = nil
        // No event may follow the end of a store.
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
    let id = storeID ?? id ?? StoreID.make()
    storeID = id
    return id
  }
}
