#if canImport(Darwin)
/// Whether IssueReporting has a way to the test framework.
enum TestFramework {
  // The framework itself is found at run time.
  static let isReachable = true
}
#else
import StateCore

/// Whether IssueReporting has a way to the test framework.
enum TestFramework {
  // The test target has to link the library that knows the framework. Where symbols cannot be looked
  // up, it counts as linked.
  static let isReachable =
    !DynamicSymbol.canBeLookedUp
    || DynamicSymbol.address(of: "$s25IssueReportingTestSupport07_recordA0ypyF") != nil
}
#endif
