import StateCore
import StateFields
public import StateJournal
public import ViewFeature

/// Repeats a recorded session with a feature, and fails at the first field that gets another value than was recorded.
///
/// ```swift
/// let session = try StateSession(contentsOf: url)
/// try await replay(session, Search(service: .test), initialState: Search.State())
/// try await replay(session, Search(service: .test), initialState: Search.State(), upTo: 57) { state in
///   #expect(state.results.isEmpty)
/// }
/// ```
///
/// Each recorded action is sent to the feature, or to the child that it was sent to, at its place among the entries.
/// Effects do not start: what they have changed and sent comes from the session, as do the dates, identifiers and
/// random numbers of `StoreEnvironment`. Middleware, reactions, children and outputs work. Behind each handler that has
/// ended, and at the end, all fields are compared.
///
/// Actions have to be `Codable`, as have the fields that the beginning and effects write. Fields that are redacted or
/// transient are not compared.
///
/// - Parameters:
///   - session: What was recorded.
///   - feature: The feature of the recorded store.
///   - initialState: A state, which is given the recorded values of the beginning.
///   - store: The number of the recorded store, if there are several of the feature; without it the first one is taken.
///   - number: The number of the entry with which the replay ends. Those before it have to be as they were recorded; it
///     is not compared itself, nor is the action that it is a part of, and what that one sends.
///   - timeout: How long is waited, in real time, for a handler that suspends; on a busy machine for longer.
///   - assertionProvider: Takes the failure.
///   - file: The file that a failure is reported at.
///   - line: The line that a failure is reported at.
///   - check: Is called at the end of the replay, with the state: when the handler of that action has ended, or when all
///     has been repeated. It is not called where the replay has failed before.
/// - Throws: The error of `check`.
@MainActor
public func replay<F: Feature>(
  _ session: StateSession,
  _ feature: F,
  initialState: F.State,
  store: Int? = nil,
  upTo number: Int? = nil,
  timeout: Duration = .seconds(10),
  assertionProvider: any AssertionProvider = IssueAssertionProvider(),
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
    return fail("The session can't be replayed: \(type) does not name its fields.")
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
      replaying: feature,
      initialState: initialState,
      environment: StoreEnvironment(run.environment),
      guide: run
    )
  }
  if let failure = run.failure { return fail(failure) }
  if let thrown { throw thrown }
}

/// Why a session can't be replayed.
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
    return .failure(ReplayProblem(text: "it has \(wanted). It has \(all.isEmpty ? "none" : all)."))
  }
  guard found.feature == name else {
    return .failure(
      ReplayProblem(text: "store \(found.id) is one of \(found.feature), not of \(name).")
    )
  }
  guard let tape = ReplayTape(session, root: found.id) else {
    return .failure(ReplayProblem(text: "it does not have the beginning of store \(found.id)."))
  }
  return .success(tape)
}

extension ReplayRun {
  /// The actions that have to be sent and can't be, each with its entry.
  func problems(of type: any Any.Type) -> [String] {
    tape.actions.values.filter { action in
      action.isReplayed && !action.isReaction && tape.sender(of: action) == nil
        && isBeforeLimit((action.begin ?? 0) - 1)
    }.sorted { $0.index < $1.index }.compactMap { action in
      if action.id.store == tape.root {
        if case .failure(let problem) = decode(action, as: type) { return problem.text }
      } else if action.sent.action.json == nil {
        return "\(action.number) \(action.text): \(action.sent.action.type) is not Codable"
      }
      return nil
    }
  }

  /// The action itself, for a store that is to take it.
  func decode(
    _ action: ReplayTape.Action,
    as type: any Any.Type
  ) -> Result<Any, ReplayProblem> {
    let name = ValueText.name(of: type)
    guard let decodable = type as? any Decodable.Type, action.sent.action.json != nil else {
      return .failure(
        ReplayProblem(text: "\(action.number) \(action.text): \(name) is not Codable")
      )
    }
    do {
      return .success(try action.sent.action.decode(decodable))
    } catch {
      return .failure(
        ReplayProblem(text: "\(action.number) \(action.text) is no \(name): \(error)")
      )
    }
  }
}
