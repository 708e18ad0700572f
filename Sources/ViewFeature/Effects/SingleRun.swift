/// An operation on the main actor that holds nothing any more once it has run.
@MainActor
final class SingleRun {
  private var operation: (@MainActor () async -> Bool)?

  init(_ operation: @escaping @MainActor () async -> Bool) {
    self.operation = operation
  }

  func run() async -> Bool {
    guard let operation = operation.take() else { return true }
    return await operation()
  }
}
