import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

/// Random page loads by a screen's store.
///
/// They are cancelled before they begin, while they run, and right after they have ended, with services that respect or
/// ignore cancellation.
@MainActor
final class PagesRun {
  final class State: PagedScreenState<Word, Int> {}

  enum Kind: CaseIterable { case refresh, next, previous }

  struct Action: ActionLockable, ExecutionPolicyProviding, Hashable {
    let id: Int
    let kind: Kind
    var ignoresCancel = false

    var executionPolicy: ExecutionPolicy {
      kind == .refresh ? .restart.group("pages") : .dropWhileRunning.group("pages")
    }
  }

  struct Failure: Error {}

  actor Store: ScreenStore {
    typealias Action = PagesRun.Action

    nonisolated let binding = ScreenBinding<State>()
    nonisolated let gates = LockIsolated<[Int: Gate]>([:])
    nonisolated let failing = LockIsolated<Set<Int>>([])
    /// The actions whose pages are in the list, according to the loads.
    nonisolated let taken = LockIsolated<Set<Int>>([])
    /// The actions that have been performed.
    nonisolated let performed = LockIsolated<Set<Int>>([])

    func perform(_ action: Action) async throws {
      defer { performed.withValue { _ = $0.insert(action.id) } }
      let isTaken =
        switch action.kind {
        case .refresh: try await loadFirstPage { _ in try await self.page(action) }
        case .next: try await loadNextPage { _ in try await self.page(action) }
        case .previous: try await loadPreviousPage { _ in try await self.page(action) }
        }
      if isTaken { taken.withValue { _ = $0.insert(action.id) } }
    }

    private func page(_ action: Action) async throws -> State.Page {
      let gate = Gate()
      gates.withValue { $0[action.id] = gate }
      defer { gates.withValue { $0[action.id] = nil } }
      if action.ignoresCancel { await gate.passStubbornly() } else { try await gate.pass() }
      if failing.value.contains(action.id) { throw Failure() }
      return State.Page(items: [Word(id: action.id)], next: action.id, previous: action.id)
    }
  }

  private let state = State()
  private let store = Store()
  private var random: SeededGenerator
  private var handles: [Int: AnyTask] = [:]
  private var ended: [Int: Result<Void, any Error>] = [:]
  /// The actions that were cancelled while they waited for their page.
  private var cancelled: Set<Int> = []
  /// The actions whose service has responded.
  private var answered: Set<Int> = []
  private var seen: Set<Int> = []
  private var count = 0

  init(seed: Int) async {
    random = SeededGenerator(seed: seed)
    await store.binding(state: state)
  }

  /// - Returns: The violated rules.
  func breaks(steps: Int) async -> [String] {
    var broken: [String] = []
    for _ in 0..<steps {
      step()
      if Bool.random(using: &random) { await settle() }
      look()
    }
    await settle()
    while !store.gates.value.isEmpty {
      for gate in store.gates.value.values { gate.open() }
      await settle()
      look()
    }
    if state.pager.isLoading { broken.append("loads for ever: \(state.pager.phase)") }
    for id in handles.keys.sorted() {
      switch ended[id] {
      case nil: broken.append("\(id) has not ended")
      case .success:
        if cancelled.contains(id) { broken.append("\(id) was cancelled, and succeeds") }
        if seen.contains(id), !store.taken.value.contains(id) { broken.append("\(id) is seen") }
      case .failure(let error):
        if seen.contains(id) { broken.append("\(id) has failed, and is in the list") }
        if cancelled.contains(id), !(error is CancellationError) {
          broken.append("\(id) was cancelled, and fails")
        }
      }
    }
    if state.displayError?.originalError is CancellationError { broken.append("a cancel is shown") }
    return broken
  }

  private func look() {
    seen.formUnion(state.items.map(\.id))
  }

  private func step() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: send()
    case 5, 6: answer(failing: false)
    case 7: answer(failing: true)
    default:
      guard
        let id = handles.keys.filter({ ended[$0] == nil }).sorted().randomElement(using: &random)
      else { return }
      // If its page has arrived, it may have ended.
      if !answered.contains(id), !store.performed.value.contains(id) { cancelled.insert(id) }
      handles[id]?.cancel()
    }
  }

  private func send() {
    count += 1
    let kinds: [Kind] = [.refresh, .next, .next, .previous]
    let kind = kinds.randomElement(using: &random) ?? .next
    let id = count
    let action = Action(id: id, kind: kind, ignoresCancel: Bool.random(using: &random))
    let handle: AnyTask = store.receive(action: action)
    handles[id] = handle
    Task {
      do {
        try await handle.waitComplete()
        ended[id] = .success(())
      } catch {
        ended[id] = .failure(error)
      }
    }
  }

  private func answer(failing: Bool) {
    let gates = store.gates.value
    guard let id = gates.keys.sorted().randomElement(using: &random) else { return }
    if failing { store.failing.withValue { _ = $0.insert(id) } }
    gates[id]?.open()
    answered.insert(id)
  }
}
