import Foundation

/// Whether IssueReporting has a way to the test framework.
enum TestFramework {
  #if canImport(Darwin)
  /// The framework itself is found at run time.
  static let isReachable = true
  #else
  /// Elsewhere the test target has to link the library that knows the framework.
  static let isReachable =
    dlsym(dlopen(nil, RTLD_LAZY), "$s25IssueReportingTestSupport07_recordA0ypyF") != nil
  #endif
}
