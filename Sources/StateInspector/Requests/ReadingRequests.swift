#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
struct StatusRequest: InspectorRequest {
  init(_ arguments: inout RequestArguments) {}

  func answer(at desk: InspectorDesk) -> InspectorAnswer { .status(desk.reader.status) }
}

struct StoresRequest: InspectorRequest {
  let after: Int
  let limit: Int?

  func answer(at desk: InspectorDesk) -> InspectorAnswer {
    let stores = desk.reader.stores.filter { $0.id > after }
    return .stores(StoreList(stores: Array(stores.prefix(limit ?? .max))))
  }
}

extension StoresRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    after = try arguments.optionalNumber("after") ?? 0
    limit = try arguments.optionalLimit()
  }
}

struct EntriesRequest: InspectorRequest {
  let filter: EntryFilter

  func answer(at desk: InspectorDesk) async -> InspectorAnswer {
    .entries(await desk.reader.entries(filter))
  }
}

extension EntriesRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    filter = try EntryFilter(&arguments)
  }
}

struct EntryRequest: InspectorRequest {
  static let pathArgument: String? = "number"

  let number: Int

  func answer(at desk: InspectorDesk) throws(RequestFailure) -> InspectorAnswer {
    .entry(try desk.reader.entry(number))
  }
}

extension EntryRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    number = try arguments.number("number")
  }
}

struct StateRequest: InspectorRequest {
  static let pathArgument: String? = "store"

  let store: Int
  var at: Int?
  var path = ""
  var from = 0
  var limit = 100

  func answer(at desk: InspectorDesk) throws(RequestFailure) -> InspectorAnswer {
    .state(try desk.reader.state(of: store, at: at, path: path, from: from, limit: limit))
  }
}

extension StateRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    store = try arguments.number("store")
    at = try arguments.optionalNumber("at")
    path = try arguments.path()
    from = try arguments.optionalNumber("from") ?? 0
    limit = try arguments.limit()
  }
}

struct ChangesRequest: InspectorRequest {
  static let pathArgument: String? = "store"

  let store: Int
  let from: Int
  var to: Int?
  var limit = RequestArguments.longestList

  func answer(at desk: InspectorDesk) throws(RequestFailure) -> InspectorAnswer {
    .changes(try desk.reader.changes(of: store, from: from, to: to, limit: limit))
  }
}

extension ChangesRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    store = try arguments.number("store")
    from = try arguments.number("from")
    to = try arguments.optionalNumber("to")
    limit = try arguments.optionalLimit() ?? RequestArguments.longestList
  }
}

struct EffectsRequest: InspectorRequest {
  let limit: Int?

  func answer(at desk: InspectorDesk) -> InspectorAnswer {
    var work = desk.reader.work
    work.effects = Array(work.effects.prefix(limit ?? .max))
    work.actions = Array(work.actions.prefix(limit ?? .max))
    return .work(work)
  }
}

extension EffectsRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    limit = try arguments.optionalLimit()
  }
}

struct ProfileRequest: InspectorRequest {
  let limit: Int?

  func answer(at desk: InspectorDesk) -> InspectorAnswer {
    var profile = desk.reader.profile
    profile.rows = Array(profile.rows.prefix(limit ?? .max))
    return .profile(profile)
  }
}

extension ProfileRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    limit = try arguments.optionalLimit()
  }
}

struct HistoriesRequest: InspectorRequest {
  let limit: Int?

  func answer(at desk: InspectorDesk) -> InspectorAnswer {
    var list = desk.reader.histories
    for index in list.histories.indices {
      list.histories[index].undo = list.histories[index].undo.suffix(limit ?? .max)
      list.histories[index].redo = Array(list.histories[index].redo.prefix(limit ?? .max))
    }
    return .histories(list)
  }
}

extension HistoriesRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    limit = try arguments.optionalLimit()
  }
}

struct QueriesRequest: InspectorRequest {
  let limit: Int

  func answer(at desk: InspectorDesk) -> InspectorAnswer {
    .queries(desk.reader.queries(limit))
  }
}

extension QueriesRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    limit = try arguments.limit()
  }
}

/// The actions that a store accepts.
///
/// It changes nothing, but runs the app's initializers for decoding.
struct ActionsRequest: InspectorRequest {
  static let pathArgument: String? = "store"

  let store: Int

  func answer(at desk: InspectorDesk) throws(RequestFailure) -> InspectorAnswer {
    guard desk.reader.canControl else { throw .noControl }
    return .actions(try desk.reader.actions(of: store))
  }
}

extension ActionsRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    store = try arguments.number("store")
  }
}

enum WhyRequest: InspectorRequest {
  /// The reasons for the value at a path.
  case value(store: Int, path: String, at: Int?, limit: Int)
  /// The reasons for an entry.
  case entry(Int)

  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    if let entry = try arguments.optionalNumber("entry") {
      try arguments.refuse(["store", "path", "at", "limit"], with: "entry")
      self = .entry(entry)
      return
    }
    self = .value(
      store: try arguments.number("store"),
      path: try arguments.path(),
      at: try arguments.optionalNumber("at"),
      limit: try arguments.limit()
    )
  }

  func answer(at desk: InspectorDesk) async throws(RequestFailure) -> InspectorAnswer {
    switch self {
    case .value(let store, let path, let at, let limit):
      .reasons(try await desk.reader.reasons(of: store, path: path, at: at, limit: limit))
    case .entry(let number): .reasons(try desk.reader.reasons(of: number))
    }
  }
}
#endif
