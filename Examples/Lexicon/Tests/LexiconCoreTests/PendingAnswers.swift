import StateTesting

/// Questions that wait until the test answers them, in any order.
final class PendingAnswers<Question: Sendable, Answer: Sendable>: Sendable {
  @dynamicMemberLookup
  struct Request: Sendable {
    let question: Question
    private let continuation: CheckedContinuation<Answer, any Error>

    init(_ question: Question, _ continuation: CheckedContinuation<Answer, any Error>) {
      self.question = question
      self.continuation = continuation
    }

    subscript<Value>(dynamicMember member: KeyPath<Question, Value>) -> Value {
      question[keyPath: member]
    }

    func answer(_ answer: Answer) {
      continuation.resume(returning: answer)
    }

    func fail(_ error: any Error) {
      continuation.resume(throwing: error)
    }
  }

  private let requests: AsyncStream<Request>
  private let asked = LockIsolated(0)
  private let arrival: AsyncStream<Request>.Continuation

  init() {
    (requests, arrival) = AsyncStream.makeStream()
  }

  /// The number of questions so far.
  var count: Int { asked.value }

  func answer(to question: Question) async throws -> Answer {
    asked.withValue { $0 += 1 }
    return try await withCheckedThrowingContinuation { continuation in
      arrival.yield(Request(question, continuation))
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
