import Foundation
import ScreenStateKit
import Testing

struct LoadableTests {
  private let broken = DisplayableError(message: "broken")
  private let retry = AsyncActionVoid {}

  // MARK: Changes

  @Test func firstLoadHasNoPreviousValue() {
    var content = Loadable<Int>.idle
    content.start()
    #expect(content == .loading(previous: nil))
    content.finish(1)
    #expect(content == .loaded(1))
  }

  @Test func laterLoadKeepsTheValue() {
    var content = Loadable(1)
    content.start()
    #expect(content == .loading(previous: 1))
    content.start()
    #expect(content == .loading(previous: 1))
    content.finish(2)
    #expect(content == .loaded(2))
  }

  @Test func failureKeepsTheValueAndTheRetry() {
    var content = Loadable(1)
    content.start()
    content.fail(broken, retry: retry)
    #expect(content == .failed(broken, previous: 1, retry: retry))
    content.start()
    #expect(content == .loading(previous: 1, after: .failure(broken, retry: retry)))
    content.fail(broken)
    #expect(content == .failed(broken, previous: 1, retry: nil))
    content.fail(broken, retry: retry)
    #expect(content.value == 1)
  }

  @Test func failureOfTheFirstLoadHasNoValue() {
    var content = Loadable<Int>.idle
    content.start()
    content.fail(broken)
    #expect(content == .failed(broken, previous: nil, retry: nil))
  }

  @Test func otherErrorsAreMadeDisplayable() {
    struct Offline: Error {}
    var content = Loadable<Int>.idle
    content.fail(Offline())
    #expect(content.error?.originalError is Offline)
  }

  @Test func emptyCollectionIsEmpty() {
    #expect(Loadable([Int]()) == .empty)
    #expect(Loadable("") == .empty)
    #expect(Loadable([1]) == .loaded([1]))
    var content = Loadable([1])
    content.start()
    content.finish([])
    #expect(content == .empty)
    content.start()
    #expect(content == .loading(previous: nil, after: .empty))
  }

  @Test func emptyCollectionIsEmptyInGenericCodeToo() {
    func finished<Value>(_ value: Value) -> Loadable<Value> {
      var content = Loadable<Value>.idle
      content.finish(value)
      return content
    }
    #expect(finished([Int]()) == .empty)
    #expect(finished(Set<Int>()) == .empty)
    #expect(finished(0) == .loaded(0))
  }

  /// The errors that a cancelled load can throw.
  static let cancellations: [any Error] = [
    CancellationError(), URLError(.cancelled), NSError(domain: NSURLErrorDomain, code: -999),
  ]

  @Test(arguments: [
    Loadable<Int>.idle, .loaded(1), .empty,
    .failed(DisplayableError(message: "m"), previous: nil, retry: nil),
    .failed(DisplayableError(message: "m"), previous: 1, retry: AsyncActionVoid {}),
  ])
  func cancelGoesBackToWhatWasBefore(before: Loadable<Int>) {
    var content = before
    content.start()
    content.start()
    content.cancel()
    #expect(content == before)
    for error in Self.cancellations {
      content.start()
      #expect(content.isLoading)
      content.fail(error, retry: retry)
      #expect(content == before)
    }
  }

  @Test(arguments: [
    Loadable<Int>.idle, .loaded(1), .empty,
    .failed(DisplayableError(message: "m"), previous: 1, retry: nil),
  ])
  func cancelChangesNothingWhileNothingLoads(content: Loadable<Int>) {
    var changed = content
    changed.cancel()
    #expect(changed == content)
    changed.fail(CancellationError())
    #expect(changed == content)
  }

  @Test func cancellationErrorOnlyCancels() {
    var content = Loadable(1)
    content.start()
    content.fail(CancellationError(), retry: retry)
    #expect(content == .loaded(1))
  }

  // MARK: Reads

  @Test func eachCaseSaysWhatItHas() {
    let failed = Loadable<Int>.failed(broken, previous: 3, retry: retry)
    #expect(Loadable<Int>.idle.value == nil)
    #expect(Loadable<Int>.loading(previous: 1).value == 1)
    #expect(Loadable<Int>.loaded(2).value == 2)
    #expect(Loadable<Int>.empty.value == nil)
    #expect(failed.value == 3)
    #expect(failed.error == broken)
    #expect(failed.retry == retry)
    #expect(Loadable<Int>.loaded(2).error == nil)
    #expect(Loadable<Int>.loaded(2).retry == nil)
    #expect(Loadable<Int>.loading(previous: 1).isLoading)
    #expect(!failed.isLoading && !Loadable<Int>.idle.isLoading)
  }

