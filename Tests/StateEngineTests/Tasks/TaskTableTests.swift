import StateEngine
import StateTestSupport
import StateTesting
import Testing

struct TaskTableTests {
  private var table = TaskTable<String>()

  // MARK: Admission

  @Test mutating func workIsCountedUntilItEnds() throws {
    let first = try start("first")
    let second = try start("second", isCounted: false)
    #expect(counts == [2, 1, 2])
    #expect(table.end(second) == "second")
    #expect(counts == [1, 1, 1])
    #expect(table.end(first) == "first")
    #expect(counts == [0, 0, 0])
    #expect(table.isEmpty)
  }

  @Test mutating func partsAreCountedUntilEachEnds() throws {
    let ticket = try #require(admission(parts: 3))
    #expect(counts == [1, 3, 1])
    table.endPart(of: ticket)
    #expect(counts == [1, 2, 1])
    _ = table.end(ticket)
    #expect(counts == [0, 0, 0])
  }

  @Test mutating func partOfCancelledWorkIsNotCountedTwice() throws {
    let cancelled = try #require(admission(parts: 2))
    _ = table.cancelAll()
    let successor = try #require(admission(parts: 2))
    table.endPart(of: cancelled)
    #expect(counts == [1, 2, 2])
    _ = (table.end(cancelled), table.end(successor))
    #expect(counts == [0, 0, 0])
  }

  @Test mutating func workWithoutKeyCollidesWithNothing() throws {
    for _ in 0..<3 { _ = try start("work", policy: .cancelExisting) }
    for _ in 0..<3 { _ = try start("work", policy: .cancelNew) }
    #expect(table.count == 6)
    #expect(Array(table.keys).isEmpty)
  }

  @Test mutating func cancelExistingDisplacesTheWorkUnderTheKey() throws {
    _ = try start("old", key: "a")
    guard case .admitted(_, let displaced) = table.admit(TaskKey("a"), policy: .cancelExisting)
    else {
      Issue.record("The new work was refused")
      return
    }
    #expect(displaced == ["old"])
    #expect(counts == [1, 1, 2])
  }

  @Test mutating func cancelNewRefusesWorkUnderAKeyInUse() throws {
    _ = try start("old", key: "a")
    guard case .refused = table.admit(TaskKey("a"), policy: .cancelNew) else {
      Issue.record("The new work was admitted")
      return
    }
    #expect(counts == [1, 1, 1])
    _ = try start("other", key: "b", policy: .cancelNew)
  }

  @Test mutating func cancelNewAdmitsWorkOnceTheKeyIsFree() throws {
    let old = try start("old", key: "a")
    _ = table.end(old)
    _ = try start("new", key: "a", policy: .cancelNew)
    _ = table.cancel(TaskKey("a"))
    _ = try start("newest", key: "a", policy: .cancelNew)
  }

  @Test mutating func allowLetsBothRunAndACancelReachesBoth() throws {
    _ = try start("first", key: "a", policy: .allow)
    _ = try start("second", key: "a", policy: .allow)
    _ = try start("third", key: "a", policy: .allow)
    #expect(table.count == 3)
    #expect(table.cancel(TaskKey("a")) == ["first", "second", "third"])
    #expect(table.count == 0)
  }

  @Test mutating func policyAppliesToTheOwnKeyOnly() throws {
    _ = try start("outer", key: "outer")
    _ = try start("inner", key: "a", inheriting: ["outer"], policy: .cancelExisting)
    _ = try start("other", key: "b", inheriting: ["outer"], policy: .cancelNew)
    #expect(table.count == 3)
  }

  // MARK: Generations

  @Test mutating func endOfOldWorkDoesNotRemoveItsSuccessor() throws {
    let old = try start("old", key: "a", policy: .cancelExisting)
    let new = try start("new", key: "a", policy: .cancelExisting)
    #expect(table.end(old) == nil)
    #expect(table.contains(TaskKey("a")))
    #expect(table.count == 1)
    #expect(table.cancel(TaskKey("a")) == ["new"])
    #expect(table.end(new) == nil)
    #expect(counts == [0, 0, 0])
  }

