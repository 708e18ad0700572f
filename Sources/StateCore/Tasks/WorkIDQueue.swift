/// Work in the order in which its effects started.
///
/// - Complexity: O(1) to add the youngest and to remove the oldest or the youngest; O(n) otherwise.
struct WorkIDQueue {
  private struct Entry {
    /// The start of the effect, as the generation of its node.
    let start: Int
    let id: WorkID

    func isBefore(_ other: Entry) -> Bool {
      (start, id.generation) < (other.start, other.id.generation)
    }
  }

  private var entries: [Entry] = []
  private var head = 0

  var isEmpty: Bool { head == entries.count }
  var all: [WorkID] { entries[head...].map(\.id) }

  /// Returns the work of effects that started at `start` or before.
  func started(until start: Int) -> [WorkID] {
    entries[head...].prefix { $0.start <= start }.map(\.id)
  }

  mutating func insert(_ id: WorkID, of start: Int) {
    let entry = Entry(start: start, id: id)
    if let last = entries.last, head < entries.count, entry.isBefore(last) {
      entries.insert(entry, at: position(of: entry))
    } else {
      entries.append(entry)
    }
  }

  mutating func remove(_ id: WorkID, of start: Int) {
    let position = position(of: Entry(start: start, id: id))
    guard position < entries.count, entries[position].id == id else { return }
    if position == head {
      head += 1
      if head * 2 >= entries.count {
        entries.removeFirst(head)
        head = 0
      }
    } else {
      entries.remove(at: position)
    }
  }

  /// Returns the index of the entry, or its insertion point.
  private func position(of entry: Entry) -> Int {
    var (low, high) = (head, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].isBefore(entry) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
