import Foundation
import StateCore
import StateRecord
import StateTestSupport
import Testing

@MainActor
struct CoreRecorderTests {
  @Test func nothingIsReportedOutsideOfStores() {
    let log = EventLog()
    defer { log.stop() }
    let id = StoreEnvironment.controlled(seed: 7_777).random
    var generator = id
    let number = generator.next()
    let isReported = log.events.contains { event in
      if case .drawn(.number(number), _) = event.kind { true } else { false }
    }
    #expect(!isReported)
  }

  @Test func aValueOfAHandlerIsAnEventOfItsStore() {
    let log = EventLog()
    defer { log.stop() }
    let store = StoreID.make()
    let cause = EventCause.handler(ActionID(store: store, number: 1))
    let environment = StoreEnvironment.controlled(now: Date(timeIntervalSince1970: 5))
    CurrentCause.with(cause) {
      _ = environment.uuid()
      _ = environment.now
    }
    let values = log.kinds(of: store).map { kind -> EnvironmentValue? in
      if case .drawn(let value, cause) = kind { value } else { nil }
    }
    #expect(
      values == [
        .uuid(UUID(uuidString: "00000000-0000-0000-0000-000000000000")!),
        .date(Date(timeIntervalSince1970: 5)),
      ]
    )
  }

  @Test func aValueMayBeTakenInTheMiddleOfAChange() {
    final class Box {
      var list: [UInt64] = []

      func change(_ body: (inout [UInt64]) -> Void) { body(&list) }
    }
    let log = EventLog()
    defer { log.stop() }
    let store = StoreID.make()
    let box = Box()
    CurrentCause.with(.handler(ActionID(store: store, number: 1))) {
      box.change { list in
        var random = StoreEnvironment.live.random
        list.append(random.next())
      }
    }
    #expect(log.kinds(of: store).count == 1)
  }
}
