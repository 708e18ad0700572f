import Figures
import Foundation

/// Takes the figures and prints them as a table.
///
/// The exit code reports whether all requirements are met.
@main
enum BenchmarkCommand {
  @MainActor private static let rows: [any Row.Type] = [
    SendRow.self, EffectRow.self, MergeRow.self, ConcatenateRow.self, CancellationRow.self,
    LockerRow.self, RegistryRow.self, StreamRow.self, ScreenRunRow.self, IdleStoresRow.self,
    MemoryRow.self, GrowthRow.self, AssertionRow.self, JournalRow.self, PersistenceRow.self,
    TelemetryRow.self, QueriesRow.self, EnvironmentRow.self, HistoryRow.self,
    OutboxRow.self,
  ]

  @MainActor
  static func main() async throws {
    let options: BenchmarkOptions
    do {
      options = try BenchmarkOptions(
        Array(CommandLine.arguments.dropFirst()),
        rows: rows.map { $0.name }
      )
    } catch {
      FileHandle.standardError.write(Data("benchmark: \(error)\n".utf8))
      exit(64)
    }
    if options.listsRows { return print(rows.map { $0.name }.joined(separator: "\n")) }

    var figures: [Figure] = []
    print(FigureTable.header)
    for row in rows where options.rows.isEmpty || options.rows.contains(row.name) {
      for figure in await row.figures(rounds: options.rounds) {
        print(FigureTable.line(of: figure))
        figures.append(figure)
      }
      fflush(nil)
    }
    if let file = options.jsonFile { try write(figures, to: file) }

    let missed = figures.filter { $0.isReached == false }
    guard missed.isEmpty else {
      let names = missed.map { "\($0.row): \($0.operation)" }.joined(separator: "; ")
      FileHandle.standardError.write(Data("benchmark: limits missed by \(names)\n".utf8))
      exit(1)
    }
  }

  private static func write(_ figures: [Figure], to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(figures).write(to: URL(filePath: file))
  }
}
