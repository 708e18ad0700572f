import ScreenStateKit

/// A model of a pager without stored results: it derives the list from all events of the current generation.
struct ReferencePager {
  typealias Kind = Pager<Word, Int>.Request.Kind

  enum Event {
    case pageAtEnd([Word])
    case pageInFront([Word])
    case update(Word)
    case remove(Int)
  }

  /// The request for a page.
  struct Origin {
    var cursor: Int?
    var kind: Kind
  }

  struct Asked {
    enum Place { case all, end, front }

    var page: Int
    var origin: Origin
    var place: Place
  }

  let limit: Int?
  var events: [Event] = []
  /// The request for each page of the generation, by number.
  var origins: [Int: Origin] = [:]
  /// The pages that are kept.
  var window = 1..<1
  /// The lowest page that has arrived.
  var lowest = 1
  var firstError: DisplayableError?
  var nextError: DisplayableError?
  var previousError: DisplayableError?
  /// The error of a refresh while the previous items are shown.
  var refreshError: DisplayableError?
  /// All requests, by number.
  var asked: [Asked] = []
  var outstanding: Int?

  var items: [Word] {
    var list: [(word: Word, pages: Set<Int>)] = []
    var window = 1..<1
    func drop(_ page: Int) {
      for index in list.indices.reversed() where list[index].pages.remove(page) != nil {
        if list[index].pages.isEmpty { list.remove(at: index) }
      }
    }
    func put(_ words: [Word], _ page: Int, isInFront: Bool) {
      var place = isInFront ? 0 : list.count
      for word in words {
        if let index = list.firstIndex(where: { $0.word.id == word.id }) {
          list[index].word = word
          list[index].pages.insert(page)
        } else {
          list.insert((word, [page]), at: place)
          place += 1
        }
      }
    }
    for event in events {
      switch event {
      case .pageAtEnd(let words):
        if window.count == limit {
          drop(window.lowerBound)
          window = window.dropFirst()
        }
        put(words, window.upperBound, isInFront: false)
        window = window.lowerBound..<window.upperBound + 1
      case .pageInFront(let words):
        if window.count == limit {
          window = window.dropLast()
          drop(window.upperBound)
        }
        window = window.lowerBound - 1..<window.upperBound
        put(words, window.lowerBound, isInFront: true)
      case .update(let word):
        if let index = list.firstIndex(where: { $0.word.id == word.id }) {
          list[index].word = word
        }
      case .remove(let id):
        list.removeAll { $0.word.id == id }
      }
    }
    return list.map(\.word)
  }

  var droppedPageCount: Int { window.lowerBound - lowest }

  var phase: Pager<Word, Int>.Phase {
    switch outstanding.map({ asked[$0].place }) {
    case .all: return .loadingFirst
    case .end: return .loadingNext
    case .front, nil: break
    }
    if let firstError { return .failed(page: 1, firstError) }
    if window.isEmpty { return .idle }
    if let nextError { return .failed(page: max(2, window.upperBound), nextError) }
    if origins[window.upperBound] != nil { return .ready }
    return items.isEmpty && previousPhase == .none ? .empty : .exhausted
  }

  var previousPhase: Pager<Word, Int>.PreviousPhase {
    if let outstanding, asked[outstanding].place == .front { return .loading }
    if let previousError { return .failed(previousError) }
    return origins[window.lowerBound - 1] == nil ? .none : .ready
  }

  mutating func refresh(keepingItems: Bool) {
    if !keepingItems { forget() }
    askForFirst()
  }

  mutating func next() -> Bool {
    guard outstanding == nil, firstError == nil, nextError == nil else { return false }
    if window.isEmpty {
      askForFirst()
      return true
    }
    return ask(for: window.upperBound, .end)
  }

  mutating func retry() -> Bool {
    guard outstanding == nil else { return false }
    if refreshError != nil || firstError != nil {
      askForFirst()
      return true
    }
    return nextError != nil && ask(for: window.upperBound, .end)
  }

  mutating func previous() -> Bool {
    guard outstanding == nil, previousError == nil else { return false }
    return ask(for: window.lowerBound - 1, .front)
  }

  mutating func retryPrevious() -> Bool {
    guard outstanding == nil, previousError != nil else { return false }
    return ask(for: window.lowerBound - 1, .front)
  }

  mutating func receive(_ words: [Word], next: Int?, previous: Int?, for request: Int) -> Bool {
    guard end(request) else { return false }
    refreshError = nil
    switch asked[request].place {
    case .all:
      forget()
      origins = [1: asked[request].origin]
      if let previous { origins[0] = Origin(cursor: previous, kind: .previous) }
      addAtEnd(words, next: next)
    case .end: addAtEnd(words, next: next)
    case .front:
      if window.count == limit {
        nextError = nil
        window = window.dropLast()
      }
      previousError = nil
      window = window.lowerBound - 1..<window.upperBound
      lowest = min(lowest, window.lowerBound)
      events.append(.pageInFront(words))
      if let previous, origins[window.lowerBound - 1] == nil {
        origins[window.lowerBound - 1] = Origin(cursor: previous, kind: .previous)
      }
    }
    return true
  }

  mutating func fail(_ error: DisplayableError, for request: Int) -> Bool {
    guard end(request) else { return false }
    switch asked[request].place {
    case .all where !items.isEmpty:
      refreshError = error
      return true
    case .all:
      forget()
      firstError = error
    case .end: nextError = error
    case .front: previousError = error
    }
    refreshError = nil
    return true
  }

  mutating func end(_ request: Int) -> Bool {
    guard request == outstanding else { return false }
    outstanding = nil
    return true
  }

  private mutating func addAtEnd(_ words: [Word], next: Int?) {
    if window.count == limit {
      previousError = nil
      window = window.dropFirst()
    }
    nextError = nil
    events.append(.pageAtEnd(words))
    window = window.lowerBound..<window.upperBound + 1
    if let next, origins[window.upperBound] == nil {
      origins[window.upperBound] = Origin(cursor: next, kind: .next)
    }
  }

  private mutating func forget() {
    let (asked, outstanding) = (asked, outstanding)
    self = ReferencePager(limit: limit)
    (self.asked, self.outstanding) = (asked, outstanding)
  }

  private mutating func askForFirst() {
    ask(Asked(page: 1, origin: Origin(kind: .first), place: .all))
  }

  private mutating func ask(for page: Int, _ place: Asked.Place) -> Bool {
    guard let origin = origins[page] else { return false }
    ask(Asked(page: page, origin: origin, place: place))
    return true
  }

  private mutating func ask(_ request: Asked) {
    outstanding = asked.count
    asked.append(request)
  }
}
