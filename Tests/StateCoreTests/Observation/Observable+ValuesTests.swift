import Observation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ObservableValuesTests {
  private let model = Model()

  @Test func firstValueIsThereAtOnce() async {
    var values = model.values(of: \.count).makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == 0)
  }

  @Test func firstValueIsThatOfTheCall() async {
    var held: Model? = Model()
    held?.count = 3
    let values = held?.values(of: \.count)
    held = nil
    #expect(await elements(of: values) == [3])
  }

  @Test func eachChangeGivesItsValue() async {
    var values = model.values(of: \.count).makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == 0)
    for count in 1...20 {
      model.count = count
      #expect(await values.next(isolation: #isolation) == count)
    }
  }

  @Test func changesOfOneTurnGiveOneValue() async {
    var values = model.values(of: \.count).makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == 0)
    for count in 1...5 { model.count = count }
    #expect(await values.next(isolation: #isolation) == 5)
    model.count = 6
    #expect(await values.next(isolation: #isolation) == 6)
  }

  @Test func slowReaderGetsTheLastValue() async {
    let values = model.values(of: \.count)
    for count in 1...10 {
      model.count = count
      await turnForAChange()
    }
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == 10)
  }

  @Test func otherPropertiesAreNotFollowed() async {
    var values = model.values(of: \.count).makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == 0)
    model.other = 1
    await turnForAChange()
    model.count = 1
    #expect(await values.next(isolation: #isolation) == 1)
  }

  @Test func computedPropertiesAreFollowed() async {
    var values = model.values(of: \.sum).makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == 0)
    model.other = 2
    #expect(await values.next(isolation: #isolation) == 2)
    model.count = 3
    #expect(await values.next(isolation: #isolation) == 5)
  }

  @Test func eachCallIsASeparateSequence() async {
    let first = model.values(of: \.count)
    model.count = 1
    await turnForAChange()
    let second = model.values(of: \.count)
    for values in [first, second] {
      var iterator = values.makeAsyncIterator()
      #expect(await iterator.next(isolation: #isolation) == 1)
    }
  }

  @Test func valuesAreFollowedFromAnotherActor() async {
    let reader = Reader()
    let values = model.values(of: \.count)
    async let read = reader.read(values, until: 3)
    for count in 1...3 {
      model.count = count
      await turnForAChange()
    }
    let elements = await read
    #expect(elements.last == 3)
    #expect(elements == elements.sorted())
  }

  // MARK: End

  @Test func objectIsNotKept() async {
    var held: Model? = Model()
    weak let reference = held
    let values = held?.values(of: \.count)
    held = nil
    #expect(reference == nil)
    #expect(await elements(of: values) == [0])
  }

  @Test func waitingReaderIsEndedWithTheObject() async {
    var held: Model? = Model()
    let reader = Reader()
    let values = held?.values(of: \.count)
    let task = Task { await reader.read(values) }
    await reader.hasRead.wait()
    held = nil
    #expect(await task.value == [0])
  }

  @Test func changeRightBeforeTheEndIsDelivered() async {
    var held: Model? = Model()
    weak let reference = held
    var values = held?.values(of: \.count).makeAsyncIterator()
    #expect(await values?.next(isolation: #isolation) == 0)
    held?.count = 7
    held = nil
    #expect(await values?.next(isolation: #isolation) == 7)
    #expect(await values?.next(isolation: #isolation) == nil)
    #expect(reference == nil)
  }

  @Test func valuesEndAfterChangesToo() async {
    var held: Model? = Model()
    var values = held?.values(of: \.count).makeAsyncIterator()
    for count in 1...3 {
      held?.count = count
      await turnForAChange()
    }
    #expect(await values?.next(isolation: #isolation) == 3)
    held = nil
    #expect(await values?.next(isolation: #isolation) == nil)
  }

  @Test func propertyThatIsNotObservedGivesOneValue() async {
    #expect(await elements(of: model.values(of: \.constant)) == [7])
  }

  @Test func cancelledReaderIsEnded() async {
    let reader = Reader()
    let values = model.values(of: \.count)
    let task = Task { await reader.read(values) }
    await reader.hasRead.wait()
    task.cancel()
    #expect(await task.value == [0])
  }

  @Test func nothingIsReadForADroppedSequence() async {
    var values: AsyncStream<Int>? = model.values(of: \.counted)
    withExtendedLifetime(values) {}
    values = nil
    let reads = model.reads
    model.count = 1
    await turnForAChange()
    model.count = 2
    await turnForAChange()
    #expect(model.reads == reads)
  }

  // The observation itself is released with the next change.
  @Test func nothingIsKeptForADroppedSequence() {
    var values: AsyncStream<Value>? = model.values(of: \.fresh)
    withExtendedLifetime(values) {}
    #expect(model.lastFresh != nil)
    values = nil
    #expect(model.lastFresh == nil)
  }

  @Test func nothingIsKeptForACancelledReader() async {
    let values = model.values(of: \.fresh)
    let task = Task { for await _ in values where Task.isCancelled { return } }
    task.cancel()
    await task.value
    model.lastFresh = nil
    model.count = 1
    await turnForAChange()
    #expect(model.lastFresh == nil)
  }

  @Test func sequenceIsDroppedAfterAChangeInTime() async {
    var values: AsyncStream<Int>? = model.values(of: \.counted)
    withExtendedLifetime(values) {}
    let reads = model.reads
    model.count = 1
    values = nil
    await turnForAChange()
    #expect(model.reads == reads)
  }

  @Test func objectBehindAnotherIsFollowed() async {
    let parent = Parent()
    var values = parent.values(of: \.child.count).makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == 0)
    parent.child.count = 1
    #expect(await values.next(isolation: #isolation) == 1)
    parent.child = Model()
    #expect(await values.next(isolation: #isolation) == 0)
  }

  @Test func objectThatLivesOnEndsTheValuesWithItsNextChange() async {
    let child = Model()
    var parent: Parent? = Parent()
    parent?.child = child
    let values = parent?.values(of: \.child.count)
    parent = nil
    child.count = 1
    #expect(await elements(of: values) == [0])
  }

  @Test(.needsRuntimeHooks, .simulated) func propertyIsReadWithoutTheContextThatMadeTheChange()
    async
  {
    let model = ContextModel()
    let values = model.values(of: \.context)
    await Task(priority: .high) {
      ContextModel.$local.withValue(7) { model.count = 1 }
    }.value
    await settle()
    var iterator = values.makeAsyncIterator()
    #expect(
      await iterator.next(isolation: #isolation) == [1, 0, Int(TaskPriority.medium.rawValue)]
    )
  }

  // MARK: Races

  @Test(.simulated(seeds: 0..<50)) func lastValueAlwaysArrives() async {
    let values = model.values(of: \.count)
    let reader = Reader()
    async let read = reader.read(values, until: 10)
    for count in 1...10 {
      model.count = count
      if count.isMultiple(of: 3) { await Task.yield() }
    }
    #expect(await read.last == 10)
  }

  /// Returns when an observation of another model has seen two changes, each after all previously enqueued jobs of the
  /// main actor.
  private func turnForAChange() async {
    let other = Model()
    for value in 1...2 {
      let seen = Gate()
      let token = observe { if other.count == value { seen.open() } }
      other.count = value
      await seen.wait()
      token.cancel()
    }
  }
}

private final class Value: Sendable {}

@MainActor
@Observable
private final class Model {
  var count = 0
  var other = 0
  @ObservationIgnored var reads = 0
  let constant = 7

  var sum: Int { count + other }

  @ObservationIgnored weak var lastFresh: Value?

  /// A different object each time, for the value of a change.
  var fresh: Value {
    _ = count
    let value = Value()
    lastFresh = value
    return value
  }

  var counted: Int {
    reads += 1
    return count
  }
}

@MainActor
@Observable
private final class Parent {
  var child = Model()
}

@MainActor
@Observable
private final class ContextModel {
  @TaskLocal static var local = 0

  var count = 0

  var context: [Int] { [count, Self.local, Int(Task.currentPriority.rawValue)] }
}

private actor Reader {
  nonisolated let hasRead = Gate()

  func read(_ values: AsyncStream<Int>?, until last: Int? = nil) async -> [Int] {
    var elements: [Int] = []
    guard let values else { return elements }
    for await value in values {
      elements.append(value)
      hasRead.open()
      if value == last { break }
    }
    return elements
  }
}

private func elements(of values: AsyncStream<Int>?) async -> [Int] {
  var elements: [Int] = []
  if let values { for await value in values { elements.append(value) } }
  return elements
}
