import StateCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A file of a fixed size whose bytes are memory of the process.
///
/// The kernel owns what was written: it reaches the file even if the process is killed right after the write.
final class MappedFile: Sendable {
  /// A failed call of the system, and its error number.
  struct Failure: Error, Equatable {
    let call: String
    let code: Int32
  }

  private let memory: Unchecked<UnsafeMutableRawPointer>
  let size: Int

  var base: UnsafeMutableRawPointer { memory.value }

  deinit {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    munmap(memory.value, size)
    #endif
  }

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  /// Creates a file of zeros with space on the disk for each of its bytes.
  ///
  /// Without the space, a later write to the memory would stop the process when the disk is full.
  ///
  /// - Throws: A failure if the file exists, or can't be created.
  init(creating path: String, size: Int) throws(Failure) {
    let mode = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = Self.uninterrupted { open(path, mode, 0o600) }
    if file < 0 { throw Failure(call: "open", code: errno) }
    defer { _ = close(file) }
    do throws(Failure) {
      try Self.reserve(size, in: file)
      memory = Unchecked(try Self.map(file, size))
      self.size = size
    } catch {
      _ = unlink(path)
      throw error
    }
  }

  private static func map(
    _ file: Int32,
    _ size: Int
  ) throws(Failure) -> UnsafeMutableRawPointer {
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let address, address != MAP_FAILED else { throw Failure(call: "mmap", code: errno) }
    return address
  }

  #if canImport(Darwin)
  /// The protection of files that are accessible from the first unlock of the device on.
  private static let untilFirstUnlock: Int32 = 3
  #endif

  private static func reserve(_ size: Int, in file: Int32) throws(Failure) {
    #if canImport(Darwin)
    // With the strictest protection, a write while the device is locked would stop the process.
    _ = fcntl(file, F_SETPROTECTIONCLASS, untilFirstUnlock)
    var store = fstore_t(
      fst_flags: UInt32(F_ALLOCATEALL),
      fst_posmode: F_PEOFPOSMODE,
      fst_offset: 0,
      fst_length: off_t(size),
      fst_bytesalloc: 0
    )
    if fcntl(file, F_PREALLOCATE, &store) < 0 { throw Failure(call: "fcntl", code: errno) }
    if ftruncate(file, off_t(size)) != 0 { throw Failure(call: "ftruncate", code: errno) }
    #else
    let code = posix_fallocate(file, 0, off_t(size))
    if code != 0 { throw Failure(call: "posix_fallocate", code: code) }
    #endif
  }

  private static func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Renames a file, and replaces another one that has the new name.
  ///
  /// - Returns: Whether there was a file.
  static func move(_ path: String, to new: String) throws(Failure) -> Bool {
    if rename(path, new) == 0 { return true }
    if errno == ENOENT { return false }
    throw Failure(call: "rename", code: errno)
  }

  /// Takes the lock of a file that only one process has, until the process ends.
  ///
  /// - Returns: The descriptor that holds the lock, or `nil` if another owner has it.
  static func lock(_ path: String) throws(Failure) -> Int32? {
    let mode = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let file = uninterrupted { open(path, mode, 0o600) }
    if file < 0 { throw Failure(call: "open", code: errno) }
    if uninterrupted({ flock(file, LOCK_EX | LOCK_NB) }) == 0 { return file }
    let code = errno
    _ = close(file)
    if code == EWOULDBLOCK { return nil }
    throw Failure(call: "flock", code: code)
  }

  static func unlock(_ file: Int32) { _ = close(file) }

  /// The nanoseconds of a clock that never goes back.
  @inline(__always)
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let seconds = UInt64(truncatingIfNeeded: time.tv_sec)
    return seconds &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
  #else
  /// Throws, because the system has no mapped files.
  init(creating path: String, size: Int) throws(Failure) { throw Failure(call: "mmap", code: 0) }

  static func move(_ path: String, to new: String) throws(Failure) -> Bool { false }

  static func lock(_ path: String) throws(Failure) -> Int32? { 0 }

  static func unlock(_ file: Int32) {}

  static var now: UInt64 { 0 }
  #endif
}
