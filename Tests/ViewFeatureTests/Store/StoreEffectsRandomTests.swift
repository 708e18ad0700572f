import FeatureRecording
import StateCore
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Compares a store's effects with a model of the rules without tasks.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20))) struct StoreEffectsRandomTests {
  /// A store and its model, which receive the same operations.
  @MainActor
  final class Pair {
    /// An action with a retained handle.
    struct Sent {
      let action: Int
      let handle: SentAction
    }

    /// The store; `nil` after it was released.
    private(set) var store: Store<Script>?
    private weak let weakStore: Store<Script>?
    private weak let state: ScriptState?
    private let ownPriority = Task.basePriority
    var model = ReferenceEffects()
    var maker: EffectPlanMaker
    var staged: [Int: StagedEffect] = [:]
    var sent: [Sent] = []

    init(seed: Int = 0, usesCancels: Bool = true, operators: [EffectPlanMaker.Operator] = []) {
      maker = EffectPlanMaker(seed: seed, operators: operators)
      maker.usesCancels = usesCancels
      let store = Script.store { handler in
        handler.onError { $1.log.append("store: \(EffectPlan.describe($0))") }
      }
      self.store = store
      weakStore = store
      state = store.state
    }

    var isHeld: Bool { weakStore != nil || state != nil }

    func releaseStore() {
      model.end()
      store = nil
    }
  }

  /// A seed gives the same run in any block.
  @Test(.notRepeated, arguments: 0..<5)
  func behavesLikeTheRules(block: Int) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      guard try await simulate({ await run(seed: seed) }) else { return }
    }
  }

  @Test(.notRepeated, arguments: EffectPlanMaker.Operator.allCases)
  func behavesLikeTheRules(with operator: EffectPlanMaker.Operator) async throws {
    for seed in seedsOnOneThread(0..<100) {
      guard try await simulate({ await run(seed: seed, [`operator`]) }) else { return }
    }
  }

  @Test(.notRepeated, arguments: 0..<7)
  func behavesLikeTheRulesWithAllOperators(block: Int) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      guard try await simulate({ await run(seed: seed, EffectPlanMaker.Operator.allCases) })
      else { return }
    }
  }

  @Test(.notRepeated, arguments: 0..<5)
  func behavesLikeTheRulesInAnyOrder(block: Int) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      let isAlike = try await simulate(seed: seed) {
        await run(seed: seed, EffectPlanMaker.Operator.allCases, usesCancels: false)
      }
      guard isAlike else { return }
    }
  }

  /// A recorded store behaves the same, and its events are complete.
  @Test(.notRepeated, arguments: 0..<3)
  func behavesLikeTheRulesWhileItIsRecorded(block: Int) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      guard try await simulate({ await runRecorded(seed: seed) }) else { return }
    }
  }

  private func runRecorded(seed: Int) async -> Bool {
    let log = EventLog()
    defer { log.stop() }
    var store: StoreID?
    let isAlike = await run(seed: seed, EffectPlanMaker.Operator.allCases) {
      $0.startRecording()
      store = $0.storeID
    }
    var rules = EventRules()
    for event in log.events where event.store == store { rules.take(event) }
    rules.end()
    #expect(rules.problems.isEmpty, "seed \(seed)\n\(store.map { log.lines(of: $0) } ?? [])")
    return isAlike && rules.problems.isEmpty
  }

  private func run(
    seed: Int,
    _ operators: [EffectPlanMaker.Operator] = [],
    usesCancels: Bool = true,
    prepare: (Store<Script>) -> Void = { _ in }
  ) async -> Bool {
    let pair = Pair(seed: seed, usesCancels: usesCancels, operators: operators)
    if let store = pair.store { prepare(store) }
    var operations: [String] = []
    for step in 0..<15 {
      // Otherwise this work could meet the next operation before it has begun.
      let settles = pair.maker.chance(3, in: 4)
      operations.append(pair.doSomething(settles: settles) + (settles ? "" : ", at once"))
      var difference = pair.differenceAtOnce()
      if difference == nil, settles { difference = await pair.settle() }
      #expect(
        difference == nil,
        "seed \(seed), step \(step):\n\(operations.joined(separator: "\n"))"
      )
      if difference != nil { return false }
    }
    // A deallocated store cancels all its work.
    if pair.maker.chance(1, in: 3) {
      operations.append("release the store")
      pair.releaseStore()
    }
    let difference = await pair.finish()
    #expect(
      difference == nil,
      "seed \(seed), at the end:\n\(operations.joined(separator: "\n"))"
    )
    if difference != nil { return false }
    for sent in pair.sent { await sent.handle.value }
    if let store = pair.store {
      #expect(store.effects.isEmpty && store.runningTaskCount == 0, "seed \(seed)")
    }
    pair.releaseStore()
    #expect(!pair.isHeld, "seed \(seed)")
    return true
  }
}

