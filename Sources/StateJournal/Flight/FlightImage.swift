/// The content of a flight recorder's file, as it was found.
struct FlightImage {
  struct Numbered: Equatable {
    let number: FlightNumber
    let record: FlightRecord
  }

  let run: FlightHeader
  /// The names by index; `nil` for one that is damaged.
  let names: [FlightName?]
  /// The complete records of both rings, the oldest first.
  let records: [Numbered]
  /// The number of records that others have replaced.
  let replacedCount: Int
  /// The number of records that aren't complete.
  let damagedCount: Int
  /// The time of the planned end; `nil` if the process ended otherwise.
  let end: UInt64?

  /// Reads a file.
  ///
  /// - Throws: An error if the header isn't complete, or of another version.
  init(_ bytes: UnsafeRawBufferPointer) throws(FlightError) {
    run = try FlightHeader(bytes)
    names = FlightNames.all(bytes, run)
    end = run.end(bytes)
    var damaged = 0
    let main = Self.records(.main, bytes, run, &damaged)
    let shared = Self.records(.shared, bytes, run, &damaged)
    damagedCount = damaged
    replacedCount = [main, shared].reduce(0) { count, ring in
      count + (ring.first.map { Int(clamping: $0.number.index) - 1 } ?? 0)
    }
    records = Self.merge(main, shared)
  }

  private static func records(
    _ ring: FlightRing.Place,
    _ bytes: UnsafeRawBufferPointer,
    _ run: FlightHeader,
    _ damaged: inout Int
  ) -> [Numbered] {
    var records: [Numbered] = []
    for slot in 0..<run.layout.records {
      let place = run.layout.firstRecord(of: ring) + slot * FlightLayout.recordSize
      guard place + FlightLayout.recordSize <= bytes.count else { break }
      let words = (0..<8).map { bytes.word(place + 8 * $0) }
      if words.allSatisfy({ $0 == 0 }) { continue }
      let isAction = words[2] & 0xFF == UInt64(FlightRecord.Kind.actionReceived.rawValue)
      let sum = words[..<(isAction ? 6 : 7)].reduce(run.salt &+ ring.rawValue) { sum, word in
        FlightChecksum.add(word, to: sum)
      }
      guard sum == words[7], words[0] > 0, words[0] < 1 << 62,
        (words[0] - 1) % UInt64(run.layout.records) == UInt64(slot),
        let record = FlightRecord(
          time: words[1],
          (words[2], words[3], words[4], words[5], words[6])
        )
      else {
        damaged += 1
        continue
      }
      records.append(Numbered(number: FlightNumber(words[0], in: ring), record: record))
    }
    return addEnds(to: records.sorted { $0.number.index < $1.number.index })
  }

  /// Adds records for the ends of handlers, which the records of their actions contain.
  private static func addEnds(to records: [Numbered]) -> [Numbered] {
    var all: [Numbered] = []
    // The innermost handler, which ends first, is the last one.
    var open: [(number: FlightNumber, record: FlightRecord, end: FlightEnd)] = []
    func end(before next: Numbered?) {
      while let (number, record, end) = open.last {
        if let next {
          let isBehind =
            end.records < FlightEnd.mostRecords
            ? next.number.index > number.index + end.records
            : next.record.time > record.time &+ end.duration
          if !isBehind { return }
        }
        open.removeLast()
        var ended = FlightRecord(kind: .actionHandled, type: record.type, store: record.store)
        ended.time = record.time &+ end.duration
        ended.subject = record.subject == .none ? number : record.subject
        ended.extra = end.duration
        all.append(Numbered(number: .none, record: ended))
      }
    }
    for numbered in records {
      end(before: numbered)
      all.append(numbered)
      let record = numbered.record
      guard record.kind == .actionReceived,
        let end = FlightEnd(record.extra, numbered.number.index)
      else { continue }
      open.append((numbered.number, record, end))
    }
    end(before: nil)
    return all
  }

  /// Merges the rings by time, and keeps the order of each.
  private static func merge(_ first: [Numbered], _ second: [Numbered]) -> [Numbered] {
    var all: [Numbered] = []
    all.reserveCapacity(first.count + second.count)
    var next = 0
    for numbered in first {
      while next < second.count, second[next].record.time < numbered.record.time {
        all.append(second[next])
        next += 1
      }
      all.append(numbered)
    }
    return all + second[next...]
  }
}
