import Testing

@testable import ScreenStateKit

struct AlertPresentationTests {
  private let first = DisplayableError(message: "first")
  private let second = DisplayableError(message: "second")
  private var presentation = AlertPresentation()

  @Test func anAlertIsUpForAnErrorThatIsThereFromTheStart() {
    #expect(presentation.isPresented(for: first))
  }

  @Test func withoutAnErrorNoAlertIsUp() {
    #expect(!presentation.isPresented(for: nil))
  }

  @Test func aSilentErrorHasNoAlert() {
    #expect(!presentation.isPresented(for: DisplayableError(error: SilentError())))
  }

  @Test mutating func forAnotherErrorTheAlertGoesDownFirst() {
    presentation.note(first)

    #expect(presentation.isPresented(for: first))
    #expect(!presentation.isPresented(for: second))

    presentation.note(second)
    #expect(!presentation.isPresented(for: second))
    presentation.turn(to: second)

    #expect(presentation.isPresented(for: second))
  }

  @Test mutating func afterAllErrorsAreGoneTheNextOneIsShownAtOnce() {
    presentation.note(first)
    presentation.note(nil)

    #expect(presentation.isPresented(for: second))
  }

  @Test mutating func closingTheAlertClearsTheErrorThatItIsFor() {
    presentation.note(first)

    #expect(presentation.remainingError(afterClosingWith: first) == nil)
  }

  @Test mutating func closingTheAlertKeepsAnErrorThatCameMeanwhile() {
    presentation.note(first)

    #expect(presentation.remainingError(afterClosingWith: second) == second)
  }
}

private struct SilentError: NonPresentableError {}
