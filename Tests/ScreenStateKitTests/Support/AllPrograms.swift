import Foundation

/// Whether `TEST_ALL_PROGRAMS` requests longer programs than CI runs.
let areAllProgramsTested = ProcessInfo.processInfo.environment["TEST_ALL_PROGRAMS"] != nil
