public import Foundation
import IssueReporting
import StateCore
import StateRequests

extension QueryCache {
  /// Sends a write, and shows its expected changes until the server has answered.
  ///
  /// After an answer, the changes stay on top of the content until a load that started later has ended, so a load in
  /// flight doesn't hide them. A failure rolls back only the changes of this mutation. Cancelling the caller ends its
  /// wait, but neither the write nor its changes: the server may have it already.
  ///
  /// Mutations are sent at once, in any number. After `clear()`, an answer changes nothing.
  ///
  /// The attempts of an effect or an action with a retry policy send an equal mutation with the same key. Code that
  /// repeats a write by itself, such as after a second tap, gives the key.
  ///
  /// - Parameters:
  ///   - mutation: The write.
  ///   - key: The identifier of the write, by which a server can recognize a repeated one; `nil` for a new one.
  /// - Returns: The answer of the server.
  /// - Throws: The error of the write, or a `CancellationError` if the caller was cancelled.
  @discardableResult
  public func perform<Mutation: QueryMutation>(
    _ mutation: Mutation,
    key: UUID? = nil
  ) async throws -> Mutation.Answer {
    try CurrentWork.checkCancellation()
    let step = key == nil ? WorkAttempt.current?.step(SentMutation(mutation, by: self)) : nil
    let (change, cause) = (beginChange(of: mutation), attempts.cause)
    let wait = MutationWait<Mutation.Answer>()
    let environment = environment
    ImmediateTask.startDetached { @MainActor [weak self] in
      // Here, no journal adds the identifier to the effect that performs the mutation.
      let key = key ?? step?.value { environment.uuid() } ?? environment.uuid()
      let context = MutationContext(key: key, environment: environment)
      let result: Result<Mutation.Answer, any Error>
      do {
        result = .success(
          try await StoreEnvironment.with(environment) { try await mutation.send(in: context) }
        )
      } catch {
        result = .failure(error)
      }
      if let self {
        attempts.run(by: cause) {
          switch result {
          case .success(let answer): commit(change, of: mutation, answer)
          case .failure: rollBack(change)
          }
        }
      }
      wait.end(result)
    }
    return try await wait.result().get()
  }

  /// Shows the expected changes of a mutation on top of all others, until they are committed or rolled back.
  ///
  /// A mutation that isn't sent now is sent with `noteSend(of:at:)`.
  package func beginChange(of mutation: some QueryMutation, isSent: Bool = true) -> Int {
    lastChange += 1
    let change = lastChange
    let number = isSent ? change : nil
    let patch = expectedChanges(of: mutation)
    check(patch, mutation)
    openChanges[change] = patch.updates.map(\.key)
    requests.change { table, now, commands in
      entities.begin(change, sentAt: number, patch, &table, now, &commands)
      for update in patch.updates {
        table.apply(
          change,
          sentAt: number,
          to: update.key,
          RequestOptions(update.key.query.options),
          at: now,
          &commands,
          update.change
        )
      }
    }
    return change
  }

  /// Returns the number of a request that is sent now.
  ///
  /// The numbers of all requests tell which changes the content of an answer contains.
  package func nextSend() -> Int {
    lastChange += 1
    return lastChange
  }

  /// Notes that the server may have the changes of a mutation, from a request on.
  package func noteSend(of change: Int, at number: Int) {
    requests.change { table, _, _ in
      entities.send(change, at: number)
      table.send(change, at: number)
    }
  }

  /// Removes the expected changes of a mutation that wasn't applied.
  package func rollBack(_ change: Int) { exchange([change], for: []) { _, _ in false } }

  /// Removes expected changes and shows others, in one step.
  ///
  /// - Parameters:
  ///   - old: The changes to roll back.
  ///   - new: The mutations whose changes are shown, in their order, with the numbers of their first requests, if they
  ///     were sent.
  ///   - isBefore: Whether the mutation with an index precedes a change that is shown; it is on top of the others.
  /// - Returns: The numbers of the new changes.
  /// - Complexity: O(n) in the number of the changes and of those of the same content.
  @discardableResult
  package func exchange(
    _ old: [Int],
    for new: [(mutation: any QueryMutation, sentAt: Int?)],
    isBefore: (Int, Int) -> Bool
  ) -> [Int] {
    let old = old.filter { openChanges.removeValue(forKey: $0) != nil }
    guard !old.isEmpty || !new.isEmpty else { return [] }
    let first = lastChange + 1
    var patches: [(change: RequestChange, sentAt: Int?, patch: QueryPatch)] = []
    for (mutation, number) in new {
      lastChange += 1
      let patch = expectedChanges(of: mutation)
      check(patch, mutation)
      openChanges[lastChange] = patch.updates.map(\.key)
      patches.append((lastChange, number, patch))
    }
    requests.change { table, now, commands in
      if !old.isEmpty { entities.rollBack(old, &table, now, &commands) }
      let isBefore: (RequestChange, RequestChange) -> Bool = { change, other in
        // The new ones are in their order.
        other < first && isBefore(change - first, other)
      }
      entities.begin(patches, &table, now, &commands, isBefore: isBefore)
      let updates = patches.flatMap { change, number, patch in
        patch.updates.map { update in
          RequestTable<QueryKey, QueryContent>.PlacedChange(
            change,
            sentAt: number,
            to: update.key,
            RequestOptions(update.key.query.options),
            update.change
          )
        }
      }
      table.exchange(old, for: updates, at: now, &commands, isBefore: isBefore)
    }
    return patches.map(\.change)
  }

