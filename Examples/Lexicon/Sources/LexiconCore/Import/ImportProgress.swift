/// How far the words have come into the database.
package struct ImportProgress: Codable, Equatable, Sendable {
  package let done: Int
  package let total: Int

  package init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }

  /// How much is done, from 0 to 1.
  package var fraction: Double {
    total > 0 ? Double(done) / Double(total) : 1
  }
}
