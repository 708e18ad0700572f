import Observation
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)), .simulated(seeds: 0..<10))
struct ExpectChangeTests {
  @Observable final class Model {
    var count = 0
    var name = ""
  }

  private let model = Model()

  @Test func aChangeDuringTheActionIsSeen() async {
    await expectChange(of: \.count, on: model) { model.count = 1 }
  }

  @Test func aChangeAfterTheActionIsWaitedFor() async {
    await expectChange(of: \.count, on: model, timeout: 5) {
      Task {
        try await ContinuousClock().sleep(for: .seconds(4))
        model.count = 1
      }
    }
  }

  @Test func noChangeIsAnIssueAtTheCallersLine() async {
    let location = #_sourceLocation
    await withKnownIssue {
      await expectChange(of: \.count, on: model, sourceLocation: location) { model.name = "other" }
    } matching: {
      $0.sourceLocation == location
    }
  }

  @Test func aChangeThatComesTooLateIsNone() async {
    await withKnownIssue {
      await expectChange(of: \.count, on: model, timeout: 5) {
        Task {
          try await ContinuousClock().sleep(for: .seconds(6))
          model.count = 1
        }
      }
    }
  }
}
