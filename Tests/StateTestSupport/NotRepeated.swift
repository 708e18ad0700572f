import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// Excludes a test from `scripts/test-repeatedly`.
  ///
  /// Use this for tests that cover many seeds or sizes in one run, start a process, or wait for a timeout. Repeating
  /// them costs the most and finds the least.
  package static var notRepeated: Self {
    .disabled(
      if: ProcessInfo.processInfo.environment["TEST_REPEATEDLY"] != nil,
      "Costs too much to be repeated"
    )
  }
}
