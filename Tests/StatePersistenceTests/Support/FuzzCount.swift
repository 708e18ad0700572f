import Foundation

/// How many damaged inputs a test takes, where `scripts/fuzz-persistence` says so.
let fuzzCount = ProcessInfo.processInfo.environment["STATE_PERSISTENCE_FUZZ"].flatMap(Int.init)
