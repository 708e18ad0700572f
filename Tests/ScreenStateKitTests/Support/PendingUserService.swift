import Foundation
import StateTestSupport
import StateTesting
import Testing

struct User: Identifiable, Hashable, Sendable, CustomTestStringConvertible {
  let id: String

  var testDescription: String { id }
}

func users(_ numbers: ClosedRange<Int>, of name: String = "user") -> [User] {
  numbers.map { User(id: "\(name) \($0)") }
}

struct UserPage: Sendable {
  let users: [User]
  let isLastPage: Bool
}

/// A service whose calls wait until the test responds to them, in any order.
///
/// Cancelled calls also wait.
final class PendingUserService: Sendable {
  struct Failure: LocalizedError {
    var errorDescription: String? { "The service failed" }
  }

  enum Call: Hashable, Sendable {
    case users(page: Int)
    case search(query: String)
    case delete(id: String)
  }

  private struct Entry {
    let begun = Gate()
    let answered = Gate()
    var answer = Result<UserPage, any Error>.failure(CancellationError())
  }

  private let entries = LockIsolated<[Call: Entry]>([:])

  func fetchUsers(page: Int) async throws -> UserPage {
    try await perform(.users(page: page))
  }

  func search(query: String) async throws -> [User] {
    try await perform(.search(query: query)).users
  }

  func delete(id: String) async throws {
    _ = try await perform(.delete(id: id))
  }

  /// Returns when the call has been made and is waiting.
  func waits(for call: Call) async {
    await entry(call).begun.wait()
  }

  func answer(_ call: Call, _ users: [User] = [], isLastPage: Bool = false) {
    answer(call, .success(UserPage(users: users, isLastPage: isLastPage)))
  }

  func fail(_ call: Call) {
    answer(call, .failure(Failure()))
  }

  private func answer(_ call: Call, _ answer: Result<UserPage, any Error>) {
    let entry = entry(call)
    entries.withValue { $0[call]?.answer = answer }
    entry.answered.open()
  }

  private func perform(_ call: Call) async throws -> UserPage {
    let entry = entry(call)
    entry.begun.open()
    await Task.detached { await entry.answered.wait() }.value
    let answer = entries.withValue { $0.removeValue(forKey: call)?.answer }
    return try (answer ?? entry.answer).get()
  }

  private func entry(_ call: Call) -> Entry {
    entries.withValue { entries in
      let entry = entries[call] ?? Entry()
      entries[call] = entry
      return entry
    }
  }
}
