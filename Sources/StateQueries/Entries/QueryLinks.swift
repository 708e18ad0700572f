/// The dependencies between queries: which content each load has used.
///
/// A load links its entry to a dependency when it asks for it. The links of an entry are those of the load that its
/// content is from, and those of the latest attempt. Loads that follow from each other form a wave: a load that another
/// one waits for, and a load after a change of a dependency, continue the wave. Content that has arrived since the start
/// of a wave is fresh in it, so queries that are always stale don't load each other forever.
///
/// - Complexity: O(1) for each link that an input affects. `path(from:to:)` visits all dependencies of its start.
struct QueryLinks<Key: Hashable & Sendable, Attempt: Hashable & Sendable, Content: Sendable> {
  /// What an attempt gets from a dependency.
  enum UseOutcome {
    case content
    /// The error of the dependency's last attempt.
    case failure
    /// An error without the network, after which the dependency loads again.
    case failureOffline
  }

  /// An entry to invalidate, and its attempt in flight if that has used the earlier content.
  struct Outdated {
    let key: Key
    let attempt: Attempt?
  }

  /// What a load has got from a dependency.
  private struct Use {
    /// The number of the first content; `nil` if the load got only errors.
    var number: Int?
    /// Whether the last outcome was an error.
    var hasFailed = false
    /// Whether the use is that of pages which the attempt keeps.
    var isKept = false
    /// Whether the dependency has ended since, so that its next content is compared with none.
    var isLost = false
  }

  private struct Dependent {
    /// The uses of the load that the content is from.
    var uses: [Key: Use] = [:]
    /// The uses of the latest attempt.
    var latestUses: [Key: Use] = [:]
    /// The dependencies whose attempts have all failed in the latest attempt.
    var failures: Set<Key> = []
    /// The number of calls that wait for each dependency.
    var waits: [Key: Int] = [:]
    /// The attempt in flight.
    var attempt: Attempt?
    /// The number of changes of content when the wave of the load began.
    var wave = 0
    /// Whether another load waited for the attempt when it began.
    var isForDependent = false
    /// The wave of the change that has invalidated the entry.
    var waveOfChange: Int?
    /// The wave of the content that has arrived.
    var waveOfAnswer: Int?
    /// Whether the entry has ended, and stays here because entries depend on it.
    var hasEnded = false

    func isLinked(to dependency: Key) -> Bool {
      uses[dependency] != nil || latestUses[dependency] != nil || waits[dependency] != nil
    }

    var isEmpty: Bool {
      uses.isEmpty && latestUses.isEmpty && waits.isEmpty && attempt == nil
        && waveOfChange == nil && waveOfAnswer == nil
    }
  }

  private struct Dependency {
    /// The entries that are linked to it, with numbers in the order of their links.
    var dependents: [Key: Int] = [:]
    /// The content that the links know.
    var known: (number: Int, content: Content?)?
    /// Whether the entry has ended, and has no new content.
    var isEvicted = false
    /// Whether the next content is that of a load for a dependent.
    var isExpected = false
    /// Whether a dependent has asked for content when nothing was loading it.
    var isAskedFor = false
    /// The tags of the last content of an entry that has ended.
    var tags: Set<QueryTag> = []
    /// The last invalidation that has reached the dependents.
    var invalidation: Int?
  }

  private var dependents: [Key: Dependent] = [:]
  private var dependencies: [Key: Dependency] = [:]
  private var attempts: [Attempt: Key] = [:]
  private var linkCount = 0

  var isEmpty: Bool { dependents.isEmpty && dependencies.isEmpty }

  /// The number of links and of loads in flight.
  var count: Int { dependencies.values.reduce(attempts.count) { $0 + $1.dependents.count } }

  /// Whether any entry is linked to the key, or the key to another entry.
  func knows(_ key: Key) -> Bool { dependents[key] != nil || dependencies[key] != nil }

