import Foundation
import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// A random program of all inputs of a cache, whose callers are both styles and plain code.
@MainActor
final class CacheRun {
  enum Mode {
    /// All tasks run between two steps, so that the reference knows what follows.
    case calm
    /// Steps meet.
    case racy
    /// Steps meet, on all threads.
    case threads
  }

  private enum Place: Hashable {
    case plain(Int)
    case screen(Int)
    case feature(Int)
  }

  private let mode: Mode
  private let clock = TestClock()
  private let service = WordService()
  private let cache: QueryCache
  private let screen: ScreenFollowing
  private let feature: FeatureFollowing
  private var random: SeededGenerator
  private var model: CacheModel
  private var faults: [String] = []
  private var history: [String] = []
  private var elapsed = Duration.zero
  private var lastCaller = 0
  /// The callers that watch, by place.
  private var watchers: [Place: (caller: Int, id: Int)] = [:]
  private var watches: [Int: QueryWatch] = [:]
  /// What plain watches have received last.
  private var received: [Int: Resource<String>] = [:]
  private var waits: [Int: Task<Void, Never>] = [:]
  private var outcomes: [Int: CacheOutcome] = [:]
  private var cancelled: Set<Int> = []
  private var setCount = 0
  /// The numbers of the calls whose answers nothing may show any longer, per id.
  private var barriers: [Int: Int] = [:]

  init(seed: Int, mode: Mode) async {
    random = SeededGenerator(seed: seed)
    self.mode = mode
    var limits = QueryLimits()
    limits.entries = Int.random(in: 2...6, using: &random)
    if Bool.random(using: &random) { limits.bytes = Int.random(in: 8...30, using: &random) }
    model = CacheModel(limits: limits)
    cache = QueryCache(
      limits: limits,
      clock: clock,
      environment: .controlled(clock, service)
    )
    let cache = cache
    let environment = StoreEnvironment.controlled(clock, service).changing { $0.queries = cache }
    screen = await ScreenFollowing(environment, clock)
    feature = await FeatureFollowing(environment, clock)
  }

  /// - Returns: The violated rules.
  func faults(ofSteps count: Int) async -> [String] {
    for _ in 0..<count where faults.isEmpty {
      step()
      if let duration = pause.take() { await pass(duration) }
      if mode == .calm || Bool.random(using: &random) { await settle() }
      check()
    }
    if faults.isEmpty { await end() }
    return faults.isEmpty ? [] : faults + history
  }

  // MARK: Steps

  private var pause: Duration?

  private func note(_ step: String) { history.append(step) }

  private func step() {
    let id = Int.random(in: 0..<5, using: &random)
    switch Int.random(in: 0..<36, using: &random) {
    case 0..<6: watch(id)
    case 6, 7: stop()
    case 8, 9: ask(id, isReload: false)
    case 10: ask(id, isReload: true)
    case 11: prefetch(id)
    case 12: leave()
    case 13..<19: answer(isFailing: false)
    case 19..<21: answer(isFailing: true)
    case 21: invalidate(id)
    case 22: set(id)
    case 23: remove(id)
    case 24: if Int.random(in: 0..<4, using: &random) == 0 { clear() }
    case 25: receive(Bool.random(using: &random) ? .active : .inactive)
    case 26: receive(Bool.random(using: &random) ? .online : .offline)
    case 27: if Bool.random(using: &random) { receive(.memoryPressure) }
    case 28..<30: mutate(id)
    case 30..<33: endMutation(isFailing: Bool.random(using: &random))
    default: pause = .seconds([1, 6, 21, 42, 310].randomElement(using: &random) ?? 1)
    }
  }

  private func makeCaller() -> Int {
    lastCaller += 1
    return lastCaller
  }

