/// The ids of the server for ids that the app has invented.
struct OutboxAliases: OutboxIDs {
  /// The number of aliases that are kept; the oldest ones end first.
  static let limit = 10_000

  private var servers: [String: String] = [:]
  /// All aliases in the order in which they were noted.
  private(set) var all: [OutboxAlias] = []

  mutating func add(_ aliases: [OutboxAlias]) {
    for alias in aliases where servers[alias.local] != alias.server {
      if servers.updateValue(alias.server, forKey: alias.local) != nil {
        all.removeAll { $0.local == alias.local }
      }
      all.append(alias)
    }
    // Half of them at once, so that an alias costs little.
    if all.count > Self.limit {
      for alias in all.prefix(Self.limit / 2) { servers[alias.local] = nil }
      all.removeFirst(Self.limit / 2)
    }
  }

  mutating func removeAll() {
    servers = [:]
    all = []
  }

  func id<ID: Codable & Hashable & Sendable>(for local: ID) -> ID {
    guard let server = servers[OutboxAlias.name(of: local)] else { return local }
    return StableText.value(server, ID.self) ?? local
  }
}
