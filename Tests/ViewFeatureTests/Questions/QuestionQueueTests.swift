import Testing
import ViewFeature

struct QuestionQueueTests {
  private var queue = QuestionQueue<AlertPrompt<Int>>()

  @Test mutating func questionsComeInOrder() {
    queue.present(AlertPrompt("a"))
    queue.present(AlertPrompt("b"))
    #expect(queue.count == 2)
    #expect(queue.first?.title == "a")
    queue.first = nil
    #expect(queue.first?.title == "b")
    queue.first = nil
    #expect(queue.isEmpty && queue.first == nil)
    queue.first = nil
    #expect(queue.isEmpty)
  }

  @Test mutating func questionIsInItOnce() {
    let alert = AlertPrompt<Int>("a")
    queue.present(alert)
    queue.present(AlertPrompt("b"))
    queue.present(alert)
    #expect(queue.count == 2)
    queue.first = nil
    queue.present(alert)
    #expect(queue.count == 2)
  }

  @Test mutating func equalQuestionsAreTwo() {
    queue.present(AlertPrompt("a"))
    queue.present(AlertPrompt("a"))
    #expect(queue.count == 2)
  }

  @Test mutating func firstCanBeChangedAndReplaced() {
    queue.first = AlertPrompt("a", fields: [AlertTextField("Name")])
    queue.present(AlertPrompt("b"))
    queue.first?.fields[0].text = "typed"
    #expect(queue.first?.texts[0] == "typed")
    queue.first = AlertPrompt("c")
    #expect(queue.first?.title == "c" && queue.count == 2)
    queue.removeAll()
    #expect(queue == QuestionQueue())
  }
}
