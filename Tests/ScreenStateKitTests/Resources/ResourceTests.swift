import Foundation
import StateTestSupport
import Testing

@testable import ScreenStateKit

@Suite struct ResourceTests {
  private let noon = Date(timeIntervalSinceReferenceDate: 0)

  private func after(_ seconds: TimeInterval) -> Date { noon.addingTimeInterval(seconds) }

  private func loaded(_ value: [Int] = [1]) -> Resource<[Int]> { Resource(value, loadedAt: noon) }

  // MARK: Loads

  @Test func aLoadEndsWithItsValue() {
    var resource = Resource<[Int]>()
    #expect(resource.content == .idle)
    let load = resource.start()
    #expect(resource.isLoading)
    #expect(resource.finish([1], for: load, at: noon) == true)
    #expect(resource.content == .loaded([1]))
    #expect(resource.loadedAt == noon)
    #expect(resource.finish([2], for: load, at: noon) == false)
    #expect(resource.value == [1])
  }

  @Test func anEmptyValueIsOneThatWasLoaded() {
    var resource = Resource<[Int]>()
    let load = resource.start()
    resource.finish([], for: load, at: noon)
    #expect(resource.content == .empty)
    #expect(!resource.isStale(after: .seconds(1), at: noon))
  }

  @Test func anEarlierLoadNeverOvertakesALaterOne() {
    var resource = loaded()
    let first = resource.start()
    let second = resource.start()
    #expect(resource.finish([2], for: first, at: after(1)) == false)
    #expect(resource.content == .loading(previous: [1]))
    #expect(resource.fail(Offline(), for: first) == false)
    #expect(resource.fail(Offline(), for: first, nextAttempt: 2, at: noon) == false)
    #expect(resource.cancel(first) == false)
    #expect(resource.finish([3], for: second, at: after(2)) == true)
    #expect(resource.finish([2], for: first, at: after(3)) == false)
    #expect(resource.value == [3])
    #expect(resource.loadedAt == after(2))
  }

  @Test func aFailureKeepsTheValueAndItsAge() {
    var resource = loaded()
    let load = resource.start()
    #expect(resource.fail(Offline(), for: load) == true)
    #expect(resource.value == [1])
    #expect(resource.error != nil)
    #expect(resource.loadedAt == noon)
    #expect(!resource.isStale(after: .seconds(2), at: after(1)))
  }

  @Test func aCancelLeavesTheContentAsItWas() {
    var resource = loaded()
    var load = resource.start()
    #expect(resource.cancel(load) == true)
    #expect(resource.content == .loaded([1]))
    load = resource.start()
    #expect(resource.fail(CancellationError(), for: load) == true)
    #expect(resource.content == .loaded([1]))
  }

  @Test func anAttemptThatIsRepeatedContinuesLoading() {
    var resource = loaded()
    let load = resource.start()
    #expect(resource.fail(Offline(), for: load, nextAttempt: 2, at: after(5)) == true)
    #expect(resource.content == .loading(previous: [1]))
    #expect(resource.retry?.nextAttempt == 2)
    #expect(resource.retry?.date == after(5))
    resource.fail(Offline(), for: load, nextAttempt: 3, at: after(9))
    #expect(resource.finish([2], for: load, at: after(9)) == true)
    #expect(resource.retry == nil)
  }

  @Test(arguments: ["failed", "cancelled", "replaced", "again"])
  func aPauseEndsWithItsLoad(end: String) {
    var resource = loaded()
    let load = resource.start()
    resource.fail(Offline(), for: load, nextAttempt: 2, at: after(5))
    switch end {
    case "failed": resource.fail(Offline(), for: load)
    case "cancelled": resource.cancel(load)
    case "replaced": resource.replace(with: [2], loadedAt: noon)
    default: _ = resource.start()
    }
    #expect(resource.retry == nil)
  }

  // MARK: Age

  @Test func whatWasNeverLoadedIsStale() {
    var resource = Resource<[Int]>()
    #expect(resource.isStale(after: .seconds(3600), at: noon))
    let load = resource.start()
    resource.fail(Offline(), for: load)
    #expect(resource.isStale(after: .seconds(3600), at: noon))
  }

  @Test func contentGrowsStale() {
    let resource = loaded()
    #expect(!resource.isStale(after: .seconds(10), at: after(9.9)))
    #expect(resource.isStale(after: .seconds(10), at: after(10)))
    #expect(resource.isStale(after: .zero, at: noon))
    // The clock was set back, so the content is from now, as it is for `load`.
    #expect(!resource.isStale(after: .seconds(10), at: after(-1)))
    #expect(resource.isStale(after: .zero, at: after(-1)))
  }

  @Test func invalidatedContentIsStaleUntilItIsLoadedAgain() {
    var resource = loaded()
    resource.invalidate()
    #expect(resource.isInvalidated)
    #expect(resource.isStale(after: .seconds(10), at: noon))
    #expect(resource.value == [1])
    let load = resource.start()
    resource.finish([2], for: load, at: noon)
    #expect(!resource.isInvalidated)
    resource.invalidate()
    resource.replace(with: [3], loadedAt: noon)
    #expect(!resource.isInvalidated)
  }

  @Test func whatIsInvalidatedDuringALoadStaysStale() {
    var resource = loaded()
    let load = resource.start()
    resource.invalidate()
    #expect(resource.finish([2], for: load, at: after(1)) == true)
    #expect(resource.value == [2])
    #expect(resource.isInvalidated)
  }

  // MARK: Other changes

  @Test func aReplacementEndsTheLoadInFlight() {
    var resource = loaded()
    let load = resource.start()
    resource.replace(with: [5], loadedAt: after(3))
    #expect(resource.content == .loaded([5]))
    #expect(resource.finish([2], for: load, at: after(4)) == false)
    #expect(resource.loadedAt == after(3))
  }

  @Test func anUpdateChangesWhatIsShown() {
    var resource = Resource<[Int]>()
    resource.update { $0.append(2) }
    #expect(resource.content == .idle)
    resource = loaded()
    let load = resource.start()
    resource.update { $0.append(2) }
    #expect(resource.content == .loading(previous: [1, 2]))
    resource.cancel(load)
    #expect(resource.content == .loaded([1, 2]))
    #expect(resource.loadedAt == noon)
  }

  // MARK: Values

  @Test func equalityIsThatOfTheScreen() {
    var (first, second) = (loaded(), loaded())
    #expect(first == second)
    _ = first.start()
    #expect(first != second)
    _ = second.start()
    #expect(first == second)
    first.invalidate()
    #expect(first != second)
    second.invalidate()
    second.invalidate()
    #expect(first == second)
    #expect(loaded() != Resource([1], loadedAt: after(1)))
  }

  @Test func whatIsEncodedComesBack() throws {
    var resource = loaded()
    resource.invalidate()
    let load = resource.start()
    resource.fail(Offline(), for: load, nextAttempt: 2, at: after(5))
    let data = try JSONEncoder().encode(resource)
    var decoded = try JSONDecoder().decode(Resource<[Int]>.self, from: data)
    // The load doesn't survive.
    #expect(decoded.content == .loaded([1]))
    #expect(decoded.loadedAt == noon)
    #expect(decoded.retry == nil)
    #expect(decoded.isInvalidated)
    let again = decoded.start()
    #expect(decoded.finish([2], for: again, at: noon) == true)
    #expect(!decoded.isInvalidated)
  }
}
