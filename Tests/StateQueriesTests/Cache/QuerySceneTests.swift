import StateRequests
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

@MainActor
struct QuerySceneTests {
  private let cache = QueryCache(clock: TestClock())

  /// Whether the cache takes the app for an active one.
  private var isActive: Bool { cache.requests.isActive }

  @Test func anAppIsInactiveWhileAllItsScenesAreInTheBackground() {
    let (first, second) = (QueryScene(), QueryScene())
    #expect(isActive)
    first.note(false, in: cache)
    second.note(false, in: cache)
    first.note(true, in: cache)
    #expect(isActive)
    second.note(true, in: cache)
    #expect(!isActive)
    first.note(false, in: cache)
    #expect(isActive)
  }

  @Test func theEndOfTheLastVisibleSceneLeavesThoseInTheBackground() {
    let (first, second) = (QueryScene(), QueryScene())
    first.note(true, in: cache)
    second.note(false, in: cache)
    #expect(isActive)
    second.end()
    #expect(!isActive)
    first.end()
    #expect(!isActive && cache.scenes.isEmpty)
  }

  @Test func theEndOfTheOnlySceneChangesNothing() {
    let scene = QueryScene()
    scene.note(false, in: cache)
    scene.end()
    #expect(isActive && cache.scenes.isEmpty)
  }

  @Test func aSceneThatTellsNothingNewIsNoEvent() {
    let scene = QueryScene()
    scene.note(false, in: cache)
    cache.receive(.inactive)
    scene.note(false, in: cache)
    #expect(!isActive)
  }

  @Test func anInterruptedSceneIsNotInTheBackground() {
    let (first, second) = (QueryScene(), QueryScene())
    first.note(nil, in: cache)
    second.note(true, in: cache)
    #expect(isActive)
    first.note(true, in: cache)
    #expect(!isActive)
    first.note(nil, in: cache)
    #expect(!isActive)
  }

  @Test func anotherVisibleSceneIsNoEvent() {
    let (first, second) = (QueryScene(), QueryScene())
    first.note(false, in: cache)
    cache.receive(.inactive)
    second.note(false, in: cache)
    #expect(!isActive)
  }

  @Test func aSceneMovesToAnotherCache() {
    let (first, second) = (QueryScene(), QueryScene())
    let other = QueryCache(clock: TestClock())
    first.note(false, in: cache)
    second.note(true, in: cache)
    first.move(to: other)
    #expect(!isActive && other.requests.isActive)
    first.note(true, in: other)
    #expect(!other.requests.isActive)
    first.end()
    #expect(other.scenes.isEmpty)
  }
}
