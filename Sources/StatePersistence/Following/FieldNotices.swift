import StateCore

/// The fields that are about to change, noted from any thread.
final class FieldNotices: Sendable {
  private let fields = Locked<Set<Int>>([])

  /// - Returns: Whether it is the first one since they were taken.
  func add(_ field: Int) -> Bool {
    fields.withLock { fields in
      defer { fields.insert(field) }
      return fields.isEmpty
    }
  }

  func takeAll() -> Set<Int> {
    fields.withLock { fields in
      defer { fields = [] }
      return fields
    }
  }
}
