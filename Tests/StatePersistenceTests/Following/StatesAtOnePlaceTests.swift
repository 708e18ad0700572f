import Foundation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StatePersistence

/// Programs of several states at one place, compared with a reference.
@MainActor @Suite(.timeLimit(.minutes(60))) struct StatesAtOnePlaceTests {
  /// The number of random programs.
  private nonisolated static let seeds =
    ProcessInfo.processInfo.environment["STATE_PERSISTENCE_SEEDS"].flatMap(Int.init) ?? 200
  /// The length of the exhaustively tested programs.
  private nonisolated static let length =
    ProcessInfo.processInfo.environment["STATE_PERSISTENCE_LENGTH"].flatMap(Int.init) ?? 3

  enum Steps: CaseIterable {
    /// Changes of values, saves, and loads.
    case updates
    /// The steps of `updates`, values that can't be encoded, and values of other programs that don't match.
    case badFields
    /// The steps of `badFields`, and states that are attached and detached, possibly twice.
    case lives
    /// The steps of `lives`, and storages that fail and recover.
    case failures
    /// The steps of `updates`, and changes of children.
    case children
    /// The steps of `failures`, and changes of children.
    case childrenAndFailures

    func step(using random: inout SeededGenerator) -> PlaceStep {
      let isOfChildren = self == .children || self == .childrenAndFailures
      if isOfChildren, Int.random(in: 0..<3, using: &random) != 0 {
        let step = PartStep.allCases.randomElement(using: &random) ?? .add
        return .part(Int.random(in: 0..<3, using: &random), step)
      }
      let index = Int.random(in: 0..<3, using: &random)
      let count =
        switch self {
        case .updates, .children: 7
        case .badFields: 9
        case .lives: 12
        case .failures, .childrenAndFailures: 13
        }
      switch Int.random(in: 0..<count, using: &random) {
      case 0: return .set(index)
      case 1, 2: return .add(index, Int.random(in: 1...2, using: &random))
      case 3: return .insert(index)
      case 4: return .remove(index)
      case 5: return .flush(index)
      case 6: return .reload(index)
      case 7: return .odd(index, Int.random(in: 1...4, using: &random))
      case 8: return .foreign
      case 9: return .detach(index)
      case 10: return .attach(index, storage: Int.random(in: 0..<3, using: &random))
      case 11: return .attachAgain(index)
      default:
        let mode = FaultyStorage.Mode.allCases.randomElement(using: &random) ?? .works
        return .mode(mode, storage: Int.random(in: 0..<3, using: &random))
      }
    }
  }

  private nonisolated static let places = [[0, 0, 0], [0, 1, 0], [0, 1, 2], [0, 0, 2]]

  private func run(_ steps: Steps, seed: Int) async throws {
    var random = SeededGenerator(seed: seed)
    let places = Self.places[seed % Self.places.count]
    let program = try await StatesAtOnePlace(3, storages: places)
    var history: [String] = []
    for _ in 0..<30 {
      let step = steps.step(using: &random)
      history.append("\(step)")
      try await program.run(step)
      let differences = program.differences
      guard differences.isEmpty else {
        Issue.record("seed \(seed), \(places): \(differences) after \(history)")
        return
      }
    }
    try await program.settle()
    let differences = program.differences
    #expect(differences.isEmpty, "seed \(seed), \(places): at the end of \(history)")
  }

  @Test(arguments: Steps.allCases)
  func nothingIsLostBetweenThreeStates(_ steps: Steps) async throws {
    for seed in seedsOnOneThread(0..<Self.seeds) { try await run(steps, seed: seed) }
  }

  /// All programs of the tested length, in which all states add the same value.
  @Test(arguments: places.indices)
  func allShortProgramsAreRight(_ kind: Int) async throws {
    let steps = (0..<3).flatMap { index -> [PlaceStep] in
      [.add(index, 1), .flush(index), .reload(index), .set(index)]
    }
    try await runAll(steps, Self.places[kind])
  }

  /// All programs of the tested length, in which all states change a child.
  @Test(arguments: places.indices)
  func allShortProgramsWithAChildAreRight(_ kind: Int) async throws {
    let steps = (0..<3).flatMap { index -> [PlaceStep] in
      [.part(index, .add), .part(index, .set), .flush(index)]
    }
    try await runAll(steps, Self.places[kind])
  }

  /// All programs of the tested length, in which two states change an optional child.
  @Test(arguments: [[0, 0], [0, 2]])
  func allShortProgramsWithADraftAreRight(_ places: [Int]) async throws {
    let steps = (0..<2).flatMap { index -> [PlaceStep] in
      let changes: [PartStep] = [.makeDraft, .removeDraft, .addToDraft, .setDraft]
      return changes.map { .part(index, $0) } + [.flush(index)]
    }
    try await runAll(steps, places, after: [.part(0, .makeDraft), .flush(0), .reload(1)])
  }

  /// All programs of the tested length, in which two states change a list of children.
  @Test(arguments: [[0, 2]])
  func allShortProgramsWithAListAreRight(_ places: [Int]) async throws {
    let steps = (0..<2).flatMap { index -> [PlaceStep] in
      let changes: [PartStep] = [
        .append, .appendKnown, .removeFirst, .moveFirstToEnd, .addToFirst,
      ]
      return changes.map { .part(index, $0) } + [.flush(index)]
    }
    let list = (0..<3).map { _ in PlaceStep.part(0, .append) }
    try await runAll(steps, places, after: list + [.flush(0), .reload(1)])
  }

  /// Runs all programs of the tested length.
  private func runAll(
    _ steps: [PlaceStep],
    _ places: [Int],
    after first: [PlaceStep] = []
  ) async throws {
    let base = steps.count
    var count = 1
    for _ in 0..<Self.length { count *= base }
    var failed = 0
    var example: String?
    for number in seedsOnOneThread(0..<count) {
      var rest = number
      let program = try await StatesAtOnePlace(places.count, storages: places)
      for step in first { try await program.run(step) }
      var history: [String] = []
      for _ in 0..<Self.length {
        history.append("\(steps[rest % base])")
        try await program.run(steps[rest % base])
        rest /= base
      }
      try await program.settle()
      let differences = program.differences
      if !differences.isEmpty {
        failed += 1
        example = example ?? "\(differences) after \(history)"
      }
    }
    if let example {
      Issue.record("\(places): \(failed) of \(count) programs fail; \(example)")
    }
  }
}
