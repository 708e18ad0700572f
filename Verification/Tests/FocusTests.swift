import SwiftUI
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct FocusTests {
  struct SignUp: Feature {
    enum Field: Hashable, Sendable {
      case name, mail, missing
    }

    @Observable
    final class State {
      var name = ""
      var mail = ""
      var focus: Field?
      var showsMail = true
      var changes: [Field?] = []
    }

    enum Action: Sendable {
      case submit
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .submit: state.focus = state.name.isEmpty ? .name : nil
        }
        return .none
      }
      .onChange(of: \.focus) { _, new, state in state.changes.append(new) }
    }
  }

  private struct SignUpView: View {
    @State var store: Store<SignUp>
    @FocusState private var focus: SignUp.Field?

    var body: some View {
      VStack {
        TextField("Name", text: store.binding(\.name)).focused($focus, equals: .name)
        if store.state.showsMail {
          TextField("Mail", text: store.binding(\.mail)).focused($focus, equals: .mail)
        }
        Button("Submit") { store.send(.submit) }
      }
      .focus($focus, follows: store.binding(\.focus))
    }
  }

  private let store = Store(initialState: SignUp.State(), feature: SignUp())

  @Test func theStateMovesTheFocus() throws {
    let host = ViewHost(SignUpView(store: store))
    #expect(host.focusedTitle == nil)
    try host.tap("Submit")
    #expect(host.focusedTitle == "Name")
    store.state.focus = .mail
    #expect(host.focusedTitle == "Mail")
    store.state.focus = nil
    #expect(host.focusedTitle == nil)
  }

  @Test func theUserMovesTheState() throws {
    let host = ViewHost(SignUpView(store: store))
    try host.focus("Mail")
    #expect(store.state.focus == .mail)
    try host.focus("Name")
    #expect(store.state.focus == .name)
    #expect(store.state.changes == [.mail, .name])
  }

  @Test func theStateDecidesAtTheBeginning() {
    store.state.focus = .mail
    let host = ViewHost(SignUpView(store: store))
    #expect(host.focusedTitle == "Mail")
    #expect(store.state.focus == .mail)
  }

  @Test func aFocusThatNoViewTakesIsGivenUp() throws {
    let host = ViewHost(SignUpView(store: store))
    try host.focus("Name")
    store.state.focus = .missing
    host.update()
    #expect(host.focusedTitle == nil)
    #expect(store.state.focus == nil)
    store.state.focus = .mail
    #expect(host.focusedTitle == "Mail")
  }

  @Test func aFieldThatGoesTakesTheFocusWithIt() throws {
    let host = ViewHost(SignUpView(store: store))
    try host.focus("Mail")
    store.state.showsMail = false
    host.update()
    #expect(host.focusedTitle == nil)
    #expect(store.state.focus == nil)
  }

  @Test func whereBothChangeTheStateDecides() throws {
    let host = ViewHost(SignUpView(store: store))
    try host.focus("Name")
    store.state.focus = .mail
    store.state.showsMail = true
    host.update()
    #expect(host.focusedTitle == "Mail")
    #expect(store.state.focus == .mail)
  }
}
