import StateTestSupport
import StateTesting
import Testing

@testable import ViewFeature

/// Compares a store's effects with a model that has the rules but no tasks.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct StoreEffectsRandomTests {
  /// A store and its model, which are given the same operations.
  @MainActor
  final class Pair {
    /// An action whose handle is held.
    struct Sent {
      let action: Int
      let handle: SentAction
    }

    let store: Store<Script>
    var model = ReferenceEffects()
    var maker: EffectPlanMaker
    var staged: [Int: StagedEffect] = [:]
    var sent: [Sent] = []

    init(seed: Int, usesCancels: Bool) {
      maker = EffectPlanMaker(seed: seed)
      maker.usesCancels = usesCancels
      store = Script.store { handler in
        handler.onError { $1.log.append("store: \($0)") }
      }
    }
  }

  /// A seed gives the same run whichever block it is in.
  @Test(.notRepeated, arguments: 0..<10)
  func behavesLikeTheRules(block: Int) async throws {
    for seed in (block * 100)..<(block * 100 + 100) {
      guard try await simulate({ await run(seed: seed) }) else { return }
    }
  }

  @Test(.notRepeated, arguments: 0..<5)
  func behavesLikeTheRulesInAnyOrder(block: Int) async throws {
    for seed in (block * 100)..<(block * 100 + 100) {
      let isAlike = try await simulate(seed: seed) { await run(seed: seed, usesCancels: false) }
      guard isAlike else { return }
    }
  }

  private func run(seed: Int, usesCancels: Bool = true) async -> Bool {
    let pair = Pair(seed: seed, usesCancels: usesCancels)
    for step in 0..<15 {
      // Otherwise what this starts meets the next operation before it has begun.
      let settles = pair.maker.chance(3, in: 4)
      let operation = pair.doSomething(settles: settles)
      var difference = pair.differenceAtOnce()
      if difference == nil, settles { difference = await pair.settle() }
      #expect(difference == nil, "seed \(seed), step \(step): \(operation)")
      if difference != nil { return false }
    }
    let difference = await pair.finish()
    #expect(difference == nil, "seed \(seed), at the end")
    if difference != nil { return false }
    for sent in pair.sent { await sent.handle.value }
    #expect(pair.store.effects.isEmpty && pair.store.runningTaskCount == 0, "seed \(seed)")
    return true
  }
}

extension StoreEffectsRandomTests.Pair {
  /// Does the same to both.
  ///
  /// - Returns: What was done.
  func doSomething(settles: Bool) -> String {
    switch Int.random(in: 0..<20, using: &maker.random) {
    case 0..<6: send(usesEffectIDs: settles && model.hasSettled)
    // When an effect goes on is not known to the turn, so nothing else may go on beside it.
    case 6..<13: settles && model.hasSettled ? openGate() : "nothing"
    case 13, 14: cancelTask()
    case 15: sendCancel()
    case 16..<19: cancelSent()
    default: cancelAll()
    }
  }

  /// Lets both come to where nothing goes on without an operation.
  ///
  /// - Returns: In what the two differ then.
  func settle() async -> String? {
    model.settle()
    await StateTestSupport.settle()
    return difference()
  }

