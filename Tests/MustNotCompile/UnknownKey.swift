// swift-format-ignore-file
// A value that the environment doesn't have: in a feature, in an override, and in a test. The compiler adds its own
// conclusions about the type.
// expect: error: value of type 'StoreEnvironment' has no member 'wrods'
// expect: error: converting non-Sendable function value to '@Sendable (StoreEnvironment) -> [String]'
// expect: error: cannot convert value of type 'KeyPath<StoreEnvironment, Value>'
import Observation
import ViewFeature

enum WordsKey: StoreEnvironmentKey {
  static let liveValue = ["apple"]
}

nonisolated extension StoreEnvironment {
  var words: [String] {
    get { self[WordsKey.self] }
    set { self[WordsKey.self] = newValue }
  }
}

struct Search: Feature {
  @Observable @MainActor
  final class State {}

  enum Action: Sendable { case go }

  @Provided(\.wrods) var words: [String]

  func handle() -> ActionHandler<Action, State> { .empty }
}

struct Library: Feature {
  @Observable @MainActor
  final class State {
    let search = Search.State()
  }

  enum Action: Sendable { case go }

  let search = Child(\State.search, Search()).environment(\.wrods, [])

  func handle() -> ActionHandler<Action, State> { .empty }
}

@MainActor
func test() {
  _ = TestStore(initialState: Search.State(), feature: Search()) { $0.wrods = [] }
}
