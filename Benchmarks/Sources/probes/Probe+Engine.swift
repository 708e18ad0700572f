import ScreenStateKit
import StateCore

extension Probe {
  static let locker = Probe(name: "locker") {
    let locker = ActionLocker.nonIsolated
    return { repetitions in
      for page in 0..<repetitions {
        let action = PageAction.load(page: page)
        if locker.canExecute(action) { locker.unlock(action) }
      }
    }
  }

  static let registry = Probe(name: "registry") { makeRegistryPath(held: 0) }

  static let fullRegistry = Probe(name: "registry-100000-held") { makeRegistryPath(held: 100_000) }

  @MainActor
  private static func makeRegistryPath(held: Int) -> Path {
    let registry = TaskRegistry()
    let begin = { (id: Int) in
      registry.work.begin(
        WorkRequest(parent: registry.owner, key: TaskKey(id), rule: .restart)
      )
    }
    for id in 0..<held { _ = begin(-id) }
    return { repetitions in
      for id in 1...repetitions { begin(id).map { registry.work.end($0) } }
    }
  }

  static let stream = Probe(name: "stream-emit-to-10") {
    // Subscribing to a `StreamProducer` would have to be awaited; this is what is in it. What is kept
    // for subscribers that take nothing stays the same.
    let broadcast = Broadcast<Int>(replaysLatest: true, bufferingPolicy: .bufferingNewest(1))
    let streams = (0..<10).map { _ in broadcast.subscribe() }
    return { repetitions in
      for element in 0..<repetitions { broadcast.emit(element) }
      withExtendedLifetime(streams) {}
    }
  }
}

private enum PageAction: ActionLockable, Hashable, Sendable {
  case load(page: Int)
}
