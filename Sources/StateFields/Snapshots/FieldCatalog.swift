/// The name of a field, and whether it is redacted.
package struct FieldDescription: Equatable, Sendable {
  package let name: String
  package let isRedacted: Bool

  package init(name: String, isRedacted: Bool) {
    self.name = name
    self.isRedacted = isRedacted
  }

  /// Returns the name of a child in paths and messages.
  ///
  /// For a redacted field, the name doesn't contain the key.
  package func name(ofChildAt place: SnapshotValue.Place) -> String {
    name + place.suffix(isRedacted: isRedacted)
  }
}

/// The names of the fields of each type of state, determined once per type.
@MainActor
package enum FieldCatalog {
  package struct Entry {
    package let descriptions: [FieldDescription]
    let keyPaths: [AnyKeyPath]
    /// The errors in the declaration.
    let problems: [String]
  }

  private static var entries: [ObjectIdentifier: Entry] = [:]

  package static func entry<State: AnyObject>(
    for fields: [SnapshotField<State>],
    of state: State
  ) -> Entry {
    if let entry = entries[ObjectIdentifier(State.self)],
      entry.descriptions.count == fields.count
    {
      return entry
    }
    let names = names(of: fields, StoredProperty.all(of: state))
    let entry = Entry(
      descriptions: zip(names, fields).map {
        FieldDescription(name: $0, isRedacted: $1.isRedacted)
      },
      keyPaths: fields.map(\.keyPath),
      problems: problems(of: fields, names)
    )
    entries[ObjectIdentifier(State.self)] = entry
    return entry
  }

  /// Returns the names of a type's fields, if the catalog has seen an object of the type.
  package static func knownNames<State: SnapshotState>(of type: State.Type) -> [String]? {
    guard let entry = entries[ObjectIdentifier(type)],
      entry.descriptions.count == State.snapshotFields.fields.count
    else { return nil }
    return entry.descriptions.map(\.name)
  }

  private static func names<State: AnyObject>(
    of fields: [SnapshotField<State>],
    _ properties: [StoredProperty]
  ) -> [String] {
    fields.enumerated().map { index, field in
      if let name = field.givenName ?? name(of: field.keyPath, in: State.self) { return name }
      let isOnlyOne = fields.count { $0.valueType == field.valueType } == 1
      return (isOnlyOne ? StoredProperty.name(ofOnly: field.valueType, in: properties) : nil)
        ?? "field \(index + 1)"
    }
  }

  /// Returns the name of a property, if its class or the key path knows it.
  package static func name<State>(of keyPath: AnyKeyPath, in type: State.Type) -> String? {
    if let name = (type as? any PropertyNaming.Type)?.propertyNames[keyPath] { return name }
    // `\State.count`; without symbols, as on Linux, `\State.<computed 0x… (Int)>`.
    let text = String(reflecting: keyPath)
    guard text.hasPrefix("\\"), !text.contains("<"), let start = text.firstIndex(of: ".") else {
      return nil
    }
    let name = text[text.index(after: start)...]
    return name.isEmpty ? nil : String(name)
  }

  private static func problems<State: AnyObject>(
    of fields: [SnapshotField<State>],
    _ names: [String]
  ) -> [String] {
    let type = ValueText.name(of: State.self)
    return fields.indices.flatMap { index in
      let (field, name) = (fields[index], names[index])
      var problems: [String] = []
      for earlier in 0..<index {
        if fields[earlier].keyPath == field.keyPath {
          problems.append(
            "\(type) declares one property as two fields: \"\(names[earlier])\" and \"\(name)\""
          )
        } else if names[earlier] == name {
          problems.append(
            """
            \(type) declares two fields with one name: field \(earlier + 1) and field \(index + 1) are \
            both named \"\(name)\"
            """
          )
        }
      }
      if !field.isChild, !field.isImmutable, let held = heldClass(field.valueType) {
        problems.append(
          """
          The field "\(name)" of \(type) holds an object of \(ValueText.name(of: held)), which would \
          be compared with itself. Declare it as a child, \
          SnapshotField("\(name)", child: \\.\(name)), or use a struct. If it never changes, declare \
          that: SnapshotField("\(name)", \\.\(name)).immutable()
          """
        )
      }
      return problems
    }
  }

  private static func heldClass(_ type: Any.Type) -> Any.Type? {
    if type is AnyClass { return type }
    guard let holder = type as? any Holder.Type else { return nil }
    return heldClass(holder.heldType)
  }
}

/// A type whose values contain values of another type.
private protocol Holder {
  static var heldType: Any.Type { get }
}

extension Optional: Holder {
  fileprivate static var heldType: Any.Type { Wrapped.self }
}

extension Array: Holder {
  fileprivate static var heldType: Any.Type { Element.self }
}

extension Set: Holder {
  fileprivate static var heldType: Any.Type { Element.self }
}

extension Dictionary: Holder {
  fileprivate static var heldType: Any.Type { Value.self }
}
