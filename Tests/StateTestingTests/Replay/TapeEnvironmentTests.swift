import Foundation
import StateCore
import StateJSON
import StateJournal
import StateRecord
import Testing

@testable import StateTesting

@MainActor
struct TapeEnvironmentTests {
  private let tape = TapeEnvironment()
  private let action = ActionID(store: StoreID(number: -1), number: 1)

  private var environment: StoreEnvironment { StoreEnvironment(tape) }

  private func draw(_ name: String, _ json: JSONValue) -> ReplayTape.Draw {
    ReplayTape.Draw(name: name, value: SessionValue(type: name, json: json, text: "\(json)"))
  }

  private func inHandler<Result>(_ body: () -> Result) -> Result {
    CurrentCause.with(.handler(action), body)
  }

  @Test func aHandlerIsGivenTheValuesThatWereRecorded() {
    tape.give(
      [
        draw("number", .uint(.max)), draw("date", .double(12.5)),
        draw("uuid", "00000000-0000-0000-0000-0000000000AA"),
      ],
      to: action,
      "add",
      isStrict: true
    )
    inHandler {
      var random = environment.random
      let number: UInt64 = random.next()
      #expect(number == .max)
      #expect(environment.now == Date(timeIntervalSinceReferenceDate: 12.5))
      #expect(environment.uuid().uuidString == "00000000-0000-0000-0000-0000000000AA")
    }
    #expect(tape.takeFailure() == nil)
  }

  @Test func oneMoreIsAFailure() {
    tape.give([], to: action, "add", isStrict: true)
    inHandler { _ = environment.now }
    #expect(tape.takeFailure() == "The handler of add takes a date more than was recorded.")
    #expect(tape.takeFailure() == nil)
  }

  @Test func anotherKindIsAFailure() {
    tape.give([draw("number", 1)], to: action, "add", isStrict: true)
    inHandler { _ = environment.uuid() }
    #expect(
      tape.takeFailure()
        == "The handler of add takes an identifier where it took 1 in the session."
    )
  }

  @Test func aHandlerThatMayDoSomethingElseHasNoFailure() {
    tape.give([], to: action, "add", isStrict: false)
    inHandler { _ = environment.now }
    _ = environment.uuid()
    #expect(tape.takeFailure() == nil)
  }
}
