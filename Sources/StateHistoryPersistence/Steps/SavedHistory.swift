import StatePersistence

/// The steps of a history as they are saved.
///
/// Objects have numbers: first the states of the scopes, each followed by the children that it contains, then the
/// removed children.
struct SavedHistory: Codable, Sendable {
  /// The name of the record.
  static let name = "history"
  /// The version of this format.
  static let version = 1

  /// A state of the history.
  struct Scope: Codable, Sendable, Equatable {
    /// The fields that belong to the history.
    var signature: String
    /// The versions of the declarations, by name.
    var versions: [String: Int]
  }

  /// A removed child with the values that it had.
  struct Removed: Codable, Sendable {
    /// The object with a field that contained it.
    var owner: Int
    var field: String
    var record: SavedText
    /// The number of objects that it contains, including itself.
    var count: Int
  }

  struct Step: Codable, Sendable {
    var name: String?
    var fields: [Field]
  }

  struct Field: Codable, Sendable {
    var object: Int
    var name: String
    var before: Value
    var after: Value
  }

  /// The value of a field, or the numbers of its children.
  struct Value: Codable, Sendable {
    var plain: SavedText?
    var children: [Int]?
  }

  var scopes: [Scope]
  /// The number of objects in each state.
  var counts: [Int]
  /// The values of the states that have to be the same, by the index of the scope and the field.
  var values: [[String: SavedText]]
  var removed: [Removed]
  var steps: [Step]
  var undoCount: Int
}

/// The steps of a history as they were copied on the main actor, to be encoded elsewhere.
struct CapturedHistory: Sendable {
  typealias Text = @Sendable () throws -> SavedText

  struct Removed: Sendable {
    let owner: Int
    let field: String
    let record: Text
    let count: Int
  }

  struct Step: Sendable {
    let name: String?
    let fields: [Field]
  }

  struct Field: Sendable {
    let object: Int
    let name: String
    let before: Value
    let after: Value
  }

  enum Value: Sendable {
    case plain(Text)
    case children([Int])
  }

  var scopes: [SavedHistory.Scope] = []
  var counts: [Int] = []
  var values: [[String: Text]] = []
  var removed: [Removed] = []
  var steps: [Step] = []
  var undoCount = 0

  func encoded() throws -> SavedHistory {
    SavedHistory(
      scopes: scopes,
      counts: counts,
      values: try values.map { try $0.mapValues { try $0() } },
      removed: try removed.map { removed in
        SavedHistory.Removed(
          owner: removed.owner,
          field: removed.field,
          record: try removed.record(),
          count: removed.count
        )
      },
      steps: try steps.map { step in
        SavedHistory.Step(name: step.name, fields: try step.fields.map { try $0.encoded() })
      },
      undoCount: undoCount
    )
  }
}

extension CapturedHistory.Field {
  fileprivate func encoded() throws -> SavedHistory.Field {
    SavedHistory.Field(
      object: object,
      name: name,
      before: try before.encoded(),
      after: try after.encoded()
    )
  }
}

extension CapturedHistory.Value {
  fileprivate func encoded() throws -> SavedHistory.Value {
    switch self {
    case .plain(let text): SavedHistory.Value(plain: try text())
    case .children(let numbers): SavedHistory.Value(children: numbers)
    }
  }
}
