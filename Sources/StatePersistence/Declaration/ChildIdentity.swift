/// A function that decodes the identity of a saved child.
typealias ChildIDDecoding = @Sendable (SavedJSON) throws -> any Sendable

/// The identity of a field's children: how it is read, decoded, and compared.
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

  /// Returns the child with each identity, or `nil` if no child has it.
  func objects(for ids: [(any Sendable)?], in children: [Child]) -> [Child?] {
    // Two children may have the same identity by mistake. `popLast` returns them in the order of the list.
    var free = Dictionary(grouping: children.reversed(), by: key)
    return ids.map { id in (id as? AnyHashable).flatMap { free[$0]?.popLast() } }
  }
}
