import Foundation
import ScreenStateKit
import StateCore
import StateOutbox
import StatePersistence
import StateQueries
import StateTestSupport
import StateTesting

/// An outbox over several processes.
@MainActor
final class OutboxLives {
  let clock = TestClock()
  let server = NameServer()
  let memory = PersistenceMemory()
  let environment: StoreEnvironment
  var folder: PersistenceFolder
  private(set) var queries: QueryCache
  private(set) var reports: [OutboxReport] = []

  init() {
    let server = server
    environment = StoreEnvironment.controlled(clock: clock).changing { $0.server = server }
    folder = .memory(memory)
    queries = QueryCache(clock: clock, environment: environment)
  }

  /// Opens the outbox, with a new cache.
  ///
  /// An ended outbox that wasn't closed uses its log until its last write has returned.
  func open(
    owner: String = "ann",
    changes: [any OutboxChange.Type] = [
      Rename.self, SetTitle.self, Retitle.self, CreateNote.self, EditNote.self,
    ],
    _ change: (inout OutboxOptions) -> Void = { _ in }
  ) async throws -> Outbox {
    while true {
      do {
        return try await openNow(owner: owner, changes: changes, change)
      } catch let error as SavedStateError where error.code == .inUse && !Task.isCancelled {
        await Task.yield()
      }
    }
  }

  /// Opens the outbox, unless another one uses its log.
  func openNow(
    owner: String = "ann",
    changes: [any OutboxChange.Type] = [
      Rename.self, SetTitle.self, Retitle.self, CreateNote.self, EditNote.self,
    ],
    _ change: (inout OutboxOptions) -> Void = { _ in }
  ) async throws -> Outbox {
    var options = OutboxOptions()
    change(&options)
    queries = QueryCache(clock: clock, environment: environment)
    return try await Outbox.open(
      in: folder,
      owner: owner,
      changes: changes,
      options: options,
      queries: queries,
      clock: clock,
      environment: environment,
      onReport: { [weak self] in self?.reports.append($0) }
    )
  }

  /// The failed changes that were reported.
  var failed: [OutboxItem.State] {
    reports.compactMap { if case .failed(let item) = $0 { item.state } else { nil } }
  }

  var damage: [SavedStateError] {
    reports.compactMap { if case .damaged(let error) = $0 { error } else { nil } }
  }

  /// Puts a title on the server's side of the content.
  func set(_ title: String, id: Int = 1) { queries.set(title, for: TitleQuery(id: id)) }

  /// The title of the note, which is an entity.
  func note(_ id: Int = 1) -> String? { queries.resource(of: NoteQuery(id: id)).value?.title }

  func title(_ id: Int = 1) -> String? { queries.resource(of: TitleQuery(id: id)).value }
}
