import LexiconCore
import StateHistory
import StatePersistence
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct MarksTests {
  private let memory = PersistenceMemory()

  private func keep(_ marks: Marks) async throws -> SavedState<MarksFeature.State> {
    try await marks.keep(in: .memory(memory), steps: .memory(memory, key: "steps"))
  }

  @Test func eachMarkIsAStep() {
    let marks = Marks()
    marks.store.send(.toggle("house"))
    marks.store.send(.toggle("tree"))
    marks.history.undo()
    #expect(marks.state.words == ["house"])
  }

  @Test func stepsContinueInTheNextLaunch() async throws {
    do {
      let marks = Marks()
      let saved = try await keep(marks)
      for word in ["house", "tree"] { marks.store.send(.toggle(word)) }
      marks.history.undo()
      await saved.flush()
      await saved.detach()
      marks.history.end()
    }
    let later = Marks()
    let saved = try await keep(later)
    #expect(later.state.words == ["house"])
    #expect(later.history.redo())
    #expect(later.state.words == ["house", "tree"])
    later.history.undo()
    later.history.undo()
    #expect(later.state.words.isEmpty)
    withExtendedLifetime(saved) {}
  }
}
