import StateCore
import StateTestSupport
import Testing

@testable import StateQueries

@Suite(.timeLimit(.minutes(20)))
struct QueryLinksTests {
  private typealias Links = QueryLinks<Int, Int, Int>

  /// A random program for links and their model.
  private struct Program {
    var random: SeededGenerator
    var links = Links()
    var model = LinksModel()
    /// The content of each entry and its number.
    var entries: [Int: (number: Int, content: Int?)] = [:]
    var count = 0
    var lastAttempt = 0
    var lastInvalidation = 0
    var history: [String] = []

    init(seed: Int) { random = SeededGenerator(seed: seed) }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func key() -> Int { number(0..<5) }

    /// Performs a random step, and returns how links and model differ.
    mutating func step() -> String? {
      let key = key()
      let attempt = model.attempt(key)
      let waits = model.waits(key)
      switch number(0..<26) {
      case 0..<4: start(key)
      case 4..<9:
        let dependency = self.key()
        // A cache throws in this case.
        if dependency == key { return nil }
        let attempt =
          attempt
          ?? {
            lastAttempt += 1
            return lastAttempt
          }()
        let isLoading = self.number(0..<2) == 0
        history.append("\(key) in \(attempt) waits for \(dependency), \(isLoading)")
        links.wait(attempt, of: key, for: dependency, count: count, isLoading: isLoading)
        model.wait(attempt, key, for: dependency, count: count, isLoading: isLoading)
      case 9..<14:
        guard let attempt, let dependency = waits.randomElement(using: &random) else { return nil }
        let outcome: Links.UseOutcome =
          switch number(0..<8) {
          case 0: .failure
          case 1: .failureOffline
          default: .content
          }
        let entry = entries[dependency]
        let given = entry?.content ?? number(0..<2)
        history.append("\(key) uses \(dependency), \(outcome) \(entry as Any) \(given)")
        let isOutdated = links.use(
          attempt,
          dependency,
          outcome,
          entry.map { ($0.number, $0.content) }
        ) {
          [QueryTag("content", id: given)]
        }
        let isExpected = model.use(
          key,
          dependency,
          outcome == .content ? entry?.number ?? -1 : nil,
          isOffline: outcome == .failureOffline,
          entry.map { ($0.number, $0.content) },
          given
        )
        if isOutdated != isExpected { return "outdated pages: \(isOutdated)" }
      case 14:
        guard let attempt, let dependency = waits.randomElement(using: &random) else { return nil }
        history.append("\(key) leaves \(dependency)")
        links.leave(attempt, dependency)
        model.leave(key, dependency)
      case 15:
        let open = Set(model.latestUses(key) + waits).sorted()
        guard let attempt, let dependency = open.randomElement(using: &random) else { return nil }
        history.append("\(key) withdraws \(dependency)")
        links.withdraw(attempt, dependency)
        model.withdraw(key, dependency)
      case 16..<19:
        guard let attempt else { return nil }
        guard number(0..<3) == 0 else {
          history.append("\(key) answers")
          links.answer(attempt)
          model.answer(key)
          return change(key)
        }
        history.append("\(key) fails")
        links.fail(attempt)
        model.fail(key)
      case 19: return change(key)
      case 20:
        guard entries[key] != nil else { return nil }
        history.append("\(key) again")
        return note(key)
      case 21:
        count += 1
        history.append("remove \(key)")
        let found = texts(links.remove(key, number: count))
        let expected = model.remove(key, count)
        if entries[key] != nil { entries[key] = (count, nil) }
        return compare(found, expected)
      case 22:
        if number(0..<2) == 0 { lastInvalidation += 1 }
        history.append("invalidate \(key), \(lastInvalidation)")
        return compare(
          texts(links.invalidate(key, lastInvalidation, count: count)),
          model.invalidate(key, lastInvalidation, count: count)
        )
      case 23:
        history.append("replace \(key)")
        links.replace(key)
        model.replace(key)
      case 24:
        history.append("invalidate \(key) without an entry")
        return compare(
          texts(links.invalidateEnded(key, count: count)),
          model.invalidateEnded(key, count: count)
        )
      default:
        history.append("end \(key)")
        entries[key] = nil
        links.end(key) { [QueryTag("content", id: $0)] }
        model.end(key)
      }
      return compare([], [])
    }

    private mutating func start(_ key: Int) {
      lastAttempt += 1
      let (isAfterChange, keepsUses) = (number(0..<2) == 0, number(0..<4) == 0)
      history.append("\(key) starts \(lastAttempt), \(isAfterChange), \(keepsUses)")
      links.start(
        lastAttempt,
        of: key,
        count: count,
        isAfterChange: isAfterChange,
        keepsUses: keepsUses
      )
      model.start(
        lastAttempt,
        key,
        count: count,
        isAfterChange: isAfterChange,
        keepsUses: keepsUses
      )
      guard model.attempt(key) == lastAttempt else { return }
      switch number(0..<6) {
      case 0:
        history.append("\(key) forgets")
        links.forgetUses(of: key)
        model.forgetUses(key)
      case 1:
        history.append("\(key) keeps its content")
        links.keepContent(of: key)
        model.keepContent(key)
      default: break
      }
    }

