import StateJSON

/// The values of a `Part`.
struct PartValue: Equatable, CustomStringConvertible {
  var id = 0
  var plain = 0
  var count = 0
  var inner = 0

  var description: String { "\(id):\(plain),\(count),\(inner)" }
}

extension PartValue {
  @MainActor
  init(_ part: Part) {
    self.init(id: part.id, plain: part.plain, count: part.count, inner: part.inner.count)
  }

  /// Reads the values of a saved part, or returns `nil` if this isn't a saved part.
  init?(_ saved: JSONValue) {
    let fields = saved["fields"]
    guard let plain = fields?["plain"]?.int, let count = fields?["count"]?.int,
      let inner = fields?["inner"]?["fields"]?["count"]?.int
    else { return nil }
    self.init(id: saved["id"]?.int ?? 0, plain: plain, count: count, inner: inner)
  }
}

/// A reference that merges children as the documentation promises, without JSON.
struct ReferenceParts {
  /// The paths of the conflicts, with the saved values.
  private(set) var conflicts: [(path: String, there: String)] = []

  mutating func merge(
    _ base: PartValue?,
    _ here: PartValue,
    _ there: PartValue,
    _ path: String
  ) -> PartValue {
    var merged = here
    merged.count = here.count + there.count - (base?.count ?? 0)
    merged.inner = here.inner + there.inner - (base?.inner ?? 0)
    if here.plain == base?.plain {
      merged.plain = there.plain
    } else if there.plain != base?.plain, there.plain != here.plain {
      conflicts.append(("\(path).plain", "\(there.plain)"))
    }
    return merged
  }

  mutating func merge(
    _ base: PartValue?,
    _ here: PartValue?,
    _ there: PartValue?,
    _ path: String
  ) -> PartValue? {
    if here == base { return there }
    if there == base { return here }
    if let here, let there { return merge(base, here, there, path) }
    if here != there { conflicts.append((path, there == nil ? "null" : "object")) }
    return here
  }

  mutating func merge(
    _ base: [PartValue],
    _ here: [PartValue],
    _ there: [PartValue],
    _ path: String
  ) -> [PartValue] {
    func part(_ id: Int, _ parts: [PartValue]) -> PartValue? { parts.first { $0.id == id } }
    var merged: [Int: PartValue] = [:]
    for id in Set((base + here + there).map(\.id)).sorted() {
      merged[id] = merge(part(id, base), part(id, here), part(id, there), "\(path)[\(id)]")
    }
    let order = order(base.map(\.id), here.map(\.id), there.map(\.id), path)
    return order.compactMap { merged[$0] }
  }

  /// Returns the identities of both sides in their merged order, including removed ones.
  private mutating func order(
    _ base: [Int],
    _ here: [Int],
    _ there: [Int],
    _ path: String
  ) -> [Int] {
    let known = base.filter { here.contains($0) && there.contains($0) }
    let moved = (here: here.filter(known.contains), there: there.filter(known.contains))
    if moved.here != known, moved.there != known, moved.here != moved.there {
      conflicts.append((path, "array"))
    }
    let leading = moved.here == known && moved.there != known ? there : here
    var order = leading.filter { here.contains($0) && there.contains($0) }
    for (index, id) in there.enumerated() where !here.contains(id) {
      let before = there[..<index].last(where: order.contains)
      order.insert(id, at: before.flatMap(order.firstIndex).map { $0 + 1 } ?? 0)
    }
    for (index, id) in here.enumerated() where !there.contains(id) {
      let before = here[..<index].last(where: order.contains)
      var position = before.flatMap(order.firstIndex).map { $0 + 1 } ?? 0
      while position < order.count, !here.contains(order[position]) { position += 1 }
      order.insert(id, at: position)
    }
    return order
  }
}