  @Test func mapChangesTheValueOfEachCase() {
    let text = { (number: Int) in "\(number)" }
    #expect(Loadable<Int>.idle.map(text) == .idle)
    #expect(Loadable<Int>.loading(previous: 1).map(text) == .loading(previous: "1"))
    #expect(Loadable<Int>.loading(previous: nil).map(text) == .loading(previous: nil))
    #expect(Loadable<Int>.loaded(1).map(text) == .loaded("1"))
    #expect(Loadable<Int>.empty.map(text) == .empty)
    #expect(
      Loadable<Int>.failed(broken, previous: 1, retry: retry).map(text)
        == .failed(broken, previous: "1", retry: retry)
    )
  }

  // MARK: Lists

  @Test func elementsDecideBetweenEmptyAndLoaded() {
    var list = Loadable<[Int]>([])
    list.update { $0.append(1) }
    #expect(list == .loaded([1]))
    list.update { $0.removeAll() }
    #expect(list == .empty)
    #expect(list.map { $0 + [2] } == .loaded([2]))
    #expect(Loadable([1]).map { _ in [Int]() } == .empty)
    #expect(Loadable<Int>.loaded(1).map { _ in [Int]() } == .empty)
  }

  @Test func anEmptyListStaysEmptyAsAnotherKindOfValue() {
    #expect(Loadable<[Int]>([]).map(\.count) == .empty)
    #expect(Loadable<Int>.empty.map { [$0] } == .empty)
    var number = Loadable<Int>.empty
    number.update { $0 += 1 }
    #expect(number == .empty)
  }

  @Test func allKindsOfCollectionsGetAFirstElement() {
    func updated<Value: Equatable>(_ value: Value, _ change: (inout Value) -> Void) -> Value? {
      var content = Loadable(value)
      #expect(content == .empty)
      content.update(change)
      return content.value
    }
    #expect(updated("") { $0.append("a") } == "a")
    #expect(updated([1][..<0]) { $0.append(1) } == [1])
    #expect(updated(Set<Int>()) { $0.insert(1) } == [1])
    #expect(updated([String: Int]()) { $0["a"] = 1 } == ["a": 1])
  }

  @Test func aCollectionThatCannotBeMadeStaysEmpty() {
    var range = Loadable(0..<0)
    range.update { $0 = 0..<1 }
    #expect(range == .empty)
  }

  @Test func nothingIsAddedBeforeTheFirstLoadHasSucceeded() {
    var list = Loadable<[Int]>.idle
    list.update { $0.append(1) }
    #expect(list == .idle)
    list.start()
    list.update { $0.append(1) }
    #expect(list == .loading(previous: nil))
    list.fail(broken)
    list.update { $0.append(1) }
    #expect(list == .failed(broken, previous: nil, retry: nil))
  }

  @Test func aListIsAddedToWhileItLoadsAgain() {
    var list = Loadable<[Int]>([])
    list.start()
    list.update { $0.append(1) }
    #expect(list == .loading(previous: [1]))
    list.update { $0.removeAll() }
    #expect(list == .loading(previous: nil, after: .empty))
    list.fail(broken)
    list.update { $0.append(1) }
    #expect(list == .failed(broken, previous: [1], retry: nil))
  }

  // MARK: Placeholder

  private struct Profile: PlaceholderRepresentable, Hashable {
    var name: String
    static var placeholder: Self { Self(name: "-----") }
    var isPlaceholder: Bool { self == .placeholder }
  }

  @Test func placeholderStandsInUntilTheFirstLoadHasEnded() {
    var profile = Loadable<Profile>.idle
    #expect(profile.content == .placeholder)
    profile.start()
    #expect(profile.content == .placeholder)
    profile.finish(Profile(name: "Ada"))
    #expect(profile.content == Profile(name: "Ada"))
    profile.start()
    #expect(profile.content == Profile(name: "Ada"))
    profile.fail(broken)
    #expect(profile.content == Profile(name: "Ada"))
  }

  @Test func withoutAValueNothingIsDrawnOnceTheLoadHasEnded() {
    var profile = Loadable<Profile>.idle
    profile.start()
    profile.fail(broken)
    #expect(profile.content == nil)
    #expect(Loadable<Profile>.empty.content == nil)
  }

  @Test func itIsAsSendableAndHashableAsItsValue() {
    func check(_: some Sendable & Hashable) {}
    check(Loadable.loaded(1))
  }
}
