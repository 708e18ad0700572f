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
  }

  /// The number of items on the server.
  var count = 10
  private(set) var calls: [Int] = []
  private(set) var shown: [Page]?
  private(set) var load: Load?
  private(set) var hasError = false
  private var isNextWanted = false
  private var isReloadWanted = false
  private var invalidation = 0
  private var invalidationOfContent = 0
  private var servedInvalidation = 0

  /// The list before the load is complete.
  private var target: Int { max(shown?.count ?? 0, 1) }
  private var isInvalidated: Bool { invalidation != invalidationOfContent }

  mutating func start(isWhole: Bool) {
    let isWhole = isWhole || shown == nil || isInvalidated
    load = Load(
      isWhole: isWhole,
      pages: isWhole ? [] : shown ?? [],
      invalidation: invalidation
    )
    proceed()
  }

  /// Requests the next page of the load, or ends it.
  private mutating func proceed() {
    guard let load else { return }
    let hasNext = load.pages.last?.hasNext ?? true
    let isComplete = !load.isWhole || load.pages.count >= target || !hasNext
    if !isComplete || (isNextWanted && hasNext) {
      calls.append(load.pages.count * 2)
      return
    }
    isNextWanted = false
    shown = load.pages
    invalidationOfContent = load.invalidation
    hasError = false
    end()
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
    let isNext =
      !current.isWhole || current.pages.count >= target
      || current.pages.last?.hasNext == false
    let cursor = current.pages.count * 2
    current.pages.append(
      Page(
        version: calls.count,
        ids: Array(cursor..<max(cursor, min(cursor + 2, count))),
        hasNext: cursor + 2 < count
      )
    )
    load = current
    if isNext { isNextWanted = false }
    proceed()
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
    if current.invalidation != invalidation {
      load?.invalidation = invalidation
      load?.pages = []
    }
    if isInvalidated, !current.isWhole {
      load?.isWhole = true
      load?.pages = []
    }
    proceed()
  }

  mutating func next() {
    if load != nil {
      if shown != nil { isNextWanted = true }
    } else if let shown {
      guard shown.last?.hasNext == true else { return }
      isNextWanted = true
      start(isWhole: false)
    } else {
      start(isWhole: true)
    }
  }

  mutating func reload() {
    guard let current = load else { return start(isWhole: true) }
    if !current.isWhole { invalidation += 1 }
    if current.isPausing { retry() } else { isReloadWanted = true }
  }

  mutating func invalidate() {
    invalidation += 1
    if load == nil { start(isWhole: true) }
  }
}