  /// Opens one gate after the other until none is left.
  func finish() async -> String? {
    var difference = await settle()
    while difference == nil, let work = model.waiting.first {
      open(work, .success)
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

  private func send(_ plan: EffectPlan) {
    model.send(plan)
    let handle = store.send(action(plan))
    hold(handle, model.actions.count - 1)
  }

  private func openGate() -> String {
    guard let work = model.waiting.randomElement(using: &maker.random) else { return "nothing" }
    let outcome = makeOutcome()
    open(work, outcome)
    return "open \(model.works[work].number ?? 0): \(outcome)"
  }

  private func cancelTask() -> String {
    let id = makeRunningID()
    model.cancel(id: id)
    store.cancelTask(id: id)
    return "cancelTask \(id)"
  }

  private func sendCancel() -> String {
    let plan = EffectPlan(kind: .cancel(makeRunningID()))
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
    store.cancelAllTasks()
    return "cancel all"
  }

  private func open(_ work: Int, _ outcome: ReferenceEffects.Outcome) {
    model.open(work, outcome)
    guard let number = model.works[work].number, let effect = staged[number] else { return }
    switch outcome {
    case .success: break
    case .failure: effect.outcome = { _ in throw TestError("\(number)") }
    case .sending(let plan):
      effect.outcome = { [unowned self] send in sendChild(plan, of: work, send) }
    }
    effect.gate.open()
  }

  /// Called by an effect, when the model has gone through the same already.
  private func sendChild(_ plan: EffectPlan, of work: Int, _ send: ActionSender<ScriptAction>) {
    let handle = send(action(plan))
    if let child = model.works[work].child { hold(handle, child) }
  }

  /// Keeps most handles; of the other actions nobody sees the end.
  private func hold(_ handle: SentAction, _ action: Int) {
    if action % 4 != 2 { sent.append(Sent(action: action, handle: handle)) }
  }

  private func makeOutcome() -> ReferenceEffects.Outcome {
    switch Int.random(in: 0..<4, using: &maker.random) {
    case 0: .failure
    case 1: .sending(maker.makePlan(depth: 2))
    default: .success
    }
  }

  private func makeRunningID() -> Int {
    let running = maker.ids.filter { model.isRunning($0) }
    return running.randomElement(using: &maker.random) ?? 0
  }

  // MARK: Effects

  private func action(_ plan: EffectPlan) -> ScriptAction {
    .effect("action", effect(plan))
  }

  private func effect(_ plan: EffectPlan) -> Script.Effect {
    let effect: Script.Effect =
      switch plan.kind {
      case .leaf(let number, let isStubborn): leaf(number, isStubborn: isStubborn, id: plan.id)
      case .merge(let parts): .merge(parts.map { self.effect($0) })
      case .concatenate(let parts): .concatenate(parts.map { self.effect($0) })
      case .cancel(let id): .cancel(id: id)
      }
    return withOptions(effect, plan)
  }

  private func leaf(_ number: Int, isStubborn: Bool, id: Int?) -> Script.Effect {
    let staged = StagedEffect(number: number)
    self.staged[number] = staged
    let operation: @MainActor (ScriptState, ActionSender<ScriptAction>) async throws -> Void = {
      try await staged.run(isStubborn: isStubborn, $1)
    }
    if let id { return .run(id: id, name: "\(number)", operation: operation) }
    return .run(name: "\(number)", operation: operation)
  }

  private func withOptions(_ effect: Script.Effect, _ plan: EffectPlan) -> Script.Effect {
    var effect = effect
    if let id = plan.id, !(plan.isLeaf && plan.replaces) {
      effect = effect.cancellable(id: id, cancelInFlight: plan.replaces)
    }
    if let handler = plan.handler {
      effect = effect.catch { $1.log.append("\(handler): \($0)") }
    }
    return effect
  }

  // MARK: Comparison

  /// In what the two differ right after an operation: ids and counts follow at once.
  func differenceAtOnce() -> String? {
    if store.runningTaskCount != model.runningCount {
      return "runningTaskCount is \(store.runningTaskCount), not \(model.runningCount)"
    }
    return maker.ids.first { store.isTaskRunning(id: $0) != model.isRunning($0) }
      .map { "isTaskRunning(\($0)) is \(!model.isRunning($0))" }
  }

  /// In what the two differ when both have settled.
  private func difference() -> String? {
    differenceAtOnce() ?? differenceOfEffects() ?? differenceOfActions()
      ?? different("failures", store.state.log, model.reports)
  }

  private func differenceOfEffects() -> String? {
    for work in model.effects {
      guard let number = work.number, let effect = staged[number] else { continue }
      if effect.gate.hasStarted != work.hasBegun { return "start of \(number)" }
      if effect.gate.wasCancelled != work.wasCancelledAtGate { return "cancellation of \(number)" }
      if effect.hasEnded != (work.hasBegun && work.phase == .ended) { return "end of \(number)" }
    }
    return different(
      "effects",
      store.effects.map { "\($0.name ?? "") \($0.id.map { "\($0)" } ?? "-") \($0.state)" }.sorted(),
      model.effects.filter { $0.phase != .ended }.map { work in
        "\(work.number ?? 0) \(work.scope.ids.last.map { "\($0)" } ?? "-") "
          + (work.isCancelled ? "cancelled" : "running")
      }.sorted()
    )
  }

  private func differenceOfActions() -> String? {
    for sent in sent {
      let isDone = model.isDone(sent.action)
      if sent.handle.isDone != isDone { return "end of action \(sent.action)" }
      if !isDone, sent.handle.isCancelled != model.actions[sent.action].isCancelled {
        return "cancellation of action \(sent.action)"
      }
    }
    return nil
  }

  private func different(_ name: String, _ actual: [String], _ expected: [String]) -> String? {
    actual == expected ? nil : "\(name) are \(actual), not \(expected)"
  }
}
