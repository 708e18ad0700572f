// swift-format-ignore-file
import Foundation
import Testing
import ScreenStateKit
import StateTesting

// `withMainSerialExecutor` acts on the whole process: one test at a time.
@Suite(.serialized)
// S0-31 (L935)
// edit: the tools that the document imports are in StateTesting, the app is in this module
// was: import ConcurrencyExtras
// was: @testable import YourApp
@MainActor
final class HomeViewStoreTests {
    private nonisolated(unsafe) var leakTrackers: [MemoryLeakTracker] = []

    deinit {
        leakTrackers.forEach { $0.verify() }
    }

    // S0-32 (L955)
    // MARK: - Helpers

    private func trackForMemoryLeaks(
        _ instance: AnyObject,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        leakTrackers.append(MemoryLeakTracker(instance: instance, sourceLocation: sourceLocation))
    }

    @MainActor
    private func makeSUT(
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> (store: HomeViewStore, loader: ItemLoaderSpy, state: HomeViewState) {
        let loader = ItemLoaderSpy()
        let state = HomeViewState()
        let store = HomeViewStore(loader: loader)

        await store.binding(state: state)

        trackForMemoryLeaks(store, sourceLocation: sourceLocation)
        trackForMemoryLeaks(loader, sourceLocation: sourceLocation)
        trackForMemoryLeaks(state, sourceLocation: sourceLocation)

        return (store, loader, state)
    }

    // S0-33 (L990)
    @Test func init_doesNotLoadItems() async {
        let sut = await makeSUT()

        #expect(sut.loader.loadCallCount == 0)
    }

    // S0-34 (L1002)
    @Test func loadItems_deliversItemsOnLoaderSuccess() async {
        let sut = await makeSUT()
        let expectedItems = [uniqueItem()]

        sut.loader.complete(with: .success(expectedItems))
        await sut.store.isolatedReceive(action: .loadItems)

        #expect(sut.state.items == expectedItems)
    }

    // S0-35 (L1018)
    @Test func loadItems_deliversErrorOnLoaderFailure() async {
        await withMainSerialExecutor {
            let sut = await makeSUT()

            sut.loader.complete(with: .failure(anyNSError()))
            sut.store.receive(action: .loadItems)
            await Task.megaYield()

            #expect(sut.state.displayError != nil)
        }
    }

    // S0-36 (L1034)
    @Test func loadItems_stopsLoadingOnError() async {
        await withMainSerialExecutor {
            let sut = await makeSUT()

            sut.loader.complete(with: .failure(anyNSError()))
            sut.store.receive(action: .loadItems)
            await Task.megaYield()

            #expect(sut.state.isLoading == false)
        }
    }

    // S0-37 (L1050)
    @Test func loadItems_clearsErrorOnSuccess() async {
        await withMainSerialExecutor {
            let sut = await makeSUT()

            // First trigger an error
            sut.loader.complete(with: .failure(anyNSError()))
            sut.store.receive(action: .loadItems)
            await Task.megaYield()
            #expect(sut.state.displayError != nil)

            // Then load successfully
            sut.loader.complete(with: .success([]))
            sut.store.receive(action: .loadItems)
            await Task.megaYield()
            #expect(sut.state.displayError == nil)
        }
    }

    // S0-38 (L1072)
    @Test func loadItems_doesNotRequestLoadTwiceWhilePending() async {
        await withMainSerialExecutor {
            let sut = await makeSUT()

            sut.loader.complete(with: .success([]))

            async let first: () = sut.store.isolatedReceive(action: .loadItems)
            async let second: () = sut.store.isolatedReceive(action: .loadItems)

            _ = await (first, second)

            #expect(sut.loader.loadCallCount == 1)
        }
    }

    // S0-39 (L1091)
    @Test func loadMore_appendsItemsToExistingItems() async {
        await withMainSerialExecutor {
            let sut = await makeSUT()
            let initialItems = [uniqueItem(), uniqueItem()]
            let newItems = [uniqueItem()]

            sut.loader.complete(with: .success(initialItems))
            sut.store.receive(action: .loadItems)
            await Task.megaYield()

            sut.loader.complete(with: .success(newItems))
            sut.store.receive(action: .loadMore)
            await Task.megaYield()

            #expect(sut.state.items == initialItems + newItems)
        }
    }

    // S0-40 (L1113)
    @Test func loadMore_keepsExistingItemsOnError() async {
        await withMainSerialExecutor {
            let sut = await makeSUT()
            let initialItems = [uniqueItem(), uniqueItem()]

            sut.loader.complete(with: .success(initialItems))
            sut.store.receive(action: .loadItems)
            await Task.megaYield()

            sut.loader.complete(with: .failure(anyNSError()))
            sut.store.receive(action: .loadMore)
            await Task.megaYield()

            #expect(sut.state.items == initialItems)
        }
    }

    // S0-41 (L1134)
    @Test func loadMore_terminatesLoadmoreViewOnError() async {
        await withMainSerialExecutor {
            let sut = await makeSUT()

            sut.state.canExecuteLoadmore()
            #expect(sut.state.canShowLoadmore == true)

            sut.loader.complete(with: .failure(anyNSError()))
            sut.store.receive(action: .loadMore)
            await Task.megaYield()

            #expect(sut.state.canShowLoadmore == false)
        }
    }

    // S0-42 (L1155)
    @Test func loadItems_requestsLoaderWithCorrectLanguage() async {
        await withMainSerialExecutor {
            let capturedLanguages = LockIsolated<[Locale.LanguageCode]>([])
            let loader = ItemLoaderSpy()
            let store = HomeViewStore(loader: { language in
                capturedLanguages.withValue { $0.append(language) }
                return loader
            })
            let state = HomeViewState()
            await store.binding(state: state)

            loader.complete(with: .success([]))
            store.receive(action: .loadItems)
            await Task.megaYield()

            #expect(capturedLanguages.value == [.english])
        }
    }

// S0-32 (L955), last line
}
