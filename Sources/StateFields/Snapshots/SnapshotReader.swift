import Observation
import StateCore

/// Takes consecutive snapshots of a state, and reads only the changes since the last one.
///
/// It detects changes through observation, like a view. Properties that aren't observable are read each time, except
/// properties of an observable class that have no setter and are stored under their own names, such as a `let`.
///
/// - Complexity: O(changes) for each snapshot after the first one, plus a copy of each list of children that contains a
///   change.
@MainActor
package final class SnapshotReader {
  /// Whether children are only collected, and their snapshots are filled in later.
  private(set) static var isCollecting = false

  private let root: SnapshotNode
  private let notices = ChangeNotices()
  private var nodes: [ObjectIdentifier: SnapshotNode] = [:]
  private var nodesByNumber: [Int: SnapshotNode] = [:]
  /// The nodes with fields that aren't observable.
  private var unobserved: [Int: SnapshotNode] = [:]
  private var lastNumber = 0
  /// The number of times that the children of an object were replaced.
  private var structure = 0
  private var updating: Set<Int> = []
  /// Whether an object contains itself.
  ///
  /// If so, the whole state is read each time.
  private var isCyclic = false

  package init(_ object: any SnapshotState) {
    root = SnapshotNode(object, number: 0)
    enter(root)
  }

  /// Returns the current values of the fields.
  package func snapshot() -> StateSnapshot {
    if !isCyclic {
      update()
      // The nodes would retain each other.
      if isCyclic { for node in nodes.values { node.dropChildren() } }
    }
    return isCyclic ? root.object.snapshot() : root.snapshot
  }

  /// Returns the changes that the last snapshot lacks because no observer was notified of them.
  package func unnoticedChanges() -> [StateSnapshot.Difference] {
    snapshot().differences(to: root.object.snapshot())
  }

  package static func collecting(_ read: () -> SnapshotValue) -> SnapshotValue {
    isCollecting = true
    defer { isCollecting = false }
    return read()
  }

  /// Calls `read` and includes the snapshots of children, even while a property is being collected.
  static func whole<Result>(_ read: () -> Result) -> Result {
    let wasCollecting = isCollecting
    isCollecting = false
    defer { isCollecting = wasCollecting }
    return read()
  }

  private func update() {
    for notice in notices.takeAll() { nodesByNumber[notice.node]?.markStale(field: notice.field) }
    for node in unobserved.values { node.lookAgain() }
    guard root.isStale else { return }
    update(root)
    root.snapshot.storage.structure = structure
  }

  private func update(_ node: SnapshotNode) {
    guard node.isStale else { return }
    guard updating.insert(node.number).inserted else {
      isCyclic = true
      return
    }
    for field in node.takeStaleFields() {
      let value = read(field, of: node)
      adopt(value.children, field, of: node)
      node.set(value, field)
    }
    node.fillStaleChildren(update)
    node.endUpdate()
    updating.remove(node.number)
  }

  /// Reads a field and observes its next change.
  ///
  /// Children don't include their snapshots.
  private func read(_ field: Int, of node: SnapshotNode) -> SnapshotValue {
    let reading = readAndObserve(field, of: node)
    // If no property retains the closure, it is already released.
    node.setObserved(reading.observer != nil, field)
    unobserved[node.number] = node.unobservedFields.isEmpty ? nil : node
    return reading.value
  }

  private struct Reading {
    final class Observer: Sendable {}

    let value: SnapshotValue
    private(set) weak var observer: Observer?
  }

  private func readAndObserve(_ field: Int, of node: SnapshotNode) -> Reading {
    let notice = ChangeNotices.Notice(node: node.number, field: field)
    let observer = Reading.Observer()
    let value = withObservationTracking {
      Self.collecting { node.read(field) }
    } onChange: { [notices, observer] in
      withExtendedLifetime(observer) { notices.add(notice) }
    }
    return Reading(value: value, observer: observer)
  }

  // MARK: Tree

  private func enter(_ node: SnapshotNode) {
    nodes[ObjectIdentifier(node.object)] = node
    nodesByNumber[node.number] = node
  }

  /// Replaces the children of a field with its current ones.
  private func adopt(_ children: [SnapshotValue.Child], _ field: Int, of node: SnapshotNode) {
    let old = node.children[field]
    if old.isEmpty, children.isEmpty { return }
    let new = children.enumerated().map { index, child in
      if index < old.count, old[index].object === child.object { return old[index] }
      return self.node(of: child.object)
    }
    node.setChildren(new, field)
    if old.elementsEqual(new, by: ===) { return }
    structure += 1
    for (index, child) in new.enumerated() where index >= old.count || old[index] !== child {
      child.owners.append(SnapshotNode.Owner(node: node, field: field, position: index))
    }
    for (index, child) in old.enumerated() where index >= new.count || new[index] !== child {
      remove(SnapshotNode.Owner(node: node, field: field, position: index), of: child)
    }
  }

  private func node(of object: AnyObject) -> SnapshotNode {
    if let node = nodes[ObjectIdentifier(object)] { return node }
    guard let state = object as? any SnapshotState else {
      preconditionFailure("A child must be a SnapshotState.")
    }
    lastNumber += 1
    let node = SnapshotNode(state, number: lastNumber)
    enter(node)
    return node
  }

  private func remove(_ owner: SnapshotNode.Owner, of child: SnapshotNode) {
    child.owners.removeAll { $0 == owner }
    guard child.owners.isEmpty, child !== root else { return }
    nodes[ObjectIdentifier(child.object)] = nil
    nodesByNumber[child.number] = nil
    unobserved[child.number] = nil
    for (field, grandchildren) in child.children.enumerated() {
      for (position, grandchild) in grandchildren.enumerated() {
        remove(
          SnapshotNode.Owner(node: child, field: field, position: position),
          of: grandchild
        )
      }
    }
  }
}

/// The fields that are about to change.
///
/// Any thread can add to them.
private final class ChangeNotices: Sendable {
  struct Notice {
    let node: Int
    let field: Int
  }

  private let list = Locked<[Notice]>([])

  func add(_ notice: Notice) { list.withLock { $0.append(notice) } }

  func takeAll() -> [Notice] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
