import Observation
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)), .simulated(seeds: 0..<10))
struct ExpectChangeTests {
  @Observable final class Model {
    var count = 0
    var name = ""
    var items = [1]
    var ratio = Double.nan
    var unequal: any Sendable = 0
    var selected: String?

    var isEmpty: Bool { items.isEmpty }
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

  @Test(arguments: [.infinity, Double.greatestFiniteMagnitude])
  func aTimeWithoutAnEndIsWaitedFor(timeout: Double) async {
    await expectChange(of: \.count, on: model, timeout: timeout) {
      Task {
        try await ContinuousClock().sleep(for: .seconds(4))
        model.count = 1
      }
    }
  }

  @Test func aTimeThatIsNoNumberIsNone() async {
    await withKnownIssue {
      await expectChange(of: \.count, on: model, timeout: .nan) {}
    }
  }

  @Test func aWriteThatLeavesAPropertyEqualIsNotAChange() async {
    await withKnownIssue {
      await expectChange(of: \.isEmpty, on: model, timeout: 5) {
        model.items.append(2)
        Task { model.items.append(3) }
      }
    }
    await withKnownIssue {
      await expectChange(of: \.ratio, on: model, timeout: 5) { model.ratio = -.nan }
    }
  }

  @Test func aChangeAfterOtherWritesIsSeen() async {
    await expectChange(of: \.isEmpty, on: model, timeout: 5) {
      model.items.append(2)
      Task {
        model.items.append(3)
        await Task.yield()
        model.items = []
      }
    }
  }

  @Test func aValueForAMomentIsAChange() async {
    await expectChange(of: \.isEmpty, on: model) {
      model.items = []
      model.items = [1]
    }
    await expectChange(of: \.isEmpty, on: model, timeout: 5) {
      Task {
        model.items = []
        model.items = [1]
      }
    }
  }

  @Test func anOptionalIsCompared() async {
    await expectChange(of: \.selected, on: model) { model.selected = "a" }
    await expectChange(of: \.selected, on: model) { model.selected = nil }
    await withKnownIssue {
      await expectChange(of: \.selected, on: model, timeout: 5) { model.selected = nil }
    }
  }

  @Test func aWriteOfAValueThatCannotBeComparedIsAChange() async {
    await expectChange(of: \.unequal, on: model) { model.unequal = 0 }
  }

  @Test func noChangeIsAnIssueAtTheCallersLine() async {
    let location = #_sourceLocation
    await withKnownIssue {
      await expectChange(of: \.count, on: model, sourceLocation: location) { model.name = "other" }
    } matching: {
      $0.sourceLocation == location
    }
  }

  @Test func aChangeThatComesTooLateIsIgnored() async {
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
