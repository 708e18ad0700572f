import Foundation
import StateCore
import Testing

@MainActor
struct RepeatedValuesTests {
  private func draw() -> [String] {
    let environment = StoreEnvironment.current
    var random = environment.random
    return ["\(environment.now)", "\(environment.uuid())", "\(random.next())"]
  }

  @Test(arguments: [StoreEnvironment.live, .inherited, .controlled(step: 1)])
  func theSecondRunGetsTheValuesOfTheFirst(environment: StoreEnvironment) {
    let values = RepeatedValues(of: environment, clock: ContinuousClock())
    let first = values.draw { draw() + draw() }
    #expect(values.repeatDraws { draw() + draw() } == first)
    #expect(Array(first[0..<3]) != Array(first[3...]))
  }

  @Test func theRowOfTheEnvironmentIsUsedOnce() {
    let environment = StoreEnvironment.controlled()
    let values = RepeatedValues(of: environment, clock: ContinuousClock())
    let ids = values.draw { [StoreEnvironment.current.uuid()] }
    #expect(values.repeatDraws { [StoreEnvironment.current.uuid()] } == ids)
    #expect(environment.uuid().uuidString.hasSuffix("1"))
  }

  @Test func furtherValuesOfTheSecondRunAreNew() {
    let values = RepeatedValues(of: .controlled(), clock: ContinuousClock())
    let first = values.draw { StoreEnvironment.current.uuid() }
    let both = values.repeatDraws {
      [StoreEnvironment.current.uuid(), StoreEnvironment.current.uuid()]
    }
    #expect(both[0] == first)
    #expect(both[1] != first)
  }
}
