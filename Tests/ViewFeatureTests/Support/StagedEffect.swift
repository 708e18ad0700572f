import StateTestSupport
import ViewFeature

/// An effect created from a plan's leaf.
///
/// The test determines what it does when its gate opens.
@MainActor
final class StagedEffect {
  let number: Int
  let gate = Gate()
  /// The code that the effect runs after the gate.
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
