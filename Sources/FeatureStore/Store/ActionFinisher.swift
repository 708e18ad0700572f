import StateCore

/// The work on the main actor before an action counts as done.
///
/// It holds nothing when the waiters of the action resume.
final class ActionFinisher: Sendable {
  private let work: RunningWork
  private let state: Locked<(id: RunningWork.ID?, finish: (@MainActor @Sendable () -> Void)?)>

  init(_ work: RunningWork, _ finish: @escaping @MainActor @Sendable () -> Void) {
    self.work = work
    state = Locked((nil, finish))
  }

  func setID(_ id: RunningWork.ID) {
    state.withLock { $0.id = id }
  }

  func run() {
    MainThread.run {
      self.finish()
      if let id = self.state.withLock({ $0.id }) { self.work.endFinisher(id) }
    }
  }

  @MainActor
  private func finish() {
    let finish = state.withLock { $0.finish.take() }
    finish?()
  }
}
