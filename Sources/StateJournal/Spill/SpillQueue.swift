import Foundation
import StateCore
import StateRecord

/// A queue that turns the entries that exceed a journal's memory into files.
///
/// Each file is a complete session.
///
/// Entries are encoded as JSON in short turns of the main actor. If they arrive faster, each new entry encodes two
/// waiting ones.
@MainActor
final class SpillQueue {
  /// A file that is being created.
  @MainActor
  private struct Part {
    var builder: SessionBuilder
    var lines: [UInt8] = []
    /// The number of all lines.
    ///
    /// `count` doesn't include the lines that recreate earlier stores.
    var lineCount = 0
    var count = 0
    /// The size of the lines that recreate earlier stores, in bytes.
    let beginning: Int
    var numbers: ClosedRange<Int>

    init(_ builder: SessionBuilder, number: Int) {
      self.builder = builder
      numbers = number...number
      (lines, lineCount) = Self.lines(&self.builder)
      beginning = lines.count
    }

    mutating func append(_ entry: JournalEntry) {
      builder.append(entry)
      let (bytes, count) = Self.lines(&builder)
      lines += bytes
      lineCount += count
      self.count += 1
      numbers = numbers.lowerBound...entry.number
    }

    private static func lines(_ builder: inout SessionBuilder) -> (bytes: [UInt8], count: Int) {
      let entries = builder.takeEntries()
      var bytes: [UInt8] = []
      for entry in entries { SessionFile.append(entry, to: &bytes) }
      return (bytes, entries.count)
    }
  }

  /// The size of the entries in one file, and of the entries that may wait for a turn, in bytes.
  private let partSize: Int
  let writer: SpillWriter
  private var waiting = Queue<JournalEntry>()
  private var waitingSize = 0
  /// The state after the last entry of the last file.
  private var frame = TrackedFrame()
  private var part: Part?
  private var start: ContinuousClock.Instant?
  private var lastTaken = 0
  private var lastEncoded = 0
  private var isInTurns = false
  private var isEncoding = false

  /// Creates a queue that uses approximately `capacity` bytes.
  init(capacity: Int, _ writer: SpillWriter) {
    partSize = capacity / 4
    self.writer = writer
  }

  /// The size of the entries that no file contains yet, in bytes.
  var size: Int { waitingSize + (part?.lines.count ?? 0) + writer.size }

  /// Adds an entry that was removed from memory.
  func take(_ entry: JournalEntry) {
    waiting.append(entry)
    waitingSize += entry.size
    lastTaken = entry.number
    if waitingSize > partSize { for _ in 0..<2 { encodeNext() } }
    encodeInTurns()
  }

  /// Writes all entries that were added before.
  func flush() async throws {
    await finishPart()
    try await writer.flush()
  }

  /// Writes the remaining entries, because the journal was deallocated.
  func end() {
    ImmediateTask.detached { @MainActor [self] in await finishPart() }
  }

  private func finishPart() async {
    let last = lastTaken
    while lastEncoded < last, encodeForATurn() { await Task.yield() }
    closePart()
  }

  // MARK: Turns

  private func encodeInTurns() {
    if isInTurns || waiting.isEmpty { return }
    isInTurns = true
    ImmediateTask.detached(priority: .utility) { @MainActor [self] in
      while encodeForATurn() { await Task.yield() }
      isInTurns = false
    }
  }

  /// Encodes entries for a few milliseconds.
  ///
  /// - Returns: Whether there are more entries.
  private func encodeForATurn() -> Bool {
    var bytes = 0
    for _ in 0..<128 where bytes < 1 << 16 { bytes += encodeNext() }
    return !waiting.isEmpty
  }

  // MARK: Parts

  /// - Returns: The number of bytes in the entry's line.
  @discardableResult
  private func encodeNext() -> Int {
    // Encoding a value may run any code.
    guard !isEncoding, let entry = waiting.popFirst() else { return 0 }
    isEncoding = true
    defer { isEncoding = false }
    waitingSize -= entry.size
    start = start ?? entry.time
    var part =
      part.take()
      ?? Part(
        SessionBuilder(frame, lastGone: entry.number - 1, start: start),
        number: entry.number
      )
    let before = part.lines.count
    part.append(entry)
    self.part = part
    lastEncoded = entry.number
    // At most half of a file recreates earlier stores.
    if part.lines.count - part.beginning >= max(partSize, part.beginning) { closePart() }
    return part.lines.count - before
  }

  private func closePart() {
    guard let part = part.take() else { return }
    frame = part.builder.frame
    let (head, end) = SessionFile.frame(of: part.builder.session, entryCount: part.lineCount)
    var bytes = Data(capacity: head.count + part.lines.count + end.count)
    for lines in [head, part.lines, end] { bytes.append(contentsOf: lines) }
    writer.add(SpillWriter.Part(bytes: bytes, numbers: part.numbers, count: part.count))
  }
}
