import StateCore

/// The fields that are about to change.
///
/// Any thread can add to them.
final class FieldNotices: Sendable {
  private let fields = Locked<Set<Int>>([])

  /// - Returns: Whether it is the first field since they were last taken.
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
