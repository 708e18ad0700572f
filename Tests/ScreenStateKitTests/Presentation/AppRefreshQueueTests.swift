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
    var queue = Queue(option: [.words, .notes], behavior: .immediate)
    let action = Action(option: [.notes, .settings], source: "editor")

    #expect(queue.receive(action)?.id == action.id)
    #expect(queue.appear() == nil)
  }

  @Test(arguments: [AppRefreshBehavior.immediate, .onNextAppear])
  func aRequestForSomethingElseIsNotFollowed(behavior: AppRefreshBehavior) {
    var queue = Queue(option: .words, behavior: behavior)

    #expect(queue.receive(Action(option: .settings, source: nil)) == nil)
    #expect(queue.appear() == nil)
  }

  @Test func aRequestCanWaitForTheScreenToAppearAndIsThenFollowedOnce() {
    var queue = Queue(option: .words, behavior: .onNextAppear)
    let action = Action(option: .words, source: nil)

    #expect(queue.receive(action) == nil)
    #expect(queue.appear()?.id == action.id)
    #expect(queue.appear() == nil)
  }

  @Test func requestsThatWaitBecomeOneForAllTheyAskedFor() {
    var queue = Queue(option: [.words, .notes], behavior: .onNextAppear)
    _ = queue.receive(Action(option: .words, source: "first"))
    _ = queue.receive(Action(option: .notes, source: "second"))

    let action = queue.appear()

    #expect(action?.option == [.words, .notes])
    #expect(action?.source == "second")
  }

  @Test func aRequestThatNamesNoOneLeavesWhoAskedBefore() {
    var queue = Queue(option: .words, behavior: .onNextAppear)
    _ = queue.receive(Action(option: .words, source: "first"))
    _ = queue.receive(Action(option: .words, source: nil))

    #expect(queue.appear()?.source == "first")
  }
}
