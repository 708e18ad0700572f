#if canImport(Darwin)
/// The connection of IssueReporting to the test framework.
enum TestFramework {
  // IssueReporting finds the framework itself at run time.
  static let isReachable = true
}
#else
import StateCore

/// The connection of IssueReporting to the test framework.
enum TestFramework {
  // The test target must link the library that knows the framework. If symbols can't be looked up, it counts as linked.
  static let isReachable =
    !DynamicSymbol.canBeLookedUp
    || DynamicSymbol.address(of: "$s25IssueReportingTestSupport07_recordA0ypyF") != nil
}
#endif
