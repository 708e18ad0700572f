#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// A parser that reads WebSocket frames from untrusted bytes.
struct FrameParser {
  enum Event: Equatable {
    case message([UInt8])
    case ping([UInt8])
    case close
    case failure(Failure)
  }

  /// The reason why the socket is closed.
  struct Failure: Error, Equatable {
    let code: UInt16
    let reason: String
  }

  private let longest: Int
  private var bytes: [UInt8]
  private var next = 0
  /// The parts of an incomplete message.
  private var message: [UInt8]?
  private var hasEnded = false

  init(_ limits: ServerLimits, _ bytes: [UInt8] = []) {
    longest = limits.messageBytes
    self.bytes = bytes
  }

  mutating func append(_ new: [UInt8]) {
    if next > 0 { bytes.removeFirst(next) }
    next = 0
    bytes += new
  }

  /// Returns the next event, or `nil` if it needs more bytes, and after the end.
  mutating func event() -> Event? {
    while !hasEnded {
      do throws(Failure) {
        guard let frame = try frame() else { return nil }
        guard let event = try event(of: frame) else { continue }
        if event == .close { hasEnded = true }
        return event
      } catch {
        hasEnded = true
        return .failure(error)
      }
    }
    return nil
  }

  private struct Frame {
    let isLast: Bool
    let code: UInt8
    let payload: [UInt8]
  }

  private static func violation(_ reason: String) -> Failure {
    Failure(code: 1002, reason: reason)
  }

  private func length(_ short: UInt8) -> (length: UInt64, bytes: Int)? {
    let count = short == 126 ? 2 : short == 127 ? 8 : 0
    if count == 0 { return (UInt64(short), 0) }
    guard bytes.count - next >= 2 + count else { return nil }
    var length: UInt64 = 0
    for byte in bytes[(next + 2)..<(next + 2 + count)] { length = length << 8 | UInt64(byte) }
    return (length, count)
  }

  private mutating func frame() throws(Failure) -> Frame? {
    guard bytes.count - next >= 2 else { return nil }
    let (first, second) = (bytes[next], bytes[next + 1])
    let code = first & 0x0f
    if first & 0x70 != 0 { throw Self.violation("Extensions aren't supported.") }
    if second & 0x80 == 0 { throw Self.violation("A frame isn't masked.") }
    guard let (length, lengthBytes) = length(second & 0x7f) else { return nil }
    if code >= 8, length > 125 || first & 0x80 == 0 {
      throw Self.violation("A control frame is too long or fragmented.")
    }
    // The length is checked before memory is allocated for the frame.
    guard length <= UInt64(longest - (message?.count ?? 0)) else {
      throw Failure(code: 1009, reason: "A message is larger than \(longest) bytes.")
    }
    let start = next + 2 + lengthBytes
    let end = start + 4 + Int(length)
    guard bytes.count >= end else { return nil }
    let mask = bytes[start..<start + 4]
    var payload = Array(bytes[(start + 4)..<end])
    for index in payload.indices { payload[index] ^= mask[start + index % 4] }
    next = end
    return Frame(isLast: first & 0x80 != 0, code: code, payload: payload)
  }

  private mutating func event(of frame: Frame) throws(Failure) -> Event? {
    switch frame.code {
    case 0, 1:
      guard (frame.code == 0) == (message != nil) else {
        throw Self.violation("The fragments of a message are out of order.")
      }
      let whole = (message ?? []) + frame.payload
      message = frame.isLast ? nil : whole
      return frame.isLast ? .message(whole) : nil
    case 8: return .close
    case 9: return .ping(frame.payload)
    case 10: return nil
    case 2: throw Failure(code: 1003, reason: "Messages must be text.")
    default: throw Self.violation("The frame type \(frame.code) is unknown.")
    }
  }
}

/// Encoding of frames sent by the server.
enum Frame {
  static func text(_ payload: [UInt8]) -> [UInt8] { frame(1, payload) }

  static func pong(_ payload: [UInt8]) -> [UInt8] { frame(10, payload) }

  static func close(_ code: UInt16) -> [UInt8] { frame(8, [UInt8(code >> 8), UInt8(code & 0xff)]) }

  private static func frame(_ code: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x80 | code]
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count))
    case ..<65_536:
      bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    default:
      bytes.append(127)
      for place in 0..<8 { bytes.append(UInt8(payload.count >> (56 - 8 * place) & 0xff)) }
    }
    return bytes + payload
  }
}
#endif