    private mutating func change(_ key: Int) -> String? {
      count += 1
      entries[key] = (count, number(0..<2))
      history.append("\(key) has \(entries[key] as Any)")
      return note(key)
    }

    private mutating func note(_ key: Int) -> String? {
      guard let (number, content) = entries[key] else { return nil }
      return compare(
        texts(links.note(key, number: number, content: { content }, isEqual: ==)),
        model.note(key, number, content)
      )
    }

    private func texts(_ outdated: [Links.Outdated]) -> [String] {
      outdated.map { "\($0.key) in \($0.attempt.map(String.init) ?? "none")" }
    }

    private mutating func compare(_ found: [String], _ expected: [String]) -> String? {
      if found != expected { return "outdated \(found), expected \(expected)" }
      for key in 0..<5 {
        if links.dependencies(of: key) != model.dependencies(of: key) { return "links of \(key)" }
        if links.hasFailedDependency(key) != model.hasFailedDependency(key) {
          return "failures of \(key)"
        }
        if let attempt = model.attempt(key) {
          for number in max(count - 3, 0)...count
          where links.isFresh(attempt, number: number) != model.isFresh(key, number) {
            return "\(number) is fresh for \(key)"
          }
        }
      }
      let ended = Dictionary(uniqueKeysWithValues: links.tagsOfEnded.map { ($0.key, $0.tags) })
      let tags = model.tagsOfEnded().mapValues { content in
        Set(content.map { [QueryTag("content", id: $0)] } ?? [])
      }
      if ended != tags { return "ended \(ended), expected \(tags)" }
      let (start, end) = (key(), key())
      let path = links.path(from: start, to: end) { _ in false }
      if (path != nil) != model.reaches(end, from: start) { return "path \(start) to \(end)" }
      if let path, path.first != start || path.last != end || !model.isPath(path) {
        return "\(path) from \(start) to \(end)"
      }
      let attempts = (0..<5).count { model.attempt($0) != nil }
      if links.count != model.links.count + attempts { return "count" }
      return nil
    }
  }

  @Test(arguments: 0..<4) func linksBehaveLikeTheModel(block: Int) {
    for seed in seedsOnOneThread((block * 500)..<(block * 500 + 500)) {
      var program = Program(seed: seed)
      for _ in 0..<80 {
        if let fault = program.step() {
          Issue.record("seed \(seed): \(fault) after \(program.history.suffix(40))")
          return
        }
      }
      for key in 0..<5 { program.links.end(key) }
      #expect(program.links.isEmpty && program.links.count == 0)
    }
  }

  @Test func anEntryThatLoadsHasOnlyTheLinksOfItsAttempt() {
    var links = Links()
    links.wait(1, of: 1, for: 2, count: 0, isLoading: false)
    links.use(1, 2, .content, (1, 5))
    links.answer(1)
    #expect(links.path(from: 1, to: 2) { _ in false } == [1, 2])
    #expect(links.path(from: 1, to: 2) { $0 == 1 } == nil)
    links.start(2, of: 1, count: 1, isAfterChange: false, keepsUses: false)
    #expect(links.path(from: 1, to: 2) { $0 == 1 } == nil)
    links.wait(2, of: 1, for: 2, count: 1, isLoading: false)
    #expect(links.path(from: 1, to: 2) { $0 == 1 } == [1, 2])
  }

  @Test func ofSeveralContentsInOneAttemptTheFirstOneCounts() {
    var links = Links()
    links.wait(1, of: 1, for: 2, count: 0, isLoading: false)
    links.use(1, 2, .content, (1, 5))
    links.wait(1, of: 1, for: 2, count: 0, isLoading: false)
    links.use(1, 2, .content, (2, 6))
    let outdated = links.note(2, number: 2, content: { 6 }, isEqual: ==)
    #expect(outdated.map(\.key) == [1] && outdated.map(\.attempt) == [1])
  }

  @Test func entriesThatHaveEndedNeedEachOtherOnlyForOthers() {
    var links = Links()
    // A cycle, which forms when both load at different times.
    for (key, dependency) in [(1, 2), (2, 1), (3, 1)] {
      links.wait(key, of: key, for: dependency, count: 0, isLoading: false)
      links.use(key, dependency, .content, (1, 5))
      links.answer(key)
    }
    links.end(1)
    links.end(2)
    #expect(links.count == 3)
    #expect(links.invalidateEnded(2, count: 1).map(\.key) == [3])
    links.end(3)
    #expect(links.isEmpty && links.count == 0)
  }

  @Test(arguments: [false, true]) func theEndOfALongChainNeedsNoStack(isReversed: Bool) {
    var links = Links()
    let keys = Array(0..<2_000)
    for key in keys {
      links.wait(key, of: key, for: key + 1, count: 0, isLoading: false)
      links.use(key, key + 1, .content, (1, 5))
      links.answer(key)
    }
    for key in isReversed ? keys.reversed() : keys { links.end(key) }
    #expect(links.isEmpty && links.count == 0)
  }

  @Test func aLongChainNeedsNoStack() {
    var links = Links()
    for key in 0..<100_000 {
      links.wait(key, of: key, for: key + 1, count: 0, isLoading: false)
    }
    #expect(links.path(from: 0, to: 100_000) { _ in true }?.count == 100_001)
  }
}
