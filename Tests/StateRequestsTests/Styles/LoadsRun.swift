import Foundation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import ScreenStateKit

/// A random program of callers of one property, in one of the styles.
@MainActor
final class LoadsRun<Style: LoadsStyle> {
  enum Mode {
    /// All tasks run between two steps, so that the reference knows what follows.
    case calm
    /// Steps meet.
    case racy
    /// Steps meet, on all threads.
    case threads
  }

  let mode: Mode
  let clock = TestClock()
  let service = LoadsService()
  let style: Style
  let isOptimistic: Bool
  var random: SeededGenerator
  var model = LoadsModel()
  var audit = LoadsAudit()
  private(set) var faults: [String] = []
  private(set) var history: [String] = []
  private let entryCount = ResourceEntries.count
  private var callers: [Int: LoadsCaller] = [:]
  private var handles: [Int: LoadsHandle] = [:]
  private var ended: Set<Int> = []
  private var changes: [(name: String, change: OptimisticValue<[String]>.Change)] = []
  private var changeCount = 0
  private var elapsed = Duration.zero

  init(seed: Int, mode: Mode) async {
    random = SeededGenerator(seed: seed)
    self.mode = mode
    isOptimistic = Bool.random(using: &random)
    style = await Style(service, clock: clock, isOptimistic: isOptimistic)
  }

  /// - Returns: The violated rules.
  func faults(ofSteps count: Int) async -> [String] {
    for _ in 0..<count where faults.isEmpty {
      await step()
      if mode == .calm || Bool.random(using: &random) { await settle() }
      check()
    }
    if Bool.random(using: &random) { await endState() } else { await endCallers() }
    return faults.isEmpty ? [] : faults + history
  }

  // MARK: Steps

  private var now: Date { Date(timeIntervalSinceReferenceDate: elapsed / .seconds(1)) }

  /// The callers that haven't returned, as far as known.
  private var active: [LoadsCaller] {
    if mode == .calm { return model.active }
    return callers.values.filter { caller in
      !audit.cancelled.contains(caller.id) && service.outcomes[caller.id] == nil
    }
    .sorted { $0.id < $1.id }
  }

