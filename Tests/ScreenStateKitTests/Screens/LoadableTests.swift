import Foundation
import ScreenStateKit
import Testing

struct LoadableTests {
  private let broken = DisplayableError(message: "broken")
  private let retry = AsyncActionVoid {}

  // MARK: Changing

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

  /// What a cancelled load may throw.
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

  // MARK: Reading

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
    #expect(Loadable<Int>.loaded(1).map { _ in [Int]() } == .loaded([]))
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
