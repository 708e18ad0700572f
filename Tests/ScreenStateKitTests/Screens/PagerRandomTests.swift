import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

struct PagerRandomTests {
  @Test(.notRepeated) func everyRunFollowsTheModel() {
    var wrong: [Int] = []
    for seed in 0..<(areAllProgramsTested ? 5_000 : 1_000) {
      var run = PagerRun(seed: seed)
      if !run.follows(steps: 80) { wrong.append(seed) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) seeds, such as \(wrong.prefix(3))")
  }
}

/// A pager and its model, with the same input.
private struct PagerRun {
  private var generator: SeededGenerator
  private var pager: Pager<Word, Int>
  private var model: ReferencePager
  private var requests: [Pager<Word, Int>.Request] = []
  private var version = 0

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    let limit = [nil, 1, 2, 3].randomElement(using: &generator) ?? nil
    pager = Pager(maximumPageCount: limit)
    model = ReferencePager(limit: limit)
  }

  mutating func follows(steps: Int) -> Bool {
    for _ in 0..<steps {
      guard step(), pager.items == model.items, pager.phase == model.phase else { return false }
      guard pager.isLoading == (model.outstanding != nil) else { return false }
      guard pager.refreshError == model.refreshError else { return false }
      guard pager.previousPhase == model.previousPhase else { return false }
      guard pager.pageCount == model.window.count else { return false }
      guard pager.droppedPageCount == model.droppedPageCount else { return false }
      guard restsAsBefore() else { return false }
    }
    return true
  }

  /// Whether a requested page, or a failed one, leaves no trace in the pager at rest.
  private func restsAsBefore() -> Bool {
    let rest = pager.atRest()
    guard !rest.isLoading, rest.refreshError == nil, rest.items == pager.items else { return false }
    for inFront in [false, true] {
      guard rest.requesting(inFront: inFront).atRest() == rest else { return false }
      let failing = rest.failing(DisplayableError(message: "broken"), inFront: inFront)
      // Without items, a failure is that of the whole list.
      guard failing.atRest() == rest || rest.items.isEmpty else { return false }
    }
    return true
  }

  /// Performs one operation on both.
  ///
  /// Returns `false` if their results differ.
  private mutating func step() -> Bool {
    switch Int.random(in: 0..<24, using: &generator) {
    case 0:
      let keepingItems = Bool.random(using: &generator)
      model.refresh(keepingItems: keepingItems)
      return note(pager.refresh(keepingItems: keepingItems), isExpected: true)
    case 1..<7: return note(pager.next(), isExpected: model.next())
    case 7..<9: return note(pager.retry(), isExpected: model.retry())
    case 9..<16: return receive()
    case 20..<23: return note(pager.previous(), isExpected: model.previous())
    case 23: return note(pager.retryPrevious(), isExpected: model.retryPrevious())
    case 16:
      guard let request = anyRequest() else { return true }
      let error = DisplayableError(message: "\(version)")
      return pager.fail(error, for: requests[request]) == model.fail(error, for: request)
    case 17:
      guard let request = anyRequest() else { return true }
      let isByError = Bool.random(using: &generator)
      let isTaken =
        isByError
        ? pager.fail(CancellationError(), for: requests[request])
        : pager.cancel(requests[request])
      return isTaken == model.end(request)
    case 18:
      let word = newWord()
      let isThere = model.items.contains { $0.id == word.id }
      model.events.append(.update(word))
      return pager.update(word) == isThere
    default:
      let id = newWord().id
      let word = model.items.first { $0.id == id }
      model.events.append(.remove(id))
      return pager.remove(id: id) == word
    }
  }

  private mutating func receive() -> Bool {
    guard let request = anyRequest() else { return true }
    let words = (0..<Int.random(in: 0..<5, using: &generator)).map { _ in newWord() }
    let next = newCursor()
    let previous = newCursor()
    let page = Pager<Word, Int>.Page(items: words, next: next, previous: previous)
    let isTaken = pager.receive(page, for: requests[request])
    return isTaken == model.receive(words, next: next, previous: previous, for: request)
  }

  private mutating func note(_ request: Pager<Word, Int>.Request?, isExpected: Bool) -> Bool {
    guard let request else { return !isExpected }
    requests.append(request)
    let asked = model.asked.last
    return isExpected && request.page == asked?.page && request.cursor == asked?.origin.cursor
      && request.kind == asked?.origin.kind
  }

  /// Returns a request.
  ///
  /// The last one is more likely than an old one.
  private mutating func anyRequest() -> Int? {
    guard !requests.isEmpty else { return nil }
    if Int.random(in: 0..<4, using: &generator) > 0 { return requests.count - 1 }
    return Int.random(in: 0..<requests.count, using: &generator)
  }

  private mutating func newCursor() -> Int? {
    version += 1
    return Int.random(in: 0..<5, using: &generator) > 0 ? version : nil
  }

  private mutating func newWord() -> Word {
    version += 1
    return Word(id: Int.random(in: 0..<12, using: &generator), version: version)
  }
}
