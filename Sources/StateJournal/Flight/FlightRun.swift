public import Foundation

/// What a flight recorder has recorded in one run of an app.
///
/// ```swift
/// let recorder = try FlightRecorder.start(in: folder, appVersion: "2.1")
/// if let run = recorder.lastRun, !run.hasEndedAsPlanned {
///   for entry in run.entries.suffix(20) { print(entry) }
/// }
/// ```
public struct FlightRun: Sendable {
  /// The version that the app has passed to the recorder.
  public let appVersion: String
  /// The identity of the run.
  public let id: UUID
  /// The start of the run, by the clock of that time.
  public let start: Date
  /// The end, or the time of the last entry if the process ended otherwise.
  public let end: Date
  /// Whether the app has called `end()`.
  public let hasEndedAsPlanned: Bool
  /// The entries, the oldest first.
  public let entries: [FlightEntry]
  /// The number of earlier entries that later ones have replaced.
  public let replacedCount: Int
  /// The number of entries that aren't complete, of which one is usual after a crash.
  public let damagedCount: Int

  /// Reads the file of a run.
  ///
  /// - Throws: An error if the file can't be read, isn't complete, or is of another version.
  public init(contentsOf url: URL) throws(FlightError) {
    let bytes: [UInt8]
    do {
      bytes = try SessionStorage.read(url)
    } catch {
      throw .cannotAccess(path: url.path)
    }
    try self.init(bytes)
  }

  init(_ bytes: [UInt8]) throws(FlightError) {
    // A closure that throws would lose the type of the error.
    let image = bytes.withUnsafeBytes { bytes in
      Result<FlightImage, FlightError> { () throws(FlightError) in try FlightImage(bytes) }
    }
    self.init(try image.get())
  }

  init(_ image: FlightImage) {
    appVersion = image.run.appVersion
    id = UUID((image.run.id, image.run.secondID))
    start = Date(timeIntervalSince1970: image.run.start)
    let last = image.end ?? image.records.last?.record.time ?? 0
    end = start.addingTimeInterval(Double(last) / 1e9)
    hasEndedAsPlanned = image.end != nil
    var decoder = FlightDecoder(image)
    entries = decoder.entries()
    replacedCount = image.replacedCount
    damagedCount = image.damagedCount
  }
}

extension UUID {
  fileprivate init(_ words: (UInt64, UInt64)) {
    let bytes = (0..<16).map { index in
      UInt8(truncatingIfNeeded: (index < 8 ? words.0 : words.1) >> (8 * UInt64(index % 8)))
    }
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }
}
