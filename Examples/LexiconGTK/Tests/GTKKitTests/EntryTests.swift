import Testing
import ViewFeature

@testable import GTKKit

@MainActor
struct EntryTests {
  struct Typing: Feature {
    @Observable @MainActor
    final class State {
      var text = "first"
      var written: [String] = []
    }

    enum Action: Sendable {
      case write(String)
      case replace(String)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .write(let text):
          guard text.count < 10 else { break }
          state.text = text
          state.written.append(text)
        case .replace(let text):
          state.text = text
        }
        return .none
      }
    }
  }

  private let loop: MainLoop
  private let store = Store(initialState: Typing.State(), feature: Typing())
  private let entry: Entry

  init() throws {
    loop = try MainLoop()
    entry = Entry.text(name: "Text")
    entry.bind(store.binding(\.text) { .write($0) })
  }

  @Test func `an entry shows the value of its binding`() {
    #expect(entry.text == "first")
    #expect(store.state.written.isEmpty)
  }

  @Test func `what is typed is written`() {
    entry.text = "typed"
    #expect(store.state.text == "typed")
    #expect(store.state.written.last == "typed")
  }

  @Test func `what is not taken is not shown`() {
    entry.text = "more than is taken"
    #expect(entry.text == store.state.text)
  }

  @Test(.timeLimit(.minutes(20)))
  func `another value is shown and not written back`() async {
    store.send(.replace("other"))
    while entry.text != "other" { await Task.yield() }
    #expect(store.state.written.isEmpty)
  }
}
