import Observation

/// One object of the states that a `SnapshotReader` reads: its last snapshot, and the changes since.
@MainActor
final class SnapshotNode {
  /// A place where the object is a child of another one.
  ///
  /// It is removed before its node is deallocated, because the node retains its children.
  struct Owner: Equatable {
    unowned let node: SnapshotNode
    let field: Int
    let position: Int

    static func == (lhs: Owner, rhs: Owner) -> Bool {
      lhs.node === rhs.node && lhs.field == rhs.field && lhs.position == rhs.position
    }
  }

  let number: Int
  let object: any SnapshotState
  /// Reads the current value of a field.
  let read: (Int) -> SnapshotValue
  var owners: [Owner] = []
  private(set) var snapshot: StateSnapshot
  /// The nodes of the children in each field.
  private(set) var children: [[SnapshotNode]]
  /// The fields that are read for each snapshot.
  private(set) var unobservedFields: Set<Int> = []
  private(set) var isStale = true
  private var values: [SnapshotValue?]
  private var staleFields: [Int]
  private var staleChildren: [Int: [Int]] = [:]
  private var hasChanged = true
  private let makeSnapshot: ([SnapshotValue]) -> StateSnapshot
  private let isConstant: (Int) -> Bool

  init(_ object: any SnapshotState, number: Int) {
    self.object = object
    self.number = number
    let access = object.access
    read = access.read
    makeSnapshot = access.makeSnapshot
    isConstant = access.isConstant
    snapshot = .pending
    values = Array(repeating: nil, count: access.count)
    children = Array(repeating: [], count: access.count)
    staleFields = Array(0..<access.count)
  }

  // MARK: Changes

  func markStale(field: Int) {
    if !staleFields.contains(field) { staleFields.append(field) }
    markStale()
  }

  private func markStale(child position: Int, _ field: Int) {
    staleChildren[field, default: []].append(position)
    markStale()
  }

  private func markStale() {
    if isStale { return }
    isStale = true
    for owner in owners { owner.node.markStale(child: owner.position, owner.field) }
  }

  func setObserved(_ isObserved: Bool, _ field: Int) {
    if isObserved || isConstant(field) {
      unobservedFields.remove(field)
    } else {
      unobservedFields.insert(field)
    }
  }

  /// Reads the fields that aren't observable.
  func lookAgain() {
    for field in unobservedFields {
      let value = SnapshotReader.collecting { read(field) }
      guard let old = values[field], isSame(value, old, field) else {
        markStale(field: field)
        continue
      }
    }
  }

  private func isSame(_ value: SnapshotValue, _ old: SnapshotValue, _ field: Int) -> Bool {
    switch (value, old) {
    case (.plain, .plain): return value == old
    case (.children(_, let new), .children(_, let old)):
      return new.elementsEqual(old) { $0.object === $1.object && $0.place == $1.place }
    case (.plain, .children), (.children, .plain): return false
    }
  }

  // MARK: Updates

  func takeStaleFields() -> [Int] {
    defer { staleFields = [] }
    return staleFields
  }

  func set(_ value: SnapshotValue, _ field: Int) {
    if let old = values[field], value.children.isEmpty, value == old { return }
    values[field] = value
    hasChanged = true
  }

  /// Sets the nodes of the children in a field.
  ///
  /// Their snapshots still have to be filled in.
  func setChildren(_ nodes: [SnapshotNode], _ field: Int) {
    children[field] = nodes
    staleChildren[field] = Array(nodes.indices)
  }

  func dropChildren() {
    children = children.map { _ in [] }
  }

  func fillStaleChildren(_ update: (SnapshotNode) -> Void) {
    let stale = staleChildren
    staleChildren = [:]
    for (field, positions) in stale {
      guard case .children(let shape, var list) = values[field] else { continue }
      // This keeps the list from being copied.
      values[field] = nil
      for position in positions where position < list.count {
        let child = children[field][position]
        update(child)
        if list[position].snapshot.storage === child.snapshot.storage { continue }
        list[position] = list[position].with(child.snapshot)
        hasChanged = true
      }
      values[field] = .children(shape, list)
    }
  }

  func endUpdate() {
    isStale = false
    guard hasChanged else { return }
    hasChanged = false
    snapshot = makeSnapshot(values.compactMap { $0 })
  }
}

/// Access to the fields of an object of any type.
@MainActor
private struct FieldAccess {
  let count: Int
  let read: (Int) -> SnapshotValue
  let makeSnapshot: ([SnapshotValue]) -> StateSnapshot
  let isConstant: (Int) -> Bool
}

extension SnapshotState {
  fileprivate var access: FieldAccess {
    let fields = Self.snapshotFields.fields
    let descriptions = FieldCatalog.entry(for: fields).descriptions
    return FieldAccess(count: fields.count) {
      fields[$0].read(self)
    } makeSnapshot: { values in
      StateSnapshot(type: Self.self, fields: descriptions, values: values, level: nil)
    } isConstant: { field in
      fields[field].write == nil && ConstantFields.contains(descriptions[field].name, of: self)
    }
  }
}

/// The stored properties of observable classes that aren't observed.
@MainActor
package enum ConstantFields {
  private static var names: [ObjectIdentifier: Set<String>] = [:]

  package static func contains(_ name: String, of object: AnyObject) -> Bool {
    let type = ObjectIdentifier(type(of: object))
    if let known = names[type] { return known.contains(name) }
    var stored: Set<String> = []
    if object is any Observable {
      // Observed properties are stored with an underscore prefix.
      for mirror in sequence(first: Mirror(reflecting: object), next: \.superclassMirror) {
        stored.formUnion(mirror.children.compactMap(\.label))
      }
    }
    names[type] = stored
    return stored.contains(name)
  }
}
