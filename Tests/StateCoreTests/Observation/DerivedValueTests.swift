import Observation
import StateCore
import StateTestSupport
import Testing

@MainActor
@Suite struct DerivedValueTests {
  @Test func itIsComputedOncePerChangeOfAProperty() {
    let state = Words()
    #expect(state.matches == ["apple", "avocado"])
    #expect(state.matches == ["apple", "avocado"])
    #expect(state.log.count == 1)
    state.query = "b"
    #expect(state.matches == ["banana"])
    #expect(state.matches == ["banana"])
    #expect(state.log.count == 2)
    state.words.append("blueberry")
    #expect(state.matches == ["banana", "blueberry"])
    #expect(state.log.count == 3)
  }

  @Test func itIsNotComputedForOtherPropertiesAndEqualValues() {
    let state = Words()
    _ = state.matches
    state.other = 1
    state.query = "a"
    state.words = ["apple", "avocado", "banana"]
    #expect(state.matches == ["apple", "avocado"])
    #expect(state.log.count == 1)
  }

  @Test func anObserverSeesTheChangesOfItsProperties() async {
    let state = Words()
    var values = state.values(of: \.matches).makeAsyncIterator()
    #expect(await values.next(isolation: #isolation) == ["apple", "avocado"])
    state.query = "b"
    #expect(await values.next(isolation: #isolation) == ["banana"])
    // The value was available without being computed.
    state.query = "c"
    _ = state.matches
    #expect(await values.next(isolation: #isolation) == [])
    state.words = ["cherry"]
    #expect(await values.next(isolation: #isolation) == ["cherry"])
  }

  @Test func aReadInTheMiddleOfAChangeIsNotKept() {
    let state = Words()
    withObservationTracking {
      _ = state.matches
    } onChange: {
      // The change hasn't been made yet.
      MainActor.assumeIsolated {
        #expect(state.matches == ["apple", "avocado"])
      }
    }
    state.query = "b"
    #expect(state.matches == ["banana"])
  }

  @Test func aValueMayBeDerivedFromAnotherAndFromAChild() {
    let state = Words()
    #expect(state.summary == "2 by nobody")
    state.author = Author()
    state.author?.name = "Ada"
    #expect(state.summary == "2 by Ada")
    state.query = "b"
    #expect(state.summary == "1 by Ada")
  }

  @Test func whatIsNotEqualToItselfIsComputedAtEachRead() {
    let state = Words()
    state.ratio = .nan
    #expect(state.doubled.isNaN)
    #expect(state.doubled.isNaN)
    state.ratio = 2
    #expect(state.doubled == 4)
  }

  @Test func oneMayServeSeveralStates() {
    let length = DerivedValue(\Author.name) { $0.count }
    let (first, second) = (Author(), Author())
    first.name = "Ada"
    second.name = "Grace"
    #expect(length(first) == 3)
    #expect(length(second) == 5)
    #expect(length(first) == 3)
  }

  @Test func theStateIsNotHeld() {
    weak var state: Words?
    do {
      let made = Words()
      _ = made.summary
      state = made
    }
    #expect(state == nil)
  }
}

@Observable @MainActor
private final class Author {
  var name = ""
}

@Observable @MainActor
private final class Words {
  var words = ["apple", "avocado", "banana"]
  var query = "a"
  var other = 0
  var ratio = 1.0
  var author: Author?
  @ObservationIgnored private(set) var log: [String] = []

  var matches: [String] { matching(self) }
  var summary: String { summarizing(self) }
  var doubled: Double { doubling(self) }

  @ObservationIgnored private lazy var matching = DerivedValue(
    \Words.words,
    \.query
  ) { [unowned self] words, query in
    log.append(query)
    return words.filter { $0.hasPrefix(query) }
  }
  private let summarizing = DerivedValue(\Words.matches, \.author?.name) { matches, name in
    "\(matches.count) by \(name ?? "nobody")"
  }
  private let doubling = DerivedValue(\Words.ratio) { $0 * 2 }
}
