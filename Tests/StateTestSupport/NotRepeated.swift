import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// Leaves a test out of `scripts/test-repeatedly`.
  ///
  /// It is for tests that go through many seeds or sizes in one run, that start a process or wait in vain:
  /// repeating them would cost the most and find the least.
  package static var notRepeated: Self {
    .disabled(
      if: ProcessInfo.processInfo.environment["TEST_REPEATEDLY"] != nil,
      "Costs too much to be repeated"
    )
  }
}
