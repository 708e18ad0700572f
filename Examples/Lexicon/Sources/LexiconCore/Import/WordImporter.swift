/// Imports the words into the database that serves them.
package protocol WordImporter: Sendable {
  /// Imports the missing words, and reports the progress after each batch.
  ///
  /// An import that follows a failed or interrupted one continues where that one stopped.
  func importWords(_ report: @escaping @Sendable (ImportProgress) async -> Void) async throws
}
