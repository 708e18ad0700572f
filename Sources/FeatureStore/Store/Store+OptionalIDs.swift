// An optional is also `Hashable`, so without these functions, calls with an optional id would compile and match
// nothing.

extension Store {
  /// Returns whether an effect runs under an id; `false` for `nil`.
  public func isTaskRunning<ID: TaskID>(id: ID?) -> Bool {
    id.map { isTaskRunning(id: $0) } ?? false
  }

  /// Cancels the effects that run or wait under an id; `nil` is ignored.
  public func cancelTask<ID: TaskID>(id: ID?) {
    if let id { cancelTask(id: id) }
  }
}

extension TaskManager {
  /// Returns whether an effect runs under an id; `false` for `nil`.
  public func isTaskRunning<ID: TaskID>(id: ID?) -> Bool {
    id.map { isTaskRunning(id: $0) } ?? false
  }

  /// Cancels the effects that run or wait under an id; `nil` is ignored.
  public func cancelTask<ID: TaskID>(id: ID?) {
    if let id { cancelTask(id: id) }
  }
}

extension ActionTask {
  /// Creates an effect that cancels the effects that run or wait under an id; `nil` is ignored.
  public static func cancel<ID: TaskID>(id: ID?) -> ActionTask {
    id.map { cancel(id: $0) } ?? .none
  }
}