  @Test mutating func ticketOfEndedWorkReachesNoSuccessorInItsPlace() throws {
    let old = try start("old")
    _ = table.cancelAll()
    let new = try start("new")
    #expect(table.attach("late", to: old) == false)
    #expect(table.end(old) == nil)
    #expect(table.end(new) == "new")
  }

  // MARK: Cancelling

  @Test mutating func cancelThatComesBeforeTheHandleIsNotLost() throws {
    for cancel in 0..<3 {
      let group = table.makeGroup()
      let ticket = try admit(key: "a", group: group)
      switch cancel {
      case 0: #expect(table.cancel(TaskKey("a")) == [])
      case 1: #expect(table.cancel(group: group) == [])
      default: #expect(table.cancelAll() == [])
      }
      #expect(table.attach("late", to: ticket) == false)
      #expect(table.end(ticket) == nil)
    }
    #expect(counts == [0, 0, 0])
  }

  @Test mutating func workThatHasEndedTakesNoHandle() throws {
    let ticket = try admit(key: "a")
    #expect(table.end(ticket) == nil)
    #expect(table.attach("late", to: ticket) == false)
  }

  @Test mutating func cancelReachesWorkByInheritedKeys() throws {
    _ = try start("first", key: "a", inheriting: ["outer", "outermost"])
    _ = try start("second", inheriting: ["outer"])
    _ = try start("third", key: "b")
    #expect(table.cancel(TaskKey("outer")) == ["first", "second"])
    #expect(!table.contains(TaskKey("a")))
    #expect(!table.contains(TaskKey("outermost")))
    #expect(table.contains(TaskKey("b")))
  }

  @Test mutating func keyThatIsAlsoInheritedCountsOnce() throws {
    let ticket = try start("work", key: "a", inheriting: ["a", "a"])
    #expect(table.cancel(TaskKey("a")) == ["work"])
    #expect(!table.contains(TaskKey("a")))
    #expect(table.end(ticket) == nil)
    #expect(counts == [0, 0, 0])
  }

  @Test mutating func cancelOfAnUnknownKeyOrGroupReachesNothing() throws {
    _ = try start("work", key: "a")
    #expect(table.cancel(TaskKey("b")) == [])
    #expect(table.cancel(group: 99) == [])
    #expect(table.count == 1)
  }

  @Test mutating func groupsAreCancelledApart() throws {
    let first = table.makeGroup()
    let second = table.makeGroup()
    #expect(first != second)
    _ = try start("one", group: first)
    _ = try start("two", key: "a", group: first)
    _ = try start("three", group: second)
    #expect(table.cancel(group: first) == ["one", "two"])
    #expect(table.cancel(group: first) == [])
    #expect(table.count == 1)
    #expect(table.cancel(group: second) == ["three"])
  }