  /// The tags of entries that have ended and have dependents, in the order of their first links.
  var tagsOfEnded: [(key: Key, tags: Set<QueryTag>)] {
    dependencies.filter { $1.isEvicted }
      .map { ($0, $1.tags, $1.dependents.values.min() ?? 0) }
      .sorted { $0.2 < $1.2 }
      .map { ($0.0, $0.1) }
  }

  /// Returns the keys that an entry is linked to.
  func dependencies(of key: Key) -> Set<Key> {
    guard let dependent = dependents[key] else { return [] }
    return Set(dependent.uses.keys).union(dependent.latestUses.keys).union(dependent.waits.keys)
  }

  /// Whether the content of an entry is from a load that has used other entries.
  func hasUses(_ key: Key) -> Bool { dependents[key]?.uses.isEmpty == false }

  // MARK: Attempts

  /// Notes the start of an attempt of an entry that another load waits for, or that has links.
  ///
  /// - Parameters:
  ///   - attempt: The attempt.
  ///   - key: The entry.
  ///   - count: The number of changes of content so far.
  ///   - isAfterChange: Whether a change of a dependency is the reason for the load.
  ///   - keepsUses: Whether the attempt continues with what the previous one has loaded.
  mutating func start(
    _ attempt: Attempt,
    of key: Key,
    count: Int,
    isAfterChange: Bool,
    keepsUses: Bool
  ) {
    dependencies[key]?.isAskedFor = false
    dependents[key]?.hasEnded = false
    let waves = (dependencies[key]?.dependents.keys ?? [:].keys).compactMap { dependent in
      dependents[dependent].flatMap { $0.waits[key] == nil ? nil : $0.wave }
    }
    guard dependents[key] != nil || !waves.isEmpty else { return }
    let change = isAfterChange ? dependents[key]?.waveOfChange : nil
    begin(attempt, of: key, count: waves.reduce(min(change ?? count, count), min))
    dependents[key]?.isForDependent = !waves.isEmpty
    if keepsUses {
      for dependency in (dependents[key]?.latestUses ?? [:]).keys {
        dependents[key]?.latestUses[dependency]?.isKept = true
      }
    } else {
      forgetUses(of: key)
    }
  }

  /// Begins an attempt that the links don't know yet.
  private mutating func begin(_ attempt: Attempt, of key: Key, count: Int) {
    if let earlier = dependents[key]?.attempt { end(earlier) }
    dependents[key, default: Dependent()].attempt = attempt
    dependents[key]?.wave = count
    dependents[key]?.waveOfChange = nil
    dependents[key]?.isForDependent = false
    dependents[key]?.failures = []
    dependents[key]?.hasEnded = false
    attempts[attempt] = key
  }

  /// Lets an attempt forget what the previous one has used.
  mutating func forgetUses(of key: Key) {
    let uses = dependents[key]?.latestUses ?? [:]
    dependents[key]?.latestUses = [:]
    dependents[key]?.failures = []
    for dependency in uses.keys { unlink(key, dependency) }
  }

  /// Lets an attempt keep the content of the entry, with what it has used.
  mutating func keepContent(of key: Key) {
    guard let uses = dependents[key]?.uses else { return }
    for (dependency, use) in uses where dependents[key]?.latestUses[dependency] == nil {
      dependents[key]?.latestUses[dependency] = use
      dependents[key]?.latestUses[dependency]?.isKept = true
    }
  }

  /// Notes the content of an attempt, which replaces the links of the earlier content.
  mutating func answer(_ attempt: Attempt) {
    guard let key = attempts[attempt], let dependent = dependents[key] else { return }
    dependents[key]?.uses = dependent.latestUses
    dependents[key]?.latestUses = [:]
    dependents[key]?.failures = []
    if dependencies[key] != nil {
      dependents[key]?.waveOfAnswer = dependent.wave
      dependencies[key]?.isExpected = dependent.isForDependent
    }
    end(attempt)
    for dependency in dependent.uses.keys { unlink(key, dependency) }
    prune(key)
  }

  /// Notes the failure or the cancellation of an attempt, whose links stay until the next one.
  mutating func fail(_ attempt: Attempt) {
    guard let key = attempts[attempt] else { return }
    end(attempt)
    prune(key)
  }

