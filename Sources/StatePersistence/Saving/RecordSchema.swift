/// The parts of a declaration that a saver needs, independent of the type of state.
struct RecordSchema: Sendable {
  let name: String
  let chain: MigrationChain
  let merges: [String: FieldMerge]
  /// Compares two texts of a field for equal values.
  let areSame: FieldComparison
  /// Returns why a text isn't a value of a field, or `nil` if it is one.
  let misfit: @Sendable (_ name: String, SavedJSON) -> SavedStateError?
  /// The name of the record in its storage.
  private let key: String
  private let seal: (any RecordSeal)?

  init<State>(
    _ persistence: Persistence<State>,
    _ declarations: Declarations,
    at location: PersistenceLocation
  ) {
    let fields = Dictionary(
      persistence.fields.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    areSame = { name, one, other in
      one == other || fields[name]?.areSame(one, other, declarations) == true
    }
    misfit = { name, json in persistence.decode([name: json], declarations).failures.first }
    key = location.key
    seal = location.seal
    name = persistence.name
    chain = persistence.chain
    merges = Dictionary(
      persistence.fields.compactMap { field in field.merge.map { (field.name, $0) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// A record with the fields of the current version.
  struct Saved {
    let fields: [String: SavedJSON]
    let revision: Int
  }

  /// The reason why nothing can be saved.
  var problem: SavedStateError? { seal?.problem }

  /// Reads a record of this state, of any version that can be migrated to the current one.
  func read(_ bytes: [UInt8], _ stamp: RecordStamp) -> Result<Saved, SavedStateError> {
    do throws(SavedStateError) {
      let record = try Record(text(bytes, number: stamp.number))
      if let other = record.name, other != name {
        throw SavedStateError(.otherState, "this is a saved \(other), and no \(name)")
      }
      let fields = try chain.migrate(record.fields, from: record.version, of: name)
      return .success(Saved(fields: fields, revision: record.revision))
    } catch { return .failure(error) }
  }

  /// Returns the bytes of a record with the number that the storage assigns to it.
  func bytes(of record: Record, number: Int?) throws(SavedStateError) -> [UInt8] {
    guard let seal else { return record.bytes }
    return try seal.seal(record.bytes, place: key, number: number)
  }

  private func text(_ bytes: [UInt8], number: Int?) throws(SavedStateError) -> [UInt8] {
    if let seal { return try seal.open(bytes, place: key, number: number) }
    if bytes.starts(with: SealedMark.bytes) {
      throw SavedStateError(.wrongKey, "it is encrypted, and its place has no key")
    }
    return bytes
  }
}
