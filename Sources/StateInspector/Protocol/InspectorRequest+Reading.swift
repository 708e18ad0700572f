#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal
import StateRecord

extension InspectorRequest {
  /// The names of the requests: the value of `ask` in a message, and the path after `/api/` over HTTP.
  enum Name: String, CaseIterable, Sendable {
    case status
    case stores
    case entries
    case entry
    case state
    case changes
    case effects
    case profile
    case travel
    case step
    case play
    case pause
    case resume
    case commit
    case send
    case edit
    case cancel
    case present
  }

  /// Reads a request from a message of the socket.
  static func read(message json: JSONValue) throws(BadRequest) -> InspectorRequest {
    var arguments = try RequestArguments(json)
    _ = arguments.json("id")
    let text = try arguments.text("ask")
    guard let name = Name(rawValue: text) else {
      throw BadRequest("Unknown request \(BadRequest.quote(text)).")
    }
    return try read(name, &arguments)
  }

  /// Reads the arguments of a request.
  static func read(
    _ name: Name,
    _ arguments: inout RequestArguments
  ) throws(BadRequest) -> InspectorRequest {
    let request = try readKnown(name, &arguments)
    try arguments.end()
    return request
  }

  private static func readKnown(
    _ name: Name,
    _ arguments: inout RequestArguments
  ) throws(BadRequest) -> InspectorRequest {
    switch name {
    case .status: return .status
    case .stores: return .stores
    case .entries: return .entries(try filter(&arguments))
    case .entry: return .entry(try arguments.number("number"))
    case .state:
      return .state(
        store: try arguments.number("store"),
        at: try arguments.optionalNumber("at"),
        path: try path(&arguments),
        from: try arguments.optionalNumber("from") ?? 0,
        limit: try limit(&arguments)
      )
    case .changes:
      return .changes(
        store: try arguments.number("store"),
        from: try arguments.number("from"),
        to: try arguments.optionalNumber("to")
      )
    case .effects: return .effects
    case .profile: return .profile
    case .travel: return .travel(to: try arguments.number("to"))
    case .step:
      let text = try arguments.text("direction")
      let direction: JournalDirection
      switch text {
      case "backward": direction = .backward
      case "forward": direction = .forward
      default:
        throw BadRequest(
          "\"direction\" can't be \(BadRequest.quote(text)). Use one of: backward, forward."
        )
      }
      return .step(
        direction,
        EntryFilter(
          stores: try arguments.numbers("store"),
          kinds: try arguments.choices("kind", EventName.self),
          name: try arguments.optionalText("name"),
          cause: try arguments.optionalNumber("cause"),
          text: try arguments.optionalText("text")
        )
      )
    case .play:
      let speed = try arguments.optionalAmount("speed")
      let pause = try arguments.optionalAmount("every")
      if let speed, let pause {
        throw BadRequest("\"speed\" (\(speed)) and \"every\" (\(pause)) can't be combined.")
      }
      return .play(speed: speed, pause: pause)
    case .pause: return .pause
    case .resume:
      return .resume(applyingWrites: try arguments.mark("applyingWrites", otherwise: true))
    case .commit: return .commit
    case .send: return .send(try sentValue(&arguments))
    case .edit:
      let store = try arguments.number("store")
      let path = try path(&arguments)
      // This isn't `json`, which treats null as absent.
      guard let value = arguments.value("value") else {
        throw BadRequest("\"value\" is missing.")
      }
      return .edit(store: store, path: path, value)
    case .cancel:
      return .cancel(
        store: try arguments.number("store"),
        effect: try arguments.number("effect")
      )
    case .present:
      let store = try arguments.number("store")
      if let message = try arguments.optionalText("error") {
        return .present(store: store, .error(message))
      }
      guard arguments.has("isLoading") else {
        throw BadRequest("\"isLoading\" or \"error\" is missing.")
      }
      return .present(
        store: store,
        .loading(try arguments.mark("isLoading", otherwise: false))
      )
    }
  }

  private static func sentValue(
    _ arguments: inout RequestArguments
  ) throws(BadRequest) -> SentValue {
    if let entry = try arguments.optionalNumber("entry") { return .again(entry: entry) }
    let store = try arguments.number("store")
    guard let action = arguments.value("action") else {
      throw BadRequest("\"action\" is missing, or \"entry\", the number of a received action.")
    }
    return .new(store: store, action)
  }

  private static func path(_ arguments: inout RequestArguments) throws(BadRequest) -> String {
    let path = try arguments.optionalText("path") ?? ""
    guard path.isEmpty || path.hasPrefix("/") else {
      throw BadRequest("\"path\" must be empty or begin with a slash.")
    }
    return path
  }

  private static func limit(_ arguments: inout RequestArguments) throws(BadRequest) -> Int {
    let limit = try arguments.optionalNumber("limit") ?? 100
    guard (1...longestList).contains(limit) else {
      throw BadRequest("\"limit\" must be between 1 and \(longestList).")
    }
    return limit
  }

  private static func filter(_ arguments: inout RequestArguments) throws(BadRequest) -> EntryFilter
  {
    EntryFilter(
      since: try arguments.optionalNumber("since") ?? 0,
      before: try arguments.optionalNumber("before"),
      limit: try limit(&arguments),
      isFromEnd: try arguments.mark("fromEnd", otherwise: false),
      stores: try arguments.numbers("store"),
      kinds: try arguments.choices("kind", EventName.self),
      name: try arguments.optionalText("name"),
      cause: try arguments.optionalNumber("cause"),
      text: try arguments.optionalText("text")
    )
  }
}
#endif
