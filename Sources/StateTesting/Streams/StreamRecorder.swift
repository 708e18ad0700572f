import StateCore
public import Testing

/// Collects what an asynchronous sequence delivers, for a test to wait for.
///
/// It iterates from the beginning of its life to its end.
public final class StreamRecorder<Element: Sendable>: Sendable {
  private let record = StreamRecord<Element>()
  private let task: Task<Void, Never>

  /// Records `sequence` from now on.
  public init<Sequence: AsyncSequence & SendableMetatype>(_ sequence: sending Sequence)
  where Sequence.Element == Element, Sequence.AsyncIterator: SendableMetatype {
    // Some sequences begin to collect elements with this, and the task may begin later.
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

  /// The elements delivered so far.
  public var elements: [Element] { record.elements }

  /// Waits until `count` elements have been delivered.
  ///
  /// A simulation in which they never are names `sourceLocation`.
  ///
  /// - Returns: The first `count` elements; fewer if the sequence has ended, or the waiting task was
  ///   cancelled.
  public func elements(
    count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [Element] {
    let wait = Simulation.beginWait { [record] in
      "elements(count: \(count)) at \(sourceLocation); there are \(record.elements.count)"
    }
    defer { wait?.end() }
    await record.wait(for: count)
    return Array(record.elements.prefix(count))
  }

  /// Waits until the sequence has ended.
  ///
  /// A simulation in which it never does names `sourceLocation`.
  ///
  /// - Returns: All elements.
  /// - Throws: The sequence's error, or a `CancellationError` if the waiting task was cancelled.
  public func allElements(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Element] {
    let wait = Simulation.beginWait { [record] in
      """
      allElements() at \(sourceLocation); there are \(record.elements.count), and the sequence goes on
      """
    }
    defer { wait?.end() }
    await record.wait(for: .max)
    guard let outcome = record.outcome else { throw CancellationError() }
    try outcome.get()
    return record.elements
  }
}
