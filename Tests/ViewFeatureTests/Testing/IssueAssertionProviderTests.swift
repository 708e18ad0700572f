import Testing
import ViewFeature

@Suite struct IssueAssertionProviderTests {
  private let provider = IssueAssertionProvider()

  @Test func equalValuesAreNotReported() {
    provider.assertEqual(1, 1, "equal", file: #file, line: #line)
  }

  @Test func unequalValuesFailTheTest() {
    withKnownIssue {
      provider.assertEqual(1, 2, "one is not two", file: #file, line: #line)
    } matching: { issue in
      "\(issue)".contains("one is not two")
    }
  }

  @Test func failureFailsTheTest() {
    withKnownIssue {
      provider.fail("failed", file: #file, line: #line)
    } matching: { issue in
      "\(issue)".contains("failed")
    }
  }

  @Test func failureIsReportedWhereItWasFound() {
    withKnownIssue {
      provider.fail("failed", file: "Module/File.swift", line: 42)
    } matching: { issue in
      issue.sourceLocation?.line == 42 && issue.sourceLocation?.fileName == "File.swift"
    }
  }
}
