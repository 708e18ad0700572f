import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// The lifetime of an action's error, and the ends of an observation.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStoreErrorsTests {
  private let parent = ScreenState()
  private let state: WaitingState
  private let store = WaitingStore()

  init() async {
    state = WaitingState(states: parent)
    await store.binding(state: state)
  }

  @Test func anActionThatSucceedsTakesItsEarlierErrorBack() async {
    await store.isolatedReceive(action: .fail)
    #expect(state.displayError?.message == "Broken" && parent.displayError?.message == "Broken")
    store.isBroken.setValue(false)
    await store.isolatedReceive(action: .fail)
    #expect(state.displayError == nil && parent.displayError == nil)
  }

  @Test func theErrorOfAnotherActionStays() async {
    await store.isolatedReceive(action: .fail)
    await store.isolatedReceive(action: .work)
    #expect(state.displayError?.message == "Broken")
  }

  @Test func anErrorThatCameMeanwhileStays() async {
    await store.isolatedReceive(action: .fail)
    let other = DisplayableError(message: "Other")
    state.displayError = other
    parent.displayError = other
    store.isBroken.setValue(false)
    await store.isolatedReceive(action: .fail)
    #expect(state.displayError == other && parent.displayError == other)
  }

  @Test func theErrorOfAnEarlierStateIsForgotten() async {
    await store.isolatedReceive(action: .fail)
    let next = WaitingState()
    await store.binding(state: next)
    store.isBroken.setValue(false)
    await store.isolatedReceive(action: .fail)
    #expect(state.displayError?.message == "Broken")
  }
}
