import FeatureTesting
import StateCore
public import Testing

/// A recorder that collects the elements of an asynchronous sequence, so that a test can wait for them.
///
/// It iterates over the sequence during its whole lifetime.
public final class StreamRecorder<Element: Sendable>: Sendable {
  private let record = StreamRecord<Element>()
  private let task: Task<Void, Never>

  /// Starts recording `sequence`.
  public init<Sequence: AsyncSequence & SendableMetatype>(_ sequence: sending Sequence)
  where Sequence.Element == Element, Sequence.AsyncIterator: SendableMetatype {
    // Some sequences start collecting elements when their iterator is created, and the task may start later.
    let start = Unchecked(sequence.makeAsyncIterator())
    task = ImmediateTask.start { [record] in
      var iterator = start.value
      do {
        while let element = try await iterator.next() { record.add(element) }
        record.end(.success(()))
      } catch {
        record.end(.failure(error))
      }
    }
  }

  deinit {
    task.cancel()
  }

  /// The elements received so far.
  public var elements: [Element] { record.elements }

  /// Waits until `count` elements have been received.
  ///
  /// Records an issue if they haven't arrived after `timeout`. A simulation doesn't use it: if the elements can
  /// never arrive, its failure names `sourceLocation`.
  ///
  /// - Returns: The first `count` elements, or fewer if the sequence has ended or the waiting task is cancelled.
  public func elements(
    count: Int,
    timeout: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [Element] {
    let wait = Simulation.beginWait { [record] in
      "elements(count: \(count)) at \(sourceLocation): received \(record.elements.count)"
    }
    defer { wait?.end() }
    if await !record.wait(for: count, timeout: wait == nil ? timeout : nil) {
      Issue.record(
        """
        elements(count: \(count)) timed out after \(timeout.messageText): received \
        \(record.elements.count)
        """,
        sourceLocation: sourceLocation
      )
    }
    return Array(record.elements.prefix(max(count, 0)))
  }

  /// Waits until the sequence has ended.
  ///
  /// Records an issue if it hasn't ended after `timeout`. A simulation doesn't use it: if the sequence can never end,
  /// its failure names `sourceLocation`.
  ///
  /// - Returns: All elements.
  /// - Throws: The sequence's error, or a `CancellationError` if the wait has ended before the sequence.
  public func allElements(
    timeout: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Element] {
    let wait = Simulation.beginWait { [record] in
      """
      allElements() at \(sourceLocation): received \(record.elements.count), and the sequence hasn't ended
      """
    }
    defer { wait?.end() }
    if await !record.wait(for: .max, timeout: wait == nil ? timeout : nil) {
      Issue.record(
        "allElements() timed out after \(timeout.messageText): received \(record.elements.count)",
        sourceLocation: sourceLocation
      )
    }
    guard let outcome = record.outcome else { throw CancellationError() }
    try outcome.get()
    return record.elements
  }
}
