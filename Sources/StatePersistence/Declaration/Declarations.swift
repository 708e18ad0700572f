/// The declarations of a state and of all its children, for use off the main actor.
///
/// They are collected when they are needed, because a state can have children of the same type.
struct Declarations: Sendable {
  private var all: [ObjectIdentifier: any Sendable] = [:]
  /// Descriptions of the errors in the declarations.
  private(set) var problems: [String] = []
  /// The versions of the declarations, by name.
  private(set) var versions: [String: Int] = [:]

  @MainActor
  init(of type: (some PersistentState).Type) {
    add(type)
  }

  @MainActor
  mutating func add<State: PersistentState>(_ type: State.Type) {
    guard all[ObjectIdentifier(type)] == nil else { return }
    let persistence = State.persistence
    all[ObjectIdentifier(type)] = persistence
    versions[persistence.name] = persistence.version
    problems += persistence.problems.map { "the declaration of \(persistence.name): \($0)" }
    for field in persistence.fields { field.addChildren(&self) }
  }

  subscript<State: PersistentState>(type: State.Type) -> Persistence<State> {
    guard let persistence = all[ObjectIdentifier(type)] as? Persistence<State> else {
      preconditionFailure("The declaration of \(type) is missing")
    }
    return persistence
  }
}
