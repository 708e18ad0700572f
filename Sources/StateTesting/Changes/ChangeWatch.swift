import FeatureTesting
import Observation
import StateCore
import StateFields

/// A watch that compares the value of a property after each write with the first value.
final class ChangeWatch<Value>: Sendable {
  private let read: Unchecked<() -> Value>
  private let first: Unchecked<Value>
  private let hasChanged = Flag()
  private let isOver = Flag()
  private let writes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  @MainActor
  init(_ read: @escaping () -> Value) {
    self.read = Unchecked(read)
    first = Unchecked(read())
    (writes, continuation) = AsyncStream.makeStream()
    track()
  }

  /// Whether the property changes while `action` runs or within `timeout` seconds after it.
  @MainActor
  func seesChange(during action: () async -> Void, timeout: Double) async -> Bool {
    defer { isOver.raise() }
    await action()
    compare(read.value())
    if hasChanged.isRaised { return true }
    // Without a number, it doesn't wait; a century is the longest wait.
    let limit = timeout.isNaN ? 0 : min(max(timeout, 0), 3_000_000_000)
    await withTaskGroup { group in
      group.addTask { await self.waitForChange() }
      group.addTask { try? await sleepInMainActorTurns(for: .seconds(limit)) }
      await group.next()
      group.cancelAll()
    }
    return hasChanged.isRaised
  }

  @MainActor
  private func waitForChange() async {
    for await _ in writes {
      compare(read.value())
      if hasChanged.isRaised { return }
    }
  }

  private func track() {
    let value = withObservationTracking {
      read.value()
    } onChange: { [weak self] in
      // This is called before the write, in the same context. It tracks again immediately, so that no write is missed.
      self?.willWrite()
    }
    compare(value)
  }

  private func willWrite() {
    if isOver.isRaised { return }
    if !(Value.self is any Equatable.Type) { hasChanged.raise() }
    track()
    continuation.yield()
  }

  private func compare(_ value: Value) {
    guard let value = value as? any Equatable, let first = first.value as? any Equatable else {
      return
    }
    if !ValueDifference.isSame(first, value) { hasChanged.raise() }
  }
}
