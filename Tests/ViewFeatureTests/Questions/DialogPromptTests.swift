import Testing
import ViewFeature

struct DialogPromptTests {
  private typealias Dialog = DialogPrompt<Int>

  @Test func dialogsOfTheSameContentAreEqualAndOthers() {
    let dialog = Dialog("a", message: "b", buttons: [AlertButton("c", action: 1)])
    #expect(dialog == Dialog("a", message: "b", buttons: [AlertButton("c", action: 1)]))
    #expect(dialog.id != Dialog("a", message: "b", buttons: [AlertButton("c", action: 1)]).id)
    #expect(dialog != Dialog("b", message: "b", buttons: [AlertButton("c", action: 1)]))
    #expect(dialog != Dialog("a", buttons: [AlertButton("c", action: 1)]))
    #expect(dialog != Dialog("a", message: "b", buttons: [AlertButton("c", action: 2)]))
  }

  @Test func textShowsTitleAndButtons() {
    #expect(
      "\(Dialog("a", message: "b", buttons: [AlertButton("c", action: 1)]))"
        == #"DialogPrompt("a", message: "b", buttons: ["c" → 1])"#
    )
  }
}
