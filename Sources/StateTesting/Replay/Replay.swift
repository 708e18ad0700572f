import FeatureRecording
public import FeatureStore
package import FeatureTesting
import StateCore
import StateFields
public import StateJournal

/// Replays a recorded session with a feature, and fails at the first field whose value differs from the recording.
///
/// ```swift
/// let session = try StateSession(contentsOf: url)
/// try await replay(session, Search(service: .test), initialState: Search.State())
/// try await replay(session, Search(service: .test), initialState: Search.State(), upTo: 57) { state in
///   #expect(state.results.isEmpty)
/// }
/// ```
///
/// Each recorded action is sent to the feature, or to the child that received it, at its position among the entries.
/// Effects don't start: their changes and actions come from the session, and so do the dates, identifiers, and random
/// numbers of `StoreEnvironment`. A handler that reads a key of its environment gets the value in `environment`, or
/// else the key's test value. If the key has neither, the replay fails. Middleware, reactions, children, and outputs
/// work. All fields are compared after each handler that has ended, and at the end.
///
/// The session of a flight recorder has no values: its actions without values are sent to `initialState`, their handlers
/// must send the recorded actions, and nothing else is compared.
///
/// Actions must be `Codable`, and so must the fields that the initial state and effects write. Redacted and transient
/// fields aren't compared.
///
/// - Parameters:
///   - session: The recorded session.
///   - feature: The feature of the recorded store.
///   - initialState: A state, which is filled with the recorded initial values.
///   - store: The number of the recorded store, if the feature has several. The default is the first one.
///   - number: The number of the entry with which the replay ends. The entries before it must match the recording. The
///     entry itself, the action that it belongs to, and actions sent by that action aren't compared.
///   - environment: The values of keys for the handlers: `.test.changing { $0.words = StubWords() }`.
///   - timeout: The real time to wait for a handler that suspends. On a busy machine, the wait is longer.
///   - file: The file where a failure is reported.
///   - line: The line where a failure is reported.
///   - check: Called with the state at the end of the replay: when the handler of that action has ended, or when
///     everything has been replayed. It isn't called if the replay failed earlier.
/// - Throws: The error of `check`.
@MainActor
public func replay<F: Feature>(
  _ session: StateSession,
  _ feature: F,
  initialState: F.State,
  store: Int? = nil,
  upTo number: Int? = nil,
  environment: StoreEnvironment = .test,
  timeout: Duration = .seconds(10),
  file: StaticString = #file,
  line: UInt = #line,
  check: @escaping @MainActor (_ state: F.State) throws -> Void = { _ in }
) async throws {
  try await replay(
    session,
    feature,
    initialState: initialState,
    store: store,
    upTo: number,
    environment: environment,
    timeout: timeout,
    assertionProvider: IssueAssertionProvider(),
    file: file,
    line: line,
    check: check
  )
}

/// Replays a recorded session, and reports a failure to `assertionProvider`.
@MainActor
package func replay<F: Feature>(
  _ session: StateSession,
  _ feature: F,
  initialState: F.State,
  store: Int? = nil,
  upTo number: Int? = nil,
  environment: StoreEnvironment = .test,
  timeout: Duration = .seconds(10),
  assertionProvider: any AssertionProvider,
  file: StaticString = #file,
  line: UInt = #line,
  check: @escaping @MainActor (_ state: F.State) throws -> Void = { _ in }
) async throws {
  let fail = { assertionProvider.fail($0, file: file, line: line) }
  let tape: ReplayTape
  switch findTape(session, of: F.self, store) {
  case .success(let found): tape = found
  case .failure(let problem): return fail("The session can't be replayed: \(problem.text)")
  }
  guard let state = initialState as? any SnapshotState else {
    let type = ValueText.name(of: F.State.self)
    return fail("The session can't be replayed: \(type) doesn't list its fields.")
  }
  var thrown: (any Error)?
  let run = ReplayRun(session, tape, state, upTo: number, timeout: timeout) {
    do { try check(initialState) } catch { thrown = error }
  }
  let problems = run.problems(of: F.Action.self)
  guard problems.isEmpty else {
    let texts = problems.map { "\n  \($0)" }.joined()
    return fail("The session can't be replayed. These actions can't be sent again:\(texts)")
  }
  await run.run {
    Store(
      initialState: initialState,
      feature: feature,
      environment: environment.forReplay(run.environment) { [tape = run.environment] missing in
        tape.fail(missing)
      },
      execution: .handlers(refusal: run.dropReason, runsHooks: run.isInHandler)
    )
  }
  if let failure = run.failure { return fail(failure) }
  if let thrown { throw thrown }
}

/// The reason why a session can't be replayed.
struct ReplayProblem: Error {
  let text: String
}

@MainActor
private func findTape<F: Feature>(
  _ session: StateSession,
  of feature: F.Type,
  _ number: Int?
) -> Result<ReplayTape, ReplayProblem> {
  let name = ValueText.name(of: feature)
  let found = session.stores.first { number == nil ? $0.feature == name : $0.id == number }
  let all = session.stores.map { "\($0.feature) (store \($0.id))" }.joined(separator: ", ")
  guard let found else {
    let wanted = number.map { "no store \($0)" } ?? "no store of \(name)"
    return .failure(
      ReplayProblem(text: "it has \(wanted). Its stores: \(all.isEmpty ? "none" : all).")
    )
  }
  guard found.feature == name else {
    return .failure(
      ReplayProblem(text: "store \(found.id) belongs to \(found.feature), not to \(name).")
    )
  }
  guard let tape = ReplayTape(session, root: found.id) else {
    return .failure(ReplayProblem(text: "it doesn't contain the beginning of store \(found.id)."))
  }
  return .success(tape)
}

extension ReplayRun {
  /// Returns the actions that would have to be sent but can't be, each with its entry.
  func problems(of type: any Any.Type) -> [String] {
    tape.actions.values.filter { action in
      action.isReplayed && !action.isReaction && tape.sender(of: action) == nil
        && isBeforeLimit((action.begin ?? 0) - 1)
    }.sorted { $0.index < $1.index }.compactMap { action in
      if action.id.store == tape.root {
        if case .failure(let problem) = decode(action, as: type) { return problem.text }
      } else if action.sent.action.json == nil {
        return "\(action.number) \(action.text): \(action.sent.action.type) isn't Codable"
      }
      return nil
    }
  }

  /// Decodes an action for a store.
  func decode(
    _ action: ReplayTape.Action,
    as type: any Any.Type
  ) -> Result<Any, ReplayProblem> {
    let name = ValueText.name(of: type)
    if !session.hasValues, action.sent.action.json == nil, type is any Decodable.Type {
      return .failure(
        ReplayProblem(
          text: "\(action.number) \(action.text): a flight recorder keeps no values of actions"
        )
      )
    }
    guard let decodable = type as? any Decodable.Type, action.sent.action.json != nil else {
      return .failure(
        ReplayProblem(text: "\(action.number) \(action.text): \(name) isn't Codable")
      )
    }
    do {
      return .success(try action.sent.action.decode(decodable))
    } catch {
      return .failure(
        ReplayProblem(text: "\(action.number) \(action.text) isn't a \(name): \(error)")
      )
    }
  }
}
