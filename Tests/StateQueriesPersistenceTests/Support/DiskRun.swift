import Foundation
import ScreenStateKit
import StateCore
import StateQueries
import StateRequests
import StateTestSupport
import StateTesting
import Testing

@testable import StatePersistence
@testable import StateQueriesPersistence

/// A random program of a cache with a disk.
@MainActor
final class DiskRun {
  enum Mode {
    /// All tasks run between two steps, so that the reference knows what follows.
    case calm
    /// Steps meet.
    case racy
  }

  static let maximumAge = Duration.seconds(400)

  private let mode: Mode
  private let clock = TestClock()
  private let service = NoteService(hasBase: true)
  private let environment: StoreEnvironment
  private var disk = TestDisk()
  private var cache: QueryCache
  private var random: SeededGenerator
  private var model = DiskModel(maximumAge: maximumAge)
  private var faults: [String] = []
  private var history: [String] = []
  private var lastCaller = 0
  private var lastMutation = 0
  private var watches: [Int: QueryWatch] = [:]
  private var waits: [Int: Task<Void, Never>] = [:]
  private var outcomes: [Int: DiskOutcome] = [:]
  private var mutations: [Int: Int] = [:]
  private var sends: [Task<Void, Never>] = []
  private var errorCount = 0
  /// The numbers up to which no value may be shown any longer, per id.
  private var barriers: [Int: Int] = [:]
  /// Those of removals, which the next process knows too.
  private var removals: [Int: Int] = [:]

  init(seed: Int, mode: Mode) {
    random = SeededGenerator(seed: seed)
    self.mode = mode
    environment = .controlled(clock, service)
    cache = QueryCache(clock: clock, environment: environment)
  }

  /// - Returns: The violated rules.
  func faults(ofSteps count: Int) async -> [String] {
    await persist()
    for _ in 0..<count where faults.isEmpty {
      await step()
      if mode == .calm || Bool.random(using: &random) { await settle() }
      check()
    }
    await end()
    return faults.isEmpty ? [] : faults + history
  }

  private func persist() async {
    do {
      try await cache.persist(in: disk.folder, version: 1, maximumAge: Self.maximumAge) {
        [weak self] _ in self?.errorCount += 1
      }
    } catch { faults.append("\(error)") }
    await settle()
  }

  // MARK: Steps

  private func note(_ step: String) { history.append(step) }

