import Testing

@testable import GTKKit

@MainActor
struct BlockingOverlayTests {
  private let loop: MainLoop
  private let content: Label

  init() throws {
    loop = try MainLoop()
    content = Label("content")
  }

  @Test func `content can be used while nothing is in progress`() {
    let overlay = BlockingOverlay(content)
    #expect(content.isSensitive)
    #expect(overlay.children.map(\.isVisible) == [true, false])
  }

  @Test func `progress covers the content until it ends`() {
    let overlay = BlockingOverlay(content)
    overlay.progress = "Saving…"
    #expect(!content.isSensitive)
    #expect(overlay.children.map(\.isVisible) == [true, true])
    overlay.progress = nil
    #expect(content.isSensitive)
    #expect(overlay.children.map(\.isVisible) == [true, false])
  }
}
