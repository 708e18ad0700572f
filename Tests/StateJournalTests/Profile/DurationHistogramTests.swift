import StateCore
import StateJournal
import StateTesting
import Testing

@Suite struct DurationHistogramTests {
  @Test func nothingHasNoTime() {
    let histogram = DurationHistogram()
    #expect(histogram.percentile(0.5) == .zero)
    #expect(histogram.longest == .zero)
  }

  @Test(arguments: 0..<50)
  func aPercentileIsAtMostOneEighthTooLong(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var histogram = DurationHistogram()
    var all: [Int64] = []
    for _ in 0..<Int.random(in: 1..<500, using: &generator) {
      let power = Int.random(in: 0..<50, using: &generator)
      let nanoseconds = Int64.random(in: 0..<(1 << power) + 1, using: &generator)
      all.append(nanoseconds)
      histogram.add(.nanoseconds(nanoseconds))
    }
    all.sort()
    #expect(histogram.count == all.count)
    #expect(histogram.total == .nanoseconds(all.reduce(0, +)))
    #expect(histogram.longest == .nanoseconds(all.last!))
    for part in [0.0, 0.01, 0.5, 0.95, 0.999, 1] {
      let rank = max(1, Int((part * Double(all.count)).rounded(.up)))
      let exact = Duration.nanoseconds(all[rank - 1])
      let found = histogram.percentile(part)
      #expect(found >= exact)
      #expect(found <= exact + exact / 8 + .nanoseconds(1))
    }
  }

  @Test func veryLongAndNegativeDurationsDoNoHarm() {
    var histogram = DurationHistogram()
    histogram.add(.seconds(-1))
    histogram.add(.seconds(Int64.max / 4))
    #expect(histogram.percentile(0.5) == .zero)
    #expect(histogram.percentile(1) <= histogram.longest)
  }
}
