import Testing

@testable import ScreenStateKit

struct AppRefreshQueueTests {
  private struct Part: OptionSet, Sendable {
    let rawValue: Int

    static let words = Part(rawValue: 1 << 0)
    static let notes = Part(rawValue: 1 << 1)
    static let settings = Part(rawValue: 1 << 2)
  }

  private typealias Action = AppRefreshAction<Part, String>
  private typealias Queue = AppRefreshQueue<Part, String>

  @Test func aRequestForAPartOfTheOptionIsFollowedAtOnce() {
    var queue = Queue()
    let action = Action(option: [.notes, .settings], source: "editor")

    #expect(queue.receive(action, for: [.words, .notes], behavior: .immediate)?.id == action.id)
    #expect(queue.appear() == nil)
  }

  @Test(arguments: [AppRefreshBehavior.immediate, .onNextAppear])
  func aRequestForSomethingElseIsNotFollowed(behavior: AppRefreshBehavior) {
    var queue = Queue()

    #expect(
      queue.receive(Action(option: .settings, source: nil), for: .words, behavior: behavior) == nil
    )
    #expect(queue.appear() == nil)
  }

  @Test func aRequestCanWaitForTheScreenToAppearAndIsThenFollowedOnce() {
    var queue = Queue()
    let action = Action(option: .words, source: nil)

    #expect(queue.receive(action, for: .words, behavior: .onNextAppear) == nil)
    #expect(queue.appear()?.id == action.id)
    #expect(queue.appear() == nil)
  }

  @Test func requestsThatWaitBecomeOneForAllTheyAskedFor() {
    var queue = Queue()
    _ = queue.receive(
      Action(option: .words, source: "first"),
      for: [.words, .notes],
      behavior: .onNextAppear
    )
    _ = queue.receive(
      Action(option: .notes, source: "second"),
      for: [.words, .notes],
      behavior: .onNextAppear
    )

    let action = queue.appear()

    #expect(action?.option == [.words, .notes])
    #expect(action?.source == "second")
  }

  @Test func aRequestThatNamesNoOneLeavesWhoAskedBefore() {
    var queue = Queue()
    _ = queue.receive(Action(option: .words, source: "first"), for: .words, behavior: .onNextAppear)
    _ = queue.receive(Action(option: .words, source: nil), for: .words, behavior: .onNextAppear)

    #expect(queue.appear()?.source == "first")
  }

  @Test func theOptionOfTheMomentCounts() {
    var queue = Queue()
    let action = Action(option: .notes, source: nil)

    #expect(queue.receive(action, for: .words, behavior: .immediate) == nil)
    #expect(queue.receive(action, for: .notes, behavior: .immediate)?.id == action.id)
  }
}
