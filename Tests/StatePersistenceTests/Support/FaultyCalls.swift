import Foundation
import StateTesting

@testable import StatePersistence

/// System calls, some of which fail.
struct FaultyCalls: FileCalls {
  enum Fault: CaseIterable {
    case noSpace, noPermission, readOnly, shortWrite, failingSync, failingRename
    case noFolder
    /// Fails after the file has its new content.
    case failingFolderSync
  }

  let fault = LockIsolated<Fault?>(nil)
  /// The calls in order.
  let log = LockIsolated<[String]>([])
  private let system = SystemCalls()

  private func fail(_ call: String, _ fault: Fault, _ number: Int32) throws(FileFailure) {
    if self.fault.value == fault {
      throw FileFailure(call: call, number: number, reason: String(cString: strerror(number)))
    }
  }

  private func isFolder(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func note(_ call: String, _ path: String = "") {
    let name = path.split(separator: "/").last.map { " \($0)" } ?? ""
    log.withValue { $0.append(call + name) }
  }

  func open(_ path: String) throws(FileFailure) -> Int32? {
    note("open", path)
    return try system.open(path)
  }

  func make(_ path: String, isNew: Bool) throws(FileFailure) -> Int32 {
    note("make", path)
    try fail("open", .noPermission, EACCES)
    try fail("open", .readOnly, EROFS)
    return try system.make(path, isNew: isNew)
  }

  func close(_ file: Int32) {
    note("close")
    system.close(file)
  }

  func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int {
    try system.read(file, UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(7)))
  }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFailure) -> Int {
    note("write")
    if fault.value == .shortWrite {
      // A part is written before the disk is full.
      if bytes.count > 10 {
        return try system.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(10)))
      }
      try fail("write", .shortWrite, ENOSPC)
    }
    try fail("write", .noSpace, ENOSPC)
    return try system.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(100)))
  }

  func synchronize(_ file: Int32) throws(FileFailure) {
    note("synchronize")
    try fail("fsync", .failingSync, EIO)
    if isFolder(file) { try fail("fsync", .failingFolderSync, EIO) }
    try system.synchronize(file)
  }

  func seekToEnd(_ file: Int32) throws(FileFailure) { try system.seekToEnd(file) }

  func cut(_ file: Int32, to count: Int) throws(FileFailure) {
    note("cut")
    try system.cut(file, to: count)
  }

  func synchronizeDrive(_ file: Int32) throws(FileFailure) { try synchronize(file) }

  func rename(_ path: String, to new: String) throws(FileFailure) {
    note("rename", new)
    try fail("rename", .failingRename, EIO)
    try system.rename(path, to: new)
  }

  func remove(_ path: String) throws(FileFailure) {
    note("remove", path)
    try system.remove(path)
  }

  func names(in path: String) throws(FileFailure) -> [String] { try system.names(in: path) }

  func makeFolder(_ path: String) throws(FileFailure) {
    try fail("mkdir", .noFolder, ENOENT)
    try system.makeFolder(path)
  }

  func lock(_ file: Int32) throws(FileFailure) -> Bool {
    note("lock")
    return try system.lock(file)
  }

  func tryLock(_ file: Int32) throws(FileFailure) -> Bool {
    note("tryLock")
    return try system.tryLock(file)
  }

  func unlock(_ file: Int32) { system.unlock(file) }

  func stamp(_ path: String) throws(FileFailure) -> RecordStamp? { try system.stamp(path) }
}
