import ViewFeature

/// Books, and an alert that follows one of theirs.
struct Bookcase: Feature {
  @MainActor @Observable final class State: SnapshotState {
    var books: [Book.State] = [Book.State(id: 1), Book.State(id: 2)]
    var alert: AlertPrompt<Action>?

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("books", children: \.books)
      SnapshotField("alert", \.alert)
    }
  }

  enum Action: Equatable, Sendable {
    case book(Int, Book.Output)
    case undo
  }

  let books = ChildCollection<Book, Int>(\.books, Book(), output: Action.book)

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .book(let id, .deleted):
        state.books.removeAll { $0.id == id }
        state.alert = AlertPrompt("Deleted", buttons: [AlertButton("Undo", action: .undo)])
      case .undo: state.books.append(Book.State(id: 9))
      }
      return .none
    }
  }
}
