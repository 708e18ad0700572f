@testable import StateQueries

/// The links of queries, read from the history of each entry.
///
/// The model has no index: each question about an entry reads its history again.
struct LinksModel {
  struct Use: Equatable {
    /// The number of the first content.
    var number: Int?
    var hasFailed = false
    /// Whether the use is from before the attempt.
    var isKept = false
    /// Whether the dependency has ended since.
    var isLost = false
  }

  private enum Fact {
    case started(Int, wave: Int, isForDependent: Bool, keepsUses: Bool, isRestart: Bool)
    case forgotten
    case keptContent
    case waited(for: Int)
    case left(Int)
    /// A dependency has given content with a number, or an error.
    case used(Int, Int?, isOffline: Bool)
    case withdrew(Int)
    case lost(Int)
    case answered
    case failed
    case outdated(wave: Int)
    case noted
    case ended
  }

  /// What the history of an entry says.
  private struct Reading {
    var uses: [Int: Use] = [:]
    var latestUses: [Int: Use] = [:]
    var failures: Set<Int> = []
    var waits: [Int] = []
    var hasEnded = false
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
  /// Those that a dependent has asked for since.
  private var askedFor: Set<Int> = []
  /// The contents that dependencies had at their ends.
  private var lastContents: [Int: Int] = [:]

  private func reading(_ key: Int) -> Reading {
    var reading = Reading()
    for fact in history[key] ?? [] {
      switch fact {
      case .started(let attempt, let wave, let isForDependent, let keepsUses, let isRestart):
        reading.attempt = attempt
        reading.isForDependent = isForDependent
        reading.wave = wave
        reading.waits = []
        reading.waveOfChange = nil
        reading.hasEnded = false
        reading.failures = []
        if !keepsUses { reading.latestUses = [:] }
        // A caller that begins an attempt by its first wait keeps what it had.
        if isRestart {
          for key in reading.latestUses.keys { reading.latestUses[key]?.isKept = true }
        }
      case .forgotten:
        reading.latestUses = [:]
        reading.failures = []
      case .keptContent:
        let kept = reading.uses.mapValues { use in
          var use = use
          use.isKept = true
          return use
        }
        reading.latestUses.merge(kept) { new, _ in new }
      case .waited(let dependency): reading.waits.append(dependency)
      case .left(let dependency):
        reading.waits.firstIndex(of: dependency).map { _ = reading.waits.remove(at: $0) }
      case .used(let dependency, let number, let isOffline):
        reading.waits.firstIndex(of: dependency).map { _ = reading.waits.remove(at: $0) }
        var use = reading.latestUses[dependency] ?? Use()
        if number != nil, use.number != nil, use.isKept, use.isLost {
          use.isLost = false
          reading.waveOfChange = min(reading.waveOfChange ?? reading.wave, reading.wave)
        }
        use.number = use.number ?? number
        use.hasFailed = number == nil
        reading.latestUses[dependency] = use
        if number == nil, !isOffline {
          reading.failures.insert(dependency)
        } else {
          reading.failures.remove(dependency)
        }
      case .withdrew(let dependency):
        reading.waits.firstIndex(of: dependency).map { _ = reading.waits.remove(at: $0) }
        reading.latestUses[dependency] = nil
        reading.failures.remove(dependency)
      case .lost(let dependency):
        reading.uses[dependency]?.isLost = true
        reading.latestUses[dependency]?.isLost = true
      case .answered:
        reading.uses = reading.latestUses
        reading.latestUses = [:]
        reading.failures = []
        reading.attempt = nil
        reading.waits = []
      case .failed:
        reading.attempt = nil
        reading.waits = []
      case .outdated(let wave):
        reading.waveOfChange = min(reading.waveOfChange ?? wave, wave)
      case .noted: reading.hasEnded = false
      case .ended:
        let uses = reading.uses
        reading = Reading()
        reading.uses = uses
        reading.hasEnded = true
      }
    }
    return reading
  }

  private mutating func add(_ fact: Fact, _ key: Int) {
    history[key, default: []].append(fact)
    update(key)
    // Entries that have ended have links only while others need them.
    while let unneeded = history.keys.first(where: { reading($0).hasEnded && !isNeeded($0) }) {
      history[unneeded] = nil
      update(unneeded)
    }
  }

  private func isNeeded(_ key: Int) -> Bool {
    var needing: Set<Int> = [key]
    for _ in 0..<history.count {
      let ended = needing.filter { $0 == key || reading($0).hasEnded }
      for link in links where ended.contains(link.dependency) { needing.insert(link.dependent) }
    }
    return needing.contains { $0 != key && !reading($0).hasEnded }
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
    askedFor.formIntersection(dependencies)
    lastContents = lastContents.filter { dependencies.contains($0.key) }
  }

  // MARK: Questions

