import ScreenStateKit

/// What a pager should do, told without any saving: the list is made anew from all that happened to
/// the generation.
struct ReferencePager {
  enum Event {
    case page([Word])
    case update(Word)
    case remove(Int)
  }

  enum Settled {
    case idle
    case ready(cursor: Int)
    case ended
    case failed(page: Int, cursor: Int?, DisplayableError)
  }

  struct Asked {
    var page: Int
    var cursor: Int?
  }

  let limit: Int?
  var events: [Event] = []
  var settled = Settled.idle
  /// The error of a refresh, while the items from before are there.
  var refreshError: DisplayableError?
  /// All requests ever made, by their number.
  var asked: [Asked] = []
  var outstanding: Int?

  var pageCount: Int {
    events.count { if case .page = $0 { true } else { false } }
  }

  var items: [Word] {
    var list: [(word: Word, page: Int)] = []
    var page = 0
    for event in events {
      switch event {
      case .page(let words):
        page += 1
        if let limit { list.removeAll { $0.page <= page - limit } }
        for word in words {
          if let index = list.firstIndex(where: { $0.word.id == word.id }) {
            list[index] = (word, page)
          } else {
            list.append((word, page))
          }
        }
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

  var phase: Pager<Word, Int>.Phase {
    if let outstanding { return asked[outstanding].page == 1 ? .loadingFirst : .loadingNext }
    switch settled {
    case .idle: return .idle
    case .ready: return .ready
    case .ended: return items.isEmpty ? .empty : .exhausted
    case .failed(let page, _, let error): return .failed(page: page, error)
    }
  }

  mutating func refresh(keepingItems: Bool) {
    if !keepingItems {
      events = []
      settled = .idle
      refreshError = nil
    }
    ask(Asked(page: 1, cursor: nil))
  }

  mutating func next() -> Bool {
    guard outstanding == nil else { return false }
    switch settled {
    case .idle: ask(Asked(page: 1, cursor: nil))
    case .ready(let cursor): ask(Asked(page: pageCount + 1, cursor: cursor))
    case .ended, .failed: return false
    }
    return true
  }

  mutating func retry() -> Bool {
    guard outstanding == nil else { return false }
    if refreshError != nil {
      ask(Asked(page: 1, cursor: nil))
      return true
    }
    guard case .failed(let page, let cursor, _) = settled else { return false }
    ask(Asked(page: page, cursor: cursor))
    return true
  }

  mutating func receive(_ words: [Word], next: Int?, for request: Int) -> Bool {
    guard end(request) else { return false }
    if asked[request].page == 1 { events = [] }
    events.append(.page(words))
    refreshError = nil
    settled = next.map { .ready(cursor: $0) } ?? .ended
    return true
  }

  mutating func fail(_ error: DisplayableError, for request: Int) -> Bool {
    guard end(request) else { return false }
    refreshError = nil
    if asked[request].page == 1, !items.isEmpty {
      refreshError = error
      return true
    }
    settled = .failed(page: asked[request].page, cursor: asked[request].cursor, error)
    return true
  }

  mutating func end(_ request: Int) -> Bool {
    guard request == outstanding else { return false }
    outstanding = nil
    return true
  }

  private mutating func ask(_ request: Asked) {
    outstanding = asked.count
    asked.append(request)
  }
}
