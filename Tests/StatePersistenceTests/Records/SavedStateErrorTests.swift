import Foundation
import Testing

@testable import StatePersistence

@Suite struct SavedStateErrorTests {
  @Test func theWayToAFieldIsNamed() {
    let error = SavedStateError(.field, "it is odd").inField("count").inField("[2]").inField("rows")
      .at("/settings.json")
    #expect(error.field == "rows[2].count")
    #expect(error.description == "/settings.json: field \"rows[2].count\": it is odd")
    #expect(error.at("elsewhere").place == "/settings.json")
  }

  @Test func itsTextIsThatOfPresentedErrors() {
    let error: any Error = SavedStateError(.damaged, "it is odd").at("/settings.json")
    #expect(error.localizedDescription == "/settings.json: it is odd")
  }

  @Test func aVeryLongWayIsCut() {
    var error = SavedStateError(.field, "it is nested too deeply")
    for _ in 0..<1000 { error = error.inField("children").inField("[0]") }
    #expect(error.field.map { $0.utf8.count < 300 } == true)
  }

  @Test func theLogHasNoValues() throws {
    let json = try SavedJSON(encoding: "secret")
    let error = SavedStateError(
      field: "token",
      #expect(throws: (any Error).self) { try json.decode(Int.self) } ?? CancellationError()
    )
    #expect(error.textForLog == "field \"token\": its value can't be used")
    let failure = SavedStateError(.migrationFailed, "secret")
    #expect(failure.textForLog == "a migration failed")
    let full = SavedStateError(.unwritable, "No space left on device")
    #expect(full.textForLog == full.description)
  }
}
