import StateCore
import StatePersistence
import StateTestSupport
import StateTesting
import Testing

/// Random programs that are saved and loaded anywhere.
@MainActor
@Suite(.simulated(seeds: 0..<1, stepLimit: 100_000_000), .timeLimit(.minutes(20)))
struct HistoryPersistRandomTests {
  /// All values of each position of the steps, and the position.
  private func tour(_ launch: Launch) -> [String] {
    var count = 0
    while launch.undo() { count += 1 }
    var values = [launch.state.values]
    while launch.redo() { values.append(launch.state.values) }
    let position = launch.undoCount - launch.redoCount
    values.append("\(position)")
    return values
  }

  private func step(_ launch: Launch, _ random: inout some RandomNumberGenerator) -> String {
    let number = Int.random(in: 0..<1_000, using: &random)
    let id = Int.random(in: 0..<4, using: &random)
    let kind = Int.random(in: 0..<16, using: &random)
    switch kind {
    case 0: launch.change { $0.title = "t\(number % 3)" }
    case 1: launch.change { ($0.title, $0.text) = ("t\(number % 3)", "x\(number)") }
    case 2: launch.change { $0.tags = ["a\(number % 2)", "b", "c\(number % 5)"] }
    case 3: launch.change { $0.cover.color = "c\(number % 2)" }
    case 4:
      launch.change { state in
        if !state.rows.contains(where: { $0.id == id }) { state.rows.append(Row(id)) }
      }
    case 5: launch.change { $0.rows.removeAll { $0.id == id } }
    case 6: launch.change { $0.rows.reverse() }
    case 7: launch.change { state in state.rows.first { $0.id == id }?.name = "n\(number)" }
    case 8: launch.change { $0.detail = $0.detail == nil ? Detail() : nil }
    case 9: launch.change { $0.detail?.note = "d\(number)" }
    case 10:
      launch.change { state in
        state.rows.first { $0.id == id }.map { $0.detail = $0.detail == nil ? Detail() : nil }
      }
    case 11:
      launch.change { state in
        state.rows.first { $0.id == id }?.detail?.note = "r\(number)"
      }
    case 12: launch.undo()
    case 13: launch.redo()
    case 14: launch.server { $0.title = "s\(number)" }
    default:
      launch.server { state in
        if let row = state.rows.first(where: { $0.id == id }) { row.name = "s\(number)" }
      }
    }
    return "\(kind) \(id) \(number)"
  }

  @Test func stepsAreTheSameAfterALaunch() async throws {
    for seed in seedsOnOneThread(0..<300) {
      var random = SeededGenerator(seed: UInt64(seed))
      let (memory, clock) = (PersistenceMemory(), TestClock())
      var launch = try await Launch(memory, clock)
      var lines: [String] = []
      for _ in 0..<4 {
        for _ in 0..<Int.random(in: 1..<9, using: &random) {
          lines.append(step(launch, &random))
        }
        let (values, undo, redo) = (launch.state.values, launch.undoCount, launch.redoCount)
        await launch.save()
        let old = launch
        let copy = PersistenceMemory()
        for key in memory.keys { copy[key] = memory[key] }
        launch = try await Launch(copy, clock)
        lines.append("launch")
        #expect(launch.errors.isEmpty, "\(seed): \(lines)")
        #expect(launch.state.values == values, "\(seed): \(lines)")
        guard launch.undoCount == undo, launch.redoCount == redo else {
          Issue.record("\(seed): \(launch.undoCount) of \(undo), \(launch.redoCount) of \(redo)")
          return
        }
        let (expected, found) = (tour(old), tour(launch))
        guard expected == found else {
          Issue.record("\(seed): \(lines)\n\(expected)\n\(found)")
          return
        }
        await old.end()
        while launch.undoCount > undo { launch.undo() }
        await launch.end()
        launch = try await Launch(memory, clock)
      }
      await launch.end()
    }
  }
}
