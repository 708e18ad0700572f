/// The dependencies between queries: which content each load has used.
///
/// A load links its entry to a dependency when it asks for it. The links of an entry are those of the load that its
/// content is from, and those of the latest attempt. Loads that follow from each other form a wave: a load that another
/// one waits for, and a load after a change of a dependency, continue the wave. Content that has arrived since the start
/// of a wave is fresh in it, so queries that are always stale don't load each other forever.
///
/// - Complexity: O(1) for each link that an input affects. `path(from:to:)` visits all dependencies of its start.
struct QueryLinks<Key: Hashable & Sendable, Attempt: Hashable & Sendable, Content: Sendable> {
  /// An entry to invalidate, and its attempt in flight if that has used the earlier content.
  struct Outdated {
    let key: Key
    let attempt: Attempt?
  }

  /// The content of a dependency that a load has used.
  private enum Use: Hashable {
    /// None, because the dependency has failed.
    case failure
    case content(number: Int)
  }

  private struct Dependent {
    /// The uses of the load that the content is from.
    var uses: [Key: Use] = [:]
    /// The uses of the latest attempt.
    var latestUses: [Key: Use] = [:]
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

    func isLinked(to dependency: Key) -> Bool {
      uses[dependency] != nil || latestUses[dependency] != nil || waits[dependency] != nil
    }

    var isEmpty: Bool {
      uses.isEmpty && latestUses.isEmpty && waits.isEmpty && attempt == nil && waveOfAnswer == nil
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
    let waves = (dependencies[key]?.dependents.keys ?? [:].keys).compactMap { dependent in
      dependents[dependent].flatMap { $0.waits[key] == nil ? nil : $0.wave }
    }
    guard dependents[key] != nil || !waves.isEmpty else { return }
    let change = isAfterChange ? dependents[key]?.waveOfChange : nil
    begin(attempt, of: key, count: waves.reduce(min(change ?? count, count), min))
    dependents[key]?.isForDependent = !waves.isEmpty
    if !keepsUses { forgetUses(of: key) }
  }

  /// Begins an attempt that the links don't know yet.
  private mutating func begin(_ attempt: Attempt, of key: Key, count: Int) {
    if let earlier = dependents[key]?.attempt { end(earlier) }
    dependents[key, default: Dependent()].attempt = attempt
    dependents[key]?.wave = count
    dependents[key]?.waveOfChange = nil
    dependents[key]?.isForDependent = false
    attempts[attempt] = key
  }

  /// Lets an attempt forget what the previous one has used.
  mutating func forgetUses(of key: Key) {
    let uses = dependents[key]?.latestUses ?? [:]
    dependents[key]?.latestUses = [:]
    for dependency in uses.keys { unlink(key, dependency) }
  }

  /// Lets an attempt keep the content of the entry, with what it has used.
  mutating func keepContent(of key: Key) {
    guard let uses = dependents[key]?.uses else { return }
    dependents[key]?.latestUses.merge(uses) { new, _ in new }
  }

  /// Notes the content of an attempt, which replaces the links of the earlier content.
  mutating func answer(_ attempt: Attempt) {
    guard let key = attempts[attempt], let dependent = dependents[key] else { return }
    dependents[key]?.uses = dependent.latestUses
    dependents[key]?.latestUses = [:]
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
    dependents[key]?.latestUses.values.contains(.failure) ?? false
  }

  // MARK: Uses

