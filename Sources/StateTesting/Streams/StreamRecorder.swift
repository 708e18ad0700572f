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
  /// If a simulation can never deliver them, its failure names `sourceLocation`.
  ///
  /// - Returns: The first `count` elements, or fewer if the sequence has ended or the waiting task is cancelled.
  public func elements(
    count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [Element] {
    let wait = Simulation.beginWait { [record] in
      "elements(count: \(count)) at \(sourceLocation): received \(record.elements.count)"
    }
    defer { wait?.end() }
    await record.wait(for: count)
    return Array(record.elements.prefix(count))
  }

  /// Waits until the sequence has ended.
  ///
  /// If it never ends in a simulation, the simulation's failure names `sourceLocation`.
  ///
  /// - Returns: All elements.
  /// - Throws: The sequence's error, or a `CancellationError` if the waiting task is cancelled.
  public func allElements(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Element] {
    let wait = Simulation.beginWait { [record] in
      """
      allElements() at \(sourceLocation): received \(record.elements.count), and the sequence hasn't ended
      """
    }
    defer { wait?.end() }
    await record.wait(for: .max)
    guard let outcome = record.outcome else { throw CancellationError() }
    try outcome.get()
    return record.elements
  }
}
