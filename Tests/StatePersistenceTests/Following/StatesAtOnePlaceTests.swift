import Foundation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StatePersistence

/// Programs of three states with one place, compared with a reference.
@MainActor @Suite(.timeLimit(.minutes(60))) struct StatesAtOnePlaceTests {
  /// The number of random programs.
  private nonisolated static let seeds =
    ProcessInfo.processInfo.environment["STATE_PERSISTENCE_SEEDS"].flatMap(Int.init) ?? 200
  /// The length of the exhaustively tested programs.
  private nonisolated static let length =
    ProcessInfo.processInfo.environment["STATE_PERSISTENCE_LENGTH"].flatMap(Int.init) ?? 3

  enum Steps: CaseIterable {
    /// Additions, saves and loads.
    case updates
    /// Also values that can't be encoded, and values of others that don't match.
    case badFields
    /// Also states that are attached and detached, possibly twice.
    case lives
    /// Also storages that fail and recover.
    case failures

    func step(using random: inout SeededGenerator) -> PlaceStep {
      let index = Int.random(in: 0..<3, using: &random)
      let count =
        switch self {
        case .updates: 7
        case .badFields: 9
        case .lives: 12
        case .failures: 13
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

  /// All programs of a length, in which all states add the same value.
  @Test(arguments: places.indices)
  func allShortProgramsAreRight(_ kind: Int) async throws {
    var steps: [PlaceStep] = []
    for index in 0..<3 {
      steps += [.add(index, 1), .flush(index), .reload(index), .set(index)]
    }
    let (places, base) = (Self.places[kind], steps.count)
    var count = 1
    for _ in 0..<Self.length { count *= base }
    for number in 0..<count {
      var rest = number
      let program = try await StatesAtOnePlace(3, storages: places)
      var history: [String] = []
      for _ in 0..<Self.length {
        history.append("\(steps[rest % base])")
        try await program.run(steps[rest % base])
        rest /= base
      }
      try await program.settle()
      let differences = program.differences
      if !differences.isEmpty {
        Issue.record("\(places): \(differences) after \(history)")
        return
      }
    }
  }
}
