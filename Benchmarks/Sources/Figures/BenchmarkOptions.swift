/// The options of the command line.
public struct BenchmarkOptions: Equatable, Sendable {
  public var rows: [String] = []
  public var rounds = 25
  public var jsonFile: String?
  public var listsRows = false

  /// An invalid command line; the text names the part.
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
          throw UsageError("--rounds needs a number greater than 0, not '\(value ?? "")'")
        }
        self.rounds = rounds
      case _ where argument.hasPrefix("-"):
        throw UsageError("unknown option '\(argument)'; use --list, --json FILE or --rounds NUMBER")
      case _ where known.contains(argument):
        rows.append(argument)
      default:
        throw UsageError("unknown row '\(argument)'; the rows are \(known.joined(separator: ", "))")
      }
    }
  }
}
