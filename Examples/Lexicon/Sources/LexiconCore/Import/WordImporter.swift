/// Brings the words into the database that they are read from.
package protocol WordImporter: Sendable {
  /// Imports what is not there yet, and tells after each part how far it is.
  ///
  /// What was imported before this ended early or failed is not imported again.
  func importWords(_ report: @escaping @Sendable (ImportProgress) async -> Void) async throws
}
