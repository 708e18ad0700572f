import Foundation
import StateCore
import Testing

@MainActor
struct StoreEnvironmentTests {
  private struct Failure: Error {}

  @Test func theCurrentOneIsLiveOutsideOfAll() {
    let before = Date()
    #expect(StoreEnvironment.current.now >= before)
    #expect(StoreEnvironment.current.uuid() != StoreEnvironment.live.uuid())
  }

  @Test func codeRunsWithTheEnvironmentThatIsGiven() async {
    let date = Date(timeIntervalSince1970: 1)
    let environment = StoreEnvironment.controlled(now: date)
    StoreEnvironment.with(environment) {
      #expect(StoreEnvironment.current.now == date)
      StoreEnvironment.with(.live) { #expect(StoreEnvironment.current.now != date) }
    }
    await StoreEnvironment.with(environment) {
      await Task.yield()
      #expect(StoreEnvironment.current.now == date)
      await Task { #expect(StoreEnvironment.current.now == date) }.value
      async let child = StoreEnvironment.current.now
      #expect(await child == date)
    }
    #expect(StoreEnvironment.current.now != date)
  }

  @Test func errorsPass() async {
    #expect(throws: Failure.self) {
      try StoreEnvironment.with(.live) { throw Failure() }
    }
    await #expect(throws: Failure.self) {
      try await StoreEnvironment.with(.live) {
        await Task.yield()
        throw Failure()
      }
    }
  }
}
