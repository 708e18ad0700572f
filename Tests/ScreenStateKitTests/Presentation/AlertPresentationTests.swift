import Testing

@testable import ScreenStateKit

@MainActor
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

    let closed = presentation.subject(with: first)
    #expect(presentation.remainingError(afterClosing: closed, with: first) == nil)
  }

  @Test mutating func closingTheAlertKeepsAnErrorThatCameMeanwhile() {
    presentation.note(first)

    let closed = presentation.subject(with: first)
    #expect(presentation.remainingError(afterClosing: closed, with: second) == second)
  }

  @Test mutating func closingTheAlertLateKeepsTheErrorOfTheNextOne() {
    presentation.note(first)
    let closed = presentation.subject(with: second)
    presentation.turn(to: second)

    #expect(presentation.isPresented(for: second))
    #expect(presentation.remainingError(afterClosing: closed, with: second) == second)
  }

  @Test func anAlertThatIsForNoErrorYetClosesWhichever() {
    #expect(presentation.subject(with: nil) == nil)
    #expect(presentation.remainingError(afterClosing: nil, with: second) == nil)
  }

  // MARK: Parents

  @Test mutating func anErrorThatWasPassedOnIsShownByTheChildsAlert() throws {
    let (own, forwarded) = try errors()
    var parent = AlertPresentation()
    #expect(presentation.isPresented(for: own))
    #expect(!parent.isPresented(for: forwarded))

    parent.note(forwarded)
    presentation.note(own)
    presentation.turn(to: own)
    parent.turn(to: forwarded)

    #expect(presentation.isPresented(for: own))
    #expect(!parent.isPresented(for: forwarded))
    #expect(presentation.remainingError(afterClosing: own, with: own) == nil)
    #expect(forwarded.claim?.isClosed == true)
    #expect(!parent.isPresented(for: forwarded))
  }

  @Test mutating func withoutAnAlertOfTheChildThatOfTheParentShowsIt() throws {
    let (_, forwarded) = try errors()
    presentation.note(forwarded)
    #expect(!presentation.isPresented(for: forwarded))
    presentation.turn(to: forwarded)
    #expect(presentation.isPresented(for: forwarded))
  }

  @Test mutating func anAlertThatGoesLeavesTheErrorToTheParents() throws {
    let (own, forwarded) = try errors()
    presentation.note(own)
    var parent = AlertPresentation()
    parent.turn(to: forwarded)
    #expect(!parent.isPresented(for: forwarded))
    presentation.disappear()
    #expect(own.claim?.isFree == true)
    parent.turn(to: forwarded)
    #expect(parent.isPresented(for: forwarded))
  }

  @Test func anErrorThatIsSetOnceMoreIsShownOnceMore() {
    let state = ScreenState()
    state.displayError = first
    state.displayError?.claim?.close()
    state.displayError = nil
    state.displayError = first
    #expect(presentation.isPresented(for: state.displayError))
  }

  /// The second time, the child has closed the first one, and its view goes before the user closes the second one.
  @Test mutating func anErrorThatComesTwiceIsShownByTheParentTwice() {
    let parent = ScreenState()
    let child = ScreenState(states: parent)
    child.displayError = first
    presentation.note(child.displayError)
    child.displayError = presentation.remainingError(
      afterClosing: child.displayError,
      with: child.displayError
    )
    presentation.note(nil)
    child.displayError = first
    presentation.note(child.displayError)
    presentation.disappear()
    var above = AlertPresentation()
    above.turn(to: parent.displayError)
    #expect(above.isPresented(for: parent.displayError))
  }

  private func errors() throws -> (own: DisplayableError, forwarded: DisplayableError) {
    let parent = ScreenState()
    let child = ScreenState(states: parent)
    child.displayError = first
    return (try #require(child.displayError), try #require(parent.displayError))
  }
}

private struct SilentError: NonPresentableError {}
