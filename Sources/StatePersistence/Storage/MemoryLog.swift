/// A log in a `PersistenceMemory`.
final class MemoryLog: LogStorage {
  let place: String
  private let memory: PersistenceMemory

  init(_ memory: PersistenceMemory, key: String) {
    self.memory = memory
    place = key
  }

  deinit { unlock() }

  var isInMemory: Bool { true }

  func lock() -> Bool {
    memory.withLog(place) { log in
      if log.user != nil { return false }
      log.user = ObjectIdentifier(self)
      return true
    }
  }

  func unlock() {
    let own = ObjectIdentifier(self)
    memory.withLog(place) { log in
      if log.user == own { log.user = nil }
    }
  }

  func read() -> [UInt8] { memory.withLog(place) { $0.bytes } }

  func append(_ bytes: [UInt8], isSynced: Bool) throws {
    try memory.withLog(place) { log in
      if let problem = log.problem { throw problem }
      log.bytes += bytes
      if isSynced { log.syncedCount = log.bytes.count }
    }
  }

  func cut(to count: Int) {
    memory.withLog(place) { log in
      log.bytes.removeLast(max(0, log.bytes.count - count))
      log.syncedCount = log.bytes.count
    }
  }

  func replace(with bytes: [UInt8]) throws {
    try memory.withLog(place) { log in
      if let problem = log.problem { throw problem }
      log.bytes = bytes
      log.syncedCount = bytes.count
    }
  }

  func setAside() -> String {
    memory.setLogAside(place)
  }
}
