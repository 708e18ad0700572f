/// A child that stands for a value which is none.
package protocol ValueHolder: AnyObject {
  func hasSameValue(as other: AnyObject) -> Bool
}

extension SnapshotValue {
  /// Whether a later value is the same, with the same children, whose fields are not looked at.
  package func isUnchanged(in new: SnapshotValue) -> Bool {
    switch (self, new) {
    case (.plain(let old), .plain(let new)):
      if let old = ExactValues.cast(old) { return old.isUnchanged(in: new) }
      if ValueDifference.isEqual(old, new) { return true }
      // Of values that are not equal to themselves, the parts count.
      return !ValueDifference.isEqual(new, new) && ValueDifference.isSame(old, new)
    case (.children(.keyed, let old), .children(.keyed, let new)):
      // The order is that of a dictionary.
      guard old.count == new.count else { return false }
      var objects: [Place: AnyObject] = [:]
      for child in new { objects[child.place] = child.object }
      return old.allSatisfy { objects[$0.place] === $0.object }
    case (.children(_, let old), .children(_, let new)):
      return old.elementsEqual(new) { old, new in
        guard old.place == new.place else { return false }
        if old.object === new.object { return true }
        return (old.object as? any ValueHolder)?.hasSameValue(as: new.object) ?? false
      }
    case (.plain, .children), (.children, .plain): return false
    }
  }
}
