import Foundation
import StateEngine

/// The seeds of a random test that runs on one thread: under a sanitizer, which takes several times as long
/// and finds little there, only each tenth.
package func seedsOnOneThread(_ seeds: Range<Int>) -> StrideTo<Int> {
  // `scripts/test` says so as well, for a build that looks no symbols up.
  let isChecked =
    ProcessInfo.processInfo.environment["TEST_SANITIZED"] != nil
    || ["__tsan_init", "__asan_init"].contains { DynamicSymbol.address(of: $0) != nil }
  return stride(from: seeds.lowerBound, to: seeds.upperBound, by: isChecked ? 10 : 1)
}