  private func step() async {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<5: start(makeCaller())
    case 5..<10: answer(isFailing: false)
    case 10, 11: answer(isFailing: true)
    case 12, 13: cancel()
    case 14: await startAndCancel()
    case 15:
      let caller = active.randomElement(using: &random)
      answer(isFailing: Bool.random(using: &random), cancelling: caller)
    case 16: invalidate()
    case 17: set()
    case 18: if Bool.random(using: &random) { reset() }
    case 19, 20: update()
    case 21: event()
    default: await pass(.seconds([1, 4, 9, 21, 33].randomElement(using: &random) ?? 1))
    }
  }

  private func note(_ step: String) { history.append(step) }

  private func makeCaller() -> LoadsCaller {
    let age = [Duration.zero, .milliseconds(20_110), .seconds(1_000)].randomElement(using: &random)
    let staleAfter = age ?? .zero
    let kind: LoadsCaller.Kind =
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: .load(staleAfter: staleAfter)
      case 2, 3: .reload
      case 4: .watch(staleAfter: staleAfter, interval: nil)
      default: .watch(staleAfter: staleAfter, interval: .milliseconds(30_370))
      }
    let isStubborn = Int.random(in: 0..<3, using: &random) == 0
    return LoadsCaller(id: callers.count + 1, kind: kind, isStubborn: isStubborn)
  }

  private func start(_ caller: LoadsCaller, isModelled: Bool = true) {
    note("start \(caller)")
    callers[caller.id] = caller
    audit.reasons += 1
    let handle = style.start(caller)
    handles[caller.id] = handle
    Task { [weak self] in
      await handle.wait()
      self?.ended.insert(caller.id)
    }
    if isModelled { model.start(caller) }
  }

  private func cancel(_ caller: LoadsCaller) {
    audit.cancelled.insert(caller.id)
    guard let handle = handles[caller.id] else { return }
    if mode == .threads { Task.detached { handle.cancel() } } else { handle.cancel() }
  }

  private func cancel() {
    guard let caller = active.randomElement(using: &random) else { return }
    note("cancel \(caller.id)")
    cancel(caller)
    model.cancel(caller.id)
  }

  /// The caller is cancelled before it begins, or right after.
  private func startAndCancel() async {
    let caller = makeCaller()
    start(caller, isModelled: false)
    note("cancel \(caller.id)")
    cancel(caller)
    guard mode == .calm else { return }
    await settle()
    let isFresh = model.isFresh(for: caller)
    if service.calls.count > model.calls.count, let call = service.calls.last {
      model.start(caller)
      model.note(call.caller, of: call.number)
      model.cancel(caller.id)
      if call.caller != caller, !model.active.contains(call.caller) {
        faults.append("\(call.caller) loads")
      }
    }
    let outcome = service.outcomes[caller.id]
    model.note(outcome, for: caller.id)
    guard let outcome, outcome != .cancelled else { return }
    if outcome != .content(isLoaded: false) || !isFresh { faults.append("\(caller): \(outcome)") }
  }

  private func answer(isFailing: Bool, cancelling caller: LoadsCaller? = nil) {
    guard let call = service.open.randomElement(using: &random) else { return }
    note("answer \(call.number) \(isFailing ? "fails" : "")")
    if isFailing { audit.reasons += 1 }
    service.answer(call, isFailing: isFailing)
    if let caller {
      note("cancel \(caller.id)")
      cancel(caller)
    }
    model.answer(call.number, isFailing: isFailing, cancelling: caller?.id)
  }

  private func event() {
    guard let caller = active.filter(\.isWatch).randomElement(using: &random) else { return }
    note("event \(caller.id)")
    audit.reasons += 1
    service.sendEvent(to: caller.id)
    model.event(caller.id)
  }

  private func pass(_ duration: Duration) async {
    note("pass \(duration)")
    audit.reasons += 1
    elapsed += duration
    await clock.advance(by: duration)
    model.pass(duration)
  }

  // MARK: Changes

  private func invalidate() {
    note("invalidate")
    audit.reasons += 1
    if isOptimistic { style.state?.items.invalidate() } else { style.state?.words.invalidate() }
    model.invalidate()
  }

  private func set() {
    changeCount += 1
    let value = ["set \(changeCount)"]
    note("\(value)")
    audit.barrier = service.calls.count
    if isOptimistic {
      style.state?.items.replace(with: OptimisticValue(value), loadedAt: now)
    } else {
      style.state?.words.replace(with: value, loadedAt: now)
    }
    model.set(value)
  }

  private func reset() {
    note("reset")
    audit.reasons += 1
    audit.barrier = service.calls.count
    audit.wasReset = true
    if isOptimistic { style.state?.items = Resource() } else { style.state?.words = Resource() }
    model.reset()
  }

  private func update() {
    guard let state = style.state else { return }
    audit.reasons += 1
    changeCount += 1
    let name = "change \(changeCount)"
    guard isOptimistic else {
      note(name)
      state.words.update { $0.append(name) }
      return model.update { $0.append(name) }
    }
    let last = changes.randomElement(using: &random)
    guard let last, Int.random(in: 0..<5, using: &random) > 1 else {
      note("apply \(name)")
      state.items.update { value in changes.append((name, value.apply { $0.append(name) })) }
      return model.update { $0.apply(name) }
    }
    changes.removeAll { $0.name == last.name }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      note("commit \(last.name)")
      state.items.update { $0.commit(last.change) }
      model.update { $0.commit(last.name) }
    case 1:
      note("commit \(last.name) as \(name)")
      state.items.update { $0.commit(last.change, result: [name]) }
      model.update { $0.commit(last.name, result: [name]) }
    default:
      note("roll back \(last.name)")
      state.items.update { $0.rollback(last.change) }
      model.update { $0.rollBack(last.name) }
    }
  }

  // MARK: Rules

  private func settle() async {
    guard mode == .threads else { return await StateTestSupport.settle() }
    for _ in 0..<Int.random(in: 1..<4, using: &random) { await Task.yield() }
  }

  private func check() {
    guard let state = style.state else { return }
    let shown = isOptimistic ? LoadsView(state.items) : LoadsView(state.words)
    if mode == .calm {
      faults += shown.differences(from: model)
      checkCallers(state)
    } else {
      faults += audit.faults(of: shown, service)
    }
    if Int.random(in: 0..<8, using: &random) == 0, isDecodedWhileLoading(state.words) {
      faults.append("a decoded resource is loading")
    }
  }

  private func checkCallers(_ state: AnyObject? = nil) {
    if service.calls.map(\.caller) != model.calls {
      faults.append("\(service.calls.map(\.caller.id)), not \(model.calls.map(\.id)) load")
    }
    if service.outcomes != model.outcomes {
      faults.append("\(service.outcomes), not \(model.outcomes)")
    }
    let wanted = service.calls.filter(\.isWanted).map(\.number)
    if wanted != model.wantedCall.map({ [$0] }) ?? [] { faults.append("\(wanted) are in flight") }
    guard let state else { return }
    let count = ResourceEntries.count(of: state)
    if count != (model.isAlive ? 1 : 0) { faults.append("\(count) owners exist") }
  }

  private func isDecodedWhileLoading(_ resource: Resource<[String]>) -> Bool {
    guard let data = try? JSONEncoder().encode(resource),
      let decoded = try? JSONDecoder().decode(Resource<[String]>.self, from: data)
    else { return true }
    return decoded.isLoading || decoded.value != resource.value
      || decoded.loadedAt != resource.loadedAt || decoded.isInvalidated != resource.isInvalidated
  }

  // MARK: End

  private func endState() async {
    guard faults.isEmpty else { return }
    note("end")
    weak let state = style.state
    for caller in active { audit.cancelled.insert(caller.id) }
    style.end()
    model.end()
    await awaitEnd()
    if state != nil { faults.append("the state isn't deallocated") }
  }

  private func endCallers() async {
    guard faults.isEmpty else { return }
    for _ in 0..<100 where active.contains(where: { !$0.isWatch }) && faults.isEmpty {
      if service.open.isEmpty { await pass(.seconds(6)) } else { answer(isFailing: false) }
      await settle()
      check()
    }
    for caller in active {
      note("cancel \(caller.id)")
      cancel(caller)
      model.cancel(caller.id)
    }
    await awaitEnd()
    check()
    if let state = style.state, state.words.isLoading || state.items.isLoading {
      faults.append("loads for ever")
    }
  }

  private func awaitEnd() async {
    var turns = 0
    while ended.count < handles.count, mode == .threads || turns < 100 {
      turns += 1
      for call in service.open {
        service.answer(call, isFailing: false)
        model.answer(call.number, isFailing: false)
      }
      await settle()
    }
    if ended.count < handles.count { faults.append("\(ended) of \(handles.count) have ended") }
    faults += audit.faults(ofEnded: callers, service.outcomes)
    if mode == .calm { checkCallers() }
    if mode != .threads, ResourceEntries.count > entryCount { faults.append("an owner is left") }
  }
}
