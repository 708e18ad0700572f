import StateCore
import Testing

@testable import ScreenStateKit

@Suite struct ActionTraitsTests {
  private struct Plain: ActionLockable, Hashable {}

  private struct Tracked: LoadingTrackable, ExecutionPolicyProviding {
    let canTrackLoading: Bool
    var executionPolicy: ExecutionPolicy { .restart }
  }

  private class Action {}

  private final class TrackedAction: Action, LoadingTrackable, ExecutionPolicyProviding {
    let canTrackLoading = true
    let executionPolicy = ExecutionPolicy.queue
  }

  @Test func anActionWithoutTheProtocolsIsDroppedWhileItRuns() {
    let traits = ActionTraits(of: Plain.self)
    #expect(traits.policy(of: Plain()).rule == .drop)
    #expect(!traits.tracksLoading(of: Plain()))
  }

  @Test(arguments: [true, false])
  func eachValueDecides(canTrackLoading: Bool) {
    let traits = ActionTraits(of: Tracked.self)
    let action = Tracked(canTrackLoading: canTrackLoading)
    #expect(traits.policy(of: action).rule == .restart)
    #expect(traits.tracksLoading(of: action) == canTrackLoading)
  }

  @Test func aSubclassMayConformToMoreProtocols() {
    let traits = ActionTraits(of: Action.self)
    let action: Action = TrackedAction()
    #expect(traits.policy(of: action).rule == .wait(limit: 1))
    #expect(traits.tracksLoading(of: action))
    #expect(traits.policy(of: Action()).rule == .drop)
    #expect(!traits.tracksLoading(of: Action()))
  }

  @Test func anOptionalActionHasThePolicyOfItsValue() {
    let traits = ActionTraits(of: Tracked?.self)
    let action: Tracked? = Tracked(canTrackLoading: true)
    #expect(traits.policy(of: action).rule == .restart)
    #expect(traits.tracksLoading(of: action))
    #expect(traits.policy(of: Tracked?.none).rule == .drop)
  }
}
