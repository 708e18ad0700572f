import Foundation

struct TestFailure: LocalizedError, Equatable {
  let errorDescription: String?

  init(_ description: String) {
    errorDescription = description
  }
}
