import StateTesting
import Testing

/// Runs `body` as the current test, under `traits` from the outermost to the innermost, and collects the issues that it
/// records.
func takingIssues(
  under traits: [any TestScoping],
  _ body: @escaping @Sendable () async throws -> Void
) async throws -> [Issue] {
  let issues = LockIsolated<[Issue]>([])
  let taking = IssueHandlingTrait.compactMapIssues { issue in
    issues.withValue { $0.append(issue) }
    return nil
  }
  try await run(body, under: [taking] + traits, of: #require(Test.current))
  return issues.value
}

private func run(
  _ body: @escaping @Sendable () async throws -> Void,
  under traits: [any TestScoping],
  of test: Test
) async throws {
  guard let trait = traits.first else { return try await body() }
  try await trait.provideScope(for: test, testCase: .current) {
    try await run(body, under: Array(traits.dropFirst()), of: test)
  }
}