  /// Notes that an attempt waits for a dependency.
  mutating func wait(_ attempt: Attempt, of key: Key, for dependency: Key, count: Int) {
    if dependents[key]?.attempt != attempt { begin(attempt, of: key, count: count) }
    dependents[key]?.waits[dependency, default: 0] += 1
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
  /// - Parameters:
  ///   - attempt: The attempt.
  ///   - dependency: The dependency.
  ///   - hasFailed: Whether the attempt gets an error instead of the content.
  ///   - entry: The content of the dependency and its number; `nil` if the entry has ended.
  mutating func use(
    _ attempt: Attempt,
    _ dependency: Key,
    hasFailed: Bool,
    _ entry: (number: Int, content: Content?)?
  ) {
    guard let key = endWait(attempt, dependency) else { return }
    // Content that isn't kept has no number, so all later content is other content.
    let use = hasFailed ? Use.failure : .content(number: entry?.number ?? -1)
    dependents[key]?.latestUses[dependency] = use
    if dependencies[dependency]?.known == nil { dependencies[dependency]?.known = entry }
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
    unlink(key, dependency)
  }

  private mutating func endWait(_ attempt: Attempt, _ dependency: Key) -> Key? {
    guard let key = attempts[attempt], let count = dependents[key]?.waits[dependency] else {
      return nil
    }
    dependents[key]?.waits[dependency] = count > 1 ? count - 1 : nil
    return key
  }

  /// Returns the way from a dependency to an entry along the links.
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
    let wave = dependents[key]?.waveOfAnswer.take() ?? number - 1
    prune(key)
    guard let dependency = dependencies[key], dependency.known?.number != number else { return [] }
    let content = content()
    let isNew =
      switch (dependency.known?.content, content) {
      case (nil, nil): false
      case (let old?, let new?): !isEqual(old, new)
      // Queries that evict each other would load each other forever.
      default: !dependency.isEvicted || !dependency.isExpected
      }
    if content != nil { dependencies[key]?.isEvicted = false }
    dependencies[key]?.isExpected = false
    dependencies[key]?.known = (number, content)
    return outdated(by: key, wave) { use in
      switch use {
      case .failure: content != nil
      case .content(let used): isNew && used != number
      }
    }
  }

  /// Notes the removal of an entry by the app.
  mutating func remove(_ key: Key, number: Int) -> [Outdated] {
    dependencies[key]?.known = (number, nil)
    return outdated(by: key, number) { $0 != .failure }
  }

  /// Notes an invalidation of an entry that doesn't load again by itself.
  mutating func invalidate(_ key: Key, _ invalidation: Int, count: Int) -> [Outdated] {
    guard let dependency = dependencies[key], dependency.invalidation != invalidation else {
      return []
    }
    dependencies[key]?.invalidation = invalidation
    return outdated(by: key, dependents[key]?.waveOfChange ?? count) { $0 != .failure }
  }

  private mutating func outdated(
    by dependency: Key,
    _ wave: Int,
    _ isOutdated: (Use) -> Bool
  ) -> [Outdated] {
    let keys = dependencies[dependency]?.dependents.sorted { $0.value < $1.value }.map(\.key) ?? []
    return keys.compactMap { key in
      guard let dependent = dependents[key] else { return nil }
      var outdated: Outdated?
      if let use = dependent.latestUses[dependency], isOutdated(use) {
        outdated = Outdated(key: key, attempt: dependent.attempt)
      } else if let use = dependent.uses[dependency], isOutdated(use) {
        outdated = Outdated(key: key, attempt: nil)
      }
      if outdated != nil {
        dependents[key]?.waveOfChange = min(dependent.waveOfChange ?? wave, wave)
      }
      return outdated
    }
  }

  // MARK: Ends

  /// Notes the end of an entry, whose dependents keep their links.
  mutating func end(_ key: Key) {
    dependencies[key]?.known = nil
    dependencies[key]?.isEvicted = true
    dependencies[key]?.isExpected = false
    dependencies[key]?.invalidation = nil
    guard let dependent = dependents[key] else { return }
    if let attempt = dependent.attempt { attempts[attempt] = nil }
    let linked = dependencies(of: key)
    dependents[key] = nil
    for dependency in linked { unlink(key, dependency) }
  }

  /// Removes the link if the entry doesn't need it any longer.
  private mutating func unlink(_ key: Key, _ dependency: Key) {
    if dependents[key]?.isLinked(to: dependency) == true { return }
    dependencies[dependency]?.dependents[key] = nil
    guard dependencies[dependency]?.dependents.isEmpty == true else { return }
    dependencies[dependency] = nil
    dependents[dependency]?.waveOfAnswer = nil
    prune(dependency)
  }

  private mutating func prune(_ key: Key) {
    if dependents[key]?.isEmpty == true { dependents[key] = nil }
  }
}
