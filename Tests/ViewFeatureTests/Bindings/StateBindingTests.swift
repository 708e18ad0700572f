import StateTestSupport
import Testing
import ViewFeature

@MainActor
struct StateBindingTests {
  @Test func writingSendsAnAction() {
    let store = Store(initialState: Counter.State(title: "old"), feature: Counter())
    let title = store.binding(\.title, send: Counter.Action.rename)
    #expect(title.get() == "old")
    title.set("new")
    #expect(store.state.title == "new")
    #expect(title.get() == "new")
  }

  @Test func theHandlerDecidesWhatIsWritten() {
    let store = Script.store()
    let count = store.binding(\.count) { value in
      ScriptAction { state in
        state.count = min(value, 10)
        return .none
      }
    }
    count.set(12)
    #expect(count.get() == 10)
  }

  @Test func writingWithoutAnActionChangesTheState() {
    let store = Store(initialState: Counter.State(), feature: Counter())
    let count = store.binding(\.count)
    count.set(3)
    #expect(store.state.count == 3)
    #expect(count.get() == 3)
  }

  @Test func changesAreObserved() {
    let store = Store(initialState: Counter.State(), feature: Counter())
    let count = store.binding(\.count)
    let didChange = Signal()
    withObservationTracking {
      _ = count.get()
    } onChange: {
      didChange.fire()
    }
    count.set(1)
    #expect(didChange.hasFired)
  }
}