  private func step() async {
    let id = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<38, using: &random) {
    case 0..<5: watch(id)
    case 5..<7: stop()
    case 7..<9: ask(id, isReload: false)
    case 9: ask(id, isReload: true)
    case 10: leave()
    case 11..<16: answer(isFailing: false)
    case 16: answer(isFailing: true)
    case 17: set(id)
    case 18, 19:
      note("invalidate \(id)")
      cache.invalidate(NoteQuery(id: id))
      model.invalidate(id)
    case 20, 21: invalidateTag(id)
    case 22: remove(id)
    case 23: if Int.random(in: 0..<3, using: &random) == 0 { await clear() }
    case 24:
      note("memory")
      cache.receive(.memoryPressure)
      model.freeMemory()
    case 25:
      note("inactive and active")
      cache.receive(.inactive)
      cache.receive(.active)
      model.noteInactivity()
    case 26 where mode == .calm:
      note("damage \(id)")
      if disk.value(id) != nil { disk.damage(id) }
      model.damage(id)
    case 27..<29: await restart()
    case 29: mutate(id)
    case 30, 31: endMutation()
    case 32, 33:
      note("base")
      cache.set(service.changeBase(), for: BaseQuery())
      model.changeBase()
    default: await pass([.milliseconds(100), .seconds(1), .seconds(21), .seconds(310)])
    }
  }

  private func makeCaller() -> Int {
    lastCaller += 1
    return lastCaller
  }

  private func watch(_ id: Int) {
    let caller = makeCaller()
    note("\(caller) watches \(id)")
    watches[caller] = cache.watch(NoteQuery(id: id)) { _ in }
    model.watch(caller, id)
  }

  private func stop() {
    guard let caller = watches.keys.sorted().randomElement(using: &random) else { return }
    note("\(caller) stops")
    watches.removeValue(forKey: caller)?.cancel()
    model.leave(caller)
  }

  private func ask(_ id: Int, isReload: Bool) {
    let caller = makeCaller()
    note("\(caller) \(isReload ? "reloads" : "wants") \(id)")
    waits[caller] = Task.immediate { [cache] in
      let query = NoteQuery(id: id)
      let outcome: DiskOutcome
      do {
        let value = isReload ? try await cache.reload(query) : try await cache.value(of: query)
        outcome = .content(value)
      } catch is CancellationError {
        outcome = .cancelled
      } catch is QueryError {
        outcome = .removed
      } catch {
        outcome = .failed
      }
      self.outcomes[caller] = outcome
    }
    if isReload { model.reload(caller, id) } else { model.wait(caller, id) }
  }

  private func leave() {
    let open = waits.keys.filter { outcomes[$0] == nil && model.outcomes[$0] == nil }.sorted()
    guard let caller = open.randomElement(using: &random) else { return }
    note("\(caller) leaves")
    waits[caller]?.cancel()
    model.leave(caller)
  }

  private func answer(isFailing: Bool) {
    guard let call = service.open.randomElement(using: &random) else { return }
    note("\(call) \(isFailing ? "fails" : "answers")")
    service.answer(call, isFailing: isFailing)
    model.answer(call.number, of: call.id, isFailing: isFailing)
  }

  private func set(_ id: Int) {
    let number = service.makeNumber(id)
    note("set \(id) to \(number)")
    barriers[id] = number - 1
    cache.set("\(number)", for: NoteQuery(id: id))
    _ = model.makeNumber(id)
    model.set("\(number)", id)
  }

  private func invalidateTag(_ id: Int) {
    let tag: NoteTag =
      [.all, .note(id), .even(true), .even(false)].randomElement(using: &random) ?? .all
    note("invalidate \(tag)")
    cache.invalidate([tag.tag])
    model.invalidate(tag)
  }

  private func remove(_ id: Int) {
    note("remove \(id)")
    barriers[id] = service.counts[id] ?? 0
    removals[id] = barriers[id]
    cache.remove(NoteQuery(id: id))
    model.remove(id)
  }

  private func clear() async {
    note("clear")
    for id in 0..<4 { barriers[id] = service.counts[id] ?? 0 }
    removals = barriers
    await cache.clear()
    if !disk.memory.keys.isEmpty { faults.append("clear leaves \(disk.memory.keys)") }
    watches = [:]
    mutations = [:]
    model.clear()
  }

  private func mutate(_ id: Int) {
    lastMutation += 1
    let mutation = lastMutation
    note("mutation \(mutation) of \(id)")
    mutations[mutation] = id
    sends.append(
      Task.immediate { [cache] in
        _ = try? await cache.perform(NoteMutation(number: mutation, id: id))
      }
    )
    model.begin(mutation, id)
  }

  private func endMutation() {
    let open = service.openMutations
    guard let mutation = open.randomElement(using: &random) else { return }
    let isFailing = Bool.random(using: &random)
    note("mutation \(mutation) \(isFailing ? "fails" : "succeeds")")
    service.answer(mutation: mutation, isFailing: isFailing)
    if let id = mutations.removeValue(forKey: mutation) {
      model.end(mutation, id, isFailing: isFailing)
    }
  }

  private func pass(_ durations: [Duration]) async {
    let duration = durations.randomElement(using: &random) ?? .zero
    note("\(duration)")
    await settle()
    await clock.advance(by: duration)
    await settle()
    model.pass(duration)
  }

  /// The process ends with everything in its memory, and the next one begins.
  private func restart() async {
    if mode == .racy { await settle() }
    note("restart")
    let old = cache
    let copy = disk.copy()
    for wait in waits.values { wait.cancel() }
    watches = [:]
    mutations = [:]
    for call in service.open { service.answer(call, isFailing: true) }
    for mutation in service.openMutations { service.answer(mutation: mutation, isFailing: true) }
    await settle()
    outcomes = [:]
    waits = [:]
    await old.clear()
    disk = copy
    cache = QueryCache(clock: clock, environment: environment)
    await persist()
    model.restart()
    outcomes = model.outcomes
    // The last value of the earlier process may not have been on disk.
    barriers = removals
  }

  // MARK: Rules

  private func value(_ id: Int) -> String? { cache.resource(of: NoteQuery(id: id)).value }

  private func check() {
    for (id, barrier) in barriers {
      guard let value = value(id), let number = Int(value.prefix { $0.isNumber }) else { continue }
      if number <= barrier { faults.append("\(id) shows \(value) after \(barrier)") }
    }
    guard mode == .calm else { return }
    for id in 0..<4 {
      let resource = cache.resource(of: NoteQuery(id: id))
      let entry = model.entries[id]
      if resource.value != entry?.value {
        faults.append("\(id) is \(resource.value ?? "-") instead of \(entry?.value ?? "-")")
      }
      if resource.isLoading != (entry?.load != nil) {
        faults.append("\(id) loads: \(resource.isLoading)")
      }
      if !resource.isLoading, (resource.error != nil) != (entry?.hasError ?? false) {
        faults.append("\(id) has another error")
      }
      check(disk: id)
    }
    for (caller, outcome) in model.outcomes where outcomes[caller] != outcome {
      guard waits[caller] != nil else { continue }
      faults.append("\(caller) got \(outcomes[caller].map { "\($0)" } ?? "-") not \(outcome)")
    }
    if service.counts != model.counts {
      faults.append("\(service.counts) loads, not \(model.counts)")
    }
    if errorCount != model.errorCount {
      faults.append("\(errorCount) errors instead of \(model.errorCount)")
    }
  }

  private func check(disk id: Int) {
    let content = disk.content(id)
    let found = content.map {
      DiskModel.Record(
        value: $0.record.content.value(of: NoteQuery(id: id)),
        // A date has fewer digits than a duration.
        date: .milliseconds(($0.record.loadedAt / .milliseconds(1)).rounded()),
        isInvalidated: $0.record.isInvalidated,
        hasDependencies: $0.hasDependencies
      )
    }
    var expected: DiskModel.Record?
    if case .record(var record) = model.disk[id] {
      record.isHidden = false
      expected = record
    }
    if found != expected {
      let texts = [found, expected].map { $0.map { "\($0)" } ?? "-" }
      faults.append("the disk has \(texts[0]) of \(id) instead of \(texts[1])")
    }
  }

  private func end() async {
    // Everything that is in memory is on disk, and a new process shows it.
    for call in service.open { service.answer(call, isFailing: true) }
    await settle()
    await clock.advance(by: .milliseconds(250))
    await settle()
    for id in 0..<4 where faults.isEmpty {
      let resource = cache.resource(of: NoteQuery(id: id))
      guard let value = resource.value, !value.contains("+") else { continue }
      guard let date = resource.loadedAt?.timeIntervalSinceReferenceDate else { continue }
      if .seconds(date) <= clock.now.offset - Self.maximumAge { continue }
      if mode == .racy, disk.value(id) != value {
        faults.append("the disk has \(disk.value(id) ?? "-") of \(id) instead of \(value)")
      }
    }
    for wait in waits.values { wait.cancel() }
    for mutation in service.openMutations { service.answer(mutation: mutation) }
    await cache.clear()
    if !disk.memory.keys.isEmpty { faults.append("clear leaves \(disk.memory.keys)") }
    for wait in waits.values { await wait.value }
    for send in sends { await send.value }
  }
}
