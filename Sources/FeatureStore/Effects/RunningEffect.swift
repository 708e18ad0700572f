import StateCore

/// An effect that a store is running, and its cause.
public struct RunningEffect<Action: Sendable>: Sendable {
  /// The progress of an effect.
  public enum State: Sendable {
    /// The effect has not begun because a policy makes it wait, or it pauses before another attempt.
    case waiting
    /// The effect has begun and not ended.
    case running
    /// The effect was cancelled and has not ended yet.
    case cancelled
  }

  /// The name of the effect, if it was given one.
  public let name: String?
  /// The innermost id by which the effect can be cancelled.
  public let id: (any TaskID)?
  /// The action that the effect belongs to; `nil` for an effect of `onStart` or `whilePresented`, and for one of an
  /// `onChange` whose change was not made by an action.
  public let action: Action?
  let change: FieldChange?
  let hook: LifeCycleCause?
  /// The file where that action was sent, or the `onChange`, `onStart` or `whilePresented` was added.
  public let fileID: StaticString
  /// The line where that action was sent, or the `onChange`, `onStart` or `whilePresented` was added.
  public let line: UInt
  /// The time at which the effect was started, or began to wait.
  public let start: ContinuousClock.Instant
  /// The progress of the effect.
  public let state: State
}

extension RunningEffect: CustomStringConvertible {
  /// A readable description: `"load" (id: 7) of refresh, sent at App/HomeView.swift:12, running for 2.5 seconds`.
  public var description: String {
    let name = name.map { "\"\($0)\"" } ?? "an effect"
    let id = id.map { " (id: \($0))" } ?? ""
    let duration = ContinuousClock.now - start
    return "\(name)\(id) of \(cause) at \(fileID):\(line), \(state) for \(duration.messageText)"
  }

  // One expression with `??` would take the compiler seconds.
  private var cause: String {
    if let action { return "\(action), sent" }
    if let change { return "\(change), reacted to" }
    if let hook { return "\(hook), added" }
    return "no action"
  }
}
