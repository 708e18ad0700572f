import StateOutbox
import StateQueries

struct Note: QueryEntity, Codable {
  let id: Int
  var title = ""
}

/// The title of a note, which each change of it writes.
struct TitleQuery: ResourceQuery {
  let id: Int

  func load(in context: QueryContext) async throws -> String { "loaded" }
}

/// A change that is sent by itself.
struct Rename: OutboxChange {
  var id = 1
  var title: String
  var inLane: String?
  var settings = Settings()

  struct Settings: Codable, Hashable, Sendable {
    var resolution = "retry"
    var priority = 0
    var resendsFor = 86_400.0
    var expiresAfter = 604_800.0
    var holdsLane = false
    var tags: Set<String> = []
  }

  init(
    _ title: String,
    id: Int = 1,
    lane: String? = nil,
    _ change: (inout Settings) -> Void = { _ in }
  ) {
    self.title = title
    self.id = id
    inLane = lane
    change(&settings)
  }

  var lane: String { inLane ?? "note-\(id)" }
  var subject: OutboxSubject? { OutboxSubject(Note.self, id: id) }

  var options: OutboxChangeOptions {
    var options = OutboxChangeOptions()
    options.priority = settings.priority
    options.resendsFor = .seconds(settings.resendsFor)
    options.expiresAfter = .seconds(settings.expiresAfter)
    options.holdsLaneWhenRejected = settings.holdsLane
    options.retry = .constant(.seconds(10))
    return options
  }

  func send(in context: MutationContext) async throws -> String {
    try await context.environment.server.send(context.key, title)
  }

  func change(_ patch: inout QueryPatch) {
    let title = title
    patch.update(TitleQuery(id: id)) { $0 += " \(title)" }
  }

  func receive(_ answer: String, _ patch: inout QueryPatch) {
    let title = title
    patch.update(TitleQuery(id: id)) { $0 += " (\(title))" }
  }

  func resolution(of error: any Error, attempt: Int) -> OutboxResolution<Rename> {
    guard error is Refusal else { return .retry }
    switch settings.resolution {
    case "reject": return .reject
    case "replace": return .replace(Rename("\(title)'", id: id, lane: inLane))
    case "holdLane": return .holdLane
    case "holdAll": return .holdAll
    case "applied": return .applied
    default: return .retry
    }
  }
}

/// A change that is merged with its neighbors.
struct SetTitle: OutboxChange {
  var id = 1
  var title: String

  var lane: String { "note-\(id)" }
  var subject: OutboxSubject? { OutboxSubject(Note.self, id: id) }

  func send(in context: MutationContext) async throws -> String {
    try await context.environment.server.send(context.key, title)
  }

  func change(_ patch: inout QueryPatch) {
    let title = title
    patch.update(TitleQuery(id: id)) { $0 = title }
  }

  static func merge(_ earlier: SetTitle, _ later: SetTitle) -> OutboxMerge<SetTitle> {
    later.title == "undo" ? .nothing : .merged(later)
  }
}

/// A change whose answer is the content of the query.
struct Retitle: OutboxChange {
  var id = 1
  var title: String
  var inLane = "other"
  var isHeld = false

  var lane: String { inLane }

  func send(in context: MutationContext) async throws -> String {
    try await context.environment.server.send(context.key, title)
  }

  func change(_ patch: inout QueryPatch) {
    let title = title
    patch.update(TitleQuery(id: id)) { $0 += " \(title)" }
    patch.update(Note.self, id: id) { $0.title += " \(title)" }
  }

  func receive(_ answer: String, _ patch: inout QueryPatch) {
    patch.set("server", for: TitleQuery(id: id))
    patch.set(Note(id: id, title: "server"), for: NoteQuery(id: id))
  }

  func resolution(of error: any Error, attempt: Int) -> OutboxResolution<Retitle> {
    error is Refusal ? isHeld ? .holdLane : .reject : .retry
  }
}

/// A note, which is stored once for all queries.
struct NoteQuery: ResourceQuery {
  static var entities: EntityPaths<Note> { EntityPaths().one(\.self) }

  let id: Int

  func load(in context: QueryContext) async throws -> Note { Note(id: id, title: "loaded") }
}

/// A change of which the server invents the id.
struct CreateNote: OutboxChange {
  let local: Int

  var lane: String { "notes" }

  func send(in context: MutationContext) async throws -> Int {
    _ = try await context.environment.server.send(context.key, "create \(local)")
    return local + 1000
  }

  func aliases(in answer: Int) -> [OutboxAlias] { [OutboxAlias(local, is: answer)] }
}

struct EditNote: OutboxChange {
  let local: Int
  var inLane: String?

  var lane: String { inLane ?? "notes" }

  func send(in context: MutationContext) async throws -> String {
    try await context.environment.server.send(context.key, "edit \(context.id(for: local))")
  }
}
