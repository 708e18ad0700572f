import Foundation
import Observation
import StatePersistence

#if Encryption
import Crypto
#endif

/// Changes saved states as fast as it can, until it is killed or its time is over: `scripts/kill-persistence`.
///
///     persistence-child keep <folder> <window in milliseconds>
///     persistence-child share <file> <number of this process> <seconds>
@main
struct PersistenceChild {
  @MainActor
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, Array(arguments.dropFirst())) {
    case ("keep", let rest) where rest.count == 2:
      guard let window = Int(rest[1]) else { fatalError("No window: \(rest[1])") }
      try await keep(URL(fileURLWithPath: rest[0]), .milliseconds(window))
    case ("share", let rest) where rest.count == 3:
      guard let number = Int(rest[1]), let seconds = Double(rest[2]) else {
        fatalError("No numbers: \(rest)")
      }
      try await share(URL(fileURLWithPath: rest[0]), number, .seconds(seconds))
    default: fatalError("Not known: \(Array(arguments))")
    }
  }

  /// Counts in several places: `loaded` says with which numbers it begins, `flushed` and `at` how far it has come.
  @MainActor
  private static func keep(_ folder: URL, _ window: Duration) async throws {
    var counters: [(state: Counter, saved: SavedState<Counter>)] = []
    for location in try locations(in: folder) {
      let state = Counter()
      let saved = try await StatePersistence.attach(state, to: location, window: window) {
        say("error \($0)")
      }
      counters.append((state, saved))
    }
    let start = counters.map(\.state.count)
    say("loaded \(start.map { "\($0)" }.joined(separator: " "))")
    var count = start.max() ?? 0
    while true {
      count += 1
      for counter in counters {
        counter.state.count = count
        counter.state.text = String(repeating: "\(count) ", count: count % 300)
      }
      if count.isMultiple(of: 50) { say("at \(count)") }
      if count.isMultiple(of: 500) {
        for counter in counters where await !counter.saved.flush() { say("error not flushed") }
        say("flushed \(count)")
      }
      await Task.yield()
    }
  }

  @MainActor
  private static func locations(in folder: URL) throws -> [PersistenceLocation] {
    var locations: [PersistenceLocation] = [
      .file(folder.appendingPathComponent("first.json")),
      .file(folder.appendingPathComponent("second.json")),
    ]
    #if SQLite
    let database = try PersistenceDatabase(folder.appendingPathComponent("states.sqlite"))
    locations.append(.sqlite(database, key: "third"))
    locations.append(.sqlite(database, key: "fourth"))
    #endif
    #if Encryption
    let key = SymmetricKey(data: Data(repeating: 1, count: 32))
    locations.append(.file(folder.appendingPathComponent("fifth.bin")).encrypted(by: key))
    #endif
    return locations
  }

  /// Writes into one place with others: `conflict` says which value from elsewhere was written over.
  @MainActor
  private static func share(_ file: URL, _ number: Int, _ time: Duration) async throws {
    let shared = Shared()
    let saved = try await StatePersistence.attach(
      shared,
      to: .file(file),
      window: .milliseconds(5),
      watchingEvery: .milliseconds(3),
      onError: { say("error \($0)") },
      onConflict: { say("conflict \($0.field) \($0.there)") }
    )
    let end = ContinuousClock.now + time
    var count = 0
    while ContinuousClock.now < end {
      count += 1
      shared.last = "\(number).\(count)"
      if count.isMultiple(of: 10) { shared.all.insert("\(number).\(count)") }
      // As long as a user needs at least.
      try await Task.sleep(for: .milliseconds(1))
    }
    while await !saved.flush() { say("error not flushed") }
    say("wrote \(count)")
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}

@Observable @MainActor
private final class Counter: PersistentState {
  var count = 0
  var text = ""

  static let persistence = Persistence<Counter>(version: 1) {
    Persisted("count", \.count)
    Persisted("text", \.text)
  }
}

@Observable @MainActor
private final class Shared: PersistentState {
  var last = ""
  var all: Set<String> = []

  static let persistence = Persistence<Shared>(version: 1) {
    Persisted("last", \.last)
    Persisted("all", \.all) { _, here, there in here.union(there) }
  }
}
