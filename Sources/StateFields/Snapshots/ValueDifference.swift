import StateCore

/// The parts in which two values differ.
package enum ValueDifference {
  private static let maximum = 20

  /// Whether two values are equal, or differ only in parts that aren't equal to themselves, such as NaN.
  package static func isSame(_ lhs: any Equatable, _ rhs: any Equatable) -> Bool {
    if isEqual(lhs, rhs) { return true }
    var walk = Walk(isForShowing: false)
    walk.compare(lhs, rhs, "", depth: 0)
    return walk.parts.isEmpty && walk.hasMetNaN
  }

  /// Whether two values are equal, or differ only in the identities of parts with the same content.
  ///
  /// `known` contains the earlier identities: a part with one of these is the same only as itself.
  package static func isAlike(
    _ lhs: any Equatable,
    _ rhs: any Equatable,
    known: Set<String> = []
  ) -> Bool {
    if isEqual(lhs, rhs) { return true }
    var walk = Walk(isForShowing: false, known: known)
    walk.compare(lhs, rhs, "", depth: 0)
    return walk.parts.isEmpty && (walk.hasMetNaN || walk.hasMetIndividuals)
  }

  /// Whether two values of any type differ in a visible part.
  package static func hasDifference(_ lhs: Any, _ rhs: Any) -> Bool {
    var walk = Walk()
    walk.compare(lhs, rhs, "", depth: 0)
    return !walk.parts.isEmpty
  }

  /// Returns the parts in which two values differ, one per line.
  ///
  /// If there are none, a single line shows the whole values.
  package static func lines(
    _ name: String,
    _ old: Any,
    _ new: Any
  ) -> [StateSnapshot.Difference] {
    var walk = Walk()
    walk.compare(old, new, name, depth: 0)
    if walk.parts.isEmpty {
      walk.parts = [Walk.Part(name: name, old: ValueText.whole(old), new: ValueText.whole(new))]
    }
    let lines = walk.parts.prefix(maximum).map { part in
      let (old, new) = ValueText.cut(part.old, part.new)
      return StateSnapshot.Difference(name: part.name, old: old, new: new)
    }
    guard walk.parts.count > maximum else { return lines }
    let others = "\(walk.parts.count - maximum) more"
    return lines + [StateSnapshot.Difference(name: "\(name) …", old: others, new: others)]
  }

  static func isEqual<Value: Equatable, Other: Equatable>(_ lhs: Value, _ rhs: Other) -> Bool {
    // A cast between equal types costs five times what this comparison does.
    if Value.self == Other.self { return lhs == unsafeBitCast(rhs, to: Value.self) }
    return (rhs as? Value).map { lhs == $0 } ?? false
  }

  private struct Walk {
    struct Part {
      let name: String
      let old: String
      let new: String
    }

    var parts: [Part] = []
    private(set) var hasMetNaN = false
    private(set) var hasMetIndividuals = false
    /// The pairs of objects that were already compared.
    private var objects: Set<[ObjectIdentifier]> = []
    /// Whether values count as equal if they can't be compared but have the same text.
    let isForShowing: Bool
    /// The earlier identities.
    ///
    /// If set, identities with the same content count as equal, except these.
    private let known: Set<String>?

    init(isForShowing: Bool = true, known: Set<String>? = nil) {
      self.isForShowing = isForShowing
      self.known = known
    }

    private mutating func add(_ name: String, _ old: Any, _ new: Any) {
      let (oldText, newText) = (text(old), text(new))
      if isForShowing, oldText == newText, !(old is any Equatable) { return }
      parts.append(Part(name: name, old: oldText, new: newText))
    }

    mutating func compare(_ old: Any, _ new: Any, _ name: String, depth: Int) {
      if let old = old as? any Equatable, let new = new as? any Equatable, isEqual(old, new) {
        return
      }
      guard type(of: old) == type(of: new), depth < 16 else { return add(name, old, new) }
      if isNaN(old), isNaN(new) {
        hasMetNaN = true
        return
      }
      if let known, let old = old as? any Individual, old.isAlike(new, butNotIn: known) {
        hasMetIndividuals = true
        return
      }
      let (mirror, other) = (Mirror(reflecting: old), Mirror(reflecting: new))
      switch mirror.displayStyle {
      case .optional:
        guard let old = mirror.children.first, let new = other.children.first else {
          return add(name, old, new)
        }
        compare(old.value, new.value, name, depth: depth + 1)
      case .collection: compareCollections(old, new, mirror, other, name, depth)
      case .dictionary: compareDictionaries(old, new, name, depth)
      case .enum: compareCases(old, new, mirror, other, name, depth)
      case .struct, .tuple, .class: compareParts(old, new, mirror, other, name, depth)
      default: add(name, old, new)
      }
    }

    private mutating func compareParts(
      _ old: Any,
      _ new: Any,
      _ mirror: Mirror,
      _ other: Mirror,
      _ name: String,
      _ depth: Int
    ) {
      if mirror.displayStyle == .class {
        let (old, new) = (old as AnyObject, new as AnyObject)
        let pair = [ObjectIdentifier(old), ObjectIdentifier(new)]
        if old === new || !objects.insert(pair).inserted { return }
      }
      if Redaction.hidesParts(of: old) || Redaction.hidesParts(of: new) {
        return compareHidden(old, new, name, depth)
      }
      let isText = old is any CustomStringConvertible || old is any CustomDebugStringConvertible
      let properties = StoredProperty.all(of: old)
      if properties.isEmpty || (isText && mirror.displayStyle != .tuple) {
        return add(name, old, new)
      }
      for (old, new) in zip(properties, StoredProperty.all(of: new)) {
        let label = old.name.hasPrefix(".") ? old.name : ".\(old.name)"
        compare(old.value, new.value, name + label, depth: depth + 1)
      }
    }

    /// Compares two objects with declared fields.
    ///
    /// Their other properties may store the value of a redacted field.
    private mutating func compareHidden(_ old: Any, _ new: Any, _ name: String, _ depth: Int) {
      let count = parts.count
      for (old, new) in zip(StoredProperty.all(of: old), StoredProperty.all(of: new)) {
        compare(old.value, new.value, name, depth: depth + 1)
      }
      guard parts.count > count else { return }
      parts.removeSubrange(count...)
      let lines = isForShowing ? fieldLines(old, new) : []
      parts += lines.map { Part(name: "\(name).\($0.name)", old: $0.old, new: $0.new) }
      if lines.isEmpty {
        parts.append(Part(name: name, old: ValueText.redacted, new: ValueText.redacted))
      }
    }

    /// Returns the fields in which two objects differ; empty if they can't be read.
    private func fieldLines(_ old: Any, _ new: Any) -> [StateSnapshot.Difference] {
      guard MainThread.isCurrent else { return [] }
      let objects = Unchecked((old, new))
      return MainActor.assumeIsolated {
        guard let old = objects.value.0 as? any SnapshotState,
          let new = objects.value.1 as? any SnapshotState
        else { return [] }
        return old.snapshot().differences(to: new.snapshot())
      }
    }

    private mutating func compareCases(
      _ old: Any,
      _ new: Any,
      _ mirror: Mirror,
      _ other: Mirror,
      _ name: String,
      _ depth: Int
    ) {
      guard let payload = mirror.children.first, let other = other.children.first,
        let label = payload.label, label == other.label
      else { return add(name, old, new) }
      let count = parts.count
      compare(payload.value, other.value, "\(name).\(label)", depth: depth + 1)
      if parts.count > count, Redaction.hidesParts(of: old) || Redaction.hidesParts(of: new) {
        parts.removeSubrange(count...)
        parts.append(
          Part(name: "\(name).\(label)", old: ValueText.redacted, new: ValueText.redacted)
        )
      }
    }

    private mutating func compareCollections(
      _ old: Any,
      _ new: Any,
      _ mirror: Mirror,
      _ other: Mirror,
      _ name: String,
      _ depth: Int
    ) {
      let (elements, others) = (mirror.children.map(\.value), other.children.map(\.value))
      if elements.count == others.count, !areShownWhole(old, new, elements, others) {
        for (index, pair) in zip(elements, others).enumerated() {
          compare(pair.0, pair.1, "\(name)[\(index)]", depth: depth + 1)
        }
        return
      }
      let (oldText, newText) = (text(old), text(new))
      if oldText.count <= 60, newText.count <= 60 {
        parts.append(Part(name: name, old: oldText, new: newText))
        return
      }
      // For a long collection, report the part that was removed and inserted at the first difference.
      let start = zip(elements, others).prefix { !hasDifference($0, $1) }.count
      let rest = min(elements.count, others.count) - start
      let end = zip(elements.reversed(), others.reversed()).prefix(rest)
        .prefix { !hasDifference($0, $1) }.count
      parts.append(Part(name: "\(name).count", old: "\(elements.count)", new: "\(others.count)"))
      let removed = elements[start..<(elements.count - end)]
      let inserted = others[start..<(others.count - end)]
      for index in start..<(start + max(removed.count, inserted.count)) {
        parts.append(
          Part(
            name: "\(name)[\(index)]",
            old: removed.indices.contains(index) ? text(removed[index]) : "none",
            new: inserted.indices.contains(index) ? text(inserted[index]) : "none"
          )
        )
      }
    }

    private mutating func compareDictionaries(
      _ old: Any,
      _ new: Any,
      _ name: String,
      _ depth: Int
    ) {
      guard let values = old as? [AnyHashable: Any], let others = new as? [AnyHashable: Any] else {
        return add(name, old, new)
      }
      let keys = Set(values.keys).union(others.keys)
        .map { (key: $0, text: ValueText.describe($0.base)) }
        .sorted { $0.text < $1.text }
      for (key, keyText) in keys {
        let place = "\(name)[\(keyText)]"
        if let old = values[key], let new = others[key] {
          compare(old, new, place, depth: depth + 1)
        } else {
          let (old, new) = (values[key].map(text), others[key].map(text))
          parts.append(Part(name: place, old: old ?? "none", new: new ?? "none"))
        }
      }
    }

    /// Whether two lists of the same length are shown whole, because they are short and their elements have no parts.
    private func areShownWhole(_ old: Any, _ new: Any, _ elements: [Any], _ others: [Any]) -> Bool {
      guard isForShowing, let first = elements.first, elements.count < 10,
        Mirror(reflecting: first).displayStyle == nil,
        zip(elements, others).contains(where: { hasDifference($0, $1) })
      else { return false }
      return max(text(old).count, text(new).count) <= 60
    }

    private func text(_ value: Any) -> String { ValueText.whole(value) }

    private func isNaN(_ value: Any) -> Bool {
      (value as? any FloatingPoint).map { isNaN($0) } ?? false
    }

    private func isNaN<Value: FloatingPoint>(_ value: Value) -> Bool { value.isNaN }
  }
}
