import Foundation
import ScreenStateKit
import StateOutbox
import StatePersistence

#if Encryption
import Crypto
#endif

/// Enqueues and sends changes as fast as it can, until it is killed: `scripts/kill-outbox`.
///
///     outbox-child run <folder> <first number> <lanes>
///     outbox-child drain <folder>
///
/// The server is the parent: `send` is a request on the standard output, and its answer is a line of the standard input.
@main
struct OutboxChild {
  @MainActor
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    Server.shared.start()
    switch arguments.first {
    case "run" where arguments.count == 4:
      guard let first = Int(arguments[2]), let lanes = Int(arguments[3]) else {
        fatalError("No numbers: \(arguments)")
      }
      try await run(arguments[1], first, lanes)
    case "drain" where arguments.count == 2:
      let outbox = try await open(arguments[1])
      let summary = await outbox.drain()
      say("drained \(summary.pending) \(summary.failed)")
      await outbox.close()
    default: fatalError("Not known: \(arguments)")
    }
  }

  @MainActor private static let queries = QueryCache()

  @MainActor
  private static func open(_ path: String) async throws -> Outbox {
    var folder = PersistenceFolder.folder(URL(fileURLWithPath: path))
    #if Encryption
    if path.hasSuffix("encrypted") {
      folder = folder.encrypted(by: SymmetricKey(data: Data(repeating: 1, count: 32)))
    }
    #endif
    let outbox = try await Outbox.open(
      in: folder,
      owner: "ann",
      changes: [Append.self],
      queries: queries
    ) { report in
      switch report {
      case .failed(let item): say("error failed \(item)")
      // A kill may cut the last record.
      case .damaged(let error) where error.code == .truncated: say("cut")
      case .damaged(let error): say("error \(error)")
      case .compacted(let bytes): say("compacted \(bytes)")
      }
    }
    say("opened \(outbox.pendingCount)")
    return outbox
  }

  @MainActor
  private static func run(_ path: String, _ first: Int, _ lanes: Int) async throws {
    let outbox = try await open(path)
    check(outbox, lanes)
    var number = first
    while true {
      // Several enqueues share a write.
      let count = number
      let tasks = (0..<lanes).map { lane in
        Task { @MainActor in
          try await outbox.enqueue(Append(lane: "\(lane)", number: count))
          say("stored \(lane) \(count)")
        }
      }
      for task in tasks { try await task.value }
      number += 1
      if number.isMultiple(of: 20) { check(outbox, lanes) }
      // A backlog that only grows would never be compacted.
      while outbox.pendingCount > 60 { try await Task.sleep(for: .milliseconds(2)) }
    }
  }

  /// The content of each lane is that of the changes which are not settled.
  @MainActor
  private static func check(_ outbox: Outbox, _ lanes: Int) {
    for lane in 0..<lanes {
      queries.set([], for: LaneQuery(lane: "\(lane)"))
      let shown = queries.resource(of: LaneQuery(lane: "\(lane)")).value ?? []
      let count = outbox.items(in: "\(lane)", limit: .max).count
      if shown.count != count || shown != shown.sorted() {
        say("error lane \(lane) shows \(shown) for \(count) changes")
      }
    }
  }
}

/// Writes a line for the parent.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

struct LaneQuery: ResourceQuery {
  let lane: String

  func load(in context: QueryContext) async throws -> [Int] { [] }
}

struct Append: OutboxChange {
  let lane: String
  let number: Int
  // A log of a few hundred changes is compacted.
  var padding = String(repeating: "x", count: 4_000)

  init(lane: String, number: Int) {
    self.lane = lane
    self.number = number
  }

  var options: OutboxChangeOptions {
    var options = OutboxChangeOptions()
    options.retry = .exponentialBackoff(base: .milliseconds(2), maximum: .milliseconds(20))
    return options
  }

  func send(in context: MutationContext) async throws -> Int {
    try await Server.shared.send("\(context.key) \(lane) \(number)")
    return number
  }

  func change(_ patch: inout QueryPatch) {
    let number = number
    patch.update(LaneQuery(lane: lane)) { $0.append(number) }
  }
}

struct ConnectionLost: Error {}

/// The requests to the parent.
final class Server: @unchecked Sendable {
  static let shared = Server()

  private let lock = NSLock()
  private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var lastRequest = 0

  func start() {
    Thread.detachNewThread {
      while let line = readLine() {
        let parts = line.split(separator: " ")
        guard parts.count == 2, let request = Int(parts[0]) else { continue }
        let waiter = self.lock.withLock { self.waiting.removeValue(forKey: request) }
        waiter?.resume(returning: parts[1] == "ok")
      }
    }
  }

  func send(_ text: String) async throws {
    let isAnswered = await withCheckedContinuation { continuation in
      let request = lock.withLock {
        lastRequest += 1
        waiting[lastRequest] = continuation
        return lastRequest
      }
      say("send \(request) \(text)")
    }
    if !isAnswered { throw ConnectionLost() }
  }
}
