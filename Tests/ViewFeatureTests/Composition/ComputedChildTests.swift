import StateTestSupport
import Testing
import ViewFeature

/// Children whose states are created again at each read.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ComputedChildTests {
  struct Loose: Feature {
    @MainActor @Observable final class State {
      var texts = ["a", "b"]
      let pages = [Editor.State(id: 1), Editor.State(id: 2)]
      var selection = 1

      var first: Editor.State { Editor.State(text: texts[0]) }
      var second: Editor.State? { texts.count > 1 ? Editor.State(text: texts[1]) : nil }
      var list: [Editor.State] { texts.indices.map { Editor.State(id: $0) } }
      var byText: [String: Editor.State] { [texts[0]: first] }
      var selected: Editor.State? { pages.first { $0.id == selection } }
    }

    let first: Child<Editor>
    let second: OptionalChild<Editor>
    let list: ChildCollection<Editor, Int>
    let byText: ChildCollection<Editor, String>
    let selected: OptionalChild<Editor>

    init() {
      let editor = Editor(gate: Gate())
      first = Child(\.first, editor, output: .ignored)
      second = OptionalChild(\.second, editor, output: .ignored)
      list = ChildCollection(\.list, editor, output: .ignored)
      byText = ChildCollection(\.byText, editor, output: .ignored)
      selected = OptionalChild(\.selected, editor, output: .ignored)
    }

    func handle() -> ActionHandler<Int, State> {
      ActionHandler { action, state in
        state.selection = action
        return .none
      }
    }
  }

  private let store = Store(initialState: Loose.State(), feature: Loose())

  private func expectReport(of name: String, _ scope: () -> Store<Editor>?) {
    withKnownIssue {
      _ = scope()
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasPrefix(
          "The state of \(name) is computed at each read, so its changes are lost."
        )
      }
    }
    // One report is enough.
    _ = scope()
  }

  @Test func eachKindOfChildIsReportedWithItsName() {
    expectReport(of: "first") { store.scope(\.first) }
    expectReport(of: "second") { store.scope(\.second) }
    expectReport(of: "list[id: 1]") { store.scope(\.list, id: 1) }
    expectReport(of: #"byText[id: "a"]"#) { store.scope(\.byText, id: "a") }
  }

  @Test func aChildThatIsLookedUpIsNotReported() {
    let first = store.scope(\.selected)
    #expect(first === store.scope(\.selected))
    store.send(2)
    #expect(store.scope(\.selected)?.state === store.state.pages[1])
  }
}
