import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting

@testable import FeatureStore

/// A store with effects on all threads, which several threads send, cancel, and give time.
@MainActor
final class CrowdRun {
  private struct Sent {
    let action: Int
    let handle: SentAction
    let tracksLoading: Bool
  }

  /// The lanes in which effects only wait for each other, with the limits of each.
  private static let lanes = [10: 1, 11: 2, 12: 3]

  let record = CrowdRecord()
  private var store: Store<Crowd>?
  private weak let weakStore: Store<Crowd>?
  private weak let weakState: Crowd.State?
  private let work: RunningWork
  private let clock = TestClock()
  private var maker: EffectPlanMaker
  private var sent: [Sent] = []
  private var others: [Task<Void, Never>] = []
  private var waits: [Task<Void, Never>] = []

  init(seed: Int) {
    maker = EffectPlanMaker(seed: seed, operators: EffectPlanMaker.Operator.allCases)
    maker.usesEffectIDs = true
    let taskManager = TaskManager()
    work = taskManager.work
    let store = Store(
      initialState: Crowd.State(record),
      feature: Crowd(),
      taskManager: taskManager,
      clock: clock
    )
    store.listEffects()
    self.store = store
    weakStore = store
    weakState = store.state
  }

  func doSomething() async {
    switch Int.random(in: 0..<20, using: &maker.random) {
    case 0..<7: send(makePlan())
    case 7: sendFromElsewhere()
    case 8, 9: cancelTask()
    case 10, 11: cancelSent()
    case 12, 13: cancelSentFromElsewhere()
    case 14:
      record.cancelAttempts()
      store?.cancelAllTasks()
    case 15, 16: await clock.advance(by: .milliseconds(ReferenceEffects.tick))
    case 17: await clock.runToNext()
    default: await Task.yield()
    }
    checkLoading()
  }

  /// Releases the store with all its running work.
  func releaseStore() {
    record.cancelAllActions()
    store = nil
    if weakStore != nil { record.note("the store is held while effects run") }
  }

  /// Advances the time until each wait has returned and nothing sleeps.
  func finish() async {
    for other in others { await other.value }
    var idleCount = 0
    // The handles of some actions aren't retained.
    while work.unfinishedCount > 0 || clock.sleeperCount > 0 || record.waitCount > 0 {
      idleCount = clock.sleeperCount > 0 ? 0 : idleCount + 1
      if idleCount > 10_000 { return record.note("a value does not return") }
      await clock.runToNext()
    }
    // A task's handle is released at its end.
    for wait in waits { await wait.value }
    checkLoading()
    checkEnd()
  }

  private func checkEnd() {
    sent = []
    if let store {
      if !store.effects.isEmpty { record.note("\(store.effects) are left over") }
      if let id = maker.ids.first(where: { store.isTaskRunning(id: $0) }) {
        record.note("id \(id) is running")
      }
      if store.state.isLoading { record.note("the screen is loading") }
    }
    if record.tokenCount > 0 { record.note("\(record.tokenCount) effects are held") }
    store = nil
    if weakStore != nil || weakState != nil { record.note("the store or its state is held") }
    if work.runningCount + work.liveCount + work.unfinishedCount > 0 || !work.keys.isEmpty {
      record.note("work is left over")
    }
    // One node is the owner in the task manager.
    if work.count > 1 { record.note("\(work.count - 1) nodes are left over") }
  }

  private func checkLoading() {
    guard let store else { return }
    let isLoading = sent.contains { $0.tracksLoading && !$0.handle.isDone }
    if store.state.isLoading != isLoading { record.note("isLoading is \(!isLoading)") }
  }

  // MARK: Operations

  private func makePlan() -> EffectPlan {
    guard maker.chance(1, in: 2),
      let lane = Self.lanes.keys.sorted().randomElement(using: &maker.random)
    else { return maker.makePlan() }
    while true {
      let plan = maker.makePlan(EffectPlanMaker.Place(depth: 2))
      if plan.takesNoTime { continue }
      return EffectPlan(kind: .scheduled(plan, .wait(limit: Self.lanes[lane] ?? 1), lane: lane))
    }
  }

  private func send(_ plan: EffectPlan) {
    let lock = maker.chance(1, in: 4) ? "lock" : nil
    let tracksLoading = maker.chance(1, in: 2)
    let action = action(plan, parent: nil, lock: lock, tracksLoading: tracksLoading)
    guard let handle = store?.send(action) else { return }
    hold(handle, action)
  }

  private func sendFromElsewhere() {
    let plan = makePlan()
    others.append(
      Task.detached { [weak self] in
        await Task.yield()
        await self?.send(plan)
      }
    )
  }

  private func cancelTask() {
    let ids = Array(0..<5) + Self.lanes.keys.sorted()
    guard let id = ids.randomElement(using: &maker.random) else { return }
    record.cancelAttempts(id: id)
    store?.cancelTask(id: id)
  }

  private func cancelSent() {
    guard let sent = sent.randomElement(using: &maker.random) else { return }
    record.cancel(action: sent.action)
    sent.handle.cancel()
  }