extension StoreEffectsRandomTests.Pair {
  /// Performs the same operation on both.
  ///
  /// - Returns: A description of the operation.
  func doSomething(settles: Bool) -> String {
    switch Int.random(in: 0..<20, using: &maker.random) {
    case 0..<6: send(usesEffectIDs: settles && model.hasSettled)
    // The model doesn't know the turn in which an effect continues, so nothing else may continue at the same time.
    case 6..<13: settles && model.hasSettled ? openGate() : "nothing"
    case 13, 14: cancelTask()
    case 15: sendCancel()
    case 16..<19: cancelSent()
    default: cancelAll()
    }
  }

  /// Waits until nothing continues without another operation.
  ///
  /// - Returns: The difference between the two.
  func settle() async -> String? {
    model.settle()
    try? await ContinuousClock().sleep(for: .milliseconds(ReferenceEffects.tick))
    return difference()
  }

  /// Opens the gates one after the other until nothing is left.
  func finish() async -> String? {
    var difference = await settle()
    while difference == nil, !model.hasEnded {
      if let work = model.waiting.first { open(work, .success) }
      difference = await settle()
    }
    return difference
  }

  // MARK: Operations

  private func send(usesEffectIDs: Bool) -> String {
    maker.usesEffectIDs = usesEffectIDs
    let plan = maker.makePlan()
    maker.usesEffectIDs = false
    send(plan)
    return "send \(plan)"
  }

  func send(_ plan: EffectPlan) {
    let number = model.actions.count
    model.send(plan)
    guard let handle = store?.send(action(plan)) else { return }
    hold(handle, number)
  }

  private func openGate() -> String {
    guard let work = model.waiting.randomElement(using: &maker.random) else { return "nothing" }
    let outcome = makeOutcome()
    open(work, outcome)
    return "open \(model.works[work].plan.number ?? 0): \(outcome)"
  }

  private func cancelTask() -> String {
    let id = makeUsedID()
    model.cancel(id: id)
    store?.cancelTask(id: id)
    return "cancelTask \(id)"
  }

  private func sendCancel() -> String {
    let plan = EffectPlan(kind: .cancel(makeUsedID()))
    send(plan)
    return "send \(plan)"
  }

  private func cancelSent() -> String {
    guard let sent = sent.randomElement(using: &maker.random) else { return "nothing" }
    model.cancel(action: sent.action)
    sent.handle.cancel()
    return "cancel action \(sent.action)"
  }

  private func cancelAll() -> String {
    model.cancelAll()
    store?.cancelAllTasks()
    return "cancel all"
  }

  func open(_ work: Int, _ outcome: ReferenceEffects.Outcome) {
    model.open(work, outcome)
    guard let number = model.works[work].plan.number, let effect = staged[number] else { return }
    switch outcome {
    case .success: break
    case .failure: effect.outcome = { _ in throw TestError("\(number)") }
    case .sending(let plan):
      effect.outcome = { [unowned self] send in sendChild(plan, of: work, send) }
    }
    effect.gate.open()
  }

  /// Called by an effect after the model has processed the same step.
  private func sendChild(_ plan: EffectPlan, of work: Int, _ send: ActionSender<ScriptAction>) {
    let handle = send(action(plan))
    if let child = model.works[work].child { hold(handle, child) }
  }

  /// Retains most handles.
  ///
  /// The end of the other actions isn't observed.
  private func hold(_ handle: SentAction, _ action: Int) {
    if action % 4 != 2 { sent.append(Sent(action: action, handle: handle)) }
  }

