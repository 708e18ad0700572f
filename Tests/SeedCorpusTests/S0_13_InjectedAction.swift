// swift-format-ignore-file
import ScreenStateKit

// The block has code of three scopes: split.

enum S0InjectedAction {
  actor Game {
    private(set) var isRunning = false

    func startGame() { isRunning = true }

    func makeSetup() -> GameSetupStore {
      // S0-13 (L432), the parent
      // Parent injects action into child store
      let startGameAction: AsyncActionVoid = .init { [weak self] in
          await self?.startGame()
      }
      let store = GameSetupStore(startGameAction: startGameAction)

      return store
    }
  }

  actor GameSetupStore {
    enum Action {
      case startGame
    }

    // S0-13 (L432), the store's property
    // Inside the store
    private let startGameAction: AsyncActionVoid

    init(startGameAction: AsyncActionVoid) {
      self.startGameAction = startGameAction
    }

    func isolatedReceive(action: Action) async throws {
      switch action {
      // S0-13 (L432), the store's action
      case .startGame:
          try await startGameAction.asyncExecute()
      }
    }
  }
}
