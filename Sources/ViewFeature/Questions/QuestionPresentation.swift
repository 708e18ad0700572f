import Foundation

/// The question that a view shows, and what becomes of it.
///
/// A view takes down what it shows before it shows another. Of a choice it tells in either order: which
/// button it was, and that the question is closed.
struct QuestionPresentation<Q: Question> {
  /// A question that is up, to tell its end from that of a later one with the same id.
  struct Subject {
    fileprivate let id: UUID?
    fileprivate let ends: Int
  }

  /// The number of questions that have ended.
  private(set) var ends = 0
  /// The question that is up, or goes down.
  private var shown: UUID?
  /// Whether the view takes down what it shows.
  private var isOver = false
  /// The question that was closed last before a button of it was chosen.
  private var closed: Q?

  /// Whether a question is to be up now; not while another one still is.
  func isPresented(_ question: Q?) -> Bool {
    guard let question, !isOver else { return false }
    return shown == nil || shown == question.id
  }

  /// Notes the question that there is after an update, if none is up.
  mutating func note(_ question: Q?) {
    if let question {
      if shown == nil, !isOver { shown = question.id }
    } else {
      if shown != nil, !isOver { ends += 1 }
      turn(to: nil)
    }
  }

  /// Shows the present question: an update has taken down the one before it.
  mutating func turn(to question: Q?) {
    shown = question?.id
    isOver = false
  }

  /// The question that is up, or comes up now.
  func subject(with question: Q?) -> Subject {
    Subject(id: shown ?? question?.id, ends: ends)
  }

  /// The question that is left after the view has closed one.
  mutating func remaining(afterClosing subject: Subject, of question: Q?) -> Q? {
    guard let question, question.id == subject.id, subject.ends == ends else { return question }
    closed = question
    end()
    return nil
  }

  /// The question to answer after the choice of a button of the question with an id.
  mutating func take(_ id: UUID, of question: Q?) -> Q? {
    defer { closed = nil }
    guard let question, question.id == id else { return closed?.id == id ? closed : nil }
    // One with the same id that has come since is still to be shown.
    guard !isOver else { return nil }
    end()
    return question
  }

  private mutating func end() {
    ends += 1
    isOver = true
  }
}
