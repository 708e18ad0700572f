import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// The documents' ten test patterns with a `ScreenStore` and a recorder.
///
/// `receive` returns a handle to wait for, so that no test has to yield. Each test runs in many orders, and nothing may
/// leak.
@MainActor
@Suite(
  .notRepeated,
  .checksForLeaks(within: .zero),
  .simulated(seeds: 0..<20),
  .timeLimit(.minutes(20))
)
struct PatternsTests {
  private let offline = DisplayableError(message: "offline")

  private struct SUT {
    let store: HomeStore
    let loader: ItemLoaderSpy
    let state: HomeState
    let recorder: StateRecorder<HomeState>
  }

  private func makeSUT(
    file: StaticString = #file,
    line: UInt = #line,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> SUT {
    let loader = trackForLeaks(ItemLoaderSpy(), sourceLocation: sourceLocation)
    let state = trackForLeaks(HomeState(), sourceLocation: sourceLocation)
    let store = trackForLeaks(
      HomeStore { _ in try await loader.load() },
      sourceLocation: sourceLocation
    )
    await store.binding(state: state)
    let recorder = StateRecorder(state, expected: HomeState(), file: file, line: line)
    return SUT(store: store, loader: loader, state: state, recorder: recorder)
  }

  // Pattern 1
  @Test func init_doesNotLoadItems() async {
    let sut = await makeSUT()

    sut.recorder.expectNoMoreChanges()
    #expect(sut.loader.loadCallCount == 0)
  }

  // Pattern 2
  @Test func loadItems_deliversItemsOnLoaderSuccess() async {
    let sut = await makeSUT()
    sut.loader.complete(with: .success(["a"]))

    await sut.store.isolatedReceive(action: .loadItems)

    sut.recorder.expect { $0.isLoading = true }
    sut.recorder.expect { $0.items = ["a"] }
    sut.recorder.expect { $0.isLoading = false }
    sut.recorder.expectNoMoreChanges()
  }

  // Pattern 3
  @Test func loadItems_deliversErrorOnLoaderFailure() async {
    let sut = await makeSUT()
    sut.loader.complete(with: .failure(offline))

    await #expect(throws: offline) {
      try await sut.store.receive(action: .loadItems).waitComplete()
    }

    sut.recorder.expect { $0.isLoading = true }
    sut.recorder.expect { $0.displayError = offline }
  }

  // Pattern 4
  @Test func loadItems_stopsLoadingOnError() async {
    let sut = await makeSUT()
    sut.loader.complete(with: .failure(offline))

    await sut.store.isolatedReceive(action: .loadItems)

    sut.recorder.expect(\.isLoading, [false, true, false])
  }

  // Pattern 5
  @Test func loadItems_clearsErrorOnSuccess() async {
    let sut = await makeSUT()
    sut.loader.complete(with: .failure(offline), .success(["a"]))

    await sut.store.isolatedReceive(action: .loadItems)
    await sut.store.isolatedReceive(action: .loadItems)

    sut.recorder.expect { $0.isLoading = true }
    sut.recorder.expect { $0.displayError = offline }
    sut.recorder.expect { $0.isLoading = true }
    sut.recorder.expect {
      $0.displayError = nil
      $0.items = ["a"]
    }
    sut.recorder.expect { $0.isLoading = false }
  }

  // Pattern 6
  @Test func loadItems_doesNotRequestLoadTwiceWhilePending() async throws {
    let sut = await makeSUT()
    sut.loader.complete(with: .success(["a"]))

    let first = sut.store.receive(action: .loadItems) as AnyTask
    let second = sut.store.receive(action: .loadItems) as AnyTask
    try await first.waitComplete()
    await #expect(throws: CancellationError.self) { try await second.waitComplete() }

    #expect(sut.loader.loadCallCount == 1)
    sut.recorder.expect(\.isLoading, [false, true, false])
  }

  // Pattern 7
  @Test func loadMore_appendsItemsToExistingItems() async {
    let sut = await makeSUT()
    sut.loader.complete(with: .success(["a", "b"]), .success(["c"]))

    await sut.store.isolatedReceive(action: .loadItems)
    await sut.store.isolatedReceive(action: .loadMore)

    sut.recorder.expect(\.items, [[], ["a", "b"], ["a", "b", "c"]])
  }

  // Pattern 8
  @Test func loadMore_keepsExistingItemsOnError() async {
    let sut = await makeSUT()
    sut.loader.complete(with: .success(["a", "b"]), .failure(offline))

    await sut.store.isolatedReceive(action: .loadItems)
    sut.recorder.skipChanges()
    await sut.store.isolatedReceive(action: .loadMore)

    sut.recorder.expect { $0.displayError = offline }
    sut.recorder.expectNoMoreChanges()
  }

  // Pattern 9
  @Test func loadMore_terminatesLoadmoreViewOnError() async {
    let sut = await makeSUT()
    sut.loader.complete(with: .failure(offline))
    sut.state.canExecuteLoadmore()
    #expect(sut.state.canShowLoadmore)

    await sut.store.isolatedReceive(action: .loadMore)

    #expect(!sut.state.canShowLoadmore)
    sut.recorder.expect { $0.displayError = offline }
  }

  // Pattern 10
  @Test func loadItems_requestsLoaderWithCorrectLanguage() async {
    let languages = LockIsolated<[Locale.LanguageCode]>([])
    let store = HomeStore { language in
      languages.withValue { $0.append(language) }
      return []
    }
    let state = HomeState()
    await store.binding(state: state)

    await store.isolatedReceive(action: .loadItems)

    #expect(languages.value == [.english])
  }
}
