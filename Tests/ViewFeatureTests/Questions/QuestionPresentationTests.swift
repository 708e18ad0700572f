import Testing

@testable import FeatureStore

struct QuestionPresentationTests {
  private var presentation = QuestionPresentation<AlertPrompt<Int>>()
  private let first = AlertPrompt<Int>("a")
  private let second = AlertPrompt<Int>("b")

  /// Closes the presented alert.
  private mutating func close(_ question: AlertPrompt<Int>?) -> AlertPrompt<Int>? {
    presentation.remaining(afterClosing: presentation.subject(with: question), of: question)
  }

  @Test mutating func questionIsUpFromItsNoteToItsEnd() {
    #expect(!presentation.isPresented(nil))
    #expect(presentation.isPresented(first))
    presentation.note(first)
    #expect(presentation.isPresented(first))
    presentation.note(nil)
    #expect(presentation.isPresented(second))
  }

  @Test mutating func nextQuestionComesUpWhenTheFirstIsDown() {
    presentation.note(first)
    presentation.note(second)
    #expect(!presentation.isPresented(second))
    presentation.turn(to: second)
    #expect(presentation.isPresented(second))
  }

  @Test mutating func choiceBeforeTheEndIsTakenOnce() {
    presentation.note(first)
    let subject = presentation.subject(with: first)
    #expect(presentation.take(first.id, of: first)?.id == first.id)
    #expect(!presentation.isPresented(second))
    #expect(presentation.remaining(afterClosing: subject, of: second)?.id == second.id)
    #expect(presentation.take(first.id, of: second) == nil)
  }

  @Test(arguments: [true, false]) mutating func choiceAfterTheEndIsTakenOnce(hasNext: Bool) {
    let next = hasNext ? second : nil
    presentation.note(first)
    #expect(close(first) == nil)
    #expect(presentation.take(first.id, of: next)?.id == first.id)
    #expect(presentation.take(first.id, of: next) == nil)
  }

  @Test mutating func lateEndAndChoiceOfAReplacedQuestionDoNothing() {
    presentation.note(first)
    let subject = presentation.subject(with: first)
    #expect(presentation.remaining(afterClosing: subject, of: second)?.id == second.id)
    #expect(presentation.take(first.id, of: second) == nil)
    #expect(presentation.ends == 0)
  }

  @Test mutating func questionThatItsChoiceAsksAgainGoesDownAndComesUp() {
    presentation.note(first)
    let subject = presentation.subject(with: first)
    #expect(presentation.take(first.id, of: first)?.id == first.id)

    #expect(presentation.remaining(afterClosing: subject, of: first)?.id == first.id)
    #expect(presentation.take(first.id, of: first) == nil)
    #expect(!presentation.isPresented(first))

    presentation.note(first)
    #expect(!presentation.isPresented(first))
    presentation.turn(to: first)
    #expect(presentation.isPresented(first))
    #expect(presentation.remaining(afterClosing: subject, of: first)?.id == first.id)
    #expect(presentation.take(first.id, of: first)?.id == first.id)
  }

  @Test mutating func lateEndOfAQuestionThatWasTakenBackDoesNotCloseItsReturn() {
    presentation.note(first)
    let subject = presentation.subject(with: first)
    presentation.note(nil)
    presentation.note(first)
    #expect(presentation.remaining(afterClosing: subject, of: first)?.id == first.id)
    #expect(close(first) == nil)
  }

  @Test mutating func questionThatIsClosedAtOnceIsOver() {
    #expect(close(first) == nil)
    presentation.note(nil)
    #expect(presentation.isPresented(second))
  }
}
