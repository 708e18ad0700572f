import MeetingsServer
import Testing

@Suite struct ServerBehaviorTests {
  @Test(arguments: ServerBehavior.allCases)
  func eachBehaviorHasOneOutcomeAtATime(behavior: ServerBehavior) {
    let failures = [0, 4, 5, 9, 10].map {
      behavior.outcome(after: .seconds($0)).isFailure
    }
    switch behavior {
    case .normal, .slow: #expect(failures == Array(repeating: false, count: 5))
    case .failing, .losing: #expect(failures == Array(repeating: true, count: 5))
    case .flapping: #expect(failures == [true, true, false, false, true])
    }
    #expect((behavior.outcome(after: .zero).pause > .zero) == (behavior == .slow))
    #expect(behavior.outcome(after: .zero).appliesChanges == (behavior == .losing))
  }
}
