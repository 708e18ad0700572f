import Observation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.needsRuntimeHooks, .timeLimit(.minutes(20)), .simulated)
struct ObservationTurnTests {
  @Observable final class Model {
    var count = 0
  }

  @Test func observersOfOneChangeRunInTheOrderInWhichTheyWereMade() async {
    let order = LockIsolated<[Int]>([])
    let model = Model()
    let tokens = (0..<50).map { number in
      observe { if model.count > 0 { order.withValue { $0.append(number) } } }
    }
    model.count = 1
    await settle()
    #expect(order.value == Array(0..<50))
    withExtendedLifetime(tokens) {}
  }

  @Test func observersOfSeveralObjectsDoSoToo() async {
    let order = LockIsolated<[Int]>([])
    let models = (0..<10).map { _ in Model() }
    let tokens = models.indices.map { number in
      observe { if models[number].count > 0 { order.withValue { $0.append(number) } } }
    }
    for model in models.reversed() { model.count = 1 }
    await settle()
    #expect(order.value == Array(0..<10))
    withExtendedLifetime(tokens) {}
  }

  @Test func aChangeMadeByAnObserverIsSeenInASeparateTurn() async {
    var seen: [Int] = []
    let model = Model()
    let first = observe { seen.append(model.count) }
    let second = observe { if model.count == 1 { model.count = 2 } }
    model.count = 1
    await settle()
    #expect(seen == [0, 1, 2])
    first.cancel()
    second.cancel()
  }

  @Test func anObserverThatAnotherCancelsDoesNotRun() async {
    final class Holder {
      var token: ObservationToken?
    }
    var runs = 0
    let holder = Holder()
    let model = Model()
    let first = observe { if model.count == 1 { holder.token?.cancel() } }
    holder.token = observe {
      _ = model.count
      runs += 1
    }
    model.count = 1
    await settle()
    #expect(runs == 1)
    first.cancel()
  }

  @Test func observersThatAreNotifiedElsewhereRunToo() async {
    let steps = LockIsolated<[Int]>([])
    await Task.detached {
      ObservationTurn.add(1) { steps.withValue { $0.append(1) } }
      ObservationTurn.add(2) { steps.withValue { $0.append(2) } }
    }.value
    await settle()
    #expect(steps.value == [1, 2])
  }
}

@MainActor
@Suite(.needsRuntimeHooks, .timeLimit(.minutes(20)), .serialized)
struct ObservationTurnBesideSimulationsTests {
  typealias Model = ObservationTurnTests.Model

  @Test func aChangeBeforeASimulationDoesNotHoldUpThoseInside() async throws {
    let model = Model()
    let seen = LockIsolated<[Int]>([])
    let token = observe { seen.withValue { $0.append(model.count) } }
    model.count = 1
    let other = Model()
    try await simulate {
      let hasRun = Gate()
      let token = observe { if other.count == 1 { hasRun.open() } }
      other.count = 1
      await hasRun.wait()
      token.cancel()
    }
    await turn()
    #expect(seen.value == [0, 1])
    token.cancel()
  }

  @Test func aChangeThatAFailedSimulationLeavesDoesNotHoldUpLaterOnes() async throws {
    let model = Model()
    await #expect(throws: SimulationError.self) {
      try await simulate(stepLimit: 1) {
        let token = observe { _ = model.count }
        model.count = 1
        await Task.yield()
        token.cancel()
      }
    }
    await turn()
  }

  /// Returns when an observer has seen a change.
  private func turn() async {
    let model = Model()
    let hasRun = Gate()
    let token = observe { if model.count == 1 { hasRun.open() } }
    model.count = 1
    await hasRun.wait()
    token.cancel()
  }
}
