import Observation
import StateCore
import StateFields
import StateTestSupport
import StateTesting
import Testing

@testable import StateRecord

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TrackedObjectTests {
  private let state = Sheet()
  private let log = EventLog()
  private let store = StoreID.make()

  private func record(_ state: AnyObject? = nil) -> StoreRecording {
    StoreRecording(store, state: state ?? self.state, feature: Self.self, parent: nil)
  }

  private var lines: [String] {
    log.lines(of: store).filter { !$0.hasPrefix("made") }
  }

  private func handler(_ number: Int) -> EventCause {
    .handler(ActionID(store: store, number: number))
  }

  @Test func eachMutationIsAChangeWithItsCause() {
    defer { log.stop() }
    let recording = record()
    CurrentCause.with(handler(1)) {
      state.a += 1
      state.b += 1
      state.a += 1
    }
    CurrentCause.with(handler(2)) { state.a += 1 }
    #expect(
      lines == [
        "a: 0 -> 1, by action 1", "b: 0 -> 1, by action 1", "a: 1 -> 2, by action 1",
        "a: 2 -> 3, by action 2",
      ]
    )
    withExtendedLifetime(recording) {}
  }

  /// Reading a field while it is modified would stop the process.
  @Test func aFieldMayBeChangedInsideOfAMutatingCallOnAnother() {
    defer { log.stop() }
    let recording = record()
    state.rows = [Sheet(), Sheet(), Sheet()]
    state.rows.removeAll { _ in
      state.a += 1
      return state.a < 3
    }
    #expect(
      lines.map { $0.prefix { $0 != "," } }.filter { $0.hasPrefix("a") } == [
        "a: 0 -> 1", "a: 1 -> 2", "a: 2 -> 3",
      ]
    )
    #expect(state.rows.count == 1)
    withExtendedLifetime(recording) {}
  }

  /// Above a number of waiting changes, those behind an unfinished one are delivered without it.
  @Test(.notRepeated) func soMayItVeryOften() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let log = EventLog()
      let (state, store) = (Sheet(), StoreID.make())
      let recording = StoreRecording(store, state: state, feature: Sheet.self, parent: nil)
      state.rows = (0..<10_000).map { _ in Sheet() }
      state.rows.removeAll { _ in
        state.a += 1
        return true
      }
      #expect(log.events(of: store).count == 10_003)
      withExtendedLifetime(recording) {}
    }
  }

  @Test func theInnermostCodeIsTheCause() async {
    defer { log.stop() }
    let recording = record()
    CurrentCause.$ofTask.withValue(handler(1)) {
      state.a = 1
      CurrentCause.with(.binding) { state.a = 2 }
      state.a = 3
    }
    state.a = 4
    #expect(
      lines == [
        "a: 0 -> 1, by action 1", "a: 1 -> 2, by binding", "a: 2 -> 3, by action 1",
        "a: 3 -> 4, by outside",
      ]
    )
    withExtendedLifetime(recording) {}
  }

  @Test func aChangeThatIsTakenBackIsTwo() {
    defer { log.stop() }
    let recording = record()
    state.a = 1
    state.a = 0
    #expect(lines == ["a: 0 -> 1, by outside", "a: 1 -> 0, by outside"])
    withExtendedLifetime(recording) {}
  }

  @Test func aWriteOfTheSameValueIsIgnored() {
    defer { log.stop() }
    let recording = record()
    state.a = 0
    state.number = .nan
    #expect(lines == ["number: 0.0 -> nan, by outside"])
    state.number = .nan
    #expect(lines.count == 1)
    withExtendedLifetime(recording) {}
  }

  @Test func aChangeIsReportedInALaterTurn() async {
    defer { log.stop() }
    let recording = record()
    state.a = 1
    let store = store
    let sink = FirstEvent(store)
    EventCenter.attach(sink)
    defer { EventCenter.detach(sink) }
    await sink.value
    withExtendedLifetime(recording) {}
  }

  @Test func aRedactedValueIsInNoText() {
    defer { log.stop() }
    let recording = record()
    state.secret = "1234"
    #expect(lines == ["secret: (redacted) -> (redacted), by outside"])
    withExtendedLifetime(recording) {}
  }

  // MARK: Children

  @Test func childrenAreFollowedFromTheirComingToTheirGoing() {
    defer { log.stop() }
    let recording = record()
    let child = Sheet()
    state.child = child
    EventCenter.report()
    child.a = 5
    child.rows = [Sheet(), Sheet()]
    EventCenter.report()
    child.rows[1].b = 6
    state.child = nil
    EventCenter.report()
    child.a = 7
    #expect(
      lines.map { $0.prefix { $0 != ":" } } == [
        "child", "child.a", "child.rows", "child.rows[1].b", "child",
      ]
    )
    withExtendedLifetime(recording) {}
  }

  @Test func aChildThatComesIsAddedWithAllBelowIt() {
    defer { log.stop() }
    let recording = record()
    let child = Sheet()
    child.rows = [Sheet(), Sheet()]
    state.child = child
    let added = log.kinds(of: store).compactMap { kind -> Int? in
      if case .change(let change) = kind { change.added.count } else { nil }
    }
    #expect(added == [3])
    withExtendedLifetime(recording) {}
  }

  @Test func changesOfAChildBeforeItIsFollowedAreInItsFirstValues() {
    defer { log.stop() }
    let recording = record()
    let child = Sheet()
    state.child = child
    child.a = 5
    let values = log.kinds(of: store).flatMap { kind -> [SnapshotValue] in
      if case .change(let change) = kind { change.added.flatMap(\.values) } else { [] }
    }
    #expect(values.first?.text == "5")
    withExtendedLifetime(recording) {}
  }

  @Test func aRowThatMovesHasItsNewPlace() {
    defer { log.stop() }
    let recording = record()
    state.rows = [Sheet(), Sheet()]
    let row = state.rows[1]
    EventCenter.report()
    state.rows.swapAt(0, 1)
    EventCenter.report()
    row.a = 1
    #expect(lines.last == "rows[0].a: 0 -> 1, by outside")
    withExtendedLifetime(recording) {}
  }

  @Test func anObjectInTwoPlacesIsFollowedOnce() {
    defer { log.stop() }
    let recording = record()
    let child = Sheet()
    state.child = child
    state.rows = [child]
    EventCenter.report()
    child.a = 1
    #expect(lines.count == 3)
    state.child = nil
    child.a = 2
    #expect(lines.count == 5)
    withExtendedLifetime(recording) {}
  }

  @Test func anObjectThatIsAPartOfItselfIsFollowed() {
    defer { log.stop() }
    let recording = record()
    let child = Sheet()
    child.child = state
    state.child = child
    EventCenter.report()
    child.a = 1
    state.a = 1
    #expect(lines.suffix(2) == ["child.a: 0 -> 1, by outside", "a: 0 -> 1, by outside"])
    child.child = nil
    withExtendedLifetime(recording) {}
  }

  @Test func childrenMayBeNestedInAnyDepth() {
    defer { log.stop() }
    var all = [state]
    let depth = isSanitized ? 300 : 3_000
    for _ in 1...depth {
      let child = Sheet()
      all.last?.child = child
      all.append(child)
    }
    let recording = record()
    all.last?.a = 1
    #expect(lines.last?.hasSuffix("child.a: 0 -> 1, by outside") == true)
    // Otherwise their release would need a deep stack.
    for object in all.reversed() { object.child = nil }
    #expect(lines.count == depth + 1)
    withExtendedLifetime(recording) {}
  }

  // MARK: Other objects

  @Test func unobservedFieldsAreComparedWhereTheCauseChanges() {
    defer { log.stop() }
    let state = Unobserved()
    let recording = record(state)
    state.a = 1
    state.a = 2
    CurrentCause.with(.inspector) { state.a = 3 }
    #expect(lines == ["a: 0 -> 2, by outside", "a: 2 -> 3, by inspector"])
    withExtendedLifetime(recording) {}
  }

  @Test func anObjectWithoutFieldsIsReadByReflection() {
    defer { log.stop() }
    let state = Plain()
    let recording = record(state)
    state.count += 1
    state.text = "a"
    #expect(lines == ["count: 0 -> 1, by outside", "text: \"\" -> \"a\", by outside"])
    withExtendedLifetime(recording) {}
  }

  @Test func aDeallocatedStateReportsNothing() {
    defer { log.stop() }
    var state: Unobserved? = Unobserved()
    weak let weakState = state
    let recording = state.map { record($0) }
    state?.a = 1
    #expect(lines.count == 1)
    state = nil
    #expect(weakState == nil)
    #expect(lines.count == 1)
    withExtendedLifetime(recording) {}
  }

  /// Compares the events with a list of all values.
  @Test(arguments: Array(seedsOnOneThread(0..<200)))
  func noMutationIsMissed(seed: Int) {
    defer { log.stop() }
    let recording = record()
    var random = SeededGenerator(seed: seed)
    var objects = [state]
    var expected: [String: [String]] = [:]
    func note(_ field: String, _ object: Sheet, _ value: Int, _ step: Int) {
      let number = TrackedObject[object]?.id.number ?? 0
      expected["\(number).\(field)", default: []].append("\(value) in \(step)")
    }
    for step in 0..<60 {
      let object = objects.randomElement(using: &random) ?? state
      let value = Int.random(in: 0...2, using: &random)
      CurrentCause.with(handler(step)) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          if object.a != value { note("a", object, value, step) }
          object.a = value
        case 1:
          if object.b != value { note("b", object, value, step) }
          object.b = value
        case 2:
          let child = Sheet()
          child.a = value
          state.rows.append(child)
          objects.append(child)
          note("rows", state, state.rows.count, step)
          // A child is tracked from then on.
          EventCenter.report()
        default:
          guard objects.count > 2 else { return }
          objects.remove(at: 1)
          state.rows.remove(at: 0)
          note("rows", state, state.rows.count, step)
          if Bool.random(using: &random) { EventCenter.report() }
        }
      }
    }
    var actual: [String: [String]] = [:]
    for case .change(let change) in log.kinds(of: store) {
      let name = change.field.split(separator: ".").last ?? ""
      let value =
        if case .children(_, let children)? = change.new.field {
          "\(children.count)"
        } else {
          change.new.text
        }
      guard case .handler(let action) = change.cause else { continue }
      actual["\(change.place.object.number).\(name)", default: []]
        .append("\(value) in \(action.number)")
    }
    #expect(actual == expected, "seed \(seed)")
    withExtendedLifetime(recording) {}
  }

  // MARK: States

  private final class FirstEvent: EventSink {
    private let store: StoreID
    private var waiter: CheckedContinuation<Void, Never>?
    private var hasCome = false

    init(_ store: StoreID) {
      self.store = store
    }

    var value: Void {
      get async {
        if !hasCome { await withCheckedContinuation { waiter = $0 } }
      }
    }

    func take(_ event: StateEvent) {
      guard event.store == store else { return }
      hasCome = true
      waiter?.resume()
      waiter = nil
    }
  }

  @MainActor @Observable final class Sheet: SnapshotState {
    var a = 0
    var b = 0
    var number = 0.0
    var secret = ""
    var child: Sheet?
    var rows: [Sheet] = []

    static let snapshotFields = SnapshotFields<Sheet> {
      SnapshotField("a", \.a)
      SnapshotField("b", \.b)
      SnapshotField("number", \.number)
      SnapshotField("secret", \.secret).redacted()
      SnapshotField("child", child: \.child)
      SnapshotField("rows", children: \.rows)
    }
  }

  @MainActor final class Unobserved: SnapshotState {
    var a = 0

    static let snapshotFields = SnapshotFields<Unobserved> { SnapshotField("a", \.a) }
  }

  @MainActor @Observable final class Plain {
    var count = 0
    var text = ""
  }
}
