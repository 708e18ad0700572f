/// What the command line asks for.
public struct BenchmarkOptions: Equatable, Sendable {
  public var rows: [String] = []
  public var rounds = 25
  public var jsonFile: String?
  public var listsRows = false

  /// A command line that can't be understood; the text names the part.
  public struct UsageError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// - Throws: `UsageError`.
  public init(_ arguments: [String], rows known: [String]) throws {
    var arguments = arguments[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--list":
        listsRows = true
      case "--json":
        guard let file = arguments.popFirst() else { throw UsageError("--json needs a file") }
        jsonFile = file
      case "--rounds":
        let value = arguments.popFirst()
        guard let rounds = value.flatMap(Int.init), rounds > 0 else {
          throw UsageError("--rounds needs a number above 0, not '\(value ?? "")'")
        }
        self.rounds = rounds
      case _ where argument.hasPrefix("-"):
        throw UsageError("'\(argument)' is no option: --list, --json FILE, --rounds NUMBER")
      case _ where known.contains(argument):
        rows.append(argument)
      default:
        throw UsageError("'\(argument)' is no row: \(known.joined(separator: ", "))")
      }
    }
  }
}
