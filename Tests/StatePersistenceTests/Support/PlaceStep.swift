/// A step of a program with several states at one place.
enum PlaceStep: Hashable, Sendable, CustomStringConvertible {
  /// A new value of the field without a merge.
  case set(Int)
  /// An addition to the number.
  case add(Int, Int)
  case insert(Int)
  case remove(Int)
  /// A value that can be encoded if it is even.
  case odd(Int, Int)
  /// A change of children.
  case part(Int, PartStep)
  case flush(Int)
  case reload(Int)
  case detach(Int)
  /// A new state that is attached through one of the storages.
  case attach(Int, storage: Int)
  /// The same state, attached once more.
  case attachAgain(Int)
  case mode(FaultyStorage.Mode, storage: Int)
  /// Another program saves a value that doesn't match.
  case foreign

  var description: String {
    switch self {
    case .set(let index): "set \(index)"
    case .add(let index, let number): "add \(index) \(number)"
    case .insert(let index): "insert \(index)"
    case .remove(let index): "remove \(index)"
    case .odd(let index, let number): "odd \(index) \(number)"
    case .part(let index, let step): "\(step) \(index)"
    case .flush(let index): "flush \(index)"
    case .reload(let index): "reload \(index)"
    case .detach(let index): "detach \(index)"
    case .attach(let index, let storage): "attach \(index) at \(storage)"
    case .attachAgain(let index): "attach \(index) again"
    case .mode(let mode, let storage): "\(storage) \(mode)"
    case .foreign: "foreign"
    }
  }
}
