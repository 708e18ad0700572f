/// A queue of alerts or confirmation dialogs that are shown one after the other, in the order of their arrival.
///
/// `first` is the one that is shown. Use `first` like an optional property: `store.choose(button, in: \.alerts.first)`
/// answers it, and setting it to `nil` removes it; then the next one is first.
public struct QuestionQueue<Element: Question> {
  private var questions: [Element] = []

  /// Creates an empty queue.
  public init() {}

  /// The question that is shown; setting it to `nil` removes it, and setting another value replaces it.
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

  /// The number of questions, including the one that is shown.
  public var count: Int { questions.count }
  /// Whether no question is shown.
  public var isEmpty: Bool { questions.isEmpty }

  /// Adds a question, which is shown when the earlier ones have been answered.
  ///
  /// If the queue already contains a question with the same `id`, nothing changes.
  public mutating func present(_ question: Element) {
    if questions.contains(where: { $0.id == question.id }) { return }
    questions.append(question)
  }

  /// Removes all questions without answering them.
  public mutating func removeAll() {
    questions.removeAll()
  }
}

extension QuestionQueue: Sendable where Element: Sendable {}
extension QuestionQueue: Equatable where Element: Equatable {}

extension QuestionQueue: CustomStringConvertible {
  public var description: String { "\(questions)" }
}
