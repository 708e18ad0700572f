import Foundation
import ScreenStateKit

struct Offline: Error, Equatable {
  var number = 0
}

@Observable @MainActor
final class WordsState: ResourceState {
  var words = Resource<[String]>()
}

/// A service with the responses of a test, by call number.
@MainActor
final class WordService {
  private(set) var calls = 0
  var answer: (Int) async throws -> [String] = { ["\($0)"] }

  func words() async throws -> [String] {
    calls += 1
    return try await answer(calls)
  }
}