  private func cancelSentFromElsewhere() {
    guard let sent = sent.randomElement(using: &maker.random) else { return }
    others.append(Task.detached { sent.handle.cancel() })
  }

  private func hold(_ handle: SentAction, _ action: Crowd.Action) {
    // The screen shows loading for it until its end.
    guard action.canTrackLoading || action.number % 4 != 2 else { return }
    let sent = Sent(
      action: action.number,
      handle: handle,
      tracksLoading: action.canTrackLoading
    )
    self.sent.append(sent)
    wait(for: sent)
  }

  private func wait(for sent: Sent) {
    record.beginWait()
    waits.append(
      Task.detached { [record] in
        await sent.handle.value
        record.end(sent.action)
      }
    )
  }

  // MARK: Effects

  private func action(
    _ plan: EffectPlan,
    parent: Int?,
    lock: String? = nil,
    tracksLoading: Bool = false
  ) -> Crowd.Action {
    var entry: CrowdRecord.Entry?
    if case .scheduled(_, .wait(let limit), let lane) = plan.kind, Self.lanes[lane] != nil {
      entryCount += 1
      entry = CrowdRecord.Entry(lane: lane, limit: limit, number: entryCount)
    }
    let number = record.addAction(plan.leaves, parent: parent, entry: entry)
    return Crowd.Action(number: number, lock: lock, canTrackLoading: tracksLoading) {
      [unowned self] in
      plan.effect {
        leaf($0, isStubborn: $1, id: $2)
      } send: {
        .send(action($0, parent: number))
      }
    }
  }

  private var entryCount = 0

  private func leaf(_ number: Int, isStubborn: Bool, id: Int?) -> Crowd.Action.Effect {
    let work = CrowdWork(
      number: number,
      isStubborn: isStubborn,
      yieldCount: Int.random(in: 0..<4, using: &maker.random),
      pause: maker.chance(1, in: 2)
        ? .milliseconds(Int.random(in: 1..<3_000, using: &maker.random)) : nil,
      fails: maker.chance(1, in: 4),
      clock: clock,
      record: record
    )
    let child = maker.chance(1, in: 3) ? maker.makePlan(EffectPlanMaker.Place(depth: 1)) : nil
    switch number % 3 {
    case 0:
      let operation: @MainActor (Crowd.State, ActionSender<Crowd.Action>) async throws -> Void = {
        [unowned self] _, send in
        let attempt = try await work.runOnMainActor()
        if let child { sendChild(child, of: attempt, send) }
      }
      if let id { return .run(id: id, operation: operation) }
      return .run(operation: operation)
    case 1:
      let apply: @MainActor (Int, Crowd.State) -> Void = { attempt, state in
        _ = state.record.see(attempt: attempt)
      }
      if let id { return .run(id: id, operation: { try await work.run() }, apply: apply) }
      return .run(operation: { try await work.run() }, apply: apply)
    default:
      let send: @MainActor (Int) -> Crowd.Action = { [unowned self] attempt in
        action(child ?? EffectPlan(kind: .cancel(0)), parent: record.see(attempt: attempt))
      }
      if let id { return .run(id: id, operation: { try await work.run() }, send: send) }
      return .run(operation: { try await work.run() }, send: send)
    }
  }

  private func sendChild(_ plan: EffectPlan, of attempt: Int, _ send: ActionSender<Crowd.Action>) {
    let isCancelled = record.isCancelled(attempt: attempt)
    let action = action(plan, parent: record.action(of: attempt))
    let handle = send(action)
    let isHandled = record.isHandled(action.number)
    if isCancelled, isHandled { record.note("action \(action.number) is sent after a cancel") }
    if !isHandled, !Task.isCancelled { record.note("action \(action.number) is lost") }
    hold(handle, action)
  }
}

/// The work of an effect, on the main actor or elsewhere.
struct CrowdWork: Sendable {
  let number: Int
  /// Whether it ignores cancellation.
  let isStubborn: Bool
  let yieldCount: Int
  let pause: Duration?
  let fails: Bool
  let clock: TestClock
  let record: CrowdRecord
  private let token: CrowdRecord.Token

  init(
    number: Int,
    isStubborn: Bool,
    yieldCount: Int,
    pause: Duration?,
    fails: Bool,
    clock: TestClock,
    record: CrowdRecord
  ) {
    self.number = number
    self.isStubborn = isStubborn
    self.yieldCount = yieldCount
    self.pause = pause
    self.fails = fails
    self.clock = clock
    self.record = record
    token = CrowdRecord.Token(record)
  }

  @MainActor
  func runOnMainActor() async throws -> Int {
    if record.isCancelled(effect: number) { record.note("\(number) begins after its cancellation") }
    return try await run()
  }

  /// - Returns: The number of this attempt.
  nonisolated(nonsending) func run() async throws -> Int {
    let attempt = record.begin(number, at: Task.basePriority)
    defer { record.end(attempt: attempt) }
    for _ in 0..<yieldCount { await Task.yield() }
    if let pause {
      do {
        try await clock.sleep(for: pause)
      } catch {
        if !isStubborn { throw error }
      }
    }
    if !isStubborn { try Task.checkCancellation() }
    if fails { throw TestError("\(number)") }
    return attempt
  }
}
