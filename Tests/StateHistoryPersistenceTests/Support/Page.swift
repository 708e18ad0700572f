import Observation
import ScreenStateKit
import StateFields
import StatePersistence
import ViewFeature

@MainActor @Observable
final class Page: SnapshotState, PersistentState {
  var title = ""
  var text = ""
  var tags: Set<String> = []
  var secret = ""
  /// Not saved.
  var cursor = 0
  /// Not part of any history.
  var visits = 0
  let cover = Cover()
  var rows: [Row] = []
  var detail: Detail?

  static let snapshotFields = SnapshotFields<Page> {
    SnapshotField("title", \.title)
    SnapshotField("text", \.text)
    SnapshotField("tags", \.tags)
    SnapshotField("secret", \.secret).redacted()
    SnapshotField("cursor", \.cursor)
    SnapshotField("visits", \.visits)
    SnapshotField("cover", child: \.cover)
    SnapshotField("rows", children: \.rows)
    SnapshotField("detail", child: \.detail)
  }

  static var persistence: Persistence<Page> { persistence(version: 1) }

  static func persistence(version: Int) -> Persistence<Page> {
    Persistence(version: version) {
      Persisted("title", \.title)
      Persisted("theText", \.text)
      Persisted("tags", \.tags)
      Persisted("secret", \.secret)
      Persisted("visits", \.visits)
      Persisted("cover", child: \.cover)
      Persisted("rows", children: \.rows, id: \.id, make: { Row($0) })
      Persisted("detail", child: \.detail, make: { Detail() })
    }
  }
}

@MainActor @Observable
final class Cover: SnapshotState, PersistentState {
  var color = "white"
  var pin = ""

  static let snapshotFields = SnapshotFields<Cover> {
    SnapshotField("color", \.color)
    SnapshotField("pin", \.pin).redacted()
  }
  static let persistence = Persistence<Cover>(version: 1) {
    Persisted("color", \.color)
    Persisted("pin", \.pin)
  }
}

@MainActor @Observable
final class Row: SnapshotState, PersistentState, Identifiable {
  let id: Int
  var name = ""
  var detail: Detail?

  init(_ id: Int) {
    self.id = id
  }

  static let snapshotFields = SnapshotFields<Row> {
    SnapshotField("id", \.id)
    SnapshotField("name", \.name)
    SnapshotField("detail", child: \.detail)
  }

  static let persistence = Persistence<Row>(version: 1) {
    Persisted("name", \.name)
    Persisted("detail", child: \.detail, make: { Detail() })
  }
}

@MainActor @Observable
final class Detail: SnapshotState, PersistentState {
  var note = ""

  static let snapshotFields = SnapshotFields<Detail> { SnapshotField("note", \.note) }
  static let persistence = Persistence<Detail>(version: 1) { Persisted("note", \.note) }
}

struct PageFeature: Feature {
  struct Change: Sendable {
    let change: @MainActor @Sendable (Page) -> Void
  }

  enum Action: Sendable {
    case change(Change)
    case server(Change)
  }

  func handle() -> ActionHandler<Action, Page> {
    ActionHandler { action, state in
      switch action {
      case .change(let change), .server(let change): change.change(state)
      }
      return .none
    }
  }

  static func ignores(_ action: Action) -> Bool {
    if case .server = action { true } else { false }
  }
}

extension Page {
  /// All values in scope, as text.
  var values: String {
    let rows = rows.map { "\($0.id) \($0.name) \($0.detail?.note ?? "-")" }.joined(separator: "; ")
    return """
      \(title)|\(text)|\(tags.sorted())|\(secret)|\(cover.color)|[\(rows)]|\(detail?.note ?? "-")
      """
  }
}

@MainActor @Observable
final class PageScreen: ScreenState, StateUpdatable, SnapshotState, PersistentState {
  var title = ""

  static let snapshotFields = SnapshotFields<PageScreen> { SnapshotField("title", \.title) }
  static let persistence = Persistence<PageScreen>(version: 1) { Persisted("title", \.title) }
}

actor PageScreenStore: ScreenStore {
  enum Action: ActionLockable, Sendable {
    case title(String)

    var lockKey: AnyHashable { "\(self)" }
  }

  nonisolated let binding: ScreenBinding<PageScreen>

  init(clock: any Clock<Duration>) {
    binding = ScreenBinding(clock: clock)
  }

  func perform(_ action: Action) async throws {
    switch action {
    case .title(let title): try await updateState { $0.title = title }
    }
  }
}
