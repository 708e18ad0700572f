#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

/// A dispatcher that answers the requests of pages and scripts.
@MainActor
final class InspectorDesk {
  let reader: InspectorReader
  private let control: InspectorControl?

  init(_ reader: InspectorReader) {
    self.reader = reader
    control = reader.canControl ? InspectorControl(reader) : nil
  }

  func end() { control?.end() }

  func answer(_ request: InspectorRequest) async throws(RequestFailure) -> InspectorAnswer {
    switch request {
    case .status: return .status(reader.status)
    case .stores: return .stores(StoreList(stores: reader.stores))
    case .entries(let filter): return .entries(await reader.entries(filter))
    case .entry(let number): return .entry(try reader.entry(number))
    case .state(let store, let at, let path, let from, let limit):
      return .state(try reader.state(of: store, at: at, path: path, from: from, limit: limit))
    case .changes(let store, let from, let to):
      return .changes(try reader.changes(of: store, from: from, to: to))
    case .effects: return .work(reader.work)
    case .profile: return .profile(reader.profile)
    case .travel, .step, .play, .pause, .resume, .commit, .send, .edit, .cancel, .present:
      guard let control else { throw .noControl }
      return .done(try control.answer(request))
    }
  }
}

extension RequestFailure {
  static let noControl = RequestFailure(
    .forbidden,
    "The inspector can't change the app: it was started without allowsControl."
  )
}
#endif