  private func watch(_ id: Int) {
    let slot = Int.random(in: 0..<2, using: &random)
    let place: Place =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: .plain(slot)
      case 1: .screen(slot)
      default: .feature(slot)
      }
    let caller = makeCaller()
    let old = watchers[place]
    // In the screen style, the earlier action may end some turns before the later one begins.
    if mode == .calm, old != nil, case .screen = place { return stop(place) }
    note("\(place) watches \(id) as \(caller)")
    watchers[place] = (caller, id)
    switch place {
    case .plain:
      if let old { watches[old.caller] = nil }
      watches[caller] = cache.watch(WordQuery(id: id)) { [weak self] in
        self?.received[caller] = $0
      }
    case .screen(let slot): screen.follow(slot, WordQuery(id: id))
    case .feature(let slot): feature.follow(slot, WordQuery(id: id))
    }
    if let old { model.leave(old.caller) }
    model.watch(caller, id)
    model.endTurn()
  }

  private func stop() {
    let places = watchers.keys.sorted { "\($0)" < "\($1)" }
    guard let place = places.randomElement(using: &random) else { return }
    stop(place)
  }

  private func stop(_ place: Place) {
    guard let caller = watchers.removeValue(forKey: place)?.caller else { return }
    note("\(place) stops")
    switch place {
    case .plain: watches.removeValue(forKey: caller)?.cancel()
    case .screen(let slot): screen.stop(slot)
    case .feature(let slot): feature.stop(slot)
    }
    model.leave(caller)
    model.endTurn()
  }

  private func ask(_ id: Int, isReload: Bool) {
    let caller = makeCaller()
    note("\(caller) \(isReload ? "reloads" : "wants") \(id)")
    let wait: @MainActor @Sendable () async -> Void = { [cache] in
      let query = WordQuery(id: id)
      let outcome: CacheOutcome
      do {
        let word = isReload ? try await cache.reload(query) : try await cache.value(of: query)
        outcome = .content(word)
      } catch is CancellationError {
        outcome = .cancelled
      } catch let error as QueryError {
        outcome = error.code == .removed ? .removed : .failed
      } catch {
        outcome = .failed
      }
      self.outcomes[caller] = outcome
    }
    waits[caller] =
      mode == .threads
      ? Task.detached { await wait() } : Task.immediate { await wait() }
    if isReload { model.reload(caller, id) } else { model.wait(caller, id) }
  }

  private func prefetch(_ id: Int) {
    note("prefetch \(id)")
    cache.prefetch(WordQuery(id: id))
    prefetches.insert(makeCaller())
    model.wait(lastCaller, id)
  }

  private var prefetches: Set<Int> = []

  private var waiting: [Int] {
    waits.keys.filter { outcomes[$0] == nil && !cancelled.contains($0) }.sorted()
  }

  private func leave() {
    guard let caller = waiting.randomElement(using: &random) else { return }
    note("\(caller) leaves")
    cancelled.insert(caller)
    cancel(waits[caller])
    model.leave(caller)
    model.endTurn()
  }

  private func cancel(_ task: Task<Void, Never>?) {
    if mode == .threads {
      others.append(Task.detached { task?.cancel() })
    } else {
      task?.cancel()
    }
  }

  /// The tasks that cancel and answer on other threads.
  private var others: [Task<Void, Never>] = []

  private func answer(isFailing: Bool) {
    guard let call = service.open.randomElement(using: &random) else { return }
    answer(call, isFailing: isFailing)
  }

  private func answer(_ call: WordService.Call, isFailing: Bool) {
    note("\(call.id).\(call.number) \(isFailing ? "fails" : "answers")")
    if mode == .threads {
      others.append(Task.detached { [service] in service.answer(call, isFailing: isFailing) })
    } else {
      service.answer(call, isFailing: isFailing)
    }
    model.answer(call.id, call.number, isFailing: isFailing)
  }

  private func invalidate(_ id: Int) {
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      note("invalidate \(id)")
      cache.invalidate(WordQuery(id: id))
      model.invalidate([id])
    case 1:
      note("invalidate the tag of \(id)")
      cache.invalidate([QueryTag("word", id: id)])
      model.invalidate([id])
    case 2:
      note("invalidate all")
      cache.invalidate([QueryTag("word")])
      model.invalidate(model.entries.keys.sorted())
    case 3:
      note("invalidate the loaded")
      cache.invalidate([QueryTag("loaded")])
      model.invalidateContent { _ in true }
    default:
      let isEven = Bool.random(using: &random)
      note("invalidate the \(isEven ? "even" : "odd")")
      cache.invalidate([QueryTag("even", id: isEven)])
      model.invalidateContent { WordQuery.isEven($0) == isEven }
    }
  }

  /// The words of the open mutations.
  private var mutations: [Int: [Int]] = [:]
  private var mutationCount = 0

  private func mutate(_ id: Int) {
    mutationCount += 1
    let words = Bool.random(using: &random) ? [id] : [id, (id + 1) % 5]
    // Half of them invalidate a word.
    let tags = Bool.random(using: &random) ? [QueryTag("word", id: id)] : []
    let mutation = WordMutation(id: mutationCount, words: words, tags: Set(tags))
    note("mutate \(words) as \(mutation.id) \(tags.isEmpty ? "" : "with a tag")")
    mutations[mutation.id] = tags.isEmpty ? words : words + [-1]
    let task = Task.immediate { [cache] in _ = try? await cache.perform(mutation) }
    if Int.random(in: 0..<4, using: &random) == 0 { cancellations.append(task) }
    model.mutate(mutation.id, words)
  }

  private var cancellations: [Task<Void, Never>] = []

  private func endMutation(isFailing: Bool) {
    // A cancelled caller changes nothing.
    for task in cancellations { cancel(task) }
    cancellations = []
    guard let id = service.openMutations.randomElement(using: &random),
      var words = mutations.removeValue(forKey: id)
    else { return }
    let isInvalidating = words.last == -1
    if isInvalidating { words.removeLast() }
    let isEmpty = isInvalidating || id.isMultiple(of: 2)
    let answer: WordMutation.Answer? =
      isFailing ? nil : isEmpty ? .empty : .update(words[0], "*\(id)")
    note("\(id) \(isFailing ? "fails" : "succeeds")")
    service.answer(id, answer)
    model.end(id, words, isInvalidating && !isFailing ? .invalidation(words[0]) : answer)
  }

  private func set(_ id: Int) {
    setCount += 1
    note("set \(id) to set\(setCount)")
    cache.set("set\(setCount)", for: WordQuery(id: id))
    barriers[id] = service.counts[id]
    model.set("set\(setCount)", id)
  }

  private func remove(_ id: Int) {
    note("remove \(id)")
    barriers[id] = service.counts[id]
    cache.remove(WordQuery(id: id))
    model.remove(id)
  }

  private func clear() {
    note("clear")
    barriers = service.counts
    Task.immediate { [cache] in await cache.clear() }
    model.clear()
    for (place, watcher) in watchers where mode == .calm {
      let shown = shown(place, watcher.caller)
      if shown?.content != .idle { faults.append("\(place) shows \(shown as Any) after clear") }
    }
    ended.formUnion(watchers.values.map(\.caller))
  }

  /// The watchers that `clear` has ended.
  private var ended: Set<Int> = []

  private func receive(_ event: QueryEvent) {
    note("\(event)")
    cache.receive(event)
    switch event {
    case .active: model.setActive(true)
    case .inactive: model.setActive(false)
    case .online: model.setOnline(true)
    case .offline: model.setOnline(false)
    case .memoryPressure: model.freeMemory()
    }
  }

  private func pass(_ duration: Duration) async {
    note("pass \(duration)")
    elapsed += duration
    await clock.advance(by: duration)
    model.pass(duration)
  }

  // MARK: Rules

  private func shown(_ place: Place, _ caller: Int) -> Resource<String>? {
    switch place {
    case .plain: received[caller]
    case .screen(let slot): screen.state?.shown[slot]
    case .feature(let slot): feature.state?.shown[slot]
    }
  }

  private func settle() async {
    guard mode == .threads else { return await StateTestSupport.settle() }
    for _ in 0..<Int.random(in: 1..<4, using: &random) { await Task.yield() }
  }

  private func check() {
    for id in 0..<5 where service.wanted.filter({ $0.id == id }).count > 1 {
      faults.append("\(id) has several loads")
    }
    for id in 0..<5 {
      let resource = cache.resource(of: WordQuery(id: id))
      if let number = resource.value.flatMap({ Int($0.dropFirst(2).prefix { $0.isNumber }) }),
        resource.value?.hasPrefix("set") == false, number <= barriers[id] ?? 0
      {
        faults.append("\(id) shows an answer from before a set or a removal")
      }
    }
    guard mode == .calm else { return }
    for id in 0..<5 { check(cache.resource(of: WordQuery(id: id)), id, "the cache") }
    for (place, watcher) in watchers where !ended.contains(watcher.caller) {
      guard let resource = shown(place, watcher.caller) else {
        faults.append("\(place) shows nothing")
        continue
      }
      check(resource, watcher.id, "\(place)")
    }
    if service.counts != model.counts {
      faults.append("\(service.counts), not \(model.counts) calls")
    }
    let wanted = Dictionary(uniqueKeysWithValues: service.wanted.map { ($0.id, $0.number) })
    if wanted != model.wanted { faults.append("\(wanted), not \(model.wanted) are in flight") }
    if cache.count != model.entries.count {
      faults.append("\(cache.count), not \(model.entries.count) entries")
    }
    let expected = model.outcomes.filter { !prefetches.contains($0.key) }
    if outcomes != expected { faults.append("\(outcomes), not \(expected)") }
  }

  private func check(_ resource: Resource<String>, _ id: Int, _ name: String) {
    let entry = model.entries[id] ?? CacheModel.Entry()
    func check<Part: Equatable>(_ part: String, _ found: Part, _ expected: Part) {
      if found != expected {
        faults.append("\(name), \(id): \(part) is \(found), not \(expected)")
      }
    }
    check("the value", resource.value, entry.value)
    check("the load", resource.isLoading, entry.load != .idle)
    var waitsForNetwork: Bool?
    if case .pausing(let end, _) = entry.load { waitsForNetwork = end == nil }
    check("the pause", resource.retry?.waitsForNetwork, waitsForNetwork)
    if !resource.isLoading { check("the error", resource.error != nil, entry.hasError) }
    guard entry.value != nil else { return }
    let date = Date(timeIntervalSinceReferenceDate: entry.loadedAt / .seconds(1))
    check("the date", resource.loadedAt, date)
    check("the invalidation", resource.isInvalidated, entry.isInvalidated)
  }

  /// Everyone leaves, and the cache becomes empty.
  private func end() async {
    receive(.online)
    await settle()
    while mode == .threads, !waiting.isEmpty { await answerAll { waiting.isEmpty } }
    await answerAll { waiting.isEmpty }
    if !waiting.isEmpty { faults.append("\(waiting) wait for ever") }
    check()
    for place in watchers.keys.sorted(by: { "\($0)" < "\($1)" }) {
      stop(place)
      await settle()
    }
    await answerAll { false }
    await pass(.seconds(301))
    await settle()
    if mode == .threads {
      // Tasks that were cancelled may still call.
      service.end()
      for task in others + waits.values { await task.value }
    }
    // Loads without callers may still end.
    while mode == .threads, !Task.isCancelled, cache.count > 0 || !service.open.isEmpty {
      await answerAll { false }
      await pass(.seconds(301))
      await settle()
    }
    if cache.count != 0 { faults.append("\(cache.count) entries are left") }
    if !service.open.isEmpty { faults.append("\(service.open) are loading") }
    if !cancelled.allSatisfy({ outcomes[$0] != nil }) { faults.append("a cancelled caller waits") }
    for task in waits.values { await task.value }
  }

  /// Answers all calls, those of retries, too.
  private func answerAll(until isDone: () -> Bool) async {
    while !service.openMutations.isEmpty {
      endMutation(isFailing: false)
      await settle()
    }
    for _ in 0..<10 where !isDone() {
      while let call = service.open.first {
        answer(call, isFailing: false)
        await settle()
      }
      await pass(.milliseconds(5_030))
      await settle()
    }
    while let call = service.open.first {
      answer(call, isFailing: false)
      await settle()
    }
  }
}