  private mutating func end(_ attempt: Attempt) {
    guard let key = attempts.removeValue(forKey: attempt) else { return }
    let waits = dependents[key]?.waits ?? [:]
    dependents[key]?.attempt = nil
    dependents[key]?.waits = [:]
    for dependency in waits.keys { unlink(key, dependency) }
  }

  /// Whether a dependency has failed in the latest attempt of an entry.
  func hasFailedDependency(_ key: Key) -> Bool {
    dependents[key]?.failures.isEmpty == false
  }

  // MARK: Uses

  /// Notes that an attempt waits for a dependency, which another caller may be loading.
  mutating func wait(
    _ attempt: Attempt,
    of key: Key,
    for dependency: Key,
    count: Int,
    isLoading: Bool
  ) {
    if dependents[key]?.attempt != attempt { begin(attempt, of: key, count: count) }
    dependents[key]?.waits[dependency, default: 0] += 1
    if !isLoading, dependencies[dependency]?.isEvicted == true {
      dependencies[dependency]?.isAskedFor = true
    }
    guard dependencies[dependency]?.dependents[key] == nil else { return }
    linkCount += 1
    dependencies[dependency, default: Dependency()].dependents[key] = linkCount
  }

  /// Returns whether content is fresh for an attempt at any age.
  func isFresh(_ attempt: Attempt, number: Int) -> Bool {
    guard let key = attempts[attempt], let dependent = dependents[key] else { return false }
    return number > dependent.wave
  }

  /// Notes the outcome for an attempt that has waited for a dependency.
  ///
  /// Of several contents in one attempt, the first one counts: a change after it leads to another load.
  ///
  /// - Parameters:
  ///   - attempt: The attempt.
  ///   - dependency: The dependency.
  ///   - outcome: What the attempt gets.
  ///   - entry: The content of the dependency and its number; `nil` if the entry has ended.
  ///   - tags: Returns the tags of what the attempt gets; called only if the entry has ended.
  /// - Returns: Whether pages that the attempt keeps have used other content, which nothing can be compared with.
  @discardableResult
  mutating func use(
    _ attempt: Attempt,
    _ dependency: Key,
    _ outcome: UseOutcome,
    _ entry: (number: Int, content: Content?)?,
    tags: () -> Set<QueryTag> = { [] }
  ) -> Bool {
    guard let key = endWait(attempt, dependency) else { return false }
    // Content that isn't kept has no number, so all later content is other content.
    var use = dependents[key]?.latestUses[dependency] ?? Use()
    use.hasFailed = outcome != .content
    let isOutdated = outcome == .content && use.number != nil && use.isKept && use.isLost
    if isOutdated, let wave = dependents[key]?.wave {
      use.isLost = false
      let earlier = dependents[key]?.waveOfChange ?? wave
      dependents[key]?.waveOfChange = min(earlier, wave)
    }
    if outcome == .content, use.number == nil { use.number = entry?.number ?? -1 }
    dependents[key]?.latestUses[dependency] = use
    if outcome == .failure {
      dependents[key]?.failures.insert(dependency)
    } else {
      dependents[key]?.failures.remove(dependency)
    }
    if entry == nil, outcome == .content { dependencies[dependency]?.tags = tags() }
    // The first content after an end is compared with none.
    if dependencies[dependency]?.isEvicted == false, dependencies[dependency]?.known == nil {
      dependencies[dependency]?.known = entry
    }
    return isOutdated
  }

  /// Ends a wait without a use.
  mutating func leave(_ attempt: Attempt, _ dependency: Key) {
    guard let key = endWait(attempt, dependency) else { return }
    unlink(key, dependency)
  }

  /// Forgets a use that would close a cycle.
  mutating func withdraw(_ attempt: Attempt, _ dependency: Key) {
    guard let key = attempts[attempt] else { return }
    _ = endWait(attempt, dependency)
    dependents[key]?.latestUses[dependency] = nil
    dependents[key]?.failures.remove(dependency)
    unlink(key, dependency)
  }