  @Test mutating func cancelAllReachesEverythingAndForgetsTheKeys() throws {
    let group = table.makeGroup()
    let tickets = [
      try start("one", key: "a"),
      try start("two", group: group, isCounted: false),
      try start("three", inheriting: ["outer"]),
    ]
    #expect(Set(table.cancelAll()) == ["one", "two", "three"])
    #expect(counts == [0, 0, 3])
    #expect(Array(table.keys).isEmpty)
    #expect(table.cancelAll() == [])
    for ticket in tickets { #expect(table.end(ticket) == nil) }
    #expect(counts == [0, 0, 0])
  }

  @Test mutating func cancelledWorkIsUnfinishedUntilItEnds() throws {
    let ticket = try start("work", key: "a")
    _ = table.cancel(TaskKey("a"))
    #expect(counts == [0, 0, 1])
    _ = table.end(ticket)
    #expect(counts == [0, 0, 0])
  }

  // MARK: Keys

  @Test mutating func keysAreThoseOfRunningWork() throws {
    let ticket = try start("one", key: "a", inheriting: ["outer"])
    _ = try start("two", key: "b", inheriting: ["outer"])
    #expect(Set(table.keys) == [TaskKey("a"), TaskKey("b"), TaskKey("outer")])
    _ = table.end(ticket)
    #expect(Set(table.keys) == [TaskKey("b"), TaskKey("outer")])
    _ = table.cancel(TaskKey("b"))
    #expect(Array(table.keys).isEmpty)
  }

  // MARK: Model

  @Test(.notRepeated) func aThousandRandomRunsFollowTheModel() {
    var wrong: [String] = []
    for seed in 0..<1_000 {
      var run = TaskTableRun(seed: seed)
      for step in 0..<60 {
        let operation = run.step()
        if let difference = run.difference {
          wrong.append("seed \(seed), step \(step), \(operation): \(difference)")
          break
        }
      }
      if let difference = run.endEverything() { wrong.append("seed \(seed), end: \(difference)") }
    }
    #expect(wrong.isEmpty, "\(wrong.count) runs, such as \(wrong.prefix(3))")
  }

  // MARK: Steps

  private var counts: [Int] { [table.count, table.countedCount, table.unfinishedCount] }

  private mutating func admit(
    key: String? = nil,
    inheriting inheritedKeys: [String] = [],
    group: Int? = nil,
    policy: DuplicatePolicy = .cancelExisting,
    isCounted: Bool = true
  ) throws -> TaskTable<String>.Ticket {
    let admission = table.admit(
      key.map { TaskKey($0) },
      inheriting: inheritedKeys.map { TaskKey($0) },
      group: group,
      policy: policy,
      isCounted: isCounted
    )
    var admitted: TaskTable<String>.Ticket?
    if case .admitted(let ticket, _) = admission { admitted = ticket }
    return try #require(admitted)
  }

  private mutating func admission(parts: Int) -> TaskTable<String>.Ticket? {
    guard case .admitted(let ticket, _) = table.admit(nil, parts: parts) else { return nil }
    return ticket
  }

  private mutating func start(
    _ handle: String,
    key: String? = nil,
    inheriting inheritedKeys: [String] = [],
    group: Int? = nil,
    policy: DuplicatePolicy = .cancelExisting,
    isCounted: Bool = true
  ) throws -> TaskTable<String>.Ticket {
    let ticket = try admit(
      key: key,
      inheriting: inheritedKeys,
      group: group,
      policy: policy,
      isCounted: isCounted
    )
    #expect(table.attach(handle, to: ticket) == true)
    return ticket
  }
}

/// A table and a plain list of all work that follows the same rules by searching.
private struct TaskTableRun {
  private struct Work {
    let ticket: TaskTable<Int>.Ticket
    let keys: Set<Int>
    let group: Int?
    let isCounted: Bool
    var handle: Int?
    var isCancelled = false
    var hasEnded = false

    var isRunning: Bool { !isCancelled && !hasEnded }
  }

  private var generator: SeededGenerator
  private var table = TaskTable<Int>()
  private var works: [Work] = []
  private var groups: [Int] = []
  private var lastHandle = 0

  private(set) var difference: String?

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    for _ in 0..<3 { groups.append(table.makeGroup()) }
  }

  mutating func step() -> String {
    switch Int.random(in: 0..<16, using: &generator) {
    case 0..<6: admit()
    case 6..<9: attach()
    case 9..<12: end()
    case 12, 13: cancelKey()
    case 14: cancelGroup()
    default: cancelAll()
    }
  }

  mutating func endEverything() -> String? {
    for index in works.indices where !works[index].hasEnded { end(index) }
    if table.count != 0 || table.countedCount != 0 || table.unfinishedCount != 0 {
      return "something is left"
    }
    return difference
  }

