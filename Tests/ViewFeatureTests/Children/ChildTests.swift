import StateTestSupport
import Testing
import ViewFeature

/// The different ways to declare a child.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ChildTests {
  struct Counting: Feature {
    @MainActor @Observable final class State: Identifiable {
      var count = 0
    }

    func handle() -> ActionHandler<Int, State> {
      ActionHandler { action, state in
        state.count += action
        return .none
      }
    }
  }

  @MainActor @Observable final class Counts {
    let one = Counting.State()
    var other: Counting.State? = Counting.State()
    var list = [Counting.State()]
    var byName = ["a": Counting.State()]
    let editor = Editor.State()
    var outputs: [Editor.Output] = []
  }

  struct Short: Feature {
    typealias State = Counts

    let one: Child<Counting>
    let other: OptionalChild<Counting>
    let list: ChildCollection<Counting, ObjectIdentifier>
    let byName: ChildCollection<Counting, String>
    let editor: Child<Editor>

    init(counting: Counting, gate: Gate) {
      one = Child(\.one, counting)
      other = OptionalChild(\.other, counting)
      list = ChildCollection(\.list, counting)
      byName = ChildCollection(\.byName, counting)
      editor = Child(\.editor, Editor(gate: gate)) { $0 }
    }

    func handle() -> ActionHandler<Editor.Output, State> {
      ActionHandler { output, state in
        state.outputs.append(output)
        return .none
      }
    }
  }

  struct Long: Feature {
    typealias State = Counts

    let one = Child(\State.one, Counting())
    let other = OptionalChild(\State.other, Counting())
    let list = ChildCollection(\State.list, Counting())
    let byName = ChildCollection(\State.byName, Counting())
    let editor = Child(\State.editor, Editor(gate: Gate()), output: .ignored)

    func handle() -> ActionHandler<String, State> { ActionHandler { _, _ in .none } }
  }

  @Test func shortSpellingsAreThoseOfTheFeature() {
    let store = Store(
      initialState: Counts(),
      feature: Short(counting: Counting(), gate: Gate())
    )
    let state = store.state
    store.scope(\.one).send(1)
    store.scope(\.other)?.send(2)
    store.scope(\.list, id: state.list[0].id)?.send(3)
    store.scope(\.byName, id: "a")?.send(4)
    store.scope(\.editor).send(.saveTwice)
    #expect([state.one.count, state.other?.count, state.list[0].count] == [1, 2, 3])
    #expect(state.byName["a"]?.count == 4)
    #expect(state.outputs == [.saved("1"), .saved("2")])
  }

  @Test func typesAreInferredWithoutOutputs() {
    let store = Store(initialState: Counts(), feature: Long())
    let state = store.state
    store.scope(\.one).send(1)
    store.scope(\.other)?.send(2)
    store.scope(\.list, id: state.list[0].id)?.send(3)
    store.scope(\.byName, id: "a")?.send(4)
    store.scope(\.editor).send(.saveTwice)
    #expect([state.one.count, state.other?.count, state.list[0].count] == [1, 2, 3])
    #expect(state.byName["a"]?.count == 4)
  }

  @Test func oneStateHasOneStore() {
    struct Twice: Feature {
      let one = Child(\Counts.one, Counting())
      let again = Child(\Counts.one, Counting())

      func handle() -> ActionHandler<String, Counts> { ActionHandler { _, _ in .none } }
    }
    let store = Store(initialState: Counts(), feature: Twice())
    #expect(store.scope(\.one) === store.scope(\.again))
  }
}
