import SwiftUI
import Testing
import ViewFeature

/// A sheet whose payload is a struct.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StructPayloadViewTests {
  struct EditForm: Hashable, Identifiable, Sendable {
    var id = 0
    var title = ""
  }

  struct Library: Feature {
    enum Destination: NavigationTarget, Sendable {
      case edit(EditForm)
      case copy(EditForm)
    }

    @Observable @MainActor
    final class State {
      var destination: Destination?
      var titles: [String] = []
    }

    enum Action: Sendable {
      case add
      case save
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch (action, state.destination) {
        case (.add, _): state.destination = .edit(EditForm())
        case (.save, .edit(let form)?):
          state.titles.append(form.title)
          state.destination = nil
        case (.save, _): break
        }
        return .none
      }
    }
  }

  private struct LibraryView: View {
    @Bindable var store: Store<Library>

    var body: some View {
      Button("Add") { store.send(.add) }
        .sheet(item: $store.state.destination) { _ in
          if let form = $store.state.destination.payload(of: Library.Destination.edit) {
            TextField("Title", text: form.title)
            Button("Save") { store.send(.save) }
          }
        }
    }
  }

  private let store = Store(initialState: Library.State(), feature: Library())

  @Test func itsFieldsAreEdited() async throws {
    let host = ViewHost(LibraryView(store: store))
    try host.tap("Add")
    try await host.wait { host.sheet != nil }
    try host.type("a", into: "Title")
    #expect(store.state.destination == .edit(EditForm(title: "a")))
    try host.type("ab", into: "Title")
    try host.tap("Save")
    try await host.wait { host.sheet == nil }
    #expect(store.state.titles == ["ab"])
  }

  @Test func aBindingBelongsToItsCase() throws {
    let destination = Bindable(store).state.destination
    #expect(destination.payload(of: Library.Destination.edit) == nil)
    store.send(.add)
    #expect(destination.payload(of: Library.Destination.copy) == nil)
    let form = try #require(destination.payload(of: Library.Destination.edit))
    form.wrappedValue.title = "a"
    #expect(form.wrappedValue.title == "a")
    store.state.destination = .copy(EditForm(title: "b"))
    form.wrappedValue.title = "c"
    #expect(form.wrappedValue.title == "")
    #expect(store.state.destination == .copy(EditForm(title: "b")))
  }
}
