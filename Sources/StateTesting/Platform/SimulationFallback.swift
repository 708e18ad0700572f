#if STATE_NO_DISPATCH || !(canImport(Darwin) || canImport(Glibc) || canImport(Musl))
import StateCore

/// A stand-in for runtimes that can't be simulated: tests run unchanged.
enum Simulation {
  typealias Body<Success> = Unchecked<() async throws -> Success>

  @TaskLocal static var patience = Duration.zero

  /// Always `false`, because there is no simulation thread.
  static var isCurrent: Bool { false }

  @MainActor
  static func run<Success: Sendable>(
    seed: Int?,
    stepLimit: Int,
    _ body: Body<Success>
  ) async throws -> Success {
    try await body.value()
  }

  struct Wait {
    func end() {}
  }

  /// Returns `nil`, because deadlocks aren't reported here.
  static func beginWait(_ describe: @escaping @Sendable () -> String) -> Wait? { nil }

  static func settle() async {}

  static func accept(_ job: UnownedJob, isOfMainActor: Bool) -> Bool { false }
}

enum SimulationRuntime {
  static let isTimeVirtual = false
  @MainActor static let isUsable = false
}

struct AbandonableTest: Sendable {
  let body: @concurrent @Sendable () async throws -> Void

  static func run(
    _ body: @concurrent @Sendable () async throws -> Void,
    operation: @Sendable (AbandonableTest) async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(body) { try await operation(AbandonableTest(body: $0)) }
  }
}
#endif
