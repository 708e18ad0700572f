import Foundation
import StateEngine

/// Whether a sanitizer checks this run, which takes several times as long.
///
/// `scripts/test` says so as well, for a build that looks no symbols up.
package let isSanitized =
  ProcessInfo.processInfo.environment["TEST_SANITIZED"] != nil
  || ["__tsan_init", "__asan_init"].contains { DynamicSymbol.address(of: $0) != nil }

/// The seeds of a random test that runs on one thread: under a sanitizer, which finds little there, only each
/// tenth.
package func seedsOnOneThread(_ seeds: Range<Int>) -> StrideTo<Int> {
  stride(from: seeds.lowerBound, to: seeds.upperBound, by: isSanitized ? 10 : 1)
}
