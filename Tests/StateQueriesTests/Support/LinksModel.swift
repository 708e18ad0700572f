@testable import StateQueries

/// The links of queries, read from the history of each entry.
///
/// The model has no index: each question about an entry reads its history again.
struct LinksModel {
  enum Use: Equatable {
    case failure
    case content(Int)
  }

  private enum Fact {
    case started(Int, wave: Int, isForDependent: Bool, keepsUses: Bool)
    case forgotten
    case keptContent
    case waited(for: Int)
    case left(Int)
    case used(Int, Use)
    case withdrew(Int)
    case answered
    case failed
    case outdated(wave: Int)
  }

  /// What the history of an entry says.
  private struct Reading {
    var uses: [Int: Use] = [:]
    var latestUses: [Int: Use] = [:]
    var waits: [Int] = []
    var attempt: Int?
    var wave = 0
    var isForDependent = false
    var waveOfChange: Int?

    var linked: Set<Int> { Set(uses.keys).union(latestUses.keys).union(waits) }
  }

  private var history: [Int: [Fact]] = [:]
  /// All links in the order in which they came about.
  private(set) var links: [(dependent: Int, dependency: Int)] = []
  private var known: [Int: (number: Int, content: Int?)] = [:]
  private var invalidations: [Int: Int] = [:]
  /// The answers that nothing has noted yet: their waves, and whether a load waited for them from the start.
  private var answers: [Int: (wave: Int, isForDependent: Bool)] = [:]
  /// The dependencies that have ended.
  private var evicted: Set<Int> = []

  private func reading(_ key: Int) -> Reading {
    var reading = Reading()
    for fact in history[key] ?? [] {
      switch fact {
      case .started(let attempt, let wave, let isForDependent, let keepsUses):
        reading.attempt = attempt
        reading.isForDependent = isForDependent
        reading.wave = wave
        reading.waits = []
        reading.waveOfChange = nil
        if !keepsUses { reading.latestUses = [:] }
      case .forgotten: reading.latestUses = [:]
      case .keptContent: reading.latestUses.merge(reading.uses) { new, _ in new }
      case .waited(let dependency): reading.waits.append(dependency)
      case .left(let dependency):
        reading.waits.firstIndex(of: dependency).map { _ = reading.waits.remove(at: $0) }
      case .used(let dependency, let use):
        reading.waits.firstIndex(of: dependency).map { _ = reading.waits.remove(at: $0) }
        reading.latestUses[dependency] = use
      case .withdrew(let dependency):
        reading.waits.firstIndex(of: dependency).map { _ = reading.waits.remove(at: $0) }
        reading.latestUses[dependency] = nil
      case .answered:
        reading.uses = reading.latestUses
        reading.latestUses = [:]
        reading.attempt = nil
        reading.waits = []
      case .failed:
        reading.attempt = nil
        reading.waits = []
      case .outdated(let wave):
        reading.waveOfChange = min(reading.waveOfChange ?? wave, wave)
      }
    }
    return reading
  }

  private mutating func add(_ fact: Fact, _ key: Int) {
    history[key, default: []].append(fact)
    update(key)
  }

  private mutating func update(_ key: Int) {
    let linked = reading(key).linked
    links.removeAll { $0.dependent == key && !linked.contains($0.dependency) }
    for dependency in linked.sorted() {
      if !links.contains(where: { $0 == (key, dependency) }) { links.append((key, dependency)) }
    }
    let dependencies = Set(links.map(\.dependency))
    known = known.filter { dependencies.contains($0.key) }
    invalidations = invalidations.filter { dependencies.contains($0.key) }
    answers = answers.filter { dependencies.contains($0.key) }
    evicted.formIntersection(dependencies)
  }

  // MARK: Questions

  func dependencies(of key: Int) -> Set<Int> { reading(key).linked }
  func hasFailedDependency(_ key: Int) -> Bool {
    reading(key).latestUses.values.contains(.failure)
  }
  func attempt(_ key: Int) -> Int? { reading(key).attempt }
  func waits(_ key: Int) -> [Int] { reading(key).waits }
  func latestUses(_ key: Int) -> [Int] { reading(key).latestUses.keys.sorted() }
  func isFresh(_ key: Int, _ number: Int) -> Bool {
    reading(key).attempt != nil && number > reading(key).wave
  }

  private func next(_ key: Int) -> Set<Int> {
    let reading = self.reading(key)
    if reading.attempt != nil { return Set(reading.latestUses.keys).union(reading.waits) }
    return Set(reading.uses.keys)
  }

