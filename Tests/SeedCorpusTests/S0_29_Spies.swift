// swift-format-ignore-file

// S0-29 (L884)
final class ItemLoaderSpy: ItemLoaderProtocol, @unchecked Sendable {
    private var result: Result<[Item], Error>?
    private(set) var loadCallCount = 0

    func load() async throws -> [Item] {
        loadCallCount += 1
        return try result.evaluate()
    }

    func complete(with result: Result<[Item], Error>) {
        self.result = result
    }
}

// S0-30 (L907)
final class StorageSpy: StorageProtocol, @unchecked Sendable {
    enum ReceiveMessage: Equatable {
        case deletion
        case insertion([Item])
        case retrieve
    }

    var receiveMessages: [ReceiveMessage] = []
    private var deletionResult: Result<Void, Error>?

    func deleteCachedItems() async throws {
        receiveMessages.append(.deletion)
        try deletionResult.evaluate()
    }

    func completeDeletion(with result: Result<Void, Error>) {
        deletionResult = result
    }
}
