/// The reference for a watched list, if everything that can run has run between two inputs.
struct PageModel {
  struct Page {
    /// The number of the call.
    let version: Int
    let ids: [Int]
    let hasNext: Bool
  }

  struct Load {
    var attempt = 1
    var isWhole: Bool
    /// The pages of the new list.
    var pages: [Page]
    var invalidation: Int
    var isPausing = false
    /// Whether the next attempt loads all pages.
    var isForgotten = false
    /// Whether the next attempt loads the whole list.
    var isWholeWanted = false
  }

  /// The number of items on the server.
  var count = 10
  private(set) var calls: [Int] = []
  private(set) var shown: [Page]?
  private(set) var load: Load?
  private(set) var hasError = false
  /// Whether callers want the next page after the load.
  private var isNextWanted = false
  /// Whether callers want the next page after the load that follows the current one.
  private var isNextWantedLater = false
  private var isReloadWanted = false
  private var invalidation = 0
  private var invalidationOfContent = 0
  private var servedInvalidation = 0

  /// The list before the load is complete.
  private var target: Int { max(shown?.count ?? 0, 1) }
  private var isInvalidated: Bool { invalidation != invalidationOfContent }

  mutating func start(isWhole: Bool) {
    let isWhole = isWhole || shown == nil || isInvalidated
    isNextWanted = isNextWanted || isNextWantedLater
    isNextWantedLater = false
    load = Load(
      isWhole: isWhole,
      pages: isWhole ? [] : shown ?? [],
      invalidation: invalidation
    )
    calls.append((load?.pages.count ?? 0) * 2)
  }

  private mutating func end() {
    servedInvalidation = load?.invalidation ?? 0
    load = nil
    if isReloadWanted || servedInvalidation != invalidation {
      isReloadWanted = false
      start(isWhole: true)
    }
  }

  mutating func answer() {
    guard var current = load, !current.isPausing else { return }
    let cursor = current.pages.count * 2
    current.pages.append(
      Page(
        version: calls.count,
        ids: Array(cursor..<max(cursor, min(cursor + 2, count))),
        hasNext: cursor + 2 < count
      )
    )
    load = current
    if current.isWhole, current.pages.count < target, current.pages.last?.hasNext == true {
      calls.append(current.pages.count * 2)
      return
    }
    shown = current.pages
    invalidationOfContent = current.invalidation
    hasError = false
    end()
    if load == nil, isNextWanted {
      isNextWanted = false
      next()
    }
  }

  mutating func fail() {
    guard let current = load, !current.isPausing else { return }
    guard current.attempt < 3 else {
      hasError = true
      isNextWanted = false
      return end()
    }
    // The next attempt is later than the requests.
    isReloadWanted = false
    load?.isPausing = true
  }

  /// The pause ends.
  mutating func retry() {
    guard let current = load, current.isPausing else { return }
    load?.isPausing = false
    load?.attempt += 1
    isNextWanted = isNextWanted || isNextWantedLater
    isNextWantedLater = false
    if current.invalidation != invalidation || current.isForgotten {
      load?.invalidation = invalidation
      load?.isForgotten = false
      if current.isWhole { load?.pages = [] }
    }
    if isInvalidated || current.isWholeWanted, !current.isWhole {
      load?.isWhole = true
      load?.pages = []
      // The callers want their page after the whole list.
      isNextWanted = true
    }
    calls.append((load?.pages.count ?? 0) * 2)
  }

  mutating func next() {
    if let load {
      guard shown != nil else { return }
      if !load.isPausing, load.invalidation != invalidation {
        isNextWantedLater = true
      } else if load.isWhole {
        isNextWanted = true
      }
    } else if shown != nil, isInvalidated {
      isNextWanted = true
      start(isWhole: true)
    } else if let shown {
      guard shown.last?.hasNext == true else { return }
      start(isWhole: false)
    } else {
      start(isWhole: true)
    }
  }

  mutating func reload() {
    guard let current = load else { return start(isWhole: true) }
    load?.isForgotten = true
    load?.isWholeWanted = !current.isWhole
    if current.isPausing { retry() } else { isReloadWanted = true }
  }

  mutating func invalidate() {
    invalidation += 1
    if load == nil { start(isWhole: true) }
  }
}