  private mutating func endWait(_ attempt: Attempt, _ dependency: Key) -> Key? {
    guard let key = attempts[attempt], let count = dependents[key]?.waits[dependency] else {
      return nil
    }
    dependents[key]?.waits[dependency] = count > 1 ? count - 1 : nil
    return key
  }

  /// Returns the path of links from a dependency to an entry.
  ///
  /// An entry that is loading has only the links of its attempt, because its content will be new.
  func path(from start: Key, to end: Key, isLoading: (Key) -> Bool) -> [Key]? {
    var previous: [Key: Key] = [:]
    var known: Set<Key> = [start]
    var open = [start]
    while let key = open.popLast() {
      if key == end {
        var path = [end]
        while let before = path.last.flatMap({ previous[$0] }) { path.append(before) }
        return path.reversed()
      }
      guard let dependent = dependents[key] else { continue }
      let next: Set<Key>
      if dependent.attempt != nil {
        next = Set(dependent.latestUses.keys).union(dependent.waits.keys)
      } else {
        next = isLoading(key) ? [] : Set(dependent.uses.keys)
      }
      for dependency in next where known.insert(dependency).inserted {
        previous[dependency] = key
        open.append(dependency)
      }
    }
    return nil
  }

  // MARK: Changes

  /// Notes the content of an entry.
  ///
  /// - Parameters:
  ///   - key: The entry.
  ///   - number: The number of its content.
  ///   - content: Returns its content; called only if the number is new.
  ///   - isEqual: Whether the content is equal to the earlier one.
  /// - Returns: The entries that have used other content, in the order of their links.
  mutating func note(
    _ key: Key,
    number: Int,
    content: () -> Content?,
    isEqual: (Content, Content) -> Bool
  ) -> [Outdated] {
    dependents[key]?.hasEnded = false
    let wave = dependents[key]?.waveOfAnswer.take() ?? number - 1
    prune(key)
    guard let dependency = dependencies[key], dependency.known?.number != number else { return [] }
    let content = content()
    let isNew =
      switch (dependency.known?.content, content) {
      case (nil, nil): false
      case (let old?, let new?): !isEqual(old, new)
      // Queries that evict each other would load each other forever.
      default: !dependency.isEvicted || !(dependency.isExpected || dependency.isAskedFor)
      }
    if content != nil {
      dependencies[key]?.isEvicted = false
      dependencies[key]?.isAskedFor = false
      dependencies[key]?.tags = []
    }
    dependencies[key]?.isExpected = false
    dependencies[key]?.known = (number, content)
    return outdated(by: key, wave) { use in
      (use.hasFailed && content != nil) || (isNew && use.number.map { $0 != number } ?? false)
    }
  }

  /// Notes that the next content of an entry isn't from a load.
  mutating func replace(_ key: Key) { dependencies[key]?.isAskedFor = false }

  /// Notes the removal of an entry by the app.
  mutating func remove(_ key: Key, number: Int) -> [Outdated] {
    dependencies[key]?.known = (number, nil)
    return outdated(by: key, number) { $0.number != nil }
  }

  /// Notes an invalidation of an entry that has ended.
  mutating func invalidateEnded(_ key: Key, count: Int) -> [Outdated] {
    outdated(by: key, count) { $0.number != nil }
  }

  /// Notes an invalidation of an entry that doesn't load again by itself.
  mutating func invalidate(_ key: Key, _ invalidation: Int, count: Int) -> [Outdated] {
    guard let dependency = dependencies[key], dependency.invalidation != invalidation else {
      return []
    }
    dependencies[key]?.invalidation = invalidation
    return outdated(by: key, dependents[key]?.waveOfChange ?? count) { $0.number != nil }
  }