  func dependencies(of key: Int) -> Set<Int> { reading(key).linked }
  func hasFailedDependency(_ key: Int) -> Bool {
    !reading(key).failures.isEmpty
  }
  func tagsOfEnded() -> [Int: Int?] {
    Dictionary(uniqueKeysWithValues: evicted.map { ($0, lastContents[$0]) })
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
    askedFor.remove(key)
    if reading(key).hasEnded { add(.noted, key) }
    let waiting = links.filter { $0.dependency == key }.map { self.reading($0.dependent) }
      .filter { $0.waits.contains(key) }
    let reading = self.reading(key)
    let isKnown =
      !reading.linked.isEmpty || reading.attempt != nil || reading.waveOfChange != nil
      || answers[key] != nil
    guard isKnown || !waiting.isEmpty else {
      history[key] = nil
      return
    }
    let change = isAfterChange ? reading.waveOfChange ?? count : count
    let wave = (waiting.map(\.wave) + [change, count]).min() ?? count
    add(
      .started(
        attempt,
        wave: wave,
        isForDependent: !waiting.isEmpty,
        keepsUses: keepsUses,
        isRestart: keepsUses
      ),
      key
    )
  }

  mutating func forgetUses(_ key: Int) { add(.forgotten, key) }
  mutating func keepContent(_ key: Int) { add(.keptContent, key) }

  mutating func wait(
    _ attempt: Int,
    _ key: Int,
    for dependency: Int,
    count: Int,
    isLoading: Bool
  ) {
    if !isLoading, evicted.contains(dependency) { askedFor.insert(dependency) }
    if reading(key).attempt != attempt {
      add(
        .started(attempt, wave: count, isForDependent: false, keepsUses: true, isRestart: false),
        key
      )
    }
    add(.waited(for: dependency), key)
  }

  mutating func use(
    _ key: Int,
    _ dependency: Int,
    _ number: Int?,
    isOffline: Bool,
    _ entry: (Int, Int?)?,
    _ given: Int
  ) -> Bool {
    let use = reading(key).latestUses[dependency] ?? Use()
    add(.used(dependency, number, isOffline: isOffline), key)
    if entry == nil, number != nil { lastContents[dependency] = given }
    if known[dependency] == nil, !evicted.contains(dependency) { known[dependency] = entry }
    return number != nil && use.number != nil && use.isKept && use.isLost
  }

  mutating func leave(_ key: Int, _ dependency: Int) { add(.left(dependency), key) }
  mutating func withdraw(_ key: Int, _ dependency: Int) { add(.withdrew(dependency), key) }

  mutating func answer(_ key: Int) {
    let reading = self.reading(key)
    add(.answered, key)
    // Without the links of its attempt, entries that have ended may not need it any longer.
    guard links.contains(where: { $0.dependency == key }) else { return }
    answers[key] = (reading.wave, reading.isForDependent)
  }

  mutating func fail(_ key: Int) { add(.failed, key) }

  mutating func note(_ key: Int, _ number: Int, _ content: Int?) -> [String] {
    if reading(key).hasEnded { add(.noted, key) }
    let answer = answers.removeValue(forKey: key)
    guard links.contains(where: { $0.dependency == key }), known[key]?.number != number else {
      return []
    }
    var isNew = known[key]?.content != content
    let isExpected = answer?.isForDependent == true || askedFor.contains(key)
    if evicted.contains(key), isExpected { isNew = false }
    if content != nil {
      evicted.remove(key)
      askedFor.remove(key)
      lastContents[key] = nil
    }
    known[key] = (number, content)
    return outdated(key, answer?.wave ?? number - 1) { use in
      (use.hasFailed && content != nil) || (isNew && use.number != nil && use.number != number)
    }
  }

  mutating func replace(_ key: Int) { askedFor.remove(key) }

  mutating func invalidateEnded(_ key: Int, count: Int) -> [String] {
    outdated(key, count) { $0.number != nil }
  }

  mutating func remove(_ key: Int, _ number: Int) -> [String] {
    if links.contains(where: { $0.dependency == key }) { known[key] = (number, nil) }
    return outdated(key, number) { $0.number != nil }
  }

  mutating func invalidate(_ key: Int, _ invalidation: Int, count: Int) -> [String] {
    guard links.contains(where: { $0.dependency == key }), invalidations[key] != invalidation else {
      return []
    }
    invalidations[key] = invalidation
    return outdated(key, reading(key).waveOfChange ?? count) { $0.number != nil }
  }

  private mutating func outdated(
    _ key: Int,
    _ wave: Int,
    _ isOutdated: (Use) -> Bool
  ) -> [String] {
    var texts: [String] = []
    var keys = [key]
    var known: Set<Int> = [key]
    while !keys.isEmpty {
      let dependency = keys.removeFirst()
      for link in links where link.dependency == dependency {
        let reading = self.reading(link.dependent)
        func isFound(_ use: Use?) -> Bool {
          guard let use else { return false }
          return dependency == key ? isOutdated(use) : use.number != nil
        }
        let isLatest = isFound(reading.latestUses[dependency])
        guard isLatest || isFound(reading.uses[dependency]) else { continue }
        if reading.hasEnded {
          if known.insert(link.dependent).inserted { keys.append(link.dependent) }
          continue
        }
        let attempt = isLatest ? reading.attempt : nil
        texts.append("\(link.dependent) in \(attempt.map(String.init) ?? "none")")
        add(.outdated(wave: wave), link.dependent)
      }
    }
    return texts
  }

  mutating func end(_ key: Int) {
    if let content = known[key]?.content { lastContents[key] = content }
    known[key] = nil
    invalidations[key] = nil
    answers[key] = nil
    askedFor.remove(key)
    evicted.insert(key)
    for dependent in Set(links.filter { $0.dependency == key }.map(\.dependent)) {
      add(.lost(key), dependent)
    }
    add(.ended, key)
  }
}