  private func makeOutcome() -> ReferenceEffects.Outcome {
    switch Int.random(in: 0..<4, using: &maker.random) {
    case 0: .failure
    case 1: .sending(maker.makePlan(EffectPlanMaker.Place(depth: 2)))
    default: .success
    }
  }

  /// Returns an id under which something runs or waits.
  private func makeUsedID() -> Int {
    maker.ids.filter(model.isInUse).randomElement(using: &maker.random) ?? 0
  }

  // MARK: Effects

  private func action(_ plan: EffectPlan) -> ScriptAction {
    .effect("action", effect(plan))
  }

  private func effect(_ plan: EffectPlan) -> Script.Effect {
    plan.effect {
      leaf($0, isStubborn: $1, id: $2)
    } send: {
      .send(action($0))
    }
  }

  private func leaf(_ number: Int, isStubborn: Bool, id: Int?) -> Script.Effect {
    staged[number] = StagedEffect(number: number)
    let operation: @MainActor (ScriptState, ActionSender<ScriptAction>) async throws -> Void = {
      [unowned self] in
      try await stage(number).run(isStubborn: isStubborn, $1)
    }
    if let id { return .run(id: id, name: "\(number)", operation: operation) }
    return .run(name: "\(number)", operation: operation)
  }

  /// Returns the stage of an effect.
  ///
  /// A repeated effect has a gate for each attempt.
  private func stage(_ number: Int) -> StagedEffect {
    if let effect = staged[number], !effect.gate.hasStarted { return effect }
    let effect = StagedEffect(number: number)
    staged[number] = effect
    return effect
  }

  // MARK: Comparison

  /// Returns the difference between the two right after an operation.
  ///
  /// Ids and counts change immediately.
  func differenceAtOnce() -> String? {
    guard let store else { return nil }
    if store.runningTaskCount != model.runningCount {
      return "runningTaskCount is \(store.runningTaskCount), not \(model.runningCount)"
    }
    let ids = model.runningIDs
    return maker.ids.first { store.isTaskRunning(id: $0) != ids.contains($0) }
      .map { "isTaskRunning(\($0)) is \(!ids.contains($0))" }
  }

  /// Returns the difference between the two when both have settled.
  private func difference() -> String? {
    differenceAtOnce() ?? differenceOfEffects() ?? differenceOfActions()
      ?? state.flatMap { different("failures", $0.log, model.reports) }
  }

  private func differenceOfEffects() -> String? {
    // For a repeated effect, this is the last attempt that has begun.
    var last: [Int: ReferenceEffects.Work] = [:]
    for work in model.works where work.plan.isLeaf {
      guard let number = work.plan.number else { continue }
      if work.hasBegun || last[number] == nil { last[number] = work }
    }
    for (number, work) in last.sorted(by: { $0.key < $1.key }) {
      guard let effect = staged[number] else { continue }
      if effect.gate.hasStarted != work.hasBegun { return "start of \(number)" }
      if let priority = effect.priority, priority != work.priority ?? ownPriority {
        return "priority of \(number), which is \(priority)"
      }
      if effect.gate.wasCancelled != work.wasCancelledAtGate { return "cancellation of \(number)" }
      if effect.hasEnded != (work.hasBegun && work.phase == .ended) { return "end of \(number)" }
    }
    guard let store else { return nil }
    return different(
      "effects",
      store.effects.map { "\($0.name ?? "") \($0.id.map { "\($0)" } ?? "-") \($0.state)" }.sorted(),
      model.list.sorted()
    )
  }

  private func differenceOfActions() -> String? {
    for sent in sent {
      let isDone = model.isDone(sent.action)
      if sent.handle.isDone != isDone { return "end of action \(sent.action)" }
      if sent.handle.isCancelled != model.actions[sent.action].isCancelled {
        return "cancellation of action \(sent.action)"
      }
    }
    return nil
  }

  private func different(_ name: String, _ actual: [String], _ expected: [String]) -> String? {
    actual == expected ? nil : "\(name) are \(actual), not \(expected)"
  }
}
