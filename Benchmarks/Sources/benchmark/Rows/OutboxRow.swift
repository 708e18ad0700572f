import Figures
import Foundation
import StateOutbox
import StatePersistence
import StateQueries

private struct Order: QueryEntity, Codable {
  let id: Int
  var note = ""
}

private struct OrderQuery: ResourceQuery {
  let id: Int

  func load(in context: QueryContext) async throws -> Order { Order(id: id) }
}

/// A change of an order, whose queries no screen shows.
private struct NoteOrder: OutboxChange {
  let id: Int
  let note: String

  var lane: String { "order-\(id % 1_000)" }
  var subject: OutboxSubject? { OutboxSubject(Order.self, id: id) }

  func send(in context: MutationContext) async throws {}

  func change(_ patch: inout QueryPatch) {
    let note = note
    patch.update(OrderQuery(id: id)) { $0.note = note }
  }
}

enum OutboxRow: Row {
  static let name = "outbox"

  static func figures(rounds: Int) async -> [Figure] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("outbox-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      var figures = try await enqueues(folder.appendingPathComponent("enqueues"))
      for count in [10_000, 100_000] {
        figures += try await opening(count, folder.appendingPathComponent("\(count)"))
      }
      return figures
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func open(_ folder: URL, _ queries: QueryCache) async throws -> Outbox {
    var options = OutboxOptions()
    options.limit = 200_000
    let outbox = try await Outbox.open(
      in: .folder(folder),
      owner: "benchmark",
      changes: [NoteOrder.self],
      options: options,
      queries: queries
    )
    outbox.pause()
    return outbox
  }

  /// Enqueues changes one after the other; between them, the same number of bytes is written and synchronized.
  private static func enqueues(_ folder: URL) async throws -> [Figure] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let outbox = try await open(folder, QueryCache())
    let bare = folder.appendingPathComponent("bare")
    _ = FileManager.default.createFile(atPath: bare.path, contents: nil)
    let file = try FileHandle(forWritingTo: bare)
    let log = folder.appendingPathComponent("outbox.log").path
    var enqueues: [Double] = []
    var writes: [Double] = []
    var size = 300
    for number in 0..<1_000 {
      let before = byteCount(log)
      var start = ContinuousClock.now
      try await outbox.enqueue(NoteOrder(id: number, note: "A note of usual length."))
      enqueues.append(nanoseconds(since: start))
      let added = byteCount(log) - before
      if added > 0 { size = added }
      let data = Data(repeating: 7, count: size)
      start = ContinuousClock.now
      try file.write(contentsOf: data)
      try file.synchronize()
      writes.append(nanoseconds(since: start))
    }
    await outbox.close()
    let parts = [("p50", 0.5), ("p99", 0.99)]
    return parts.flatMap { text, part in
      [
        Figure(
          row: name,
          "enqueue, \(text), wall clock",
          nanoseconds: enqueues.percentile(part)
        ),
        Figure(
          row: name,
          "write and fsync of as many bytes, \(text)",
          nanoseconds: writes.percentile(part)
        ),
      ]
    }
  }

  /// Opens an outbox with changes that none of the shown content is about.
  private static func opening(_ count: Int, _ folder: URL) async throws -> [Figure] {
    let first = try await open(folder, QueryCache())
    let tasks = (0..<count).map { number in
      Task { try await first.enqueue(NoteOrder(id: number, note: "A note of usual length.")) }
    }
    for task in tasks { _ = try await task.value }
    precondition(first.pendingCount > count - 20)
    await first.close()
    var times: [Double] = []
    var works: [Double] = []
    var memory = 0.0
    for _ in 0..<3 {
      let before = Heap.bytesInUse
      let queries = QueryCache()
      let (start, work) = (ContinuousClock.now, CPUTime.nanoseconds)
      let outbox = try await open(folder, queries)
      times.append(nanoseconds(since: start))
      works.append(Double(CPUTime.nanoseconds - work))
      memory = Double(Heap.bytesInUse - before)
      // Some lanes begin before the pause.
      precondition(outbox.pendingCount > count - 20)
      await outbox.close()
    }
    return [
      Figure(row: name, "open with \(count) changes, all threads", nanoseconds: works.median),
      Figure(row: name, "open with \(count) changes, wall clock", nanoseconds: times.median),
      Figure(
        row: name,
        "memory of each of \(count) changes",
        bytes: memory / Double(count)
      ),
    ]
  }

  private static func byteCount(_ path: String) -> Int {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size]
    return (size as? NSNumber)?.intValue ?? 0
  }

  private static func nanoseconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .nanoseconds(1)
  }
}

extension [Double] {
  /// The value that a part of all values doesn't exceed.
  fileprivate func percentile(_ part: Double) -> Double {
    let sorted = sorted()
    return sorted[Swift.min(Int(Double(sorted.count) * part), sorted.count - 1)]
  }
}
