import Foundation
import Observation
import StatePersistence

#if Encryption
import Crypto
#endif

/// Changes saved states as fast as it can, until it is killed or its time is over: `scripts/kill-persistence`.
///
///     persistence-child keep <folder> <window in milliseconds>
///     persistence-child together <folder> <window in milliseconds>
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
    case ("together", let rest) where rest.count == 2:
      guard let window = Int(rest[1]) else { fatalError("No window: \(rest[1])") }
      try await together(URL(fileURLWithPath: rest[0]), .milliseconds(window))
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
      let saved = try await SavedStates.attach(state, to: location, window: window) {
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

  /// Adds up in several places, each with three states, while opens and saves fail now and then.
  ///
  /// Each state counts its own additions, and all add to one sum. `loaded` and `flushed` say the sum of each place.
  @MainActor
  private static func together(_ folder: URL, _ window: Duration) async throws {
    let faults = Faults(folder)
    faults.end()
    var places: [[PersistenceLocation]] = [
      // Three storages of one file.
      (0..<3).map { _ in .file(folder.appendingPathComponent("together.json")) }
    ]
    #if SQLite
    let first = try faults.database()
    let second = try faults.database()
    places.append(
      [first, first, second].map { PersistenceLocation.sqlite($0, key: "together") }
    )
    #endif
    var members: [[(state: Sum, saved: SavedState<Sum>)]] = []
    for locations in places {
      var group: [(Sum, SavedState<Sum>)] = []
      for location in locations {
        let state = Sum()
        let saved = try await SavedStates.attach(
          state,
          to: location,
          window: window,
          onError: { if !faults.areExpected { say("error \($0)") } },
          onConflict: { say("conflict \($0.field)") }
        )
        group.append((state, saved))
      }
      members.append(group)
    }
    for group in members {
      for (state, _) in group where state.sum != state.own.reduce(0, +) {
        say("error the sum \(state.sum) is not that of \(state.own)")
      }
    }
    say("loaded \(members.map { "\($0[0].state.sum)" }.joined(separator: " "))")
    var round = 0
    while true {
      round += 1
      for group in members {
        for (index, member) in group.enumerated() where (round + index).isMultiple(of: 1 + index) {
          // Equal additions of all states, in one turn.
          member.state.sum += 1
          member.state.add(to: index)
        }
      }
      if round.isMultiple(of: 40) {
        faults.begin()
        for group in members { for member in group { _ = await member.saved.flush() } }
        faults.end()
      }
      if round.isMultiple(of: 100) {
        for group in members {
          for member in group where await !member.saved.flush() {
            say("error not flushed: \(String(describing: member.saved.failure))")
          }
        }
        say("flushed \(members.map { "\($0[0].state.sum)" }.joined(separator: " "))")
      }
      await Task.yield()
    }
  }

  /// Writes into one place with others: `conflict` says which value from elsewhere was written over.
  @MainActor
  private static func share(_ file: URL, _ number: Int, _ time: Duration) async throws {
    let shared = Shared()
    let saved = try await SavedStates.attach(
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

  fileprivate static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}

/// Folders and rights that let opens fail.
@MainActor
private final class Faults {
  private let folder: URL
  private(set) var areExpected = false

  init(_ folder: URL) {
    self.folder = folder
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// No save of the file can make its temporary file.
  func begin() {
    areExpected = true
    _ = rmdir(path(".together.json.saving"))
    _ = mkdir(path(".together.json.saving"), 0o700)
  }

  func end() {
    _ = rmdir(path(".together.json.saving"))
    areExpected = false
  }

  #if SQLite
  /// A database whose first open fails, and whose second one may not write.
  func database() throws -> PersistenceDatabase {
    let url = folder.appendingPathComponent("together.sqlite")
    let lock = path(".together.sqlite.lock")
    unlink(lock)
    mkdir(lock, 0o700)
    if (try? PersistenceDatabase(url)) != nil {
      PersistenceChild.say("error opened without a lock")
    }
    rmdir(lock)
    // A user with all rights can still write it.
    chmod(url.path, 0o400)
    let database = try? PersistenceDatabase(url)
    chmod(url.path, 0o600)
    return try database ?? PersistenceDatabase(url)
  }
  #endif
}

@Observable @MainActor
private final class Sum: PersistentState {
  var sum = 0
  var first = 0
  var second = 0
  var third = 0

  var own: [Int] { [first, second, third] }

  func add(to index: Int) {
    switch index {
    case 0: first += 1
    case 1: second += 1
    default: third += 1
    }
  }

  static let persistence = Persistence<Sum>(version: 1) {
    Persisted("sum", \.sum) { base, here, there in here + there - (base ?? 0) }
    Persisted("first", \.first)
    Persisted("second", \.second)
    Persisted("third", \.third)
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
