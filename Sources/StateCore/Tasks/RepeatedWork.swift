/// Work that is attempted again after failures, such as an effect with a retry policy.
///
/// It remembers the steps of its attempts, so that what one attempt has begun is recognized in the next one. A step is
/// recognized by its content: the same content, as often as an attempt has it.
package final class RepeatedWork: Sendable {
  private struct Content {
    var steps: [Place: RepeatedStep] = [:]
    /// The repeated work inside an attempt, by its place in the attempt.
    var inner: [Int: RepeatedWork] = [:]
  }

  /// The content of a step, and the number of equal ones before it in the attempt.
  private struct Place: Hashable {
    let content: TaskKey
    let number: Int
  }

  private let content = Locked(Content())

  private init() {}

  /// Returns work that begins now, or the same work of an earlier attempt of the work that contains it.
  package static func begin() -> RepeatedWork { WorkAttempt.current?.inner() ?? RepeatedWork() }

  package func attempt() -> WorkAttempt { WorkAttempt(of: self) }

  fileprivate func step(_ content: TaskKey, _ number: Int) -> RepeatedStep {
    let place = Place(content: content, number: number)
    return self.content.withLock { all in
      if let step = all.steps[place] { return step }
      let step = RepeatedStep()
      all.steps[place] = step
      return step
    }
  }

  fileprivate func inner(_ number: Int) -> RepeatedWork {
    content.withLock { all in
      if let work = all.inner[number] { return work }
      let work = RepeatedWork()
      all.inner[number] = work
      return work
    }
  }
}

/// One attempt of repeated work.
package final class WorkAttempt: Sendable {
  /// The attempt that the current task and its descendants belong to; `nil` outside work that may be repeated.
  @TaskLocal package static var current: WorkAttempt?

  private struct Content {
    /// `nil` after the end of the attempt: tasks may keep the attempt for longer.
    var work: RepeatedWork?
    var counts: [TaskKey: Int] = [:]
    var innerCount = 0
  }

  private let content: Locked<Content>

  fileprivate init(of work: RepeatedWork) { content = Locked(Content(work: work)) }

  /// Returns the step with a content: that of an earlier attempt, or a new one.
  ///
  /// - Returns: `nil` if the attempt has ended.
  package func step(_ key: some Hashable & Sendable) -> RepeatedStep? {
    let key = TaskKey(key)
    return content.withLock { all in
      guard let work = all.work else { return nil }
      let number = all.counts[key, default: 0]
      all.counts[key] = number + 1
      return work.step(key, number)
    }
  }

  package func end() {
    content.withLock { all in
      all.work = nil
      all.counts = [:]
    }
  }

  fileprivate func inner() -> RepeatedWork? {
    content.withLock { all in
      guard let work = all.work else { return nil }
      all.innerCount += 1
      return work.inner(all.innerCount)
    }
  }
}

/// A step of repeated work, which is the same one in each attempt.
package final class RepeatedStep: Sendable {
  private let content = Locked<(any Sendable)?>(nil)

  fileprivate init() {}

  /// The value that the step was given, if it has this type.
  package func value<Value: Sendable>(_ type: Value.Type = Value.self) -> Value? {
    content.withLock { $0 as? Value }
  }

  package func set(_ value: some Sendable) { content.withLock { $0 = value } }

  /// Returns the value that the step was given first, or makes it.
  package func value<Value: Sendable>(or make: () -> Value) -> Value {
    if let value: Value = value() { return value }
    // Attempts are one after the other.
    let value = make()
    set(value)
    return value
  }
}
