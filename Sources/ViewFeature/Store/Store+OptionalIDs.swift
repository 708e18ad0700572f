// An optional is `Hashable` as well, so that without these calls with an optional id would compile and
// match nothing.

extension Store {
  /// Whether an effect runs under an id; `nil` is none.
  public func isTaskRunning<ID: TaskID>(id: ID?) -> Bool {
    id.map { isTaskRunning(id: $0) } ?? false
  }

  /// Cancels the effects that run or wait under an id; `nil` is none.
  public func cancelTask<ID: TaskID>(id: ID?) {
    if let id { cancelTask(id: id) }
  }
}

extension TaskManager {
  /// Whether an effect runs under an id; `nil` is none.
  public func isTaskRunning<ID: TaskID>(id: ID?) -> Bool {
    id.map { isTaskRunning(id: $0) } ?? false
  }

  /// Cancels the effects that run or wait under an id; `nil` is none.
  public func cancelTask<ID: TaskID>(id: ID?) {
    if let id { cancelTask(id: id) }
  }
}

extension ActionTask {
  /// Cancels the effects that run or wait under an id; `nil` is none.
  public static func cancel<ID: TaskID>(id: ID?) -> ActionTask {
    id.map { cancel(id: $0) } ?? .none
  }
}