  /// Confirms the expected changes of a mutation, with the content of its answer, if there is one.
  ///
  /// The content of the answer contains the changes that were sent before its request.
  ///
  /// - Parameters:
  ///   - change: The number of the changes.
  ///   - mutation: The mutation.
  ///   - answer: The answer, if there is one.
  ///   - number: The number of the request with the answer; by default, that of the changes.
  package func commit<Mutation: QueryMutation>(
    _ change: Int,
    of mutation: Mutation,
    _ answer: Mutation.Answer?,
    sentAt number: Int? = nil
  ) {
    guard let changed = openChanges.removeValue(forKey: change) else { return }
    let number = number ?? change
    var patch = QueryPatch(isAnswer: true)
    // With the environment with which the mutation was sent.
    if let answer { StoreEnvironment.with(environment) { mutation.receive(answer, &patch) } }
    check(patch, mutation)
    for (key, _) in patch.values { dependencies.replace(key) }
    requests.change { table, now, commands in
      // The confirmed change may remove what the tags are about.
      let tags = StoreEnvironment.with(environment) { mutation.invalidates }
      let before = tags.isEmpty ? [] : table.keys { $0.query.isReached(by: tags, $1) }
      let (values, outdated) = entities.commit(
        change,
        sentAt: number,
        patch,
        &table,
        now,
        &commands
      )
      let answers = values.map { key, content in
        RequestTable<QueryKey, QueryContent>.Answer(
          key: key,
          content: content,
          options: RequestOptions(key.query.options)
        )
      }
      for answer in answers where !table.isContained(change, in: answer.key) {
        attempts.noteReplacement(of: answer.key)
      }
      table.commit(change, sentAt: number, answers, at: now, &commands)
      // The content of the answer would end an earlier invalidation.
      for key in outdated { table.invalidate(key, at: now, &commands) }
      for update in patch.updates {
        table.update(update.key, at: now, &commands, update.change)
      }
      let written = changed + patch.updates.map(\.key)
      invalidateRecords(written, table, &commands)
      // Loads may have used earlier content, which has ended.
      for key in written where table.base(key) == nil {
        dependencies.invalidateEnded(key, &table, now, &commands)
      }
      invalidate(tags, and: before, &table, now, &commands)
    }
  }
}

extension QueryCache {
  private func expectedChanges(of mutation: some QueryMutation) -> QueryPatch {
    var patch = QueryPatch(isAnswer: false)
    StoreEnvironment.with(environment) { mutation.change(&patch) }
    return patch
  }

  /// Reports updates of queries that change entities.
  private func check(_ patch: QueryPatch, _ mutation: some QueryMutation) {
    for update in patch.updates where update.key.query.hasEntities {
      guard let content = requests[update.key]?.content,
        let entity = update.changedEntity(content)
      else { continue }
      reportIssue(
        """
        \(type(of: mutation)) changes \(entity) with an update of \(update.key.query), which has \
        no effect: use patch.update(\(type(of: entity)).self, id: …)
        """
      )
    }
  }
}

/// The wait of a caller for the answer to its mutation.
@MainActor
private final class MutationWait<Answer: Sendable> {
  private var result: Result<Answer, any Error>?
  private var waiter: TimerContinuation<Result<Answer, any Error>>?

  func end(_ result: Result<Answer, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    waiter.take()?.resume(returning: result)
  }

  /// Waits for the result, or for the cancellation of the caller.
  func result() async -> Result<Answer, any Error> {
    await withTimerContinuation { continuation in
      if let result { continuation.resume(returning: result) } else { waiter = continuation }
    } onCancel: {
      MainThread.run { self.end(.failure(CancellationError())) }
    }
  }
}