  func isPath(_ path: [Int]) -> Bool {
    zip(path, path.dropFirst()).allSatisfy { next($0).contains($1) }
  }

  func reaches(_ end: Int, from start: Int) -> Bool {
    var reached: Set<Int> = [start]
    for _ in 0..<100 { for key in reached { reached.formUnion(next(key)) } }
    return reached.contains(end)
  }

  // MARK: Inputs

  mutating func start(
    _ attempt: Int,
    _ key: Int,
    count: Int,
    isAfterChange: Bool,
    keepsUses: Bool
  ) {
    let waiting = links.filter { $0.dependency == key }.map { self.reading($0.dependent) }
      .filter { $0.waits.contains(key) }
    let reading = self.reading(key)
    let isKnown = !reading.linked.isEmpty || reading.attempt != nil || answers[key] != nil
    guard isKnown || !waiting.isEmpty else {
      history[key] = nil
      return
    }
    let change = isAfterChange ? reading.waveOfChange ?? count : count
    let wave = (waiting.map(\.wave) + [change, count]).min() ?? count
    add(
      .started(attempt, wave: wave, isForDependent: !waiting.isEmpty, keepsUses: keepsUses),
      key
    )
  }

  mutating func forgetUses(_ key: Int) { add(.forgotten, key) }
  mutating func keepContent(_ key: Int) { add(.keptContent, key) }

  mutating func wait(_ attempt: Int, _ key: Int, for dependency: Int, count: Int) {
    if reading(key).attempt != attempt {
      add(.started(attempt, wave: count, isForDependent: false, keepsUses: true), key)
    }
    add(.waited(for: dependency), key)
  }

  mutating func use(_ key: Int, _ dependency: Int, _ use: Use, _ entry: (Int, Int?)?) {
    add(.used(dependency, use), key)
    if known[dependency] == nil { known[dependency] = entry }
  }

  mutating func leave(_ key: Int, _ dependency: Int) { add(.left(dependency), key) }
  mutating func withdraw(_ key: Int, _ dependency: Int) { add(.withdrew(dependency), key) }

  mutating func answer(_ key: Int) {
    let reading = self.reading(key)
    let isDependency = links.contains { $0.dependency == key }
    add(.answered, key)
    if isDependency { answers[key] = (reading.wave, reading.isForDependent) }
  }

  mutating func fail(_ key: Int) { add(.failed, key) }

  mutating func note(_ key: Int, _ number: Int, _ content: Int?) -> [String] {
    let answer = answers.removeValue(forKey: key)
    guard links.contains(where: { $0.dependency == key }), known[key]?.number != number else {
      return []
    }
    var isNew = known[key]?.content != content
    if evicted.contains(key), answer?.isForDependent == true { isNew = false }
    if content != nil { evicted.remove(key) }
    known[key] = (number, content)
    return outdated(key, answer?.wave ?? number - 1) { use in
      if case .content(let used) = use { isNew && used != number } else { content != nil }
    }
  }

  mutating func remove(_ key: Int, _ number: Int) -> [String] {
    if links.contains(where: { $0.dependency == key }) { known[key] = (number, nil) }
    return outdated(key, number) { $0 != .failure }
  }

  mutating func invalidate(_ key: Int, _ invalidation: Int, count: Int) -> [String] {
    guard links.contains(where: { $0.dependency == key }), invalidations[key] != invalidation else {
      return []
    }
    invalidations[key] = invalidation
    return outdated(key, reading(key).waveOfChange ?? count) { $0 != .failure }
  }

  private mutating func outdated(
    _ key: Int,
    _ wave: Int,
    _ isOutdated: (Use) -> Bool
  ) -> [String] {
    var texts: [String] = []
    for link in links where link.dependency == key {
      let reading = self.reading(link.dependent)
      if let use = reading.latestUses[key], isOutdated(use) {
        texts.append("\(link.dependent) in \(reading.attempt.map(String.init) ?? "none")")
      } else if let use = reading.uses[key], isOutdated(use) {
        texts.append("\(link.dependent) in none")
      } else {
        continue
      }
      add(.outdated(wave: wave), link.dependent)
    }
    return texts
  }

  mutating func end(_ key: Int) {
    known[key] = nil
    invalidations[key] = nil
    answers[key] = nil
    history[key] = nil
    evicted.insert(key)
    update(key)
  }
}
