// swift-format-ignore-file
import ScreenStateKit

enum S0AsyncAction {
  // App types
  struct Item: Equatable, Sendable {
    let name: String
  }

  struct Settings: Equatable, Sendable {
    let volume: Int
  }

  struct User: Equatable, Sendable {
    let id: String
  }

  actor DataStore {
    private(set) var refreshCount = 0

    func refresh() { refreshCount += 1 }
  }

  actor SettingsManager {
    private let volume = 3
    var currentSettings: Settings { Settings(volume: volume) }
  }

  actor ItemStore {
    private(set) var items: [Item] = []

    func save(_ item: Item) { items.append(item) }
  }

  protocol UserService: Sendable {
    func fetchUser(id: String) async throws -> User
  }

  static func usage(
    dataStore: DataStore,
    settingsManager: SettingsManager,
    itemStore: ItemStore,
    myItem: Item,
    userService: any UserService
  ) async throws -> (Settings, User) {
    // S0-12 (L403)
    // Fire and forget
    let refreshAction: AsyncActionVoid = .init {
        await dataStore.refresh()
    }
    refreshAction.execute()           // fire-and-forget
    try await refreshAction.asyncExecute()  // awaitable

    // Action that returns data
    let getSettings: AsyncActionGet<Settings> = .init {
        return await settingsManager.currentSettings
    }
    let settings = try await getSettings.asyncExecute()

    // Action that takes input
    let saveItem: AsyncActionPut<Item> = .init { item in
        await itemStore.save(item)
    }
    saveItem.execute(myItem)

    // Full input/output
    let fetchUser: AsyncAction<String, User> = .init { userId in
        return try await userService.fetchUser(id: userId)
    }
    let user = try await fetchUser.asyncExecute("user-123")

    return (settings, user)
  }
}
