/// Reads the identity of a child that was saved.
typealias ChildIDDecoding = @Sendable (SavedJSON) throws -> any Sendable

/// The identity of the children of a field.
@MainActor
struct ChildIdentity<Child> {
  let read: @MainActor (Child) -> any Encodable & Sendable
  nonisolated let decode: ChildIDDecoding
  private let key: @MainActor (Child) -> AnyHashable

  init<ID: Codable & Hashable & Sendable>(_ id: KeyPath<Child, ID>) {
    read = { $0[keyPath: id] }
    decode = { try $0.decode(ID.self) }
    key = { AnyHashable($0[keyPath: id]) }
  }

  func isSame(_ child: Child, _ id: (any Sendable)?) -> Bool {
    key(child) == (id as? AnyHashable)
  }

  /// The child with each identity; nothing where no child has it.
  func objects(for ids: [(any Sendable)?], in children: [Child]) -> [Child?] {
    // The last one first: two may have one identity by mistake.
    var free = Dictionary(grouping: children.reversed(), by: key)
    return ids.map { id in (id as? AnyHashable).flatMap { free[$0]?.popLast() } }
  }
}
