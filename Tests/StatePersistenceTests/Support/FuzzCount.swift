import Foundation

/// The number of damaged inputs in a test, if `scripts/fuzz-persistence` sets it.
let fuzzCount = ProcessInfo.processInfo.environment["STATE_PERSISTENCE_FUZZ"].flatMap(Int.init)
