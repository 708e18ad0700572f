// swift-format-ignore-file
import Testing

// `nonisolated`, so that the `deinit` of block S0-31 can call `verify()` where the main actor is the default.
nonisolated enum S0Testing {
  // S0-26 (L827)
  struct MemoryLeakTracker {
      weak var instance: AnyObject?
      var sourceLocation: SourceLocation

      func verify() {
          #expect(
              instance == nil,
              "Expected \(String(describing: instance)) to be deallocated. Potential memory leak",
              sourceLocation: sourceLocation
          )
      }
  }
}

typealias MemoryLeakTracker = S0Testing.MemoryLeakTracker
