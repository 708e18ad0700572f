import Foundation
import StateCore

/// Whether a sanitizer checks this run, which then takes several times as long.
///
/// `scripts/test` also reports this with a variable, for builds in which symbols can't be looked up.
package let isSanitized =
  ProcessInfo.processInfo.environment["TEST_SANITIZED"] != nil
  || ["__tsan_init", "__asan_init"].contains { DynamicSymbol.address(of: $0) != nil }

/// Returns the seeds of a random test that runs on one thread.
///
/// Under a sanitizer, which finds little there, these are every eleventh seed. If `TEST_FEWER_SEEDS` is set, as
/// `.ci/run` does during the day, they are every seventh; with both, every 77th. The numbers are coprime with those by
/// which tests divide a seed, such as 2, 5, and 9. `TEST_SEEDS_FACTOR` multiplies the number of a test's seeds.
package func seedsOnOneThread(_ seeds: Range<Int>) -> [Int] {
  let step = (isSanitized ? 11 : 1) * (areSeedsFewer ? 7 : 1)
  let usual = Array(stride(from: seeds.lowerBound, to: seeds.upperBound, by: step))
  return (0..<seedsFactor).flatMap { block in usual.map { $0 + block * 1_000_000 } }
}

private let areSeedsFewer = ProcessInfo.processInfo.environment["TEST_FEWER_SEEDS"] != nil
private let seedsFactor = max(
  1,
  ProcessInfo.processInfo.environment["TEST_SEEDS_FACTOR"].flatMap { Int($0) } ?? 1
)
