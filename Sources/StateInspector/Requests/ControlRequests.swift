#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

struct TravelRequest: ControlRequest {
  let to: Int

  func perform(with control: InspectorControl) throws(ControlFailure) {
    try control.travel(to: to)
  }
}

extension TravelRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    to = try arguments.number("to")
  }
}

struct StepRequest: ControlRequest {
  let direction: JournalDirection
  var filter = EntryFilter()

  func perform(with control: InspectorControl) throws(ControlFailure) {
    try control.step(direction, where: filter)
  }
}

extension StepRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    let text = try arguments.text("direction")
    switch text {
    case "backward": direction = .backward
    case "forward": direction = .forward
    default:
      throw BadRequest(
        "\"direction\" can't be \(BadRequest.quote(text)). Use one of: backward, forward."
      )
    }
    filter = try EntryFilter(conditions: &arguments)
  }
}

struct PlayRequest: ControlRequest {
  var speed: Double?
  var pause: Double?

  func perform(with control: InspectorControl) throws(ControlFailure) {
    try control.play(at: speed, every: pause)
  }
}

extension PlayRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    speed = try arguments.optionalAmount("speed")
    pause = try arguments.optionalAmount("every")
    if let speed, let pause {
      throw BadRequest("\"speed\" (\(speed)) and \"every\" (\(pause)) can't be combined.")
    }
  }
}

struct PauseRequest: ControlRequest {
  func perform(with control: InspectorControl) { control.pause() }
}

extension PauseRequest {
  init(_ arguments: inout RequestArguments) {}
}

struct ResumeRequest: ControlRequest {
  var applyingWrites = true

  func perform(with control: InspectorControl) throws(ControlFailure) {
    try control.resume(applyingWrites: applyingWrites)
  }
}

extension ResumeRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    applyingWrites = try arguments.mark("applyingWrites", otherwise: true)
  }
}

struct CommitRequest: ControlRequest {
  func perform(with control: InspectorControl) throws(ControlFailure) { try control.commit() }
}

extension CommitRequest {
  init(_ arguments: inout RequestArguments) {}
}

enum SendRequest: ControlRequest {
  /// An action that was received before.
  case again(entry: Int)
  /// An action to decode.
  case new(store: Int, JSONValue)

  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    if let entry = try arguments.optionalNumber("entry") {
      try arguments.refuse(["store", "action"], with: "entry")
      self = .again(entry: entry)
      return
    }
    let store = try arguments.number("store")
    guard let action = arguments.value("action") else {
      throw BadRequest("\"action\" is missing, or \"entry\", the number of a received action.")
    }
    self = .new(store: store, action)
  }

  func perform(with control: InspectorControl) throws(ControlFailure) {
    switch self {
    case .again(let entry): try control.send(again: entry)
    case .new(let store, let action): try control.send(action, to: store)
    }
  }
}

struct EditRequest: ControlRequest {
  let store: Int
  let path: String
  let value: JSONValue

  func perform(with control: InspectorControl) throws(ControlFailure) {
    try control.edit(path, of: store, value)
  }
}

extension EditRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    store = try arguments.number("store")
    guard arguments.has("path") else { throw BadRequest("\"path\" is missing.") }
    path = try arguments.path()
    // This isn't `json`, which treats null as absent.
    guard let value = arguments.value("value") else { throw BadRequest("\"value\" is missing.") }
    self.value = value
  }
}

struct CancelRequest: ControlRequest {
  let store: Int
  let effect: Int

  func perform(with control: InspectorControl) throws(ControlFailure) {
    try control.cancel(effect: effect, of: store)
  }
}

extension CancelRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    store = try arguments.number("store")
    effect = try arguments.number("effect")
  }
}

struct PresentRequest: ControlRequest {
  let store: Int
  let presented: PresentedState

  func perform(with control: InspectorControl) throws(ControlFailure) {
    try control.present(presented, at: store)
  }
}

extension PresentRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    store = try arguments.number("store")
    if let message = try arguments.optionalText("error") {
      try arguments.refuse(["isLoading"], with: "error")
      presented = .error(message)
      return
    }
    guard arguments.has("isLoading") else {
      throw BadRequest("\"isLoading\" or \"error\" is missing.")
    }
    presented = .loading(try arguments.mark("isLoading", otherwise: false))
  }
}
#endif
