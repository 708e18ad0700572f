#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateCore
import StateJournal

/// A change of an entry of a cache.
struct QueryRequest: ControlRequest {
  /// What a request can do with an entry.
  enum Step: String, CaseIterable, Sendable {
    case reload
    case invalidate
    case remove
    /// From now on, its loads never end.
    case hang
    /// From now on, its loads fail.
    case fail
    /// From now on, its loads wait first.
    case slow
    /// Its loads do their own work again.
    case restore
  }

  let cache: Int
  let number: Int
  let change: SharedEntryChange

  func perform(with control: InspectorControl) throws(ControlFailure) {
    try control.change(query: number, of: cache, change)
  }
}

extension QueryRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    cache = try arguments.number("cache")
    number = try arguments.number("query")
    guard let step = try arguments.choice("do", Step.self) else {
      throw BadRequest("\"do\" is missing.")
    }
    let error = try arguments.optionalText("error")
    if error != nil, step != .fail { throw BadRequest("\"error\" is only for \"fail\".") }
    let seconds = try arguments.optionalAmount("seconds")
    if seconds != nil, step != .slow { throw BadRequest("\"seconds\" is only for \"slow\".") }
    switch step {
    case .reload: change = .reload
    case .invalidate: change = .invalidate
    case .remove: change = .remove
    case .hang: change = .simulate(.endless)
    case .fail: change = .simulate(.failing(error ?? "The inspector lets this load fail."))
    case .slow: change = .simulate(.slow(.seconds(seconds ?? 3)))
    case .restore: change = .simulate(nil)
    }
  }
}

/// A change of a cache's connection.
struct ConnectRequest: ControlRequest {
  let cache: Int
  let isOnline: Bool

  func perform(with control: InspectorControl) throws(ControlFailure) {
    try control.connect(isOnline, cache)
  }
}

extension ConnectRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    cache = try arguments.number("cache")
    guard arguments.has("isOnline") else { throw BadRequest("\"isOnline\" is missing.") }
    isOnline = try arguments.mark("isOnline", otherwise: true)
  }
}
#endif
