/// The reference for a cache with entities: it keeps all versions and changes of a book, and evaluates them for each
/// look.
struct EntityModel {
  enum Key: Hashable, CaseIterable, Sendable {
    case book0, book1, book2, shelf0, shelf1

    var book: Int? {
      switch self {
      case .book0: 0
      case .book1: 1
      case .book2: 2
      case .shelf0, .shelf1: nil
      }
    }
    var shelf: Int { self == .shelf1 ? 1 : 0 }
  }

  enum Known: Equatable {
    case unknown
    case removed
    case title(String)
  }

  private struct Version {
    let start: Int
    let title: String
  }

  private struct Change {
    let mutation: Int?
    /// The text that the change appends; `nil` for a removal.
    let text: String?
    var end: Int?
    var isContained = false
  }

  private struct Book {
    var versions: [Version] = []
    var changes: [Change] = []
  }

  /// A book that a mutation adds to a shelf.
  private struct Addition {
    let mutation: Int
    let id: Int
    let title: String
    var end: Int?
  }

  struct Content: Equatable {
    var books: [Int]
    var featured: Int?
    /// The titles with which the content has arrived.
    var titles: [Int: String]
  }

  private struct Entry {
    var content: Content?
    var start = 0
    var load: (start: Int, snapshot: Content?)?
    var additions: [Addition] = []
    var invalidation = -1
    var isEnded = false
  }

  enum Answer {
    case none
    case set(Int, String)
    case append(Int, String)
    case remove(Int)
  }

  private var time = 0
  private var books: [Int: Book] = [:]
  private var entries: [Key: Entry] = [:]
  private(set) var open: Set<Int> = []
  /// What the server has.
  var titles: [Int: String] = [:]
  var shelves: [Int: [Int]] = [:]

  // MARK: Looks

  func isLoading(_ key: Key) -> Bool { entries[key]?.load != nil }
  func isInvalidated(_ key: Key) -> Bool {
    guard let entry = entries[key], entry.content != nil else { return false }
    return entry.invalidation > entry.start
  }
  /// Whether a screen shows the error of content that has ended; a load hides it.
  func isEnded(_ key: Key) -> Bool { entries[key]?.isEnded == true && !isLoading(key) }
  var bookCount: Int { books.count }

  private func base(_ id: Int) -> Version? { books[id]?.versions.max { $0.start < $1.start } }

  /// Returns what is known about a book, to which an entry gives a title if no version has one.
  private func known(_ id: Int, isConfirmed: Bool, given title: String? = nil) -> Known {
    let base = base(id)
    var known: Known = (base?.title ?? title).map { .title($0) } ?? .unknown
    for change in books[id]?.changes ?? [] where !change.isContained {
      if let end = change.end {
        if let base, base.start > end { continue }
      } else if isConfirmed {
        continue
      }
      guard let text = change.text else {
        known = .removed
        continue
      }
      if case .title(let title) = known { known = .title(title + text) }
    }
    return known
  }

  /// Returns what a screen shows for a key, as text.
  func shown(_ key: Key) -> String? {
    guard let entry = entries[key], let content = entry.content else { return nil }
    if key.book != nil {
      // The content stays until the removal is confirmed.
      return content.books.compactMap { id in
        switch known(id, isConfirmed: false) {
        case .title(let title): title
        case .removed: titleBelowRemoval(id)
        case .unknown: content.titles[id]
        }
      }.joined()
    }
    let added = entry.additions.map { ($0.id, $0.title) }
    let all = content.books.map { ($0, content.titles[$0] ?? "?") } + added
    let texts = all.compactMap { text($0.0, $0.1) }
    let featured = content.featured.flatMap { text($0, content.titles[$0] ?? "?") }
    return texts.joined(separator: " ") + " / " + (featured ?? "")
  }

  private func text(_ id: Int, _ title: String) -> String? {
    if case .title(let title) = known(id, isConfirmed: false, given: title) { title } else { nil }
  }

  /// Content about a book with an unconfirmed removal shows the confirmed value.
  private func titleBelowRemoval(_ id: Int) -> String? {
    if case .title(let title) = known(id, isConfirmed: true) { title } else { nil }
  }

  // MARK: Steps

