/// The changes of one root cause, by field.
struct HistoryStep<Key: Hashable, Value: HistoryValue, Kind: Equatable> {
  /// The value of a field before and after the step.
  struct Field {
    var before: Value
    var after: Value

    /// The approximate size in bytes.
    var bytes: Int { 64 + before.bytes + after.bytes }
  }

  /// The only field that the root cause has changed at first, so that the next change of it can join the step.
  struct Typing {
    let key: Key
    let kind: Kind
    var time: Duration
  }

  /// The code that has begun the step and may still change other fields.
  struct Opening: Equatable {
    let root: Int
    let burst: Int
  }

  /// A root cause that has begun the step or a part of it.
  struct Cause {
    let root: Int
    /// The step that it has written before, if that exists.
    var previous: Int?
  }

  /// The identities of steps increase with their order.
  let id: Int
  var name: String?
  private(set) var fields: [Key: Field] = [:]
  private(set) var bytes = Self.ownBytes
  /// The marks of the position after the step.
  var marks: [Int] = []
  var typing: Typing?
  /// `nil` once that code has ended.
  var opening: Opening?
  var causes: [Cause] = []
  /// Whether it may join the step before it.
  let canJoin: Bool

  private static var ownBytes: Int { 128 }

  init(id: Int, name: String?, canJoin: Bool, opening: Opening? = nil) {
    self.id = id
    self.opening = opening
    self.name = name
    self.canJoin = canJoin
  }

  /// Sets the value of a field after the step, which differs from the one before it.
  ///
  /// A field that ends where it began is removed.
  ///
  /// - Returns: Whether the step contained the field before, and whether it does now.
  @discardableResult
  mutating func set(
    _ key: Key,
    from before: Value,
    to after: Value
  ) -> (before: Bool, after: Bool) {
    let new = Field(before: before, after: after)
    guard let old = fields.updateValue(new, forKey: key) else {
      bytes += new.bytes
      return (false, true)
    }
    bytes -= old.bytes
    if old.before.isSame(as: after) {
      fields[key] = nil
      return (true, false)
    }
    let values = Value.joined((old.before, old.after), (before, after))
    let joined = Field(before: values.before, after: values.after)
    bytes += joined.bytes
    fields[key] = joined
    return (true, true)
  }

  mutating func remove(_ key: Key) {
    guard let old = fields.removeValue(forKey: key) else { return }
    bytes -= old.bytes
  }
}
