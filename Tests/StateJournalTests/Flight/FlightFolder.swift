import Foundation

@testable import StateJournal

/// A test's folder, which is removed with this object.
final class FlightFolder {
  let url: URL

  init() {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("flight-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var current: URL { url.appendingPathComponent("flight.current") }
  var last: URL { url.appendingPathComponent("flight.last") }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}

/// The memory of a file that isn't on a disk.
final class FlightMemory {
  let bytes: UnsafeMutableRawBufferPointer
  let file: FlightBytes

  init(_ layout: FlightLayout) {
    let base = UnsafeMutableRawPointer.allocate(byteCount: layout.size, alignment: 4_096)
    file = FlightBytes(base: base, count: layout.size)
    bytes = file.buffer
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { bytes.deallocate() }

  var copy: [UInt8] { Array(bytes) }
}

extension FlightHeader {
  static func test(_ layout: FlightLayout) -> FlightHeader {
    FlightHeader(
      layout: layout,
      id: 0x1234_5678_9ABC_DEF0,
      secondID: 7,
      start: 1_000,
      appVersion: "1.2"
    )
  }
}

extension FlightImage {
  init(_ bytes: [UInt8]) throws(FlightError) {
    let image = bytes.withUnsafeBytes { bytes in
      Result<FlightImage, FlightError> { () throws(FlightError) in try FlightImage(bytes) }
    }
    self = try image.get()
  }
}
