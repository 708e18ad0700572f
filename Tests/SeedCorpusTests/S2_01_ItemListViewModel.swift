// swift-format-ignore-file
// The app under test of S2: none of it is in the seed.
import Observation

extension S2Guide {
  @MainActor @Observable
  final class ItemListViewModel {
    enum LoadState: Equatable {
      case idle
      case loading
      case loaded([Item])
      case failed(String)

      var value: [Item]? {
        if case .loaded(let items) = self { items } else { nil }
      }
    }

    private(set) var state = LoadState.idle
    var searchQuery = ""
    private let repository: any ItemRepositoryProtocol

    init(repository: any ItemRepositoryProtocol) {
      self.repository = repository
    }

    var filteredItems: [Item] {
      let items = state.value ?? []
      return searchQuery.isEmpty
        ? items : items.filter { $0.name.lowercased().contains(searchQuery.lowercased()) }
    }

    func loadItems() async {
      state = .loading
      do {
        state = .loaded(try await repository.fetchItems())
      } catch {
        state = .failed(error.localizedDescription)
      }
    }

    func save(_ item: Item) async {
      try? await repository.saveItem(item)
    }

    func delete(_ items: [Item]) async {
      try? await repository.deleteItems(items)
    }
  }
}
