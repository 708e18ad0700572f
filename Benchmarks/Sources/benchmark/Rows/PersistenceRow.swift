import Figures
import Foundation
import Observation
import StatePersistence

private struct Word: Codable, Equatable, Sendable {
  var text: String
  var count: Int
  var isKnown: Bool
}

@MainActor @Observable
private final class SavedWords: PersistentState {
  var count = 0
  var words: [Word] = []

  /// Makes a state that has about so many bytes in a file.
  init(bytes: Int = 0) {
    words = (0..<bytes / 50).map { Word(text: "word \($0)", count: $0, isKnown: true) }
  }

  static let persistence = Persistence<SavedWords>(version: 1) {
    Persisted("count", \.count)
    Persisted("words", \.words)
  }
}

enum PersistenceRow: Row {
  static let name = "persistence"

  static func figures(rounds: Int) async -> [Figure] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("persistence-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let changes = try await changes(rounds: rounds, folder)
      return try await changes + saves(folder) + loads(folder)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func changes(rounds: Int, _ folder: URL) async throws -> [Figure] {
    let plain = SavedWords()
    let state = SavedWords()
    let location = PersistenceLocation.file(folder.appendingPathComponent("changes.json"))
    let saved = try await SavedStates.attach(state, to: location)
    let write = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { state.count += 1 } },
      limit: { for _ in 0..<$0 { plain.count += 1 } }
    )
    let count = 1000
    var first: [Double] = []
    let before = CPUTime.nanosecondsOfThread
    for _ in 0..<count {
      let start = CPUTime.nanosecondsOfThread
      state.count += 1
      first.append(Double(CPUTime.nanosecondsOfThread - start))
      await saved.flush()
    }
    let whole = CPUTime.nanosecondsOfThread - before
    return [
      Figure(
        row: name,
        "changed field, in a window that has begun",
        nanoseconds: write.operation,
        highest: 20_000
      ),
      Figure(
        row: name,
        "changed field that begins a window",
        nanoseconds: first.median,
        highest: 20_000
      ),
      Figure(
        row: name,
        "changed field, its flush and its save, main actor",
        nanoseconds: Double(whole) / Double(count)
      ),
    ]
  }

  private static func saves(_ folder: URL) async throws -> [Figure] {
    let state = SavedWords(bytes: 1_000_000)
    let file = folder.appendingPathComponent("words.json")
    let saved = try await SavedStates.attach(state, to: .file(file))
    var highest = 0.0
    for round in 0..<20 {
      state.words[round].count += 1
      let before = CPUTime.nanosecondsOfThread
      await saved.flush()
      highest = max(highest, Double(CPUTime.nanosecondsOfThread - before))
    }
    return [
      Figure(
        row: name,
        "save of 1 MB, main actor, highest",
        nanoseconds: highest,
        highest: 1_000_000
      )
    ]
  }

  private static func loads(_ folder: URL) async throws -> [Figure] {
    let file = folder.appendingPathComponent("words.json")
    let words = try JSONEncoder().encode(SavedWords(bytes: 1_000_000).words)
    var loads: [Double] = []
    var decodings: [Double] = []
    for _ in 0..<10 {
      var before = CPUTime.nanoseconds
      _ = try await SavedStates.attach(SavedWords(), to: .file(file))
      loads.append(Double(CPUTime.nanoseconds - before))
      before = CPUTime.nanoseconds
      _ = try JSONDecoder().decode([Word].self, from: words)
      decodings.append(Double(CPUTime.nanoseconds - before))
    }
    return [
      Figure(row: name, "load of 1 MB", nanoseconds: loads.median, highest: 50_000_000),
      Figure(row: name, "of it, JSONDecoder alone", nanoseconds: decodings.median),
    ]
  }
}
