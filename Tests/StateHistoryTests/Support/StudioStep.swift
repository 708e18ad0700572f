/// A step of a program, as values that the model and the store both understand.
enum StudioStep {
  enum Field: Int, CaseIterable {
    case title, low, high, cursor, lead, shelf, items, named
    case name, starts, inner

    var isSaved: Bool {
      switch self {
      case .cursor, .shelf, .named: false
      default: true
      }
    }

    /// Whether it is a field of the state without children.
    var isPlain: Bool {
      switch self {
      case .title, .low, .high, .cursor: true
      default: false
      }
    }

    static let ofItem: [Field] = [.name, .starts, .inner]
  }

  /// A child of a field, with its key or its case.
  struct Place: Hashable {
    var name = ""
    let serial: Int
  }

  enum Content: Hashable {
    case text(String)
    case number(Int)
    case children([Place])
    case label(String)

    var serials: [Int] {
      if case .children(let places) = self { places.map(\.serial) } else { [] }
    }
  }

  struct Assignment: CustomStringConvertible {
    /// The number of an item; 0 is the state, -1 the one of the other store.
    var object = 0
    let field: Field
    let content: Content

    var description: String {
      let value =
        switch content {
        case .text(let text): "'\(text.prefix(8))'"
        case .number(let number): "\(number)"
        case .label(let label): "label \(label)"
        case .children(let places): "\(places.map { "\($0.name)\($0.serial)" })"
        }
      return "\(object == 0 ? "" : "\(object).")\(field) = \(value)"
    }
  }

  case change([Assignment])
  case edit([Assignment])
  case server([Assignment])
  case later(Int, [Assignment], late: [Assignment], cleanUp: [Assignment])
  /// Lets an effect continue.
  case open(Int)
  /// Names an item through its own store.
  case name(Int, String)
  case observe([Assignment])
  /// Begins the work of a view, and undoes a step before it runs if `undoes` is set.
  case present([Assignment], late: [Assignment], undoes: Bool)
  /// Lets the work of the view continue.
  case openPresented
  case dismiss
  /// Writes as a view does, in one turn.
  case write([Assignment])
  case group([[Assignment]], throws: Bool, suspends: Bool)
  case side(String)
  case endSide
  case undo
  case redo
  case mark
  case revert(Int)
  case separate
  case clear
  case wait(Int)
  /// Shows an entry of the journal, by its place between the first and the last one.
  case travel(Double)
  case resume
  /// Saves everything, and loads it into another state.
  case launch
}
