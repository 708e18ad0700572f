/// A value that shows changes before they are confirmed, and takes back those that fail.
///
/// Changes are applied in the order in which they were made, whatever the order in which they are
/// confirmed or taken back; taking one back leaves the others.
public struct OptimisticValue<Value> {
  /// Changes the value; runs as often as the value is computed anew, and does nothing else.
  public typealias Update = @Sendable (inout Value) -> Void

  /// Names a change; no two changes have the same name.
  public struct Change: Hashable, Sendable {
    private let identity = Identity()
    fileprivate let number: Int

    fileprivate init(number: Int) {
      self.number = number
    }
  }

  fileprivate struct Entry {
    enum Standing {
      case pending
      case confirmed
      /// Confirmed and in the base, from a value of the server; the value of an earlier change may come
      /// later and be without it.
      case contained
    }

    let change: Change
    var update: Update
    var standing = Standing.pending
  }

  /// The value with all changes in it.
  public private(set) var value: Value
  /// The value with the changes in it that were confirmed before all that are in `entries`, and those
  /// that are contained.
  private var base: Value
  /// From the oldest pending change on, in the order of their numbers; those before `firstEntry` are
  /// settled.
  private var entries: [Entry] = []
  private var firstEntry = 0
  private var lastNumber = 0
  /// How many changes are neither confirmed nor taken back.
  public private(set) var pendingCount = 0

  /// Makes a value without changes.
  public init(_ value: Value) {
    self.value = value
    base = value
  }

  /// The value with only those changes in it that are confirmed.
  ///
  /// The cost is that of the changes since the oldest pending one.
  public var confirmedValue: Value {
    var value = base
    for entry in entries[firstEntry...] where entry.standing == .confirmed { entry.update(&value) }
    return value
  }

  /// Whether there is a change that is neither confirmed nor taken back.
  public var isPending: Bool { pendingCount > 0 }

  /// Shows a change, on top of those before it.
  ///
  /// `update` is run again, on another value, when a change before it is taken back and when the value
  /// is refreshed.
  ///
  /// - Returns: The name to confirm the change with or to take it back.
  public mutating func apply(_ update: @escaping Update) -> Change {
    lastNumber += 1
    let change = Change(number: lastNumber)
    pendingCount += 1
    entries.append(Entry(change: change, update: update))
    update(&value)
    return change
  }

  /// Confirms a change.
  ///
  /// - Returns: `false`, and nothing changes, if it is not pending.
  /// - Complexity: As that of a binary search among the changes since the oldest pending one.
  @discardableResult
  public mutating func commit(_ change: Change) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    settle(index, as: .confirmed)
    dropSettled()
    return true
  }

  /// Confirms a change as the server made it: `update` takes its place, and its place in the order.
  ///
  /// - Returns: `false`, and nothing changes, if it is not pending.
  @discardableResult
  public mutating func commit(_ change: Change, as update: @escaping Update) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    entries[index].update = update
    settle(index, as: .confirmed)
    computeValue()
    dropSettled()
    return true
  }

  /// Confirms a change and takes the server's whole value, as it was right after that change.
  ///
  /// Changes before it that were confirmed are in that value; later ones stay on top of it, also those
  /// that were in a value that came earlier. Those that are pending stay on top, too.
  ///
  /// - Returns: `false`, and nothing changes, if it is not pending.
  @discardableResult
  public mutating func commit(_ change: Change, result: Value) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    settle(index, as: .contained)
    for earlier in firstEntry..<index where entries[earlier].standing == .confirmed {
      entries[earlier].standing = .contained
    }
    for later in index + 1..<entries.count where entries[later].standing == .contained {
      entries[later].standing = .confirmed
    }
    base = result
    computeValue()
    dropSettled()
    return true
  }

  /// Takes a change back.
  ///
  /// - Returns: `false`, and nothing changes, if it is not pending.
  @discardableResult
  public mutating func rollback(_ change: Change) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    entries.remove(at: index)
    pendingCount -= 1
    computeValue()
    dropSettled()
    return true
  }

  /// Takes `value` as one that has all confirmed changes in it; those that are pending stay on top.
  public mutating func refresh(_ value: Value) {
    base = value
    for index in entries[firstEntry...].indices where entries[index].standing == .confirmed {
      entries[index].standing = .contained
    }
    computeValue()
    dropSettled()
  }

  private func pendingIndex(of change: Change) -> Int? {
    var (low, high) = (firstEntry, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].change.number < change.number { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].change == change, entries[low].standing == .pending
    else { return nil }
    return low
  }

  private mutating func settle(_ index: Int, as standing: Entry.Standing) {
    entries[index].standing = standing
    pendingCount -= 1
  }

  private mutating func computeValue() {
    value = base
    for entry in entries[firstEntry...] where entry.standing != .contained { entry.update(&value) }
  }

  /// Puts the confirmed changes before the oldest pending one into the base.
  private mutating func dropSettled() {
    while firstEntry < entries.count, entries[firstEntry].standing != .pending {
      if entries[firstEntry].standing == .confirmed { entries[firstEntry].update(&base) }
      firstEntry += 1
    }
    // Not one by one: that would move the rest each time.
    guard firstEntry * 2 >= entries.count else { return }
    entries.removeFirst(firstEntry)
    firstEntry = 0
  }
}

extension OptimisticValue.Entry: Sendable where Value: Sendable {}
extension OptimisticValue: Sendable where Value: Sendable {}
