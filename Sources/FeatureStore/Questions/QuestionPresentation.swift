import Foundation

/// The presentation of an alert or dialog, and its end.
///
/// A view dismisses what it shows before it shows another alert or dialog. After a choice, it reports the button and
/// the dismissal in either order.
struct QuestionPresentation<Q: Question> {
  /// A presented alert or dialog, distinct from a later one with the same id.
  struct Subject {
    fileprivate let id: UUID?
    fileprivate let ends: Int
  }

  /// The number of alerts or dialogs that have ended.
  private(set) var ends = 0
  /// The alert or dialog that is presented or being dismissed.
  private var shown: UUID?
  /// Whether the view is dismissing what it shows.
  private var isOver = false
  /// The last alert or dialog that was closed before its button was chosen.
  private var closed: Q?

  /// Returns whether to present an alert or dialog now, which is never the case while another one is presented.
  func isPresented(_ question: Q?) -> Bool {
    guard let question, !isOver else { return false }
    return shown == nil || shown == question.id
  }

  /// Records the current alert or dialog after an update, if none is presented.
  mutating func note(_ question: Q?) {
    if let question {
      if shown == nil, !isOver { shown = question.id }
    } else {
      if shown != nil, !isOver { ends += 1 }
      turn(to: nil)
    }
  }

  /// Shows the current alert or dialog, after an update has dismissed the previous one.
  mutating func turn(to question: Q?) {
    shown = question?.id
    isOver = false
  }

  /// Returns the alert or dialog that is presented, or is about to be.
  func subject(with question: Q?) -> Subject {
    Subject(id: shown ?? question?.id, ends: ends)
  }

  /// Returns the alert or dialog that remains after the view has closed one.
  mutating func remaining(afterClosing subject: Subject, of question: Q?) -> Q? {
    guard let question, question.id == subject.id, subject.ends == ends else { return question }
    closed = question
    end()
    return nil
  }

  /// Returns the alert or dialog to answer after the choice of a button, given the id of the button's alert or dialog.
  mutating func take(_ id: UUID, of question: Q?) -> Q? {
    defer { closed = nil }
    guard let question, question.id == id else { return closed?.id == id ? closed : nil }
    // A newer one with the same id is still waiting to be shown.
    guard !isOver else { return nil }
    end()
    return question
  }

  private mutating func end() {
    ends += 1
    isOver = true
  }
}
