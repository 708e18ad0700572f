#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

/// A request for a test that repeats the session.
struct TestRequest: InspectorRequest {
  let name: String
  let module: String
  var store: Int?
  var upTo: Int?
  var feature: String?
  var initialState: String?

  func answer(at desk: InspectorDesk) async throws(RequestFailure) -> InspectorAnswer {
    let session = try await desk.reader.session(with: upTo)
    let file = "\(name).jsonl"
    let source = session.testSource(
      named: name,
      module: module,
      store: store,
      feature: feature,
      initialState: initialState,
      upTo: upTo,
      file: file
    )
    guard let source else {
      let store = store.map { "Store \($0)" } ?? "A store without a parent"
      throw RequestFailure(.notFound, "\(store) doesn't exist.")
    }
    let condition = upTo.map { "?upTo=\($0)" } ?? ""
    return .test(TestSource(source: source, file: file, path: "/api/session\(condition)"))
  }
}

extension TestRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    name = try arguments.identifier("name")
    module = try arguments.identifier("module")
    store = try arguments.optionalNumber("store")
    upTo = try arguments.optionalNumber("upTo")
    feature = try arguments.optionalText("feature")
    initialState = try arguments.optionalText("initialState")
  }
}
#endif
