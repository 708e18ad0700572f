#if Inspector
import StateCore
import StateJournal
import StateTestSupport
import Testing
import ViewFeature

@testable import StateInspector

/// Bytes that resemble those of a page or a script.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct InspectorFuzzTests {
  private static let messages = [
    #"{"id": 7, "ask": "state", "store": 3, "at": 120, "path": "/a~1b/0", "from": 0, "limit": 5}"#,
    #"{"id": 1, "ask": "entries", "since": 4, "kind": ["change", "travel"], "fromEnd": true}"#,
    #"{"id": 2, "ask": "edit", "store": 1, "path": "/count", "value": {"a": [1, null, "ä😀"]}}"#,
    #"{"id": 4, "ask": "why", "store": 1, "path": "/words/0/title", "at": 4, "limit": 5}"#,
    #"{"id": 5, "ask": "why", "entry": 4}"#,
    #"{"id": 3, "ask": "send", "store": 1, "action": {"add": {"_0": 1e3}}}"#,
    #"{"id": 6, "ask": "query", "cache": 1, "query": 2, "do": "slow", "seconds": 4}"#,
    #"{"id": 9, "ask": "outbox", "outbox": 1, "do": "fail", "count": 2, "error": "It rains."}"#,
    #"{"id": 8, "ask": "query", "cache": 1, "query": 2, "do": "fail", "error": "It rains."}"#,
    #"{"id": 9, "ask": "connect", "cache": 1, "isOnline": false}"#,
    #"{"id": 10, "ask": "play", "speed": 2}"#,
    #"{"id": 11, "ask": "play", "every": 0.5}"#,
    #"{"token": "0123456789abcdef0123456789abcdef", "since": 12}"#,
  ]
  private static let requests = [
    "GET /api/state/3?at=4&path=/a%2Fb HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://a\r\n\r\n",
    "POST /api/send HTTP/1.1\r\nHost: localhost:80\r\nContent-Length: 12\r\n\r\n{\"entry\": 3}",
  ]

  private static func mutate(
    _ bytes: [UInt8],
    _ generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      case 1 where place < bytes.count: bytes.remove(at: place)
      case 2 where place < bytes.count:
        bytes[place] ^= 1 << Int.random(in: 0..<8, using: &generator)
      case 3: bytes.removeLast(bytes.count - place)
      case 4: bytes += bytes[..<place]
      case 5: replaceNumber(in: &bytes, after: place, &generator)
      default:
        let signs = "{[\",:-\\".utf8.shuffled(using: &generator).prefix(2)
        bytes.insert(contentsOf: signs, at: place)
      }
    }
    return bytes
  }

  /// Replaces the next number by one that may not fit into a type, or into a sum.
  private static func replaceNumber(
    in bytes: inout [UInt8],
    after place: Int,
    _ generator: inout SeededGenerator
  ) {
    let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
    let numbers = ["1e300", "1e19", "1e-300", "9223372036854775807", "18446744073709551615", "0"]
    let number = numbers[Int.random(in: 0..<numbers.count, using: &generator)]
    bytes.replaceSubrange(start..<end, with: number.utf8)
  }

  /// 100,000 inputs in total, which are answered or refused without a trap.
  @Test(arguments: Array(seedsOnOneThread(0..<50)))
  func bytesAreReadOrRefused(seed: Int) async {
    var generator = SeededGenerator(seed: UInt64(seed))
    let journal = Journal()
    let store = Store(initialState: Shop(), feature: ShopFeature())
    journal.record(store)
    store.send(.fill(2))
    let desk = InspectorDesk(
      InspectorReader(journal, session: "", canControl: false, ServerLimits())
    )
    var counts = (messages: 0, read: 0, requests: 0, frames: 0)
    for round in 0..<2_000 {
      if round.isMultiple(of: 2) {
        let message = Self.messages[Int.random(in: 0..<Self.messages.count, using: &generator)]
        let bytes = Self.mutate(Array(message.utf8), &generator)
        counts.messages += 1
        do throws(BadRequest) {
          let request = try RequestName.read(message: MessageReader.json(bytes))
          counts.read += 1
          _ = try? await desk.answer(request)
        } catch {
          #expect(error.reason.hasSuffix("."))
        }
        var frames = FrameParser(ServerLimits())
        frames.append(Self.mutate(PageClient.frame(1, bytes), &generator))
        while let event = frames.event() { if case .message = event { counts.frames += 1 } }
      } else {
        let text = Self.requests[Int.random(in: 0..<Self.requests.count, using: &generator)]
        var parser = RequestParser(ServerLimits())
        let progress = parser.append(Self.mutate(Array(text.utf8), &generator))
        guard case .request(let request, _) = progress else { continue }
        counts.requests += 1
        if let wanted = try? Route.api(request) { _ = try? await desk.answer(wanted) }
      }
    }
    #expect(counts.read > 10 && counts.requests > 10 && counts.frames > 10)
    #expect(store.state.count == 0)
    #expect(journal.travelPlace == nil)
  }
}
#endif
