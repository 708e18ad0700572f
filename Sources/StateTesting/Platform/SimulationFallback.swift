#if !(os(Linux) && compiler(>=6.3) && compiler(<6.4))
import StateEngine

/// Stands in where the Swift runtime is not known well enough.
enum Simulation {
  typealias Body<Success> = Unchecked<() async throws -> Success>

  /// Never one that has a thread of its own.
  static var isCurrent: Bool { false }

  @MainActor
  static func run<Success: Sendable>(
    seed: Int?,
    stepLimit: Int,
    _ body: Body<Success>
  ) async throws -> Success {
    GlobalExecutorHook.beginUse()
    defer { GlobalExecutorHook.endUse() }
    return try await body.value()
  }

  struct Wait {
    func end() {}
  }

  /// `nil`: no deadlock is reported here.
  static func beginWait(_ describe: @escaping @Sendable () -> String) -> Wait? { nil }

  static func settle() async {}

  static func accept(_ job: UnownedJob, isOfMainActor: Bool) -> Bool { false }
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