  mutating func load(_ key: Key) {
    time += 1
    guard !isLoading(key) else { return }
    let snapshot: Content?
    if let id = key.book {
      snapshot = titles[id].map { Content(books: [id], titles: [id: $0]) }
    } else {
      let ids = (shelves[key.shelf] ?? []).filter { titles[$0] != nil }
      snapshot = Content(books: ids, featured: ids.last, titles: titles)
    }
    entries[key, default: Entry()].load = (time, snapshot)
  }

  mutating func answer(_ key: Key, isFailing: Bool) {
    time += 1
    guard let load = entries[key]?.load else { return }
    entries[key]?.load = nil
    guard !isFailing, let content = load.snapshot else {
      entries[key]?.isEnded = false
      return end()
    }
    for id in Set(content.books) {
      books[id, default: Book()].versions.append(
        Version(start: load.start, title: content.titles[id] ?? "?")
      )
    }
    if let id = key.book, known(id, isConfirmed: true) == .removed {
      ended(key)
      return end()
    }
    entries[key]?.content = content
    entries[key]?.start = load.start
    entries[key]?.isEnded = false
    entries[key]?.additions.removeAll { $0.end.map { $0 < load.start } ?? false }
    end()
  }

  mutating func set(_ key: Key, _ content: Content) {
    time += 1
    for id in Set(content.books) { set(id, content.titles[id] ?? "?") }
    entries[key, default: Entry()].load = nil
    entries[key]?.content = content
    entries[key]?.start = time
    entries[key]?.isEnded = false
    entries[key]?.additions.removeAll { $0.end != nil }
    end()
  }

  private mutating func set(_ id: Int, _ title: String) {
    books[id, default: Book()].versions.append(Version(start: time, title: title))
    books[id]?.changes.removeAll { $0.end != nil }
  }

  mutating func begin(
    _ mutation: Int,
    appendsTo appended: [Int],
    removes removed: [Int],
    adds added: (Key, Int, String)?
  ) {
    time += 1
    open.insert(mutation)
    for id in appended {
      books[id, default: Book()].changes.append(Change(mutation: mutation, text: "+\(mutation)"))
    }
    for id in removed {
      books[id, default: Book()].changes.append(Change(mutation: mutation, text: nil))
    }
    if let (key, id, title) = added {
      entries[key, default: Entry()].additions.append(
        Addition(mutation: mutation, id: id, title: title)
      )
    }
    end()
  }

  mutating func fail(_ mutation: Int) {
    time += 1
    guard open.remove(mutation) != nil else { return }
    for id in books.keys { finish(mutation, id, isConfirmed: false) }
    for key in entries.keys { entries[key]?.additions.removeAll { $0.mutation == mutation } }
    end()
  }

  mutating func succeed(_ mutation: Int, _ answer: Answer) {
    time += 1
    guard open.remove(mutation) != nil else { return }
    if case .set(let id, let title) = answer { take(mutation, id, title) }
    let outdated = books.keys.filter { finish(mutation, $0, isConfirmed: true) }
    for key in entries.keys {
      for index in entries[key]?.additions.indices ?? 0..<0
      where entries[key]?.additions[index].mutation == mutation {
        entries[key]?.additions[index].end = time
      }
    }
    switch answer {
    case .none: break
    case .set(let id, let title):
      guard let key = Key.allCases.first(where: { $0.book == id }),
        known(id, isConfirmed: true) != .removed
      else { break }
      entries[key, default: Entry()].load = nil
      entries[key]?.content = Content(books: [id], titles: [id: title])
      entries[key]?.start = time
      entries[key]?.isEnded = false
      // The value is that of the answer to a later mutation, which the server may have seen before this one.
      if outdated.contains(id) {
        time += 1
        entries[key]?.invalidation = time
      }
    case .append(let id, let text):
      books[id, default: Book()].changes.append(Change(mutation: nil, text: text, end: time))
    case .remove(let id):
      books[id, default: Book()].changes.append(Change(mutation: nil, text: nil, end: time))
    }
    end()
  }

  private mutating func take(_ mutation: Int, _ id: Int, _ title: String) {
    let changes = books[id]?.changes ?? []
    if changes.contains(where: { $0.mutation == mutation && $0.isContained }) { return }
    if let last = changes.lastIndex(where: { $0.mutation == mutation }) {
      for index in 0..<last where changes[index].end == nil {
        books[id]?.changes[index].isContained = true
      }
      let later = changes[(last + 1)...].filter { $0.end != nil }.count
      books[id]?.changes.removeAll { $0.mutation == mutation }
      var kept = books[id]?.changes ?? []
      // The answer is older than what was confirmed after its change.
      let first = kept.indices.filter { kept[$0].end != nil }.suffix(later).first ?? kept.endIndex
      for index in kept.indices[first...] where kept[index].end != nil { kept[index].end = time }
      let before = kept[..<first].filter { $0.end == nil }
      books[id]?.changes = before + kept[first...]
      books[id]?.versions.append(Version(start: time, title: title))
      return
    }
    set(id, title)
  }

