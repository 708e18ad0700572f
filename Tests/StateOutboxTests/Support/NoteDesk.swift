import ScreenStateKit
import StateCore
import StateJournal
import StateOutbox
import StateQueries
import StateTesting
import ViewFeature

@Observable @MainActor
final class DeskState: ScreenState, SnapshotState {
  var title = Resource<String>()

  static let snapshotFields = SnapshotFields<DeskState> { SnapshotField("title", \.title) }
}

/// A store that shows the title of a note and renames it, in one of the styles.
@MainActor
protocol NoteDesk: AnyObject {
  init(_ environment: StoreEnvironment, _ clock: TestClock, in journal: Journal) async
  var title: String? { get }
  func show()
  func rename(_ change: Rename)
  func cancel(_ key: UUID)
}

extension StoreEnvironment {
  /// The outbox of the current code.
  @MainActor fileprivate static var currentOutbox: Outbox {
    get throws {
      guard let outbox = current.outbox else { throw CancellationError() }
      return outbox
    }
  }
}

@MainActor
final class FeatureDesk: NoteDesk {
  private struct Desk: Feature {
    typealias State = DeskState

    enum Action: Sendable {
      case show
      case rename(Rename)
      case cancel(UUID)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, _ in
        switch action {
        case .show: .follow(TitleQuery(id: 1), into: \.title, id: "title")
        case .rename(let change):
          StoreEnvironment.current.outbox.map { .enqueue(change, in: $0) } ?? .none
        case .cancel(let key):
          .run(name: "cancel") { _ in _ = try await StoreEnvironment.currentOutbox.cancel(key) }
        }
      }
    }
  }

  private let store: Store<Desk>

  init(_ environment: StoreEnvironment, _ clock: TestClock, in journal: Journal) async {
    store = Store(
      initialState: DeskState(),
      feature: Desk(),
      clock: clock,
      environment: environment
    )
    journal.record(store)
  }

  var title: String? { store.state.title.value }
  func show() { store.send(.show) }
  func rename(_ change: Rename) { store.send(.rename(change)) }
  func cancel(_ key: UUID) { store.send(.cancel(key)) }
}

@MainActor
final class ScreenDesk: NoteDesk {
  private actor Desk: ScreenStore {
    enum Action: ActionLockable, Hashable {
      case show
      case rename(String)
      case cancel(UUID)
    }

    nonisolated let binding: ScreenBinding<DeskState>

    init(_ environment: StoreEnvironment, _ clock: TestClock) {
      binding = ScreenBinding(clock: clock, environment: environment)
    }

    func perform(_ action: Action) async throws {
      switch action {
      case .show: try await follow(\.title, TitleQuery(id: 1))
      case .rename(let title): try await StoreEnvironment.currentOutbox.enqueue(Rename(title))
      case .cancel(let key): _ = try await StoreEnvironment.currentOutbox.cancel(key)
      }
    }
  }

  private let state = DeskState()
  private let store: Desk

  init(_ environment: StoreEnvironment, _ clock: TestClock, in journal: Journal) async {
    store = Desk(environment, clock)
    await store.bind(to: state)
    journal.record(store)
  }

  var title: String? { state.title.value }
  func show() { store.send(.show) }
  func rename(_ change: Rename) { store.send(.rename(change.title)) }
  func cancel(_ key: UUID) { store.send(.cancel(key)) }
}
