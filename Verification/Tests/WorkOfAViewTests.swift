import ScreenStateKit
import SwiftUI
import Testing
import ViewFeature

/// Work that lasts as long as a view, in both styles.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct WorkOfAViewTests {
  /// Where an effect waits until it is cancelled.
  struct Work: Sendable {
    private let begins = AsyncStream<Bool>.makeStream()
    private let ends = AsyncStream<Bool>.makeStream()
    private let returns = AsyncStream<Bool>.makeStream()

    func perform() async {
      begins.continuation.yield(true)
      let never = AsyncStream<Never> { _ in }
      for await _ in never {}
      ends.continuation.yield(Task.isCancelled)
    }

    func noteReturn() {
      returns.continuation.yield(true)
    }

    var hasBegun: Bool { get async { await begins.stream.firstElement() == true } }
    var wasCancelled: Bool { get async { await ends.stream.firstElement() == true } }
    var hasReturned: Bool { get async { await returns.stream.firstElement() == true } }
  }

  struct Watching: Feature {
    let work: Work

    @Observable
    final class State {}

    enum Action: Sendable {
      case watch
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { [work] _, _ in .run { await work.perform() } }
    }
  }

  @Observable
  final class WatchingState: ScreenState, StateUpdatable {}

  actor WatchingStore: ScreenStore {
    enum Action: ActionLockable, LoadingTrackable, Hashable {
      case watch
      var canTrackLoading: Bool { true }
    }

    nonisolated let binding = ScreenBinding<WatchingState>()
    let work: Work

    init(_ work: Work) {
      self.work = work
    }

    func perform(_ action: Action) async throws {
      await work.perform()
    }
  }

  private struct Host<Content: View>: View {
    @State private var isShown = true
    @ViewBuilder let content: Content

    var body: some View {
      Button("Close") { isShown = false }
      if isShown { content }
    }
  }

  @Test func anActionOfAFeatureEndsWithTheView() async throws {
    let work = Work()
    let store = Store(initialState: Watching.State(), feature: Watching(work: work))
    let host = ViewHost(
      Host {
        Text("Watching").task {
          await store.run(.watch)
          work.noteReturn()
        }
      }
    )
    #expect(await work.hasBegun)
    try host.tap("Close")
    #expect(await work.wasCancelled)
    #expect(await work.hasReturned)
    #expect(store.runningTaskCount == 0)
  }

  @Test func anActionOfAScreenEndsWithTheView() async throws {
    let work = Work()
    let state = WatchingState()
    let store = WatchingStore(work)
    await store.bind(to: state)
    let host = ViewHost(
      Host {
        Text("Watching").task {
          await store.run(.watch)
          work.noteReturn()
        }
      }
    )
    #expect(await work.hasBegun)
    try host.tap("Close")
    #expect(await work.wasCancelled)
    #expect(await work.hasReturned)
    #expect(!state.isLoading)
  }
}
