/// An alias and its place among all of an outbox.
struct NumberedAlias: Hashable, Sendable {
  let number: Int
  let alias: OutboxAlias
}

/// The ids of the server for ids that the app has invented.
struct OutboxAliases: Sendable {
  /// The number of aliases that are kept; the oldest ones end first.
  static let limit = 10_000

  /// The server's ids of an id, with the numbers of their aliases.
  private var servers: [String: [(number: Int, server: String)]] = [:]
  /// All aliases in the order in which they were noted.
  private(set) var all: [NumberedAlias] = []
  private(set) var lastNumber = 0
  /// The number of aliases above which the oldest ones are looked for.
  private var trimsAbove = OutboxAliases.limit

  /// Notes what an answer has told.
  ///
  /// - Returns: Those that are new.
  mutating func add(_ aliases: [OutboxAlias]) -> [NumberedAlias] {
    var new: [NumberedAlias] = []
    for alias in aliases where servers[alias.local]?.last?.server != alias.server {
      let numbered = NumberedAlias(number: lastNumber + 1, alias: alias)
      add(numbered)
      new.append(numbered)
    }
    return new
  }

  /// Notes an alias of the log.
  mutating func add(_ numbered: NumberedAlias) {
    let number = numbered.number
    let alias = numbered.alias
    if number > lastNumber {
      lastNumber = number
      all.append(numbered)
      servers[alias.local, default: []].append((number, alias.server))
      return
    }
    // A record that couldn't be written at first follows later ones.
    let place = (all.lastIndex { $0.number <= number }).map { $0 + 1 } ?? 0
    if place > 0, all[place - 1].number == number { return }
    all.insert(numbered, at: place)
    var own = servers[alias.local, default: []]
    own.insert((number, alias.server), at: own.lastIndex { $0.number < number }.map { $0 + 1 } ?? 0)
    servers[alias.local] = own
  }

  /// Removes the oldest aliases if there are too many.
  ///
  /// - Parameter used: Returns the number of the last alias that a sent change may use; those before stay.
  mutating func trim(used: () -> Int) {
    guard all.count > trimsAbove else { return }
    let used = used()
    let free = all.count { $0.number > used }
    // Half of them at once, so that an alias costs little. The newest ones stay, even if all others are used.
    let excess = min(max(all.count - Self.limit / 2, 0), max(free - Self.limit / 4, 0))
    let first = all.count - free
    for numbered in all[first..<first + excess] { forget(numbered) }
    all.removeSubrange(first..<first + excess)
    trimsAbove = max(Self.limit, all.count + Self.limit / 2)
  }

  private mutating func forget(_ numbered: NumberedAlias) {
    let local = numbered.alias.local
    servers[local]?.removeAll { $0.number == numbered.number }
    if servers[local]?.isEmpty == true { servers[local] = nil }
  }

  /// Returns the last of the first `count` aliases of an id.
  fileprivate func server(for local: String, upTo number: Int) -> String? {
    servers[local]?.last { $0.number <= number }?.server
  }
}

/// The ids that the attempts of a change use: those that were known when it was sent first.
///
/// An alias that becomes known between two attempts would send another payload under the same key.
struct OutboxKnownIDs: OutboxIDs {
  let aliases: OutboxAliases
  /// The number of the last alias that counts.
  let last: Int

  func id<ID: Codable & Hashable & Sendable>(for local: ID) -> ID {
    guard let server = aliases.server(for: OutboxAlias.name(of: local), upTo: last) else {
      return local
    }
    return StableText.value(server, ID.self) ?? local
  }
}
