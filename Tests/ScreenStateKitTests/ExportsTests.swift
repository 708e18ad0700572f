import ScreenStateKit
import Testing

/// The declarations that must be available with only `import ScreenStateKit`.
@MainActor
struct ExportsTests {
  @Observable
  final class Model {
    var count = 0
  }

  @Test func observationComesAlong() {
    let model = Model()
    withObservationTracking {
      _ = model.count
    } onChange: {
    }
    let conforming: any Observable = model
    #expect(conforming is Model)
  }

  @Test func observeComesAlong() {
    let model = Model()
    var values: [Int] = []
    let token: ObservationToken = observe { values.append(model.count) }
    #expect(values == [0])
    token.cancel()
  }
}
