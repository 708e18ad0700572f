import StateFields
import StateRecord

/// The fields of a state class that are saved, with their version.
///
/// Fields that are not listed are neither saved nor changed by a load: let those be out that would be half done, such as
/// whether something loads.
public struct Persistence<State: AnyObject>: Sendable {
  /// How the saved values call the state.
  public let name: String
  /// The version of the fields, from 1 on.
  ///
  /// A field whose name, type or meaning changes needs the next one.
  public let version: Int
  let fields: [Persisted<State>]
  let chain: MigrationChain

  /// Makes a declaration.
  ///
  /// - Parameters:
  ///   - name: How the saved values call the state; by default the name of its type. Values under another name are not
  ///     loaded, so that it has to stay when the type is renamed.
  ///   - version: The version of the fields, from 1 on.
  ///   - fields: The fields; each of its names once.
  ///   - migrations: A migration from each earlier version that is still to be loaded.
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

  /// The mistakes in the declaration, without those of children, as text.
  var problems: [String] {
    var known: Set<String> = []
    let doubled = fields.map(\.name).filter { !known.insert($0).inserted }
    return doubled.map { "two fields are named \"\($0)\"" } + chain.problems
  }
}

extension Persistence {
  /// Copies the values of all fields; nothing while time travel shows earlier ones.
  @MainActor
  func capture(_ state: State) -> CapturedRecord? {
    if TimeTravel.isShown(in: state) { return nil }
    guard CaptureDepth.enter() else {
      // A child that is its own parent, perhaps.
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

  /// Makes values of what was saved, by the present version.
  func decode(
    _ record: Record,
    _ declarations: Declarations
  ) throws(SavedStateError) -> DecodedRecord {
    let fields = try chain.migrate(record.fields, from: record.version, of: name)
    return decode(fields, declarations)
  }

  /// Makes values of fields of the present version.
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

  /// The merges of the fields that have one, and of all children.
  func merges(_ declarations: Declarations) -> [String: FieldMerge] {
    Dictionary(
      fields.compactMap { field in field.merge(declarations).map { (field.name, $0) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Compares two texts of a field.
  func comparison(_ declarations: Declarations) -> FieldComparison {
    let fields = Dictionary(fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return { name, one, other in
      one == other || fields[name]?.areSame(one, other, declarations) == true
    }
  }

  /// Adds the fields that saved children don't have, with the values that the children of the state have.
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

  /// Gives a state the values that were saved; fields without any stay as they are.
  @MainActor
  func apply(_ decoded: DecodedRecord, to state: State) {
    UnknownFields.set(decoded.unknown, of: state)
    for field in fields {
      if let content = decoded.values[field.name] { field.apply(state, content) }
    }
  }
}

/// How many states are being copied, each as a child of the one before it.
@MainActor
private enum CaptureDepth {
  /// Those that are deeper could not be read again.
  private static let deepest = SavedJSON.deepest / 2
  private static var depth = 0

  static func enter() -> Bool {
    if depth == deepest { return false }
    depth += 1
    return true
  }

  static func leave() { depth -= 1 }
}
