#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

/// A dispatcher that answers the requests of pages and scripts.
@MainActor
final class InspectorDesk {
  let reader: InspectorReader
  fileprivate let control: InspectorControl?
  /// Whether the server is serving.
  ///
  /// A request that it has read may arrive after its end.
  fileprivate var isOpen = true

  init(_ reader: InspectorReader) {
    self.reader = reader
    control = reader.canControl ? InspectorControl(reader) : nil
  }

  /// Accepts changes of the app, again after an end.
  func open() { isOpen = true }

  /// Ends what requests have changed for the time of the server, and refuses changes from now on.
  func end() {
    isOpen = false
    control?.end()
  }

  func answer(
    _ request: any InspectorRequest
  ) async throws(RequestFailure) -> InspectorAnswer {
    try await request.answer(at: self)
  }
}

extension ControlRequest {
  static var isControl: Bool { true }

  @MainActor
  func answer(at desk: InspectorDesk) async throws(RequestFailure) -> InspectorAnswer {
    guard let control = desk.control else { throw .noControl }
    guard desk.isOpen else { throw .ended }
    do throws(ControlFailure) {
      try perform(with: control)
    } catch {
      throw RequestFailure(error)
    }
    let status = desk.reader.status
    return .done(Done(entry: status.last, status: status))
  }
}

extension RequestFailure {
  static let noControl = RequestFailure(
    .forbidden,
    "The inspector can't change the app: it was started without allowsControl."
  )

  static let ended = RequestFailure(.unavailable, "The inspector was stopped.")

  fileprivate init(_ failure: ControlFailure) {
    switch failure.kind {
    case .missing: self.init(.notFound, failure.reason)
    case .refused: self.init(.conflict, failure.reason)
    case .value: self.init(.badRequest, failure.reason)
    }
  }
}
#endif
