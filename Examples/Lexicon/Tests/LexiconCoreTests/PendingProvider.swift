import LexiconCore

/// A provider whose requests wait until the test answers them, in the order it wants.
final class PendingProvider: WordProvider {
  struct Request: Sendable {
    let filter: WordFilter
    let offset: Int
    let limit: Int
    private let continuation: CheckedContinuation<WordPage, any Error>

    init(
      filter: WordFilter,
      offset: Int,
      limit: Int,
      continuation: CheckedContinuation<WordPage, any Error>
    ) {
      self.filter = filter
      self.offset = offset
      self.limit = limit
      self.continuation = continuation
    }

    func answer(_ page: WordPage) {
      continuation.resume(returning: page)
    }

    func fail(_ error: any Error) {
      continuation.resume(throwing: error)
    }
  }

  private let requests: AsyncStream<Request>
  private let arrival: AsyncStream<Request>.Continuation

  init() {
    (requests, arrival) = AsyncStream.makeStream()
  }

  func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage {
    try await withCheckedThrowingContinuation { continuation in
      arrival.yield(
        Request(filter: filter, offset: offset, limit: limit, continuation: continuation)
      )
    }
  }

  /// Waits for the next request.
  func request() async throws -> Request {
    for await request in requests {
      return request
    }
    throw CancellationError()
  }
}
