import Foundation
import Testing

@testable import ScreenStateKit

struct DisplayableErrorDetailsTests {
  private struct Failure: LocalizedError {
    var errorDescription: String? { "The list could not be loaded." }
    var failureReason: String?
    var recoverySuggestion: String?
  }

  @Test func reasonAndSuggestionOfTheOriginalErrorAreTheDetails() {
    let error = DisplayableError(
      error: Failure(failureReason: "There is no network.", recoverySuggestion: "Go outside.")
    )

    #expect(error.details == "There is no network.\nGo outside.")
  }

  @Test func aSuggestionAloneIsTheDetails() {
    #expect(DisplayableError(error: Failure(recoverySuggestion: "Wait.")).details == "Wait.")
  }

  @Test func anOriginalErrorThatSaysNoMoreThanItsDescriptionHasNoDetails() {
    #expect(DisplayableError(error: Failure()).details == nil)
  }

  @Test func anErrorWithItsOwnTextHasNoDetails() {
    #expect(DisplayableError(message: "No").details == nil)
  }
}
