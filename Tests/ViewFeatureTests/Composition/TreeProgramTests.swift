import Foundation
import StateTestSupport
import StateTesting
import Testing

/// Compares a parent and its children with a model of the rules without stores.
@MainActor
// The handler of the parent may suspend, and has to begin inside `send`.
@Suite(.needsVirtualTime, .onNewerSystems, .timeLimit(.minutes(60))) struct TreeProgramTests {
  /// A seed gives the same run in any block.
  @Test(.notRepeated, arguments: 0..<10)
  func behavesLikeTheRules(block: Int) async throws {
    let count = Self.takesAll ? 500 : 100
    for seed in seedsOnOneThread((block * count)..<(block * count + count)) {
      guard try await simulate({ await run(seed: seed) }) else { return }
    }
  }

  private func run(seed: Int) async -> Bool {
    var maker = TreeProgramMaker(seed: seed)
    let program = TreeProgram()
    var operations: [TreeOperation] = []
    for _ in 0..<30 {
      operations.append(maker.makeOperation(program.model))
      let difference = await program.perform(operations[operations.count - 1])
      guard expectNone(difference, "seed \(seed)", operations) else { return false }
    }
    return expectNone(await program.finish(), "seed \(seed), at the end", operations)
  }

  /// Operations that add and remove a child.
  nonisolated private static let alphabet: [TreeOperation] = [
    .edit(.put(0, .list)),
    .edit(.put(1, .list)),
    .edit(.put(0, .selected)),
    .edit(.put(0, .edit)),
    .edit(.put(0, .stop)),
    .edit(.clear(.selected)),
    .edit(.clear(.list)),
    .edit(.put(2, .edit)),
    .change(.put(2, .selected)),
    .scope(.list, .id(0)),
    .scope(.selected, .only),
    .scope(.edit, .only),
    .scope(.stops, .id(0)),
    .send(.save(1), to: 9),
    .send(.save(2), to: 0),
    .send(.leave, to: 9),
    .send(.leaveThenReport(TreeOutput(token: 3)), to: 0),
    .send(.reportThenLeave(TreeOutput(token: 4, edit: .put(2, .edit))), to: 9),
    .wait,
  ]

  /// The initial states of the programs, so that a few operations have many effects.
  nonisolated private static let beginnings: [[TreeOperation]] = [
    [.edit(.put(0, .list)), .edit(.put(0, .selected)), .scope(.list, .id(0))],
    [
      .edit(.put(0, .add)), .edit(.put(2, .stop)), .edit(.put(0, .stop)), .scope(.add, .only),
      .wait,
    ],
    [
      .edit(.put(0, .list)), .edit(.put(1, .list)), .edit(.put(0, .nameA)), .scope(.list, .id(0)),
      .wait,
    ],
  ]

  /// All programs of up to three operations, or up to four if `TEST_ALL_PROGRAMS` is set.
  @Test(.notRepeated, arguments: 0..<3)
  func eachShortProgramBehavesLikeTheRules(beginning: Int) async throws {
    let count = Self.alphabet.count
    for block in 0..<(Self.takesAll ? count * count : count) {
      let numbers = seedsOnOneThread((block * count * count)..<((block + 1) * count * count))
      let isAlike = try await simulate(stepLimit: .max) {
        for number in numbers {
          // After the time limit, each program would report that it was cancelled.
          if Task.isCancelled { return false }
          guard await run(Self.beginnings[beginning], number) else { return false }
        }
        return true
      }
      guard isAlike else { return }
    }
  }

  /// Runs the program with a number.
  ///
  /// Shorter programs are prefixes of others.
  private func run(_ beginning: [TreeOperation], _ number: Int) async -> Bool {
    let alphabet = Self.alphabet
    var operations = beginning
    var rest = number
    for _ in 0..<(Self.takesAll ? 4 : 3) {
      operations.append(alphabet[rest % alphabet.count])
      rest /= alphabet.count
    }
    let program = TreeProgram()
    for (index, operation) in operations.enumerated() {
      let difference = await program.perform(operation)
      guard expectNone(difference, "program \(number)", Array(operations[...index])) else {
        return false
      }
    }
    return expectNone(await program.finish(), "program \(number), at the end", operations)
  }

  private func expectNone(
    _ difference: String?,
    _ name: String,
    _ operations: [TreeOperation]
  ) -> Bool {
    #expect(
      difference == nil,
      "\(name):\n\(operations.map { "\($0)" }.joined(separator: "\n"))"
    )
    return difference == nil
  }

  nonisolated private static var takesAll: Bool {
    ProcessInfo.processInfo.environment["TEST_ALL_PROGRAMS"] != nil
  }
}
