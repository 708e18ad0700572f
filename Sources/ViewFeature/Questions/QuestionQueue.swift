/// Questions that are shown one after the other, in the order in which they came.
///
/// `first` is the one that is shown. It is a place for a question as an optional property is one:
/// `store.choose(button, in: \.alerts.first)` answers it, and setting it to nil removes it; then the next
/// one is first.
public struct QuestionQueue<Element: Question> {
  private var questions: [Element] = []

  /// Makes an empty queue.
  public init() {}

  /// The question that is shown; nil takes it out, another value takes its place.
  public var first: Element? {
    get { questions.first }
    set {
      guard let newValue else {
        if !questions.isEmpty { questions.removeFirst() }
        return
      }
      if questions.isEmpty { questions.append(newValue) } else { questions[0] = newValue }
    }
  }

  /// The number of questions, with the one that is shown.
  public var count: Int { questions.count }
  /// Whether no question is shown.
  public var isEmpty: Bool { questions.isEmpty }

  /// Shows a question when those before it are answered; one that is in the queue already, by its `id`,
  /// stays where it is.
  public mutating func present(_ question: Element) {
    if questions.contains(where: { $0.id == question.id }) { return }
    questions.append(question)
  }

  /// Takes out all questions, unanswered.
  public mutating func removeAll() {
    questions.removeAll()
  }
}

extension QuestionQueue: Sendable where Element: Sendable {}
extension QuestionQueue: Equatable where Element: Equatable {}

extension QuestionQueue: CustomStringConvertible {
  public var description: String { "\(questions)" }
}
