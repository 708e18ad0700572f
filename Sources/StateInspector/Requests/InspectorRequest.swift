#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

/// A request from a page or a script.
///
/// Over the socket, it is a message with the name under `ask` and a number under `id`. Over HTTP, it is a path with a
/// query or a body.
protocol InspectorRequest: Sendable, Equatable {
  /// Whether the request changes the app.
  ///
  /// If so, it requires `POST` over HTTP, and is refused unless the inspector allows control.
  static var isControl: Bool { get }
  /// The name of the number at the end of the path over HTTP; `nil` if the path ends with the request's name.
  static var pathArgument: String? { get }

  /// Takes the arguments that the request knows.
  init(_ arguments: inout RequestArguments) throws(BadRequest)

  /// Returns the answer, after a change of the app if the request is one.
  @MainActor
  func answer(at desk: InspectorDesk) async throws(RequestFailure) -> InspectorAnswer
}

extension InspectorRequest {
  static var isControl: Bool { false }
  static var pathArgument: String? { nil }
}

/// A request that changes the app.
protocol ControlRequest: InspectorRequest {
  @MainActor
  func perform(with control: InspectorControl) throws(ControlFailure)
}

/// The names of the requests: the value of `ask` in a message, and the path after `/api/` over HTTP.
enum RequestName: String, CaseIterable, Sendable {
  case status
  case stores
  case entries
  case entry
  case state
  case changes
  case effects
  case profile
  case histories
  case queries
  case outboxes
  case actions
  case why
  case test
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
  case query
  case connect
  case outbox

  /// The type that reads a request of this name, and answers it.
  var handler: any InspectorRequest.Type {
    switch self {
    case .status: StatusRequest.self
    case .stores: StoresRequest.self
    case .entries: EntriesRequest.self
    case .entry: EntryRequest.self
    case .state: StateRequest.self
    case .changes: ChangesRequest.self
    case .effects: EffectsRequest.self
    case .profile: ProfileRequest.self
    case .histories: HistoriesRequest.self
    case .queries: QueriesRequest.self
    case .outboxes: OutboxesRequest.self
    case .actions: ActionsRequest.self
    case .why: WhyRequest.self
    case .test: TestRequest.self
    case .travel: TravelRequest.self
    case .step: StepRequest.self
    case .play: PlayRequest.self
    case .pause: PauseRequest.self
    case .resume: ResumeRequest.self
    case .commit: CommitRequest.self
    case .send: SendRequest.self
    case .edit: EditRequest.self
    case .cancel: CancelRequest.self
    case .present: PresentRequest.self
    case .query: QueryRequest.self
    case .connect: ConnectRequest.self
    case .outbox: ChangeOutboxRequest.self
    }
  }

  /// Reads the arguments of a request.
  func read(_ arguments: inout RequestArguments) throws(BadRequest) -> any InspectorRequest {
    let request = try handler.init(&arguments)
    try arguments.end()
    return request
  }

  /// Reads a request from a message of the socket.
  static func read(message json: JSONValue) throws(BadRequest) -> any InspectorRequest {
    var arguments = try RequestArguments(json)
    _ = arguments.json("id")
    let text = try arguments.text("ask")
    guard let name = RequestName(rawValue: text) else {
      throw BadRequest("Unknown request \(BadRequest.quote(text)).")
    }
    return try name.read(&arguments)
  }
}
#endif
