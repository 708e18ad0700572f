import StateTestSupport
import ViewFeature

/// An effect that was made of a plan's leaf and is told what to do when its gate opens.
@MainActor
final class StagedEffect {
  let number: Int
  let gate = Gate()
  /// What the effect does behind the gate.
  var outcome: @MainActor (ActionSender<ScriptAction>) throws -> Void = { _ in }
  private(set) var hasEnded = false
  private(set) var priority: TaskPriority?

  init(number: Int) {
    self.number = number
  }

  func run(isStubborn: Bool, _ send: ActionSender<ScriptAction>) async throws {
    defer { hasEnded = true }
    priority = Task.basePriority
    if isStubborn { await gate.passStubbornly() } else { try await gate.pass() }
    try outcome(send)
  }
}
