import Figures
import ScreenStateKit

enum StreamRow: Row {
  static let name = "stream"

  static func figures(rounds: Int) async -> [Figure] {
    var figures: [Figure] = []
    for subscribers in [1, 10, 100] {
      let produced = await producedElements(to: subscribers)
      let fannedOut = fannedOutElements(to: subscribers)
      let comparison = await Comparison.measure(
        rounds: rounds,
        parts: (subscribers, subscribers),
        operation: produced.emit,
        limit: fannedOut.emit
      )
      produced.cancel()
      fannedOut.cancel()
      figures.append(
        Figure(
          row: name,
          "StreamProducer, emit to \(subscribers), per delivery",
          against: "AsyncStream continuations in an array",
          comparison,
          highestRatio: 1.2
        )
      )
    }
    return figures
  }

  private static func producedElements(to count: Int) async -> Delivery {
    let producer = StreamProducer<Int>(withLatest: false)
    var streams: [AsyncStream<Int>] = []
    for _ in 0..<count { streams.append(await producer.stream) }
    return Delivery(streams) { producer.nonIsolatedEmit($0) }
  }

  private static func fannedOutElements(to count: Int) -> Delivery {
    let pairs = (0..<count).map { _ in AsyncStream<Int>.makeStream() }
    let continuations = pairs.map(\.continuation)
    return Delivery(pairs.map(\.stream)) { element in
      for continuation in continuations { continuation.yield(element) }
    }
  }
}

/// Emits elements to subscribers on the main actor, each after all have received the previous one.
@MainActor
private final class Delivery {
  private let send: (Int) -> Void
  private var tasks: [Task<Void, Never>] = []
  private var missing = 0
  private var waiter: CheckedContinuation<Void, Never>?

  init(_ streams: [AsyncStream<Int>], send: @escaping (Int) -> Void) {
    self.send = send
    tasks = streams.map { stream in
      Task { [weak self] in
        for await _ in stream { self?.elementTaken() }
      }
    }
  }

  func emit(_ repetitions: Int) async {
    for element in 0..<repetitions {
      missing = tasks.count
      send(element)
      await withCheckedContinuation { waiter = $0 }
    }
  }

  func cancel() {
    for task in tasks { task.cancel() }
  }

  private func elementTaken() {
    missing -= 1
    guard missing == 0 else { return }
    waiter?.resume()
    waiter = nil
  }
}
