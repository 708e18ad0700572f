import StateCore
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Assertions with many equal values, compared with a model of their results.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreRandomTests {
  private typealias Values = [Int]
  private typealias Property = ReferenceWritableKeyPath<BoardState, Int>

  private static let properties: [Property] = [\.first, \.second, \.third]

  private static func write(_ values: Values, to state: BoardState) {
    for (property, value) in zip(properties, values) { state[keyPath: property] = value }
  }

  private func makeValues(_ random: inout SeededGenerator) -> Values {
    Self.properties.map { _ in Int.random(in: 0...2, using: &random) }
  }

  @Test(arguments: Array(seedsOnOneThread(0..<200)))
  func onePropertyAllowsNoOtherChange(seed: Int) async {
    var random = SeededGenerator(seed: seed)
    let assertions = RecordingAssertions()
    let store = Board.testStore(.on, assertions)
    var values = [0, 0, 0]
    var expectedFailures = 0
    for _ in 0..<10 {
      let new = makeValues(&random)
      let field = Int.random(in: 0..<3, using: &random)
      let claim = Bool.random(using: &random) ? new[field] : Int.random(in: 0...2, using: &random)
      let property = Self.properties[field]
      await store.send(.change { Self.write(new, to: $0) }, property, claim)
      let hasOtherChange = (0..<3).contains { $0 != field && values[$0] != new[$0] }
      expectedFailures += (claim != new[field] ? 1 : 0) + (hasOtherChange ? 1 : 0)
      #expect(assertions.failures.count == expectedFailures)
      values = new
    }
  }

  @Test(arguments: Array(seedsOnOneThread(0..<200)))
  func partialAssertionsCompareWhatTheySet(seed: Int) async {
    var random = SeededGenerator(seed: seed)
    let assertions = RecordingAssertions()
    let store = Board.testStore(.off, assertions)
    var expectedFailures = 0
    for _ in 0..<10 {
      let (left, end) = (makeValues(&random), makeValues(&random))
      let claims = makeValues(&random)
      let isSet = Self.properties.map { _ in Bool.random(using: &random) }
      let expecting: (inout BoardState) -> Void = { state in
        for index in 0..<3 where isSet[index] {
          state[keyPath: Self.properties[index]] = claims[index]
        }
      }
      let actual: Values
      if Bool.random(using: &random) {
        await store.send(
          .effect(
            .concatenate(
              .run { _, send in send(.change("left") { Self.write(left, to: $0) }) },
              .run { _, send in send(.change("end") { Self.write(end, to: $0) }) }
            )
          )
        )
        await store.receive(.named("left"), expecting: expecting)
        actual = left
      } else {
        Self.write(end, to: store.state)
        await store.finish(expecting: expecting)
        actual = end
      }
      let isWrong = (0..<3).contains { isSet[$0] && claims[$0] != actual[$0] }
      if isWrong { expectedFailures += 1 }
      #expect(assertions.failures.count == expectedFailures)
    }
  }
}
