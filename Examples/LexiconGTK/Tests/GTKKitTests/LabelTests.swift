import CGTK4
import Testing

@testable import GTKKit

@MainActor
struct LabelTests {
  private let loop: MainLoop

  init() throws {
    loop = try MainLoop()
  }

  /// Returns the underlined texts of a label, as the inspection describes them.
  private func underlinedTexts(in label: Label) -> [String]? {
    let window = Window(title: "Label", width: 100, height: 100)
    window.setContent(label, header: HeaderBar())
    window.present()
    return WidgetNode.windows.first { $0.text == "Label" }?.children
      .first { $0.text == label.text }?.underlinedTexts
  }

  @Test func `parts of a text are underlined, by their bytes`() {
    let label = Label("a <b>é</b> & 家家")
    label.underline(5..<7)
    label.underline(14..<17)
    label.underline(17..<20)
    #expect(label.text == "a <b>é</b> & 家家")
    #expect(underlinedTexts(in: label) == ["é", "家", "家"])
  }

  @Test func `another text is not underlined`() {
    let label = Label("house")
    label.underline(0..<5)
    label.text = "household"
    #expect(underlinedTexts(in: label) == [])
  }
}
