import StateRequests
import Testing

@Suite struct RequestTableEventsTests {
  private let script = RequestScript()

  @Test func anEventLoadsWhatIsStaleForItsWatcher() {
    script.watch(1)
    script.watch(2) { $0.staleAfter = .seconds(10) }
    script.answer(1, "1")
    script.pass(10)
    #expect(script.event(1) == [])
    #expect(script.event(2) == ["start 2"])
    #expect(script.event(2) == [])
  }

  @Test func anEventJoinsAPauseAndDoesNotShortenIt() {
    script.watch(1)
    script.fail(1, pause: 5)
    #expect(script.event(1) == [])
    #expect(script.setActive(true) == [])
    #expect(script.pass(4) == [])
    #expect(script.pass(1) == ["start 2"])
  }

  @Test func anActiveAppLoadsWhatIsStale() {
    script.watch(1)
    script.answer(1, "1")
    script.setActive(false)
    script.pass(60)
    #expect(script.setActive(true) == ["start 2"])
    script.answer(2, "2")
    // Some apps report only the return to the foreground.
    script.pass(60)
    #expect(script.setActive(true) == ["start 3"])
  }

  @Test func intervalsPauseWhileTheAppIsInactive() {
    script.watch(1) { $0.interval = .seconds(10) }
    script.answer(1, "1")
    script.setActive(false)
    #expect(script.pass(100) == [])
    #expect(script.setActive(true) == ["start 2"])
  }

  @Test func intervalsPauseWithoutANetwork() {
    script.watch(1) {
      $0.interval = .seconds(10)
      $0.triggers = [.watch]
    }
    script.answer(1, "1")
    script.setOnline(false)
    #expect(script.pass(100) == [])
    #expect(script.setOnline(true) == ["start 2"])
  }

  @Test func someIntervalsContinueInTheBackground() {
    script.watch(1) { $0.interval = .seconds(10) }
    script.watch(2) {
      $0.interval = .seconds(30)
      $0.pollsInBackground = true
    }
    script.answer(1, "1")
    script.setActive(false)
    #expect(script.pass(29) == [])
    #expect(script.pass(1) == ["start 2"])
  }

  @Test func theFirstAttemptRunsOffline() {
    script.setOnline(false)
    #expect(script.wait(1) == ["start 1"])
    #expect(script.watch(2, "y") == ["start 2 of y"])
  }

  @Test func aFailureWithoutANetworkEndsTheWaits() {
    script.watch(1)
    script.wait(2)
    script.setOnline(false)
    #expect(script.fail(1, pause: 5) == ["2 throws offline"])
    #expect(script.view?.retry?.time == nil && script.view?.isLoading == true)
    #expect(script.wait(3) == ["3 throws offline"])
    #expect(script.pass(100) == [])
    #expect(script.setOnline(true) == ["start 2"])
    #expect(script.attempts[2]?.attempt == 2)
  }

  @Test func theLossOfTheNetworkEndsTheWaitsOfAPause() {
    script.watch(1)
    script.wait(2)
    script.fail(1, pause: 5)
    #expect(script.setOnline(false) == ["2 throws offline"])
    #expect(script.setOnline(true) == ["start 2"])
  }

  @Test func aPauseThatOnlyWaitersWantedEndsWithoutANetwork() {
    script.wait(1)
    script.endTurn()
    script.fail(1, pause: 5)
    #expect(script.setOnline(false) == ["1 throws offline"])
    #expect(script.view?.isLoading == false)
  }

  @Test func aReconnectionLoadsWhatIsStale() {
    script.watch(1) { $0.staleAfter = .zero }
    script.answer(1, "1")
    script.setOnline(false)
    #expect(script.event(1) == [])
    #expect(script.setOnline(true) == ["start 2"])
    script.answer(2, "2")
    // Only a change of the network is an event.
    #expect(script.setOnline(true) == [])
  }

  @Test func anEventWithoutANetworkWaitsForIt() {
    script.watch(1) { $0.triggers = [.watch, .active] }
    script.answer(1, "1")
    script.setOnline(false)
    script.pass(60)
    #expect(script.setActive(true) == [])
    #expect(script.setOnline(true) == ["start 2"])
  }

  @Test func anEventThatWaitsIsServedByAnotherLoad() {
    script.watch(1) {
      $0.staleAfter = .zero
      $0.triggers = [.watch]
    }
    script.answer(1, "1")
    script.setOnline(false)
    script.event(1)
    #expect(script.reload(2) == ["start 2"])
    script.answer(2, "2")
    #expect(script.setOnline(true) == [])
  }

  /// A network that appears and disappears doesn't cause more attempts than it has appearances.
  @Test func aFlappingNetworkCausesOneAttemptPerAppearance() {
    script.watch(1) { $0.staleAfter = .zero }
    var starts = 1
    for _ in 1...50 {
      script.setOnline(false)
      for number in script.attempts.keys.sorted().suffix(1) { script.fail(number, pause: 1) }
      starts += script.setOnline(true).count
    }
    #expect(starts == 51)
  }

  @Test func unusedEntriesEndWithLittleMemory() {
    script.watch(1)
    script.set("y", for: "y")
    script.set("z", for: "z")
    script.apply(1, "+", to: "z")
    script.perform { $0.freeMemory(at: $1, &$2) }
    #expect(Set(script.table.keys) == ["x", "z"])
  }
}
