import StateTesting

/// A door that is opened once; who waits before it goes on then, or when cancelled.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [AsyncStream<Never>.Continuation] = []
  }

  private let state = LockIsolated(State())

  var isOpen: Bool { state.isOpen }

  func open() {
    let waiting = state.withValue { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  func wait() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let isOpen = state.withValue { state in
      if !state.isOpen { state.waiting.append(continuation) }
      return state.isOpen
    }
    if isOpen { return }
    for await _ in stream {}
  }
}