  /// Returns the entries with an outdated use, and those that have used entries that have ended.
  private mutating func outdated(
    by dependency: Key,
    _ wave: Int,
    _ isOutdated: (Use) -> Bool
  ) -> [Outdated] {
    var outdated = outdatedDependents(of: dependency, isOutdated)
    var all: [Outdated] = []
    var ended: Set<Key> = [dependency]
    while !outdated.isEmpty {
      var next: [Outdated] = []
      for entry in outdated {
        if dependents[entry.key]?.hasEnded == true {
          guard ended.insert(entry.key).inserted else { continue }
          next += outdatedDependents(of: entry.key) { $0.number != nil }
        } else {
          let earlier = dependents[entry.key]?.waveOfChange ?? wave
          dependents[entry.key]?.waveOfChange = min(earlier, wave)
          all.append(entry)
        }
      }
      outdated = next
    }
    return all
  }

  private func outdatedDependents(
    of dependency: Key,
    _ isOutdated: (Use) -> Bool
  ) -> [Outdated] {
    let keys = dependencies[dependency]?.dependents.sorted { $0.value < $1.value }.map(\.key) ?? []
    return keys.compactMap { key in
      guard let dependent = dependents[key] else { return nil }
      if let use = dependent.latestUses[dependency], isOutdated(use) {
        return Outdated(key: key, attempt: dependent.attempt)
      } else if let use = dependent.uses[dependency], isOutdated(use) {
        return Outdated(key: key, attempt: nil)
      }
      return nil
    }
  }

  // MARK: Ends

  /// Notes the end of an entry, whose dependents keep their links.
  ///
  /// The links of its content stay while entries that haven't ended depend on it.
  mutating func end(_ key: Key, tags: (Content) -> Set<QueryTag> = { _ in [] }) {
    if let content = dependencies[key]?.known?.content { dependencies[key]?.tags = tags(content) }
    dependencies[key]?.known = nil
    dependencies[key]?.isEvicted = true
    dependencies[key]?.isExpected = false
    dependencies[key]?.isAskedFor = false
    dependencies[key]?.invalidation = nil
    for dependent in (dependencies[key]?.dependents ?? [:]).keys {
      dependents[dependent]?.uses[key]?.isLost = true
      dependents[dependent]?.latestUses[key]?.isLost = true
    }
    guard let dependent = dependents[key] else { return }
    if let attempt = dependent.attempt { attempts[attempt] = nil }
    let linked = dependencies(of: key)
    dependents[key] = Dependent(uses: dependent.uses, hasEnded: true)
    for dependency in linked { unlink(key, dependency) }
    release(key)
    prune(key)
  }

  /// Removes the link if the entry doesn't need it any longer.
  private mutating func unlink(_ key: Key, _ dependency: Key) {
    if remove(key, dependency) { release(dependency) }
  }

  /// Removes the link if the entry doesn't need it any longer.
  ///
  /// - Returns: Whether the dependency may have lost its last dependent that hasn't ended.
  private mutating func remove(_ key: Key, _ dependency: Key) -> Bool {
    if dependents[key]?.isLinked(to: dependency) == true { return false }
    dependencies[dependency]?.dependents[key] = nil
    guard dependencies[dependency]?.dependents.isEmpty == true else { return true }
    dependencies[dependency] = nil
    dependents[dependency]?.waveOfAnswer = nil
    prune(dependency)
    return true
  }

  /// Removes the links of entries that have ended and that nothing depends on any longer.
  private mutating func release(_ key: Key) {
    var open = [key]
    while let key = open.popLast() {
      guard let dependent = dependents[key], dependent.hasEnded, !isNeeded(key) else { continue }
      dependents[key] = nil
      for dependency in dependent.uses.keys where remove(key, dependency) {
        open.append(dependency)
      }
    }
  }

  /// Whether an entry that hasn't ended depends on the key, directly or through entries that have ended.
  private func isNeeded(_ key: Key) -> Bool {
    var known: Set<Key> = [key]
    var open = [key]
    while let key = open.popLast() {
      for dependent in (dependencies[key]?.dependents ?? [:]).keys {
        guard dependents[dependent]?.hasEnded == true else { return true }
        if known.insert(dependent).inserted { open.append(dependent) }
      }
    }
    return false
  }

  private mutating func prune(_ key: Key) {
    if dependents[key]?.isEmpty == true { dependents[key] = nil }
  }
}
