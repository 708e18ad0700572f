import Dispatch
import Foundation
import Observation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ObservationTokenTests {
  private let model = Model()

  @Test func blockRunsAtOnce() {
    var values: [Int] = []
    let token = observe { values.append(model.count) }
    #expect(values == [0])
    token.cancel()
  }

  @Test func blockRunsAgainAfterEachChange() async {
    let runs = Runs { model.count }
    #expect(await runs.next() == 0)
    for value in 1...3 {
      model.count = value
      #expect(await runs.next() == value)
    }
  }

  @Test func blockDoesNotRunInTheTurnOfTheChange() async {
    var values: [Int] = []
    let token = observe { values.append(model.count) }
    model.count = 1
    #expect(values == [0])
    token.cancel()
  }

  @Test func changesOfOneTurnLeadToOneRun() async {
    let runs = Runs { [model.count, model.other] }
    #expect(await runs.next() == [0, 0])
    model.count = 1
    model.other = 1
    model.count = 2
    #expect(await runs.next() == [2, 1])
    model.other = 2
    #expect(await runs.next() == [2, 2])
  }

  @Test func onlyWhatWasReadIsFollowed() async {
    let runs = Runs { model.count }
    #expect(await runs.next() == 0)
    model.other = 1
    await turnForAChange()
    model.count = 1
    #expect(await runs.next() == 1)
    #expect(runs.count == 2)
  }

  @Test func whatIsReadMayChangeFromRunToRun() async {
    let runs = Runs { model.count == 0 ? -1 : model.other }
    #expect(await runs.next() == -1)
    model.count = 1
    #expect(await runs.next() == 0)
    model.other = 5
    #expect(await runs.next() == 5)
  }

  @Test func changeFromAnotherThreadIsFollowed() async {
    let model = ThreadSafeModel()
    let runs = Runs { model.count }
    #expect(await runs.next() == 0)
    incrementElsewhere()
    #expect(await runs.next() == 1)

    // The main actor is blocked while the other thread writes.
    func incrementElsewhere() {
      let written = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        model.increment()
        written.signal()
      }
      written.wait()
    }
  }

  @Test func cancelledBlockRunsNoMore() async {
    var values: [Int] = []
    let token = observe { values.append(model.count) }
    token.cancel()
    token.cancel()
    model.count = 1
    await turnForAChange()
    #expect(values == [0])
  }

  @Test func cancelAfterAChangeComesInTime() async {
    var values: [Int] = []
    let token = observe { values.append(model.count) }
    model.count = 1
    token.cancel()
    await turnForAChange()
    #expect(values == [0])
  }

  @Test func blockMayCancelItself() async {
    final class Box {
      var token: ObservationToken?
      var values: [Int] = []
    }
    let box = Box()
    box.token = observe {
      box.values.append(model.count)
      if model.count == 1 { box.token?.cancel() }
    }
    model.count = 1
    await turnForAChange()
    model.count = 2
    await turnForAChange()
    #expect(box.values == [0, 1])
  }

  @Test func releasedTokenEndsTheBlock() async {
    var values: [Int] = []
    var token: ObservationToken? = observe { values.append(model.count) }
    weak let reference = token
    token = nil
    #expect(reference == nil)
    model.count = 1
    await turnForAChange()
    #expect(values == [0])
  }

  @Test func releaseAfterAChangeComesInTime() async {
    var values: [Int] = []
    var token: ObservationToken? = observe { values.append(model.count) }
    withExtendedLifetime(token) {}
    model.count = 1
    token = nil
    await turnForAChange()
    #expect(values == [0])
  }

  @Test func cancelReleasesWhatTheBlockHolds() {
    var held: Model? = Model()
    weak let reference = held
    let token = observe { [held] in _ = held }
    held = nil
    #expect(reference != nil)
    token.cancel()
    #expect(reference == nil)
  }

  @Test(.needsRuntimeHooks, .simulated) func blockHasNothingOfTheContextThatMadeTheChange() async {
    var seen: [(value: Int, local: Int, priority: TaskPriority)] = []
    let token = observe { seen.append((model.count, Local.value, Task.currentPriority)) }
    Task(priority: .high) { Local.$value.withValue(7) { model.count = 1 } }
    await settle()
    #expect(seen.map(\.value) == [0, 1])
    #expect(seen.last?.local == 0)
    #expect(seen.last?.priority == .medium)
    token.cancel()
  }

  private enum Local {
    @TaskLocal static var value = 0
  }

  /// Returns when an observation of another model has seen two changes, each after all previously enqueued jobs of the
  /// main actor.
  private func turnForAChange() async {
    let other = Model()
    let runs = Runs { other.count }
    #expect(await runs.next() == 0)
    for value in 1...2 {
      other.count = value
      #expect(await runs.next() == value)
    }
  }
}

@MainActor
@Observable
private final class Model {
  var count = 0
  var other = 0
}

private final class ThreadSafeModel: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let value = LockIsolated(0)

  var count: Int {
    registrar.access(self, keyPath: \.count)
    return value.value
  }

  func increment() {
    registrar.withMutation(of: self, keyPath: \.count) { value.withValue { $0 += 1 } }
  }
}

/// The values of an observed expression, run by run.
@MainActor
private final class Runs<Value> {
  private(set) var count = 0
  private var values: [Value] = []
  private var gate = Gate()
  private var token: ObservationToken?

  init(of expression: @escaping @MainActor () -> Value) {
    token = observe { [weak self] in
      let value = expression()
      self?.add(value)
    }
  }

  /// Returns the next unused value, or `nil` if cancelled.
  func next() async -> Value? {
    if values.isEmpty { await gate.wait() }
    return values.isEmpty ? nil : values.removeFirst()
  }

  private func add(_ value: Value) {
    count += 1
    values.append(value)
    gate.open()
    gate = Gate()
  }
}
