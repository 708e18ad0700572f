package import StateFields
import StateRecord

/// A field of a live state that doesn't have its recorded value.
package struct SessionDifference: Sendable, Hashable {
  /// The field, prefixed by the names of the children that lead to it.
  package let name: String
  /// The text of the recorded value.
  package let recorded: String
  /// The text of the live value.
  package let actual: String
}

extension SessionWriter {
  /// Returns the first difference between a frame and a live state, or `nil` if they are the same.
  ///
  /// It doesn't compare redacted and transient fields, or fields that only one of the two has. It compares values that
  /// can't be decoded as text. From then on, children are paired with those at the same places.
  package func difference(
    _ frame: SessionFrame,
    root: Int,
    from state: any SnapshotState
  ) -> SessionDifference? {
    pair(root, with: state)
    var found: Set<Int> = [root]
    var open = [(root, state, "")]
    var next = 0
    while next < open.count {
      let (id, live, path) = open[next]
      next += 1
      guard let object = frame.objects[id] else { continue }
      let fields = fields(object, live)
      for (field, value) in object.values.enumerated() where field < fields.indices.count {
        guard let index = fields.indices[field], !value.isRedacted,
          !fields.shapes[index].isRedacted, !fields.shapes[index].isTransient
        else { continue }
        let name = path + fields.shapes[index].name
        let actual = live.value(ofField: index)
        guard let children = value.children else {
          let place = Place(object: id, field: field)
          if let text = difference(value, place, live, index, actual) {
            return SessionDifference(name: name, recorded: value.description, actual: text)
          }
          continue
        }
        let pairs: [(SessionChild, any SnapshotState)]
        switch self.pairs(children, actual, live.coding(of: index), frame) {
        case .success(let found): pairs = found
        case .failure(let places):
          return SessionDifference(
            name: name + places.suffix,
            recorded: places.recorded,
            actual: places.actual
          )
        }
        for (child, state) in pairs {
          guard let id = child.object, found.insert(id).inserted else { continue }
          pair(id, with: state)
          open.append((id, state, name + child.place.suffix(isRedacted: false) + "."))
        }
      }
    }
    return nil
  }

  /// Returns the text of a live value that differs from the recorded one.
  private func difference(
    _ value: SessionValue,
    _ place: Place,
    _ live: any SnapshotState,
    _ index: Int,
    _ actual: SnapshotValue
  ) -> String? {
    if value.json == nil, value.text == nil { return nil }
    guard case .plain = actual, let whole = actual.plainValue else { return actual.childrenText }
    let text = ValueText.describe(whole)
    guard let json = value.json, let make = live.coding(of: index).plain else {
      return value.text == text ? nil : text
    }
    if let recorded = try? decode(value, json, place, make) {
      if recorded == actual { return nil }
      // Encoding a type may lose information.
      return JSONCoding.json(of: whole) == json ? nil : text
    }
    return value.text == text ? nil : text
  }

  private struct Places: Error {
    var suffix = ""
    let recorded: String
    let actual: String
  }

  /// Returns the children at the same places.
  private func pairs(
    _ children: SessionChildren,
    _ actual: SnapshotValue,
    _ coding: FieldCoding,
    _ frame: SessionFrame
  ) -> Result<[(SessionChild, any SnapshotState)], Places> {
    let there = actual.children
    let failure = Places(
      recorded: describe(children, frame),
      actual: actual.childrenText
    )
    if case .plain = actual { return .failure(failure) }
    if there.count != children.list.count { return .failure(failure) }
    var byPlace: [SnapshotValue.Place: SnapshotValue.Child] = [:]
    for child in there { byPlace[child.place] = child }
    var pairs: [(SessionChild, any SnapshotState)] = []
    for child in children.list {
      let place = coding.place(child.place)
      // If a key can't be decoded, find the child by the text of its key.
      let found =
        place.flatMap { byPlace[$0] } ?? there.first { $0.hasName(of: child) }
      guard let found else { return .failure(failure) }
      guard let id = child.object else {
        if let difference = difference(child, found, coding) { return .failure(difference) }
        continue
      }
      guard let state = found.object as? any SnapshotState, found.plainElement == nil,
        state.typeName == session.typeName(ofObject: id)
      else { return .failure(failure) }
      pairs.append((child, state))
    }
    return .success(pairs)
  }

  /// Returns the difference of an element without a child.
  private func difference(
    _ child: SessionChild,
    _ actual: SnapshotValue.Child,
    _ coding: FieldCoding
  ) -> Places? {
    guard let value = child.value else { return nil }
    let text = actual.plainElement.map { ValueText.describe($0) } ?? actual.typeText
    if text == value.text { return nil }
    // The text is truncated, and its order doesn't depend on hashing.
    return Places(
      suffix: child.place.suffix(isRedacted: false),
      recorded: value.description,
      actual: text
    )
  }

  private func describe(_ children: SessionChildren, _ frame: SessionFrame) -> String {
    let texts = children.list.map { child -> String in
      let name = child.object.flatMap { session.typeName(ofObject: $0) }
      return child.value?.description ?? name ?? "an object"
    }
    return children.shape == .one ? texts.first ?? "nil" : "[\(texts.joined(separator: ", "))]"
  }
}

extension SnapshotValue {
  /// The names of the children's types.
  ///
  /// For another value, its text.
  @MainActor fileprivate var childrenText: String {
    guard case .children(let shape, let list) = self else {
      return plainValue.map { ValueText.describe($0) } ?? "nothing"
    }
    let texts = list.map { $0.plainElement.map { ValueText.describe($0) } ?? $0.typeText }
    return shape == .one ? texts.first ?? "nil" : "[\(texts.joined(separator: ", "))]"
  }
}

extension SnapshotValue.Child {
  fileprivate var typeText: String { ValueText.name(of: type(of: object)) }
  /// Whether both places have the same text, in a field that isn't redacted.
  fileprivate func hasName(of child: SessionChild) -> Bool {
    place.suffix(isRedacted: false) == child.place.suffix(isRedacted: false)
  }
}