  /// Ends a change of a book.
  ///
  /// - Returns: Whether the value contains no other unanswered change, so it may differ from that of the server.
  @discardableResult
  private mutating func finish(_ mutation: Int, _ id: Int, isConfirmed: Bool) -> Bool {
    let isContained: (Change) -> Bool = { $0.mutation == mutation && $0.isContained }
    var isOutdated = false
    guard let changes = books[id]?.changes else { return false }
    if changes.contains(where: isContained) {
      books[id]?.changes.removeAll(where: isContained)
      isOutdated = books[id]?.changes.contains(where: \.isContained) != true
      if isOutdated {
        for key in Key.allCases where isHeld(id, by: key) { entries[key]?.invalidation = time }
      }
    }
    if isConfirmed {
      for index in books[id]?.changes.indices ?? 0..<0
      where books[id]?.changes[index].mutation == mutation {
        books[id]?.changes[index].end = time
      }
    } else {
      books[id]?.changes.removeAll { $0.mutation == mutation }
    }
    return isOutdated
  }

  mutating func remove(_ key: Key) {
    time += 1
    let additions = entries[key]?.additions.filter { $0.end == nil } ?? []
    entries[key] = nil
    if !additions.isEmpty { entries[key, default: Entry()].additions = additions }
    end()
  }

  /// Removes the entries that nothing needs.
  mutating func freeMemory() {
    time += 1
    for (key, entry) in entries
    where entry.load == nil && !entry.additions.contains(where: { $0.end == nil }) {
      entries[key] = nil
    }
    end()
  }

  mutating func clear() {
    time += 1
    entries = [:]
    books = [:]
    open = []
  }

  // MARK: Consequences

  private mutating func ended(_ key: Key) {
    entries[key] = Entry(isEnded: true)
  }

  private func isHeld(_ id: Int, by key: Key) -> Bool {
    guard let entry = entries[key], let content = entry.content else { return false }
    return content.books.contains(id) || content.featured == id
      || entry.additions.contains { $0.id == id }
  }

  private mutating func end() {
    fold()
    for id in books.keys where known(id, isConfirmed: true) == .removed {
      for key in Key.allCases where isHeld(id, by: key) {
        if key.book == id {
          ended(key)
        } else {
          entries[key]?.content?.books.removeAll { $0 == id }
          if entries[key]?.content?.featured == id { entries[key]?.content?.featured = nil }
        }
      }
    }
    forget()
  }

  /// Moves confirmed additions into content that isn't loading.
  private mutating func fold() {
    for key in Key.allCases where entries[key].map({ $0.load == nil }) == true {
      let additions = entries[key]?.additions ?? []
      let folded = additions.prefix { $0.end != nil }
      entries[key]?.additions.removeFirst(folded.count)
      guard entries[key]?.content != nil else { continue }
      for addition in folded {
        entries[key]?.content?.books.append(addition.id)
        if entries[key]?.content?.titles[addition.id] == nil {
          entries[key]?.content?.titles[addition.id] = addition.title
        }
        if base(addition.id) == nil {
          books[addition.id, default: Book()].versions = [Version(start: -1, title: addition.title)]
        }
      }
    }
  }

  private mutating func forget() {
    for key in Key.allCases {
      for addition in entries[key]?.additions ?? [] where isHeld(addition.id, by: key) {
        books[addition.id, default: Book()].changes += []
      }
    }
    let starts = entries.values.compactMap { $0.load?.start }
    for (id, book) in books where !Key.allCases.contains(where: { isHeld(id, by: $0) }) {
      let start = base(id)?.start ?? -1
      let open = book.changes.drop { change in
        guard let end = change.end else { return false }
        return end < start || !starts.contains { $0 < end }
      }
      if open.isEmpty { books[id] = nil }
      if base(id) != nil || open.isEmpty { continue }
      // A confirmed change of the title has nothing to change.
      let ended = book.changes.dropLast(open.count)
      books[id]?.changes = ended.filter { $0.text == nil } + open
    }
  }
}
