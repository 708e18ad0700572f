import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StatePersistence

@Suite struct MergedOrderTests {
  private typealias Case = (base: String, here: String, there: String, merged: String)

  private static let cases: [Case] = [
    ("abc", "abc", "abc", "abc"),
    // Added on one side, and on both.
    ("ab", "axb", "ab", "axb"), ("ab", "ab", "ayb", "ayb"), ("ab", "axb", "ayb", "ayxb"),
    ("ab", "xab", "yab", "yxab"), ("ab", "abxz", "aby", "abyxz"), ("", "xz", "yw", "ywxz"),
    // Added on both sides with the same identity.
    ("a", "ax", "ayx", "ayx"), ("", "xz", "zx", "xz"),
    // Moved on one side, or to the same place on both.
    ("abc", "cab", "abc", "cab"), ("abc", "abc", "cab", "cab"), ("abc", "cab", "cab", "cab"),
    // Moved here and added there, and vice versa.
    ("abc", "cab", "abyc", "caby"), ("abc", "abxc", "cab", "cabx"),
    // An element that one side doesn't have stays in its place.
    ("abc", "ac", "abc", "abc"), ("abc", "abc", "ac", "abc"),
  ]

  @Test(arguments: cases.indices)
  func eachCase(index: Int) {
    let (base, here, there, merged) = Self.cases[index]
    let order = MergedOrder(base: Array(base), here: Array(here), there: Array(there))
    #expect(String(order.ids) == merged)
    #expect(!order.isConflict)
  }

  /// If both sides move elements to different places, the order from here stays.
  @Test func twoMovesAreAConflict() {
    let order = MergedOrder(base: Array("abc"), here: Array("cab"), there: Array("bacy"))
    #expect(String(order.ids) == "cyab")
    #expect(order.isConflict)
  }

  @Test func eachElementOccursOnce() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      let lists = (0..<3).map { _ in (0..<6).filter { _ in Bool.random(using: &random) } }
        .map { $0.shuffled(using: &random) }
      let order = MergedOrder(base: lists[0], here: lists[1], there: lists[2])
      #expect(Set(order.ids) == Set(lists[1] + lists[2]))
      #expect(order.ids.count == Set(order.ids).count)
    }
  }
}
