/// The individual system calls for reading and writing a file.
///
/// A test can make each of them fail.
protocol FileCalls: Sendable {
  /// Opens a file for reading. Returns `nil` if it doesn't exist.
  func open(_ path: String) throws(FileFailure) -> Int32?
  /// Opens a file for writing. Creates it if it doesn't exist, with access only for the user.
  ///
  /// Links aren't followed. With `isNew`, a new file replaces anything with the same name.
  func make(_ path: String, isNew: Bool) throws(FileFailure) -> Int32
  func close(_ file: Int32)
  /// - Returns: The number of bytes that were read; 0 at the end.
  func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int
  /// - Returns: The number of bytes that were written.
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFailure) -> Int
  /// Lets the next write begin at the end of the file.
  func seekToEnd(_ file: Int32) throws(FileFailure)
  /// Removes the bytes of a file after so many.
  func cut(_ file: Int32, to count: Int) throws(FileFailure)
  /// Waits until everything that was written is on disk.
  func synchronize(_ file: Int32) throws(FileFailure)
  /// Waits until everything that was written survives a power loss, also in the drive.
  func synchronizeDrive(_ file: Int32) throws(FileFailure)
  func rename(_ path: String, to new: String) throws(FileFailure)
  func remove(_ path: String) throws(FileFailure)
  /// Returns the names in a folder. If it doesn't exist, there are none.
  func names(in path: String) throws(FileFailure) -> [String]
  func makeFolder(_ path: String) throws(FileFailure)
  /// Locks a file until it is closed.
  ///
  /// - Returns: `false` if another process holds the lock and doesn't release it soon.
  func lock(_ file: Int32) throws(FileFailure) -> Bool
  /// Locks a file until it is closed, without waiting.
  ///
  /// - Returns: `false` if it is locked.
  func tryLock(_ file: Int32) throws(FileFailure) -> Bool
  /// Releases a lock, even if a process that begins has a copy of the descriptor.
  func unlock(_ file: Int32)
  /// Returns a stamp of the file with a name and its content, or `nil` if it doesn't exist.
  func stamp(_ path: String) throws(FileFailure) -> RecordStamp?
}

/// The error of a failed call.
struct FileFailure: Error, CustomStringConvertible {
  let call: String
  /// The system's error number.
  let number: Int32
  /// The system's description.
  let reason: String

  var description: String { "\(reason) (\(call), error \(number))" }
}
