/// The calls of the system that a file is read and written with, one by one: a test lets each of them fail.
protocol FileCalls: Sendable {
  /// Opens a file for reading; nothing if it is not there.
  func open(_ path: String) throws(FileFailure) -> Int32?
  /// Opens a file for writing, which is made if it is not there, for the user alone.
  ///
  /// A link isn't followed. With `isNew`, a new file replaces what has the name.
  func make(_ path: String, isNew: Bool) throws(FileFailure) -> Int32
  func close(_ file: Int32)
  /// - Returns: How many bytes were read; 0 at the end.
  func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int
  /// - Returns: How many bytes were written.
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFailure) -> Int
  /// Waits until the disk has all that was written.
  func synchronize(_ file: Int32) throws(FileFailure)
  func rename(_ path: String, to new: String) throws(FileFailure)
  func remove(_ path: String) throws(FileFailure)
  /// The names of what is in a folder; none if it is not there.
  func names(in path: String) throws(FileFailure) -> [String]
  func makeFolder(_ path: String) throws(FileFailure)
  /// Takes a lock on a file, which ends when the file is closed.
  ///
  /// - Returns: `false` if another one has it and does not let go of it soon.
  func lock(_ file: Int32) throws(FileFailure) -> Bool
  /// Which file there is under a name, and in which state; nothing if there is none.
  func stamp(_ path: String) throws(FileFailure) -> RecordStamp?
}

/// A call that has failed.
struct FileFailure: Error, CustomStringConvertible {
  let call: String
  /// The number of the system's error.
  let number: Int32
  /// The system's sentence.
  let reason: String

  var description: String { "\(reason) (\(call), error \(number))" }
}
