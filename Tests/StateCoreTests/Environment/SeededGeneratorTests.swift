import StateCore
import Testing

@Suite struct SeededGeneratorTests {
  private func numbers(seed: Int) -> [UInt64] {
    var generator = SeededGenerator(seed: seed)
    return (0..<4).map { _ in generator.next() }
  }

  @Test func theNumbersAreThoseThatThisAlgorithmHasEverywhere() {
    #expect(
      numbers(seed: 1_234_567) == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
      ]
    )
  }

  @Test func seedsDiffer() {
    #expect(Set((0..<100).map { numbers(seed: $0) }).count == 100)
  }
}
