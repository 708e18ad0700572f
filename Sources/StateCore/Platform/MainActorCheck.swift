#if canImport(Dispatch) && !STATE_NO_DISPATCH
import Dispatch

/// Whether code without isolation runs on the main actor.
///
/// It is the queue that counts, not the thread: on Linux another thread serves it once an asynchronous
/// `main` has suspended.
enum MainActorCheck {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isPassed: Bool { DispatchQueue.getSpecific(key: key) == true }
}
#else
/// Whether code without isolation runs on the main actor.
///
/// The runtime knows it of code that a task has come to; other code counts as not on the main actor.
enum MainActorCheck {
  static var isPassed: Bool {
    guard let task = currentTask() else { return false }
    let isPassed = Flag()
    _ = Probe(task: task, isPassed: isPassed)
    return isPassed.isRaised
  }

  /// A number of the running task.
  fileprivate static func currentTask() -> Int? {
    withUnsafeCurrentTask { $0?.hashValue }
  }
}

/// Goes away where the last reference is dropped if that is on the main actor, and in a job of its own
/// otherwise, which is no task's.
@MainActor
private final class Probe {
  private let task: Int
  private let isPassed: Flag

  nonisolated init(task: Int, isPassed: Flag) {
    self.task = task
    self.isPassed = isPassed
  }

  isolated deinit {
    if MainActorCheck.currentTask() == task { isPassed.raise() }
  }
}
#endif
