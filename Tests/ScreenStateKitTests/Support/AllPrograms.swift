import Foundation

/// Whether an enumeration takes longer programs than in CI, as `TEST_ALL_PROGRAMS` says.
let areAllProgramsTested = ProcessInfo.processInfo.environment["TEST_ALL_PROGRAMS"] != nil
