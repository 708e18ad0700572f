import StateFields
import StateRecord

/// The saved fields of a state class, with their version.
///
/// Fields that aren't listed are neither saved nor changed by a load. Leave out fields that describe unfinished work,
/// such as whether something is loading.
public struct Persistence<State: AnyObject>: Sendable {
  /// The name of the state in the saved data.
  package let name: String
  /// The version of the fields, starting at 1.
  ///
  /// Increase it when the name, type, or meaning of a field changes.
  package let version: Int
  let fields: [Persisted<State>]
  let chain: MigrationChain

  /// Creates a declaration.
  ///
  /// - Parameters:
  ///   - name: The name of the state in the saved data; by default, the name of its type. Data with another name isn't
  ///     loaded, so keep the name when you rename the type.
  ///   - version: The version of the fields, starting at 1.
  ///   - fields: The fields, with unique names.
  ///   - migrations: A migration from each earlier version that the app still loads.
  @MainActor
  public init(
    name: String? = nil,
    version: Int,
    @PersistedBuilder<State> fields: () -> [Persisted<State>],
    @MigrationsBuilder migrations: () -> [Migration] = { [] }
  ) {
    self.name = name ?? ValueText.name(of: State.self)
    self.version = version
    self.fields = fields()
    chain = MigrationChain(to: version, migrations())
  }

  /// Descriptions of the errors in the declaration, without those in the declarations of children.
  var problems: [String] {
    var known: Set<String> = []
    let doubled = fields.map(\.name).filter { !known.insert($0).inserted }
    return doubled.map { "two fields are named \"\($0)\"" } + chain.problems
  }
}

extension Persistence {
  /// Copies the values of all fields, or returns `nil` while time travel shows an earlier state.
  @MainActor
  func capture(_ state: State) -> CapturedRecord? {
    if TimeTravel.isShown(in: state) { return nil }
    guard CaptureDepth.enter() else {
      // Perhaps a child is its own parent.
      return CapturedRecord(version: version, values: nil, unknown: [:])
    }
    defer { CaptureDepth.leave() }
    var values: [CapturedRecord.Value] = []
    for field in fields {
      guard let content = field.read(state) else { return nil }
      values.append(field.captured(content))
    }
    return CapturedRecord(version: version, values: values, unknown: UnknownFields.of(state))
  }

  /// Migrates a record to the current version, and decodes it.
  func decode(
    _ record: Record,
    _ declarations: Declarations
  ) throws(SavedStateError) -> DecodedRecord {
    let fields = try chain.migrate(record.fields, from: record.version, of: name)
    return decode(fields, declarations)
  }

  /// Decodes fields of the current version.
  func decode(_ saved: [String: SavedJSON], _ declarations: Declarations) -> DecodedRecord {
    var decoded = DecodedRecord()
    var rest = saved
    for field in fields {
      guard let json = rest.removeValue(forKey: field.name) else {
        decoded.isIncomplete = true
        continue
      }
      do {
        let (content, failures) = try field.decode(json, declarations)
        if content.isIncomplete { decoded.isIncomplete = true }
        decoded.values[field.name] = content
        decoded.failures += failures.map { $0.inField(field.name, isRedacted: field.isRedacted) }
        if !failures.isEmpty { decoded.misfits.insert(field.name) }
      } catch {
        decoded.misfits.insert(field.name)
        decoded.failures.append(
          SavedStateError(field: field.name, error, isRedacted: field.isRedacted)
        )
      }
    }
    decoded.unknown = rest
    return decoded
  }

  /// Whether two records of this state have the same values.
  func areSame(_ one: Record, _ other: Record, _ declarations: Declarations) -> Bool {
    var (first, second) = (one.fields, other.fields)
    guard one.version == other.version, one.id == other.id, first.count == second.count else {
      return false
    }
    for field in fields {
      switch (first.removeValue(forKey: field.name), second.removeValue(forKey: field.name)) {
      case (let one?, let other?):
        if one != other, !field.areSame(one, other, declarations) { return false }
      case (nil, nil): break
      default: return false
      }
    }
    return first == second
  }

  /// Returns the merge functions of the fields that have one, including those with children, by field name.
  func merges(_ declarations: Declarations) -> [String: FieldMerge] {
    Dictionary(
      fields.compactMap { field in field.merge(declarations).map { (field.name, $0) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns the function that compares two texts of a field.
  func comparison(_ declarations: Declarations) -> FieldComparison {
    let fields = Dictionary(fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return { name, one, other in
      one == other || fields[name]?.areSame(one, other, declarations) == true
    }
  }

  /// Completes saved children with the state's values for the fields that they lack.
  func completed(
    _ saved: [String: SavedJSON],
    _ state: [String: SavedJSON],
    _ declarations: Declarations
  ) -> [String: SavedJSON] {
    var completed = saved
    for field in fields {
      guard let json = saved[field.name], let value = state[field.name] else { continue }
      completed[field.name] = field.complete(json, value, declarations)
    }
    return completed
  }

  /// Applies the saved values to a state, and leaves fields without saved values unchanged.
  @MainActor
  func apply(_ decoded: DecodedRecord, to state: State) {
    UnknownFields.set(decoded.unknown, of: state)
    for field in fields {
      if let content = decoded.values[field.name] { field.apply(state, content) }
    }
  }
}

/// The number of nested states that are being copied, each one a child of the previous one.
@MainActor
private enum CaptureDepth {
  /// The maximum depth: states that are nested more deeply couldn't be loaded again.
  private static let deepest = SavedJSON.deepest / 2
  private static var depth = 0

  static func enter() -> Bool {
    if depth == deepest { return false }
    depth += 1
    return true
  }

  static func leave() { depth -= 1 }
}
