// swift-format-ignore-file
import Observation
import Testing

extension S2Guide {
  // S2-1 (L7), bodies filled as their comments say
  // edit: the app is in this module
  // was: @testable import MyApp
  @Suite("ItemListViewModel")
  @MainActor
  struct ItemListViewModelTests {
      let mockRepository = MockItemRepository()

      @Test("loads items successfully")
      func loadItems_success() async {
          // edit: what the comments say
          // was: // Arrange → set stubbed data
          // was: // Act → await sut.loadItems()
          // was: // Assert → guard case .loaded(let items) = sut.state
          // was: ...
          mockRepository.stubbedItems = [.sample()]
          let sut = ItemListViewModel(repository: mockRepository)

          await sut.loadItems()

          guard case .loaded(let items) = sut.state else {
              Issue.record("Expected items, got \(sut.state)")
              return
          }
          #expect(items == [.sample()])
          #expect(mockRepository.fetchItemsCallCount == 1)
      }

      @Test("sets failed state on network error")
      // edit: what the name says
      // was: func loadItems_failure() async { ... }
      func loadItems_failure() async {
          mockRepository.stubbedError = anyNSError()
          let sut = ItemListViewModel(repository: mockRepository)

          await sut.loadItems()

          guard case .failed = sut.state else {
              Issue.record("Expected a failure, got \(sut.state)")
              return
          }
          #expect(mockRepository.fetchItemsCallCount == 1)
      }

      @Test("filters items by search query")
      // edit: what the name says
      // was: func filteredItems_matchesQuery() async { ... }
      func filteredItems_matchesQuery() async {
          mockRepository.stubbedItems = [.sample(id: "1", name: "Apple"), .sample(id: "2", name: "Pear")]
          let sut = ItemListViewModel(repository: mockRepository)
          await sut.loadItems()

          sut.searchQuery = "app"

          #expect(sut.filteredItems.map(\.name) == ["Apple"])
      }

      // S2-3 (L61), body filled as its comments say
      @Test("loading sets isLoading before fetching")
      func loadItems_setsLoading() async {
          // edit: what the comments say
          // was: // Use withObservationTracking to register tracking for 'state'
          // was: // onChange: fulfill expectation
          // was: // Then await action and verify state changed
          // was: ...
          let sut = ItemListViewModel(repository: mockRepository)

          await confirmation { changed in
              withObservationTracking {
                  #expect(sut.state == .idle)
              } onChange: {
                  changed()
              }
              await sut.loadItems()
          }

          #expect(sut.state == .loaded([]))
      }

      // A test of the mock's other members, which the outline does not use.
      @Test("the mock tracks its calls until it is reset")
      func mockRepository_tracksCalls() async {
          let sut = ItemListViewModel(repository: mockRepository)

          await sut.save(.sample(id: "1"))
          await sut.delete([.sample(id: "2")])

          #expect(mockRepository.saveItemCallCount == 1)
          #expect(mockRepository.lastSavedItem == .sample(id: "1"))
          #expect(mockRepository.deleteItemsCallCount == 1)
          #expect(mockRepository.lastDeletedItems == [.sample(id: "2")])

          mockRepository.reset()
          #expect(mockRepository.saveItemCallCount == 0)
          #expect(mockRepository.lastSavedItem == nil)
          #expect(mockRepository.deleteItemsCallCount == 0)
          #expect(mockRepository.lastDeletedItems.isEmpty)
      }
  }
}
