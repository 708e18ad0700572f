/// The progress of the import into the database.
package struct ImportProgress: Codable, Equatable, Sendable {
  package let done: Int
  package let total: Int

  package init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }

  /// The completed fraction, from 0 to 1.
  package var fraction: Double {
    total > 0 ? Double(done) / Double(total) : 1
  }
}
