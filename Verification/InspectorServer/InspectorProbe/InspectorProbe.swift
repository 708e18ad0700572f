import Foundation
import Observation
import StateInspector
import StateJournal
import ViewFeature

/// Sends actions behind what was done with an inspector before, for a tool that counts instructions.
///
///     InspectorProbe never|stopped|gone|journal|journal-stopped <number of actions>
///
/// - never: neither a journal nor an inspector has done anything.
/// - stopped: an inspector has served an empty journal, has stopped, and is kept.
/// - gone: the same, and the inspector is deallocated.
/// - journal: a journal records.
/// - journal-stopped: a journal records, for which an inspector has served that is stopped.
@main
@MainActor
struct InspectorProbe {
  // Not asynchronous: valgrind does not outlive that kind of `main`.
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]) else { exit(64) }
    let journal = Journal(capacity: 64 << 20)
    let store = Store(initialState: Counter(), feature: CounterFeature())
    if arguments[1].hasPrefix("journal") { journal.record(store) }
    // The allocator takes a longer way once there was another thread, which each app has.
    let serves = arguments[1].hasSuffix("stopped") || arguments[1] == "gone"
    wait { if serves { await serve(journal) } else { await Task.detached {}.value } }
    if arguments[1] == "gone" { kept = nil }
    act(store, count)
    guard store.state.count == count else { exit(1) }
  }

  /// What is counted.
  @inline(never)
  private static func act(_ store: Store<CounterFeature>, _ count: Int) {
    for _ in 0..<count { store.send(.tick) }
  }

  private static var kept: Inspector?
  private static var isDone = false

  private static func wait(for work: @escaping @MainActor () async -> Void) {
    Task {
      await work()
      isDone = true
    }
    while !isDone { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
  }

  private static func serve(_ journal: Journal) async {
    kept = try? await Inspector.start(journal)
    await kept?.stop()
    guard kept != nil else { exit(1) }
  }
}

@MainActor @Observable
private final class Counter: SnapshotState {
  var count = 0

  static let snapshotFields = SnapshotFields<Counter> { SnapshotField("count", \.count) }
}

private struct CounterFeature: Feature {
  enum Action: Sendable { case tick }

  func handle() -> ActionHandler<Action, Counter> {
    ActionHandler { _, state in
      state.count += 1
      return .none
    }
  }
}
