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

    init() {}
  }

  fileprivate struct Entry {
    let change: Change
    var update: Update
    var isConfirmed = false
  }

  /// The value with all changes in it.
  public private(set) var value: Value
  /// The value with the changes in it that were confirmed before all that are in `entries`.
  private var base: Value
  private var entries: [Entry] = []

  /// Makes a value without changes.
  public init(_ value: Value) {
    self.value = value
    base = value
  }

  /// The value with only those changes in it that are confirmed.
  ///
  /// The cost is that of the changes since the oldest pending one.
  public var confirmedValue: Value { Self.value(of: base, with: entries.filter(\.isConfirmed)) }

  /// How many changes are neither confirmed nor taken back.
  public var pendingCount: Int { entries.count { !$0.isConfirmed } }

  /// Whether there is a change that is neither confirmed nor taken back.
  public var isPending: Bool { !entries.isEmpty }

  /// Shows a change, on top of those before it.
  ///
  /// `update` is run again, on another value, when a change before it is taken back and when the value
  /// is refreshed.
  ///
  /// - Returns: The name to confirm the change with or to take it back.
  public mutating func apply(_ update: @escaping Update) -> Change {
    let change = Change()
    entries.append(Entry(change: change, update: update))
    update(&value)
    return change
  }

  /// Confirms a change.
  ///
  /// - Returns: `false`, and nothing changes, if it is not pending.
  @discardableResult
  public mutating func commit(_ change: Change) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    entries[index].isConfirmed = true
    foldConfirmed()
    return true
  }

  /// Confirms a change as the server made it: `update` takes its place, and its place in the order.
  ///
  /// - Returns: `false`, and nothing changes, if it is not pending.
  @discardableResult
  public mutating func commit(_ change: Change, as update: @escaping Update) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    entries[index].update = update
    entries[index].isConfirmed = true
    value = Self.value(of: base, with: entries)
    foldConfirmed()
    return true
  }

  /// Confirms a change and takes the server's whole value, as `refresh` does.
  ///
  /// - Returns: `false`, and nothing changes, if it is not pending.
  @discardableResult
  public mutating func commit(_ change: Change, result: Value) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    entries.remove(at: index)
    refresh(result)
    return true
  }

  /// Takes a change back.
  ///
  /// - Returns: `false`, and nothing changes, if it is not pending.
  @discardableResult
  public mutating func rollback(_ change: Change) -> Bool {
    guard let index = pendingIndex(of: change) else { return false }
    entries.remove(at: index)
    value = Self.value(of: base, with: entries)
    foldConfirmed()
    return true
  }

  /// Takes `value` as one that has all confirmed changes in it; those that are pending stay on top.
  public mutating func refresh(_ value: Value) {
    base = value
    entries.removeAll(where: \.isConfirmed)
    self.value = Self.value(of: base, with: entries)
  }

  private func pendingIndex(of change: Change) -> Int? {
    entries.firstIndex { $0.change == change && !$0.isConfirmed }
  }

  /// Puts the confirmed changes before the oldest pending one into the base.
  private mutating func foldConfirmed() {
    let confirmed = entries.prefix(while: \.isConfirmed)
    base = Self.value(of: base, with: Array(confirmed))
    entries.removeFirst(confirmed.count)
  }

  private static func value(of base: Value, with entries: [Entry]) -> Value {
    entries.reduce(into: base) { value, entry in entry.update(&value) }
  }
}

extension OptimisticValue.Entry: Sendable where Value: Sendable {}
extension OptimisticValue: Sendable where Value: Sendable {}
