import StateQueries

extension OutboxChange {
  /// Sends the change.
  func result(in context: MutationContext) async -> Result<any Sendable, any Error> {
    do {
      return .success(try await send(in: context))
    } catch {
      return .failure(error)
    }
  }

  func knownAliases(in answer: any Sendable) -> [OutboxAlias] {
    (answer as? Answer).map { aliases(in: $0) } ?? []
  }

  func anyResolution(
    of error: any Error,
    attempt: Int
  ) -> OutboxResolution<any OutboxChange> {
    switch resolution(of: error, attempt: attempt) {
    case .retry: .retry
    case .replace(let change): .replace(change)
    case .reject: .reject
    case .holdLane: .holdLane
    case .holdAll: .holdAll
    case .applied: .applied
    }
  }
}
