import StateCore
import StateTestSupport
import Testing

struct BroadcastTableTests {
  @Test func everySubscriberIsHandedEveryElement() {
    var table = BroadcastTable<Int, String>(replaysLatest: false)
    _ = table.subscribe("a")
    _ = table.subscribe("b")
    #expect(delivered(&table, 1) == ["a", "b"])
    #expect(delivered(&table, 2) == ["a", "b"])
    #expect(table.count == 2)
  }

  @Test func unsubscribedIsHandedOutAndGetsNoMore() {
    var table = BroadcastTable<Int, String>(replaysLatest: false)
    let first = id(table.subscribe("a"))
    _ = table.subscribe("b")
    #expect(table.unsubscribe(first) == "a")
    #expect(table.unsubscribe(first) == nil)
    #expect(delivered(&table, 1) == ["b"])
    #expect(table.count == 1)
  }

  @Test func subscribersAreHandedToInTheOrderInWhichTheyCame() {
    var table = BroadcastTable<Int, String>(replaysLatest: false)
    let names = (0..<100).map(String.init)
    let ids = names.map { id(table.subscribe($0)) }
    #expect(delivered(&table, 1) == names)
    for id in ids.prefix(60) { _ = table.unsubscribe(id) }
    _ = table.subscribe("late")
    let left = Array(names.suffix(40)) + ["late"]
    #expect(delivered(&table, 2) == left)
    #expect(table.finish() == left)
  }

  @Test func idsAreNotUsedAgain() {
    var table = BroadcastTable<Int, String>(replaysLatest: false)
    let old = id(table.subscribe("a"))
    _ = table.unsubscribe(old)
    _ = table.subscribe("b")
    #expect(table.unsubscribe(old) == nil)
    #expect(table.count == 1)
  }

  @Test func newcomerIsGivenTheLatestElement() {
    var table = BroadcastTable<Int, String>(replaysLatest: true)
    #expect(replay(table.subscribe("a")) == nil)
    _ = table.emit(1) { _ in }
    _ = table.emit(2) { _ in }
    #expect(replay(table.subscribe("b")) == 2)
  }

  @Test func firstElementIsReplayedUntilThereIsAnother() {
    var table = BroadcastTable<Int, String>(first: 7, replaysLatest: true)
    #expect(replay(table.subscribe("a")) == 7)
    _ = table.emit(8) { _ in }
    #expect(replay(table.subscribe("b")) == 8)
  }

  @Test func withoutReplayTheFirstElementIsIgnored() {
    var table = BroadcastTable<Int, String>(first: 7, replaysLatest: false)
    #expect(replay(table.subscribe("a")) == nil)
    _ = table.emit(8) { _ in }
    #expect(replay(table.subscribe("b")) == nil)
  }

  @Test func displacedElementIsHandedToTheCaller() {
    var table = BroadcastTable<Int, String>(first: 1, replaysLatest: true)
    #expect(table.emit(2) { _ in } == 1)
    #expect(table.emit(3) { _ in } == 2)
  }

  @Test func finishHandsOutTheSubscribersOnce() {
    var table = BroadcastTable<Int, String>(replaysLatest: false)
    _ = table.subscribe("a")
    _ = table.subscribe("b")
    #expect(Set(table.finish()) == ["a", "b"])
    #expect(table.finish() == [])
    #expect(table.count == 0)
  }

  // 6.1.7
  @Test func theEndIsFinal() {
    var table = BroadcastTable<Int, String>(replaysLatest: true)
    _ = table.emit(1) { _ in }
    _ = table.finish()
    #expect(delivered(&table, 2).isEmpty)
    guard case .finished(let replay) = table.subscribe("late") else {
      Issue.record("A late subscriber was entered")
      return
    }
    #expect(replay == 1)
    #expect(table.count == 0)
  }

  @Test(.notRepeated, arguments: [true, false], [nil, 100])
  func allSequencesOfSixOperationsFollowTheModel(replaysLatest: Bool, first: Int?) {
    var wrong: [[BroadcastOperation]] = []
    for operations in allSequences(of: BroadcastOperation.allCases, upTo: 6) {
      var run = BroadcastRun(first: first, replaysLatest: replaysLatest)
      for operation in operations { run.apply(operation) }
      if !run.agrees { wrong.append(operations) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) sequences, such as \(wrong.prefix(3))")
  }

  private func delivered(_ table: inout BroadcastTable<Int, String>, _ element: Int) -> [String] {
    var subscribers: [String] = []
    _ = table.emit(element) { subscribers.append($0) }
    return subscribers
  }

  private func id(_ subscription: BroadcastTable<Int, String>.Subscription) -> Int {
    guard case .active(let id, _) = subscription else {
      Issue.record("The stream has ended")
      return 0
    }
    return id
  }

  private func replay(_ subscription: BroadcastTable<Int, String>.Subscription) -> Int? {
    switch subscription {
    case .active(_, let replay), .finished(let replay): replay
    }
  }
}

private enum BroadcastOperation: CaseIterable {
  case subscribe
  case unsubscribeOldest
  case unsubscribeNewest
  case emit
  case finish
}

/// The elements that each subscriber received, according to the table and to the rules.
private struct BroadcastRun {
  private struct Given: Equatable {
    var elements: [Int] = []
    var hasEnded = false
  }

  private var table: BroadcastTable<Int, Int>
  private var ids: [Int: Int] = [:]
  private var given: [Given] = []

  private let replaysLatest: Bool
  private var expected: [Given] = []
  private var live: [Int] = []
  private var latest: Int?
  private var isFinished = false

  private var lastElement = 0
  private var hasAgreed = true

  init(first: Int?, replaysLatest: Bool) {
    table = BroadcastTable(first: first, replaysLatest: replaysLatest)
    self.replaysLatest = replaysLatest
    latest = replaysLatest ? first : nil
  }

  var agrees: Bool { hasAgreed && given == expected && table.count == live.count }

  mutating func apply(_ operation: BroadcastOperation) {
    switch operation {
    case .subscribe: subscribe()
    case .unsubscribeOldest: unsubscribe(live.first)
    case .unsubscribeNewest: unsubscribe(live.last)
    case .emit: emit()
    case .finish: finish()
    }
  }

  private mutating func subscribe() {
    let subscriber = given.count
    let elements = latest.map { [$0] } ?? []
    expected.append(Given(elements: elements, hasEnded: isFinished))
    if !isFinished { live.append(subscriber) }
    switch table.subscribe(subscriber) {
    case .active(let id, let replay):
      ids[subscriber] = id
      given.append(Given(elements: replay.map { [$0] } ?? []))
    case .finished(let replay):
      given.append(Given(elements: replay.map { [$0] } ?? [], hasEnded: true))
    }
  }

  private mutating func unsubscribe(_ subscriber: Int?) {
    guard let subscriber, let id = ids[subscriber] else { return }
    live.removeAll { $0 == subscriber }
    if table.unsubscribe(id) != subscriber { hasAgreed = false }
  }

  private mutating func emit() {
    lastElement += 1
    let element = lastElement
    var receivers: [Int] = []
    let previous = table.emit(element) { receivers.append($0) }
    for receiver in receivers { given[receiver].elements.append(element) }
    for subscriber in live { expected[subscriber].elements.append(element) }
    guard !isFinished, replaysLatest else {
      if previous != nil { hasAgreed = false }
      return
    }
    if previous != latest { hasAgreed = false }
    latest = element
  }

  private mutating func finish() {
    for subscriber in table.finish() { given[subscriber].hasEnded = true }
    for subscriber in live { expected[subscriber].hasEnded = true }
    live = []
    isFinished = true
  }
}
