/// A value that shows changes before they are confirmed, and rolls back those that fail.
///
/// Changes apply in the order in which they were made, no matter in which order they are confirmed or rolled back.
/// Rolling back a change keeps the others.
public struct OptimisticValue<Value> {
  /// A function that changes the value; it runs each time the value is recomputed, and must have no other effect.
  public typealias Update = @Sendable (inout Value) -> Void

  /// The identity of a change; no two changes have the same one.
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
      /// Confirmed and part of the base, through a value from the server. If the value for an earlier change arrives
      /// later, it doesn't contain this change.
      case contained
      /// Unanswered and part of the base, through the value for a later change.
      case superseded
    }

    let change: Change
    var update: Update
    var standing = Standing.pending

    var isUnanswered: Bool { standing == .pending || standing == .superseded }
  }

  /// The value with all changes applied.
  public private(set) var value: Value
  /// The value with the contained changes, and with the confirmed changes that precede all `entries`.
  private var base: Value
  /// The changes since the oldest pending one, in the order of their numbers; those before `firstEntry` are settled.
  private var entries: [Entry] = []
  private var firstEntry = 0
  private var lastNumber = 0
  /// The number of changes that are neither confirmed nor rolled back.
  package private(set) var pendingCount = 0
  private var supersededCount = 0
  /// How often all superseded changes have been answered, after which only a load can tell what the server has.
  private(set) var lateAnswerCount = 0
  /// The number of confirmed changes that weren't part of the value before.
  private(set) var confirmationCount = 0

  /// Creates a value without changes.
  public init(_ value: Value) {
    self.value = value
    base = value
  }

  /// The value with only the confirmed changes applied.
  ///
  /// The cost is that of all changes since the oldest pending one.
  public var confirmedValue: Value {
    var value = base
    for entry in entries[firstEntry...] where entry.standing == .confirmed { entry.update(&value) }
    return value
  }

  /// Whether a change is neither confirmed nor rolled back.
  public var isPending: Bool { pendingCount > 0 }

  /// Applies a change on top of the earlier ones.
  ///
  /// `update` runs again, on another value, when another change is rolled back or confirmed with the server's result, when
  /// the value is refreshed, and when `confirmedValue` is read.
  ///
  /// - Returns: The identity with which to confirm the change or to roll it back.
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
  /// - Returns: `false` if the change isn't pending; then nothing changes.
  /// - Complexity: That of a binary search among the changes since the oldest pending one.
  @discardableResult
  public mutating func commit(_ change: Change) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    if endSuperseded(index) { return true }
    confirm(index, as: .confirmed)
    dropSettled()
    return true
  }

  /// Confirms a change as the server made it: `update` replaces the original update at its position in the order.
  ///
  /// - Returns: `false` if the change isn't pending; then nothing changes.
  @discardableResult
  public mutating func commit(_ change: Change, as update: @escaping Update) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    if endSuperseded(index) { return true }
    entries[index].update = update
    confirm(index, as: .confirmed)
    computeValue()
    dropSettled()
    return true
  }

  /// Confirms a change and applies the server's whole value, as it was right after that change.
  ///
  /// That value contains all changes before this one, including those without an answer: they are neither shown on top
  /// of it nor applied when they are confirmed. When the last of them has its answer, a `Resource` is invalidated,
  /// because the server may have made them in another order. Later changes stay on top, even those that an earlier value
  /// contained.
  ///
  /// - Returns: `false` if the change isn't pending; then nothing changes.
  @discardableResult
  public mutating func commit(_ change: Change, result: Value) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    if endSuperseded(index) { return true }
    confirm(index, as: .contained)
    for earlier in firstEntry..<index {
      switch entries[earlier].standing {
      case .confirmed: entries[earlier].standing = .contained
      case .pending:
        entries[earlier].standing = .superseded
        supersededCount += 1
      case .contained, .superseded: break
      }
    }
    for later in index + 1..<entries.count where entries[later].standing == .contained {
      entries[later].standing = .confirmed
    }
    base = result
    computeValue()
    dropSettled()
    return true
  }

  /// Rolls back a change.
  ///
  /// - Returns: `false` if the change isn't pending; then nothing changes.
  @discardableResult
  public mutating func rollback(_ change: Change) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    if endSuperseded(index) { return true }
    entries.remove(at: index)
    pendingCount -= 1
    computeValue()
    dropSettled()
    return true
  }

  /// Applies `value` as one that contains all confirmed changes; pending changes stay on top.
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
    guard low < entries.count, entries[low].change == change, entries[low].isUnanswered else {
      return nil
    }
    return low
  }

  /// Notes the answer to a superseded change, which changes nothing.
  ///
  /// - Returns: `false` if the change isn't superseded.
  private mutating func endSuperseded(_ index: Int) -> Bool {
    guard entries[index].standing == .superseded else { return false }
    settle(index, as: .contained)
    supersededCount -= 1
    if supersededCount == 0 { lateAnswerCount += 1 }
    dropSettled()
    return true
  }

  private mutating func confirm(_ index: Int, as standing: Entry.Standing) {
    settle(index, as: standing)
    confirmationCount += 1
  }

  private mutating func settle(_ index: Int, as standing: Entry.Standing) {
    entries[index].standing = standing
    pendingCount -= 1
  }

  private mutating func computeValue() {
    value = base
    for entry in entries[firstEntry...]
    where entry.standing == .pending || entry.standing == .confirmed { entry.update(&value) }
  }

  /// Moves the confirmed changes before the oldest pending one into the base.
  private mutating func dropSettled() {
    while firstEntry < entries.count, !entries[firstEntry].isUnanswered {
      if entries[firstEntry].standing == .confirmed { entries[firstEntry].update(&base) }
      firstEntry += 1
    }
    // Remove them in bulk: each single removal would move all the others.
    guard firstEntry * 2 >= entries.count else { return }
    entries.removeFirst(firstEntry)
    firstEntry = 0
  }
}

/// A value whose pending changes stay on top of a loaded value.
protocol ChangeKeeping {
  /// How often unanswered changes that a server's value contained have all been answered.
  var lateAnswerCount: Int { get }
  /// The number of confirmed changes that weren't part of the value before.
  var confirmationCount: Int { get }

  mutating func refresh(from loaded: Self)
}

extension ChangeKeeping {
  /// Returns the changes on top of a loaded value; `nil` for a value of another type.
  func refreshed<Value>(with loaded: Value) -> Value? {
    guard let loaded = loaded as? Self else { return nil }
    var copy = self
    copy.refresh(from: loaded)
    return copy as? Value
  }
}

extension OptimisticValue: ChangeKeeping {
  mutating func refresh(from loaded: OptimisticValue) { refresh(loaded.confirmedValue) }
}

extension OptimisticValue.Entry: Sendable where Value: Sendable {}
extension OptimisticValue: Sendable where Value: Sendable {}
