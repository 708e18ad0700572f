import ScreenStateKit
import StateCore
import StateQueries
import StateTesting

struct ListItem: Identifiable, Hashable, Sendable {
  let id: Int
  /// The number of the call that returned the item.
  var version = 0
}

/// A list of numbers, of which a page has two.
struct ListQuery: PagedQuery {
  var list = 0
  var maximumPageCount: Int?
  var staleAfter: Duration? = .seconds(60)

  var options: QueryOptions {
    .make {
      $0.staleAfter = staleAfter
      if list == 1 { $0.whenUnwatched = .cancel }
    }
  }

  var firstCursor: Int? { 0 }

  func page(
    _ request: Pager<ListItem, Int>.Request,
    in context: QueryContext
  ) async throws -> Pager<ListItem, Int>.Page {
    try await context.environment.lists.page(request.cursor ?? 0, context)
  }

  func tags(for list: Pager<ListItem, Int>?) -> Set<QueryTag> {
    Set((list?.items ?? []).map { QueryTag("item", id: $0.id) })
  }
}

/// A server of a list, which answers when the test says so.
final class ListService: Sendable {
  private struct State {
    var count = 10
    var calls: [Int] = []
    var contexts: [QueryContext] = []
    var open: [Int: CheckedContinuation<Bool, Never>] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = LockIsolated(State())
  private let isAutomatic: Bool

  init(isAutomatic: Bool = false) {
    self.isAutomatic = isAutomatic
  }

  /// The number of items on the server.
  var count: Int {
    get { state.withValue { $0.count } }
    set { state.withValue { $0.count = newValue } }
  }
  /// The cursors of the calls so far.
  var calls: [Int] { state.withValue { $0.calls } }
  var contexts: [QueryContext] { state.withValue { $0.contexts } }
  /// The numbers of the calls without an answer.
  var open: [Int] { state.withValue { $0.open.keys.sorted() } }
  var wanted: [Int] { open.filter { call in !state.withValue { $0.cancelled.contains(call) } } }

  func takeCalls() -> [Int] {
    state.withValue { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  func page(_ cursor: Int, _ context: QueryContext) async throws -> Pager<ListItem, Int>.Page {
    let number = state.withValue { state in
      state.calls.append(cursor)
      state.contexts.append(context)
      return state.contexts.count
    }
    let isFailing =
      isAutomatic
      ? false
      : await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          state.withValue { $0.open[number] = continuation }
        }
      } onCancel: {
        _ = state.withValue { $0.cancelled.insert(number) }
      }
    if isFailing { throw WordQuery.Failure() }
    let count = count
    let items = (cursor..<max(cursor, min(cursor + 2, count))).map {
      ListItem(id: $0, version: number)
    }
    return .init(items: items, next: cursor + 2 < count ? cursor + 2 : nil)
  }

  func answer(isFailing: Bool = false) {
    let open = state.withValue { state in
      defer { state.open = [:] }
      return state.open.sorted { $0.key < $1.key }.map(\.value)
    }
    for continuation in open { continuation.resume(returning: isFailing) }
  }
}

enum ListServiceKey: StoreEnvironmentKey {
  static let liveValue = ListService(isAutomatic: true)
}

extension StoreEnvironment {
  var lists: ListService {
    get { self[ListServiceKey.self] }
    set { self[ListServiceKey.self] = newValue }
  }
}
