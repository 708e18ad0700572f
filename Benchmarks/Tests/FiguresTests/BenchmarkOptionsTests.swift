import Testing

@testable import Figures

struct BenchmarkOptionsTests {
  private let rows = ["send", "merge"]

  @Test func withoutArgumentsAllRowsAreMeasured() throws {
    let options = try BenchmarkOptions([], rows: rows)
    #expect(options.rows.isEmpty)
    #expect(options.jsonFile == nil)
    #expect(!options.listsRows)
  }

  @Test func takesRowsAndOptions() throws {
    let options = try BenchmarkOptions(
      ["merge", "--rounds", "7", "--json", "a.json", "--list"],
      rows: rows
    )
    #expect(options.rows == ["merge"])
    #expect(options.rounds == 7)
    #expect(options.jsonFile == "a.json")
    #expect(options.listsRows)
  }

  @Test(arguments: [
    (["--fast"], "unknown option '--fast'"),
    (["sent"], "unknown row 'sent'; the rows are send, merge"),
    (["--json"], "--json needs a file"),
    (["--rounds"], "--rounds needs a number greater than 0, not ''"),
    (["--rounds", "0"], "--rounds needs a number greater than 0, not '0'"),
    (["--rounds", "many"], "--rounds needs a number greater than 0, not 'many'"),
  ])
  func namesWhatItCannotUnderstand(arguments: [String], message: String) throws {
    let error = #expect(throws: BenchmarkOptions.UsageError.self) {
      try BenchmarkOptions(arguments, rows: rows)
    }
    #expect(error?.description.hasPrefix(message) == true)
  }
}
