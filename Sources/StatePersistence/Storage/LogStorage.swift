/// A storage for the bytes of a log, which are only appended until another log replaces them.
///
/// Its functions may take as long as disk access. One log at a time uses it.
protocol LogStorage: AnyObject, Sendable {
  /// A readable name of the storage.
  var place: String { get }
  /// Whether all functions return at once.
  var isInMemory: Bool { get }
  /// Claims the storage until `unlock` or the end of this object.
  ///
  /// - Returns: `false` if another log has it, in this process or in another one.
  func lock() throws -> Bool
  func unlock()
  /// Returns all bytes; none without a log.
  func read() throws -> [UInt8]
  /// Appends bytes. With `isSynced`, they and all earlier ones survive a power loss when this returns.
  ///
  /// If it throws, any part of the bytes may have been appended.
  func append(_ bytes: [UInt8], isSynced: Bool) throws
  /// Removes the bytes after so many.
  func cut(to count: Int) throws
  /// Replaces the log: after a crash, it is either the old one or the new one.
  func replace(with bytes: [UInt8]) throws
  /// Copies the log to a place that isn't loaded.
  ///
  /// - Returns: The name of that place.
  func setAside() throws -> String
}
