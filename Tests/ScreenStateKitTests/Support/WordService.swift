import Foundation
import ScreenStateKit

struct Offline: Error, Equatable {
  var number = 0
}

@Observable @MainActor
final class WordsState: ResourceState {
  var words = Resource<[String]>()
}

/// Returns what a test says, by the number of the call.
@MainActor
final class WordService {
  private(set) var calls = 0
  var answer: (Int) async throws -> [String] = { ["\($0)"] }

  func words() async throws -> [String] {
    calls += 1
    return try await answer(calls)
  }
}
