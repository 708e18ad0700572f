#if Inspector
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct FrameParserTests {
  private typealias Event = FrameParser.Event

  private func events(_ bytes: [UInt8], _ limits: ServerLimits = ServerLimits()) -> [Event] {
    var parser = FrameParser(limits)
    parser.append(bytes)
    var events: [Event] = []
    while let event = parser.event() { events.append(event) }
    return events
  }

  private func code(_ bytes: [UInt8], _ limits: ServerLimits = ServerLimits()) -> UInt16? {
    guard case .failure(let failure)? = events(bytes, limits).last else { return nil }
    return failure.code
  }

  @Test(arguments: [0, 1, 125, 126, 65_535, 65_536])
  func readsAMessage(length: Int) {
    let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    #expect(events(PageClient.frame(1, payload)) == [.message(payload)])
  }

  @Test
  func readsBytesOneByOne() {
    let bytes =
      PageClient.frame(1, [1, 2], isLast: false) + PageClient.frame(9, [7])
      + PageClient.frame(0, [3], isLast: false) + PageClient.frame(0, []) + PageClient.frame(1, [4])
      + PageClient.frame(10, []) + PageClient.frame(8, [3, 232])
    var parser = FrameParser(ServerLimits())
    var found: [FrameParser.Event] = []
    for byte in bytes {
      parser.append([byte])
      while let event = parser.event() { found.append(event) }
    }
    #expect(found == [.ping([7]), .message([1, 2, 3]), .message([4]), .close])
    #expect(found == events(bytes))
  }

  @Test
  func nothingComesBehindTheEnd() {
    #expect(events(PageClient.frame(8, []) + PageClient.frame(1, [1])) == [.close])
  }

  @Test
  func refusesWhatIsNotAFrameOfAPage() {
    let noMask: [UInt8] = [0x81, 1, 97]
    #expect(code(noMask) == 1002)
    #expect(code([0xc1, 0x80, 0, 0, 0, 0]) == 1002)
    #expect(code(PageClient.frame(2, [1])) == 1003)
    #expect(code(PageClient.frame(3, [1])) == 1002)
    #expect(code(PageClient.frame(0, [1])) == 1002)
    #expect(code(PageClient.frame(9, [1], isLast: false)) == 1002)
    #expect(code(PageClient.frame(9, Array(repeating: 1, count: 126))) == 1002)
    let twice = PageClient.frame(1, [1], isLast: false) + PageClient.frame(1, [1])
    #expect(code(twice) == 1002)
  }

  @Test
  func refusesALongMessageBeforeItComes() {
    // Only the lengths: 2 to the power of 63, and 2 to the power of 64 minus 1.
    #expect(code([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0]) == 1009)
    #expect(code([0x81, 0xff] + Array(repeating: 0xff, count: 8)) == 1009)
    #expect(code([0x81, 0xff, 0x7f] + Array(repeating: 0xff, count: 7)) == 1009)
    var limits = ServerLimits()
    limits.messageBytes = 10
    #expect(code(PageClient.frame(1, Array(repeating: 0, count: 11)), limits) == 1009)
    let parts =
      PageClient.frame(1, Array(repeating: 0, count: 6), isLast: false)
      + PageClient.frame(0, Array(repeating: 0, count: 5))
    #expect(code(parts, limits) == 1009)
    #expect(code(PageClient.frame(1, Array(repeating: 0, count: 10)), limits) == nil)
  }
}
#endif
