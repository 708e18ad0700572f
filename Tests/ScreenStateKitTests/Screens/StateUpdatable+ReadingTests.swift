import ScreenStateKit
import Testing

@MainActor
struct StateUpdatableReadingTests {
  private let state = UserState()

  @Test func oneExpressionIsReadAsItIs() {
    let name = state.readState { $0.name }
    #expect(name == "Ada")
  }

  @Test func severalAreReadAsATupleInTheirOrder() {
    let (name, age, tags) = state.readState {
      $0.name
      $0.age
      $0.tags
    }
    #expect(name == "Ada")
    #expect(age == 36)
    #expect(tags == ["first"])
  }

  @Test func constantsMayBeDeclared() {
    let (first, second) = state.readState { state in
      let next = state.age + 1
      next
      state.age
    }
    #expect(first == 37)
    #expect(second == 36)
  }

  @Test func otherActorReadsAllInOneHop() async {
    let (name, age) = await Reader().read(state)
    #expect(name == "Ada")
    #expect(age == 36)
  }

  private actor Reader {
    func read(_ state: UserState) async -> (String, Int) {
      await state.readState {
        $0.name
        $0.age
      }
    }
  }

  @Observable
  final class UserState: ScreenState, StateUpdatable {
    var name = "Ada"
    var age = 36
    var tags = ["first"]
  }
}
