import Foundation
import StateCore
import StateRecord

/// Makes files of the entries that a journal's memory has no more room for, each a session of its own.
///
/// The entries become JSON in short turns of the main actor. If they come faster than that, each brings two of
/// those forward that wait.
@MainActor
final class SpillQueue {
  /// A file in the making.
  @MainActor
  private struct Part {
    var builder: SessionBuilder
    var lines: [UInt8] = []
    /// The number of lines, and of those that are not made for the stores of before.
    var lineCount = 0
    var count = 0
    /// The bytes of the lines that are.
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

  /// The bytes of entries in a file, and of the entries that wait without a hurry.
  private let partSize: Int
  let writer: SpillWriter
  private var waiting = Queue<JournalEntry>()
  private var waitingSize = 0
  /// The state behind the last entry of the last file.
  private var frame = TrackedFrame()
  private var part: Part?
  private var start: ContinuousClock.Instant?
  private var lastTaken = 0
  private var lastEncoded = 0
  private var isInTurns = false
  private var isEncoding = false

  /// Makes a queue that takes up `capacity` bytes, roughly.
  init(capacity: Int, _ writer: SpillWriter) {
    partSize = capacity / 4
    self.writer = writer
  }

  /// The bytes of the entries that are in no file yet.
  var size: Int { waitingSize + (part?.lines.count ?? 0) + writer.size }

  /// Takes an entry that the memory has let go of.
  func take(_ entry: JournalEntry) {
    waiting.append(entry)
    waitingSize += entry.size
    lastTaken = entry.number
    if waitingSize > partSize { for _ in 0..<2 { encodeNext() } }
    encodeInTurns()
  }

  /// Writes all entries that were taken before.
  func flush() async throws {
    await finishPart()
    try await writer.flush()
  }

  /// The journal has gone: writes what has been taken.
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

  /// Encodes as many entries as take a few milliseconds.
  ///
  /// - Returns: Whether there are more.
  private func encodeForATurn() -> Bool {
    var bytes = 0
    for _ in 0..<128 where bytes < 1 << 16 { bytes += encodeNext() }
    return !waiting.isEmpty
  }

  // MARK: Parts

  /// - Returns: The bytes of the entry's line.
  @discardableResult
  private func encodeNext() -> Int {
    // A value may do anything while it is encoded.
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
    // At most half of a file makes the stores of before.
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
