#if Inspector
import Foundation
import StateJSON
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20))) struct InspectorMessageTests {
  private static let status = InspectorStatus(
    gone: 1,
    last: 9,
    canControl: true,
    travel: InspectorStatus.Travel(at: 3, last: 8, isPlaying: false),
    struckOut: [[4, 5]]
  )
  private static let messages: [InspectorMessage] = [
    .hello(
      InspectorHello(
        version: 1,
        session: "a",
        began: "2026-11-23T00:00:00Z",
        status: status,
        stores: []
      )
    ),
    .entries(EntryPage(after: 1, upTo: 9, last: 9, entries: [])),
    .skipped(SkippedEntries(after: 0, upTo: 1)),
    .status(status),
    .failure(id: 2, "bad"),
    .failure(id: nil, "bad"),
  ]

  @Test(arguments: messages.indices)
  func aMessageIsWhatTheSchemaSays(index: Int) throws {
    let message = Self.messages[index]
    let bytes = MessageCoding.bytes(of: message)
    let json = try JSONReader.value(in: bytes[...], deepest: 64)
    #expect(try SchemaCheck().problems(message: json) == [])
    #expect(try JSONDecoder().decode(InspectorMessage.self, from: Data(bytes)) == message)
  }
}
#endif
