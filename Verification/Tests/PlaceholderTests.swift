import ScreenStateKit
import SwiftUI
import Testing

@MainActor
struct PlaceholderTests {
  private struct Snapshot: PlaceholderRepresentable {
    var name: String

    static let placeholder = Snapshot(name: "·····")
    var isPlaceholder: Bool { name == Self.placeholder.name }
  }

  @Test func placeholderIsRedacted() {
    let host = ViewHost(Text("·····").placeholder(Snapshot.placeholder))

    #expect(host.node(.text)?.redactionReasons == .placeholder)
  }

  @Test func contentIsNotRedacted() {
    let host = ViewHost(Text("one").placeholder(Snapshot(name: "one")))

    #expect(host.node(.text)?.redactionReasons == [])
  }

  @Test func contentInsideAPlaceholderStaysRedacted() {
    let host = ViewHost(
      Text("one")
        .placeholder(Snapshot(name: "one"))
        .placeholder(Snapshot.placeholder)
    )

    #expect(host.node(.text)?.redactionReasons == .placeholder)
  }
}
