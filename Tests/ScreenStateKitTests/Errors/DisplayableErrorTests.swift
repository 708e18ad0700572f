import Foundation
import ScreenStateKit
import Testing

struct DisplayableErrorTests {
  // 6.1.10
  @Test func messageIsWhatIsShown() {
    let error = DisplayableError(message: "No connection")
    #expect(error.message == "No connection")
    #expect(error.errorDescription == "No connection")
    #expect((error as any Error).localizedDescription == "No connection")
  }

  @Test func eachOneIsNew() {
    let first = DisplayableError(message: "same")
    let second = DisplayableError(message: "same")
    #expect(first.id != second.id)
    #expect(first != second)
    #expect(Set([first, second]).count == 2)
  }

  @Test func copiesAreEqual() {
    let error = DisplayableError(message: "same")
    let copy = error
    #expect(copy == error)
    #expect(copy.id == error.id)
    #expect(Set([error, copy]).count == 1)
  }

  @Test func initializerCanBePassedAsAFunction() {
    #expect(["a", "b"].map(DisplayableError.init(message:)).map(\.message) == ["a", "b"])
  }

  @MainActor @Test func stateThatHasItLeavesNoTraceInItsText() {
    let error = DisplayableError(message: "same")
    let state = ScreenState(states: ScreenState())
    state.displayError = error
    #expect("\(state.displayError as Any)" == "\(error as DisplayableError? as Any)")
    #expect(
      "\(error)" == "DisplayableError(id: \"\(error.id)\", message: \"same\", originalError: nil)"
    )
  }

  @Test func idIsAString() {
    let id: String = DisplayableError(message: "").id
    #expect(!id.isEmpty)
  }
}
