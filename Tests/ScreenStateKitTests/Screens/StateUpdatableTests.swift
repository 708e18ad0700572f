import ScreenStateKit
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StateUpdatableTests {
  private let state = ListState()

  // MARK: Forms

  @Test func blockAlone() {
    state.updateState { $0.items = ["a"] }
    #expect(state.items == ["a"])
    state.updateState({ $0.items = ["b"] })
    #expect(state.items == ["b"])
  }

  @Test func animationFirst() {
    state.updateState(withAnimation: .easeInOut) { $0.items = ["a"] }
    #expect(state.items == ["a"])
    state.updateState(withAnimation: .none) { $0.items = ["b"] }
    #expect(state.items == ["b"])
    state.updateState(withAnimation: nil) { $0.items = ["c"] }
    #expect(state.items == ["c"])
  }

  @Test func animationLast() {
    state.updateState({ $0.items = ["a"] }, withAnimation: .smooth)
    #expect(state.items == ["a"])
    state.updateState({ $0.items = ["b"] }, withAnimation: nil)
    #expect(state.items == ["b"])
  }

  @Test func disablesAnimationsLast() {
    state.updateState({ $0.items = ["a"] }, disablesAnimations: true)
    #expect(state.items == ["a"])
  }

  @Test func animationAndDisablesAnimationsLast() {
    state.updateState({ $0.items = ["a"] }, withAnimation: .default, disablesAnimations: false)
    #expect(state.items == ["a"])
  }

  // MARK: Rules

  @Test(arguments: Form.allCases)
  func blockRunsOnceBeforeTheReturnWithTheStateItself(form: Form) {
    var received: [ObjectIdentifier] = []
    form.update(state) { received.append(ObjectIdentifier($0)) }
    #expect(received == [ObjectIdentifier(state)])
  }

  @Test(arguments: Form.allCases)
  func noObserverSeesAPartOfTheChange(form: Form) async {
    let state = state
    let seen = LockIsolated<[[Int]]>([])
    let observers = (0..<20).map { _ in
      Task { @MainActor in seen.withValue { $0.append([state.items.count, state.page]) } }
    }
    form.update(state) { state in
      state.items = ["a"]
      state.page = 1
    }
    for observer in observers { await observer.value }
    #expect(seen.value == Array(repeating: [1, 1], count: 20))
  }

  @Test func blockMayCaptureWhatIsNotSendable() {
    final class Box {
      var value = 0
    }
    let box = Box()
    var count = 0
    state.updateState { state in
      box.value += 1
      count += 1
      state.page = count
    }
    #expect(box.value == 1)
    #expect(state.page == 1)
  }

  @Test func changesAreObservable() {
    #expect(isNotified(of: state.items) { state.updateState { $0.items = ["a"] } })
    #expect(!isNotified(of: state.page) { state.updateState { $0.items = ["b"] } })
  }

  @Test func actorMayUpdate() async {
    actor Store {
      func update(_ state: ListState) async {
        await state.updateState { $0.page = 2 }
        await state.updateState({ $0.items = ["a"] }, disablesAnimations: true)
      }
    }
    await Store().update(state)
    #expect(state.page == 2)
    #expect(state.items == ["a"])
  }

  @Test func typeThatIsNotAScreenStateMayConform() {
    let settings = Settings()
    settings.updateState { $0.isOn = true }
    #expect(settings.isOn)
    settings.updateState({ $0.isOn = false }, withAnimation: nil)
    #expect(!settings.isOn)
  }

  @Test func requirementIsMetByTheExtension() {
    func update<State: StateUpdatable>(_ state: State, _ block: @MainActor (State) -> Void) {
      state.updateState(withAnimation: nil, block)
    }
    update(state) { $0.page = 3 }
    #expect(state.page == 3)
  }

  enum Form: CaseIterable {
    case bare
    case animationFirst
    case animationLast
    case disablesAnimations
    case both

    @MainActor
    func update(_ state: ListState, _ block: @MainActor (ListState) -> Void) {
      switch self {
      case .bare: state.updateState(block)
      case .animationFirst: state.updateState(withAnimation: .linear, block)
      case .animationLast: state.updateState(block, withAnimation: nil)
      case .disablesAnimations: state.updateState(block, disablesAnimations: false)
      case .both: state.updateState(block, withAnimation: .easeIn, disablesAnimations: true)
      }
    }
  }

  @Observable
  @MainActor
  final class ListState: LoadmoreScreenState, StateUpdatable {
    var items: [String] = []
    var page = 0
  }

  @MainActor
  final class Settings: StateUpdatable {
    var isOn = false
  }
}