  private mutating func admit() -> String {
    let key = Bool.random(using: &generator) ? Int.random(in: 0..<4, using: &generator) : nil
    let inherited = (0..<Int.random(in: 0..<3, using: &generator)).map { _ in
      Int.random(in: 0..<4, using: &generator)
    }
    let group = Bool.random(using: &generator) ? groups.randomElement(using: &generator) : nil
    let policies: [DuplicatePolicy] = [.cancelExisting, .cancelNew, .allow]
    let policy = policies.randomElement(using: &generator) ?? .allow
    let isCounted = Bool.random(using: &generator)

    let isInUse = key.map { key in works.contains { $0.isRunning && $0.keys.contains(key) } }
    let isRefused = policy == .cancelNew && isInUse == true
    var displaced: [Int] = []
    if let key, policy == .cancelExisting { displaced = cancel { $0.keys.contains(key) } }

    let admission = table.admit(
      key.map { TaskKey($0) },
      inheriting: inherited.map { TaskKey($0) },
      group: group,
      policy: policy,
      isCounted: isCounted
    )
    switch admission {
    case .refused:
      check(isRefused, "refused")
    case .admitted(let ticket, let handles):
      check(!isRefused, "admitted")
      check(handles == displaced, "displaced \(handles), not \(displaced)")
      let keys = Set(inherited + (key.map { [$0] } ?? []))
      works.append(Work(ticket: ticket, keys: keys, group: group, isCounted: isCounted))
    }
    compare()
    return "admit \(key as Int?) inheriting \(inherited), \(policy)"
  }

  private mutating func attach() -> String {
    let candidates = works.indices.filter { works[$0].handle == nil }
    guard let index = candidates.randomElement(using: &generator) else { return "nothing" }
    lastHandle += 1
    let isAttached = table.attach(lastHandle, to: works[index].ticket)
    check(isAttached == works[index].isRunning, "attached: \(isAttached)")
    if isAttached { works[index].handle = lastHandle }
    compare()
    return "attach"
  }

  private mutating func end() -> String {
    let candidates = works.indices.filter { !works[$0].hasEnded }
    guard let index = candidates.randomElement(using: &generator) else { return "nothing" }
    end(index)
    return "end"
  }

  private mutating func end(_ index: Int) {
    let expected = works[index].isRunning ? works[index].handle : nil
    works[index].hasEnded = true
    let handle = table.end(works[index].ticket)
    check(handle == expected, "ended \(handle as Int?), not \(expected as Int?)")
    compare()
  }

  private mutating func cancelKey() -> String {
    let key = Int.random(in: 0..<4, using: &generator)
    let expected = cancel { $0.keys.contains(key) }
    let handles = table.cancel(TaskKey(key))
    check(handles == expected, "cancelled \(handles), not \(expected)")
    compare()
    return "cancel \(key)"
  }

  private mutating func cancelGroup() -> String {
    let group = groups.randomElement(using: &generator) ?? 0
    let expected = cancel { $0.group == group }
    let handles = table.cancel(group: group)
    check(handles == expected, "cancelled \(handles), not \(expected)")
    compare()
    return "cancel group"
  }

  private mutating func cancelAll() -> String {
    let expected = cancel { _ in true }
    let handles = table.cancelAll()
    check(handles.sorted() == expected.sorted(), "cancelled \(handles), not \(expected)")
    compare()
    return "cancel all"
  }

  private mutating func cancel(where isMeant: (Work) -> Bool) -> [Int] {
    var handles: [Int] = []
    for index in works.indices where works[index].isRunning && isMeant(works[index]) {
      works[index].isCancelled = true
      if let handle = works[index].handle { handles.append(handle) }
    }
    return handles
  }

  private mutating func compare() {
    let running = works.filter(\.isRunning)
    let keys = running.reduce(into: Set<Int>()) { $0.formUnion($1.keys) }
    check(table.count == running.count, "count")
    check(table.isEmpty == running.isEmpty, "isEmpty")
    check(table.countedCount == running.count(where: \.isCounted), "countedCount")
    check(table.unfinishedCount == works.count { !$0.hasEnded }, "unfinishedCount")
    check(Set(table.keys) == Set(keys.map { TaskKey($0) }), "keys")
    for key in 0..<4 { check(table.contains(TaskKey(key)) == keys.contains(key), "contains") }
  }

  private mutating func check(_ condition: Bool, _ description: @autoclosure () -> String) {
    if !condition, difference == nil { difference = description() }
  }
}
