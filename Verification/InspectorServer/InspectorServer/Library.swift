import Foundation
import Observation
import ScreenStateKit
import ViewFeature

struct Book: Hashable, Codable, Sendable {
  var title: String
  var pages: Int
  var tags: [String: Int] = [:]
}

@MainActor @Observable
final class Reader: SnapshotState, Identifiable {
  let id: Int
  var name = ""
  var borrowed: [Book] = []

  init(id: Int) {
    self.id = id
    name = "Reader \(id)"
  }

  static let snapshotFields = SnapshotFields<Reader> {
    SnapshotField("id", \.id)
    SnapshotField("name", \.name)
    SnapshotField("borrowed", \.borrowed)
  }
}

struct ReaderFeature: Feature {
  enum Action: Codable, Sendable {
    case borrow(Book)
    case giveBack
    case rename(String)
  }

  func handle() -> ActionHandler<Action, Reader> {
    ActionHandler { action, state in
      switch action {
      case .borrow(let book): state.borrowed.append(book)
      case .giveBack: if !state.borrowed.isEmpty { state.borrowed.removeFirst() }
      case .rename(let name): state.name = name
      }
      return .none
    }
  }
}

@MainActor @Observable
final class Library: ScreenState, StateUpdatable, SnapshotState {
  var count = 0
  var query = ""
  var books: [Book] = []
  var readers: [Reader] = []
  var password = "never-to-be-seen"
  var isOpen = true

  static let snapshotFields = SnapshotFields<Library> {
    SnapshotField("isLoading", \.isLoading)
    SnapshotField("displayError", \.displayError)
    SnapshotField("count", \.count)
    SnapshotField("query", \.query)
    SnapshotField("books", \.books)
    SnapshotField("readers", children: \.readers)
    SnapshotField("password", \.password).redacted()
    SnapshotField("isOpen", \.isOpen)
  }
}

struct LibraryFailure: LocalizedError {
  var errorDescription: String? { "The shelf is empty." }
}

struct LibraryFeature: Feature {
  enum Action: Codable, Sendable, LoadingTrackable, RedactedAction {
    case tick
    case search(String)
    case found([Book])
    case enter(Int)
    case leave(Int)
    case watch
    case fail
    case signIn(password: String)

    var canTrackLoading: Bool { if case .search = self { true } else { false } }
    var isRedacted: Bool { if case .signIn = self { true } else { false } }
  }

  let readers = ChildCollection(\Library.readers, ReaderFeature())

  func handle() -> ActionHandler<Action, Library> {
    ActionHandler { action, state in
      switch action {
      case .tick: state.count += 1
      case .search(let query):
        state.query = query
        return .run(name: "search") { _, send in
          try await Task.sleep(for: .milliseconds(700))
          let books = (1...12).map { Book(title: "\(query) \($0)", pages: $0, tags: ["new": $0]) }
          send(.found(books))
        }.cancellable(id: "search", cancelInFlight: true)
      case .found(let books): state.books = books
      case .enter(let id): state.readers.append(Reader(id: id))
      case .leave(let id): state.readers.removeAll { $0.id == id }
      case .watch:
        return .run(name: "watch") { state in
          while true {
            try await Task.sleep(for: .seconds(3))
            state.isOpen.toggle()
          }
        }.cancellable(id: "watch", cancelInFlight: true)
      case .fail: return .run(name: "take") { _ in throw LibraryFailure() }
      case .signIn(let password): state.password = password
      }
      return .none
    }
  }
}
