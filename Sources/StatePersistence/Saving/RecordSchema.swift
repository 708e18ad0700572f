/// The parts of a declaration that a saver needs, independent of the type of state.
struct RecordSchema: Sendable {
  let name: String
  let chain: MigrationChain
  let merges: [String: FieldMerge]
  /// Compares two texts of a field for equal values.
  let areSame: FieldComparison
  /// Why a text isn't a value of a field, or why values in it aren't those of children.
  let misfits: @Sendable (_ name: String, SavedJSON) -> [SavedStateError]
  /// Adds the fields that saved children don't have, with the values that the children of the state have.
  let completed:
    @Sendable (_ saved: [String: SavedJSON], _ state: [String: SavedJSON]) -> [String: SavedJSON]
  private let location: PersistenceLocation

  init<State>(
    _ persistence: Persistence<State>,
    _ declarations: Declarations,
    at location: PersistenceLocation
  ) {
    areSame = persistence.comparison(declarations)
    misfits = { name, json in persistence.decode([name: json], declarations).failures }
    completed = { saved, state in persistence.completed(saved, state, declarations) }
    self.location = location
    name = persistence.name
    chain = persistence.chain
    merges = persistence.merges(declarations)
  }

  /// A record with the fields of the current version.
  struct Saved {
    let fields: [String: SavedJSON]
    let revision: Int
  }

  /// The reason why nothing can be saved.
  var problem: SavedStateError? { location.seal?.problem }

  /// Reads a record of this state, of any version that can be migrated to the current one.
  func read(_ bytes: [UInt8], _ stamp: RecordStamp) -> Result<Saved, SavedStateError> {
    do throws(SavedStateError) {
      let record = try Record(location.text(bytes, number: stamp.number))
      if let other = record.name, other != name {
        throw SavedStateError(.otherState, "expected a saved \(name), found \(other)")
      }
      let fields = try chain.migrate(record.fields, from: record.version, of: name)
      return .success(Saved(fields: fields, revision: record.revision))
    } catch { return .failure(error) }
  }

  /// Returns the bytes of a record with the number that the storage assigns to it.
  func bytes(of record: Record, number: Int?) throws(SavedStateError) -> [UInt8] {
    try location.bytes(of: record, number: number)
  }
}
