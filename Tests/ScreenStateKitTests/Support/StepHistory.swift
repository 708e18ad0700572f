import ScreenStateKit
import StateCore
import StateRecord
import StateTestSupport
import Testing

/// The events of a run, in the terms of its model.
struct StepHistory {
  var store: StoreID?
  var received: Set<Int> = []
  var begun: Set<Int> = []
  /// The failed attempts and timeouts of actions.
  var failures: [Int: Int] = [:]
  /// The actions that sent other actions.
  var senders: [Int: Int] = [:]
}

/// Starts recording a store.
@MainActor
func startRecording(_ store: any RecordableStore) -> StoreID {
  store.startRecording()
  return store.storeID
}

/// The events of a run, by action number.
@MainActor
struct StepEvents {
  private let events: [StateEvent]
  private var ids: [ActionID: Int] = [:]
  private var causes: [Int: EventCause] = [:]
  private var steps: [Int: [String]] = [:]
  private var loading: [Bool] = []
  private var changes: [(number: Int?, cause: EventCause)] = []

  init(_ events: [StateEvent]) {
    self.events = events
    for event in events { note(event.kind) }
  }

  private mutating func note(_ kind: StateEvent.Kind) {
    switch kind {
    case .actionReceived(let id, let received):
      let number = received.action.text.firstNumber ?? 0
      ids[id] = number
      causes[number] = received.cause
      add("received", id)
    case .actionQueued(let id): add("queued", id)
    case .actionDropped(let id, _): add("dropped", id)
    case .actionFailed(let id, _): add("failed", id)
    case .actionHandled(let id, _): add("handled", id)
    case .actionDone(let id): add("done", id)
    case .loading(let isLoading): loading.append(isLoading)
    case .change(let change): changes.append((change.new.text.lastNumber, change.cause))
    case .storeMade, .storeEnded, .effect, .errorShown, .element, .restored, .drawn, .history,
      .query, .outbox:
      break
    }
  }

  private mutating func add(_ step: String, _ id: ActionID) {
    steps[ids[id] ?? -1, default: []].append(step)
  }

  /// Checks that each action has one beginning and one end, and that each change has the action that made it as its
  /// cause.
  func expect(_ history: StepHistory, _ seed: Int) {
    #expect(Set(steps.keys) == history.received, "seed \(seed)")
    for (number, steps) in steps {
      let failures = Array(repeating: "failed", count: history.failures[number] ?? 0)
      let isQueued = steps.contains("queued")
      let expected =
        ["received"] + (isQueued ? ["queued"] : [])
        + (history.begun.contains(number) ? failures + ["handled", "done"] : ["dropped"])
      #expect(steps == expected, "seed \(seed), step \(number)")
      let sender = history.senders[number]
      #expect(causes[number].map(number(of:)) == sender, "seed \(seed), step \(number)")
    }
    for change in changes {
      #expect(change.number == number(of: change.cause), "seed \(seed)")
    }
    #expect(zip(loading, loading.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)")
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.number < $1.number })
    expectBeginningAndEnd(seed)
  }

  private func expectBeginningAndEnd(_ seed: Int) {
    if case .storeMade? = events.first?.kind {} else { Issue.record("No beginning, seed \(seed)") }
    let ends = events.count { if case .storeEnded = $0.kind { true } else { false } }
    #expect(ends == 1, "seed \(seed)")
  }

  private func number(of cause: EventCause) -> Int? {
    if case .handler(let id) = cause { ids[id] } else { nil }
  }
}

extension String {
  fileprivate var firstNumber: Int? { numbers.first }
  fileprivate var lastNumber: Int? { numbers.last }

  private var numbers: [Int] {
    split { !$0.isNumber }.compactMap { Int($0) }
  }
}
