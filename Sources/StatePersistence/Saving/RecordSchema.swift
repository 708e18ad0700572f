/// What a saver knows of a declaration, whatever the type of its state.
struct RecordSchema: Sendable {
  let name: String
  let chain: MigrationChain
  let merges: [String: FieldMerge]

  init<State>(_ persistence: Persistence<State>) {
    name = persistence.name
    chain = persistence.chain
    merges = Dictionary(
      persistence.fields.compactMap { field in field.merge.map { (field.name, $0) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// A record with the fields of the present version.
  struct Saved {
    let fields: [String: SavedJSON]
    let revision: Int
  }

  /// Reads a record of this state, of any version that can become the present one.
  func read(_ bytes: [UInt8]) -> Result<Saved, PersistenceError> {
    do throws(PersistenceError) {
      let record = try Record(bytes)
      if let other = record.name, other != name {
        throw PersistenceError(.otherState, "this is a saved \(other), and no \(name)")
      }
      let fields = try chain.migrate(record.fields, from: record.version, of: name)
      return .success(Saved(fields: fields, revision: record.revision))
    } catch { return .failure(error) }
  }
}
