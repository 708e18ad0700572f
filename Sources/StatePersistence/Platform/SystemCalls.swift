#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Android
#endif

/// The file calls of the current system.
struct SystemCalls: FileCalls {
  func open(_ path: String) throws(FileFailure) -> Int32? {
    let file = Self.uninterrupted { openFile(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0) }
    if file >= 0 { return file }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw Self.failure("open")
  }

  func make(_ path: String, isNew: Bool) throws(FileFailure) -> Int32 {
    // Opening a pipe would wait for its other end.
    let mode = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (isNew ? O_EXCL : 0)
    for _ in 0..<10 {
      if isNew { try remove(path) }
      let file = Self.uninterrupted { openFile(path, mode, 0o600) }
      if file >= 0 { return file }
      // Another process has created one in the meantime.
      if !isNew || errno != EEXIST { break }
    }
    throw Self.failure("open")
  }

  func close(_ file: Int32) {
    _ = closeFile(file)
  }

  func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int {
    let count = Self.uninterrupted { readFile(file, buffer.baseAddress, buffer.count) }
    if count < 0 { throw Self.failure("read") }
    return count
  }

  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFailure) -> Int {
    let count = Self.uninterrupted { writeFile(file, bytes.baseAddress, bytes.count) }
    if count < 0 { throw Self.failure("write") }
    return count
  }

  func synchronize(_ file: Int32) throws(FileFailure) {
    if Self.uninterrupted({ fsync(file) }) != 0 { throw Self.failure("fsync") }
  }

  func seekToEnd(_ file: Int32) throws(FileFailure) {
    if lseek(file, 0, SEEK_END) < 0 { throw Self.failure("lseek") }
  }

  func cut(_ file: Int32, to count: Int) throws(FileFailure) {
    if Self.uninterrupted({ ftruncate(file, off_t(count)) }) != 0 {
      throw Self.failure("ftruncate")
    }
  }

  func synchronizeDrive(_ file: Int32) throws(FileFailure) {
    #if canImport(Darwin)
    if Self.uninterrupted({ fcntl(file, F_FULLFSYNC) }) == 0 { return }
    // Some file systems don't support it.
    #endif
    try synchronize(file)
  }

  func rename(_ path: String, to new: String) throws(FileFailure) {
    if renameFile(path, new) != 0 { throw Self.failure("rename") }
  }

  func remove(_ path: String) throws(FileFailure) {
    if unlink(path) != 0, errno != ENOENT { throw Self.failure("unlink") }
  }

  func names(in path: String) throws(FileFailure) -> [String] {
    guard let folder = opendir(path) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw Self.failure("opendir")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  func makeFolder(_ path: String) throws(FileFailure) {
    if mkdir(path, 0o700) == 0 { return }
    switch errno {
    case EEXIST: return
    // A readable file's folder may not allow creating folders.
    case EACCES, EROFS, EPERM, EISDIR: if try stamp(path) != nil { return }
    case ENOENT:
      if let end = path.lastIndex(of: "/"), end != path.startIndex {
        try makeFolder(String(path[..<end]))
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
      }
    default: break
    }
    throw Self.failure("mkdir")
  }

  func lock(_ file: Int32) throws(FileFailure) -> Bool {
    // A save takes a few milliseconds. Frequent attempts keep this process from being starved by others.
    for _ in 0..<10_000 {
      if Self.uninterrupted({ flock(file, LOCK_EX | LOCK_NB) }) == 0 { return true }
      if errno != EWOULDBLOCK { throw Self.failure("flock") }
      usleep(200)
    }
    return false
  }

  func tryLock(_ file: Int32) throws(FileFailure) -> Bool {
    if Self.uninterrupted({ flock(file, LOCK_EX | LOCK_NB) }) == 0 { return true }
    if errno != EWOULDBLOCK { throw Self.failure("flock") }
    return false
  }

  func unlock(_ file: Int32) { _ = Self.uninterrupted { flock(file, LOCK_UN) } }

  func stamp(_ path: String) throws(FileFailure) -> RecordStamp? {
    var file = stat()
    if lstat(path, &file) != 0 {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Self.failure("stat")
    }
    let time = file.changeTime
    return RecordStamp(text: "\(file.st_ino) \(file.st_size) \(time.tv_sec).\(time.tv_nsec)")
  }

  /// Returns the path without symbolic links, as far as it exists.
  static func resolved(_ path: String) -> String { resolved(path, links: 40) }

  private static func resolved(_ path: String, links: Int) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    let parts = path.split(separator: "/")
    guard path.hasPrefix("/"), let last = parts.last else { return path }
    let parent = "/" + parts.dropLast().joined(separator: "/")
    // A missing component isn't a link, unless it is a link to a missing file.
    if links > 0, let target = target(of: path) {
      return resolved(target.hasPrefix("/") ? target : "\(parent)/\(target)", links: links - 1)
    }
    let folder = resolved(parent, links: links)
    switch last {
    case ".": return folder
    case "..": return "/" + folder.split(separator: "/").dropLast().joined(separator: "/")
    default: return folder == "/" ? "/\(last)" : "\(folder)/\(last)"
    }
  }

  /// Returns the target of a symbolic link.
  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    if count <= 0 { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    var result: Result
    repeat { result = call() } while result < 0 && errno == EINTR
    return result
  }

  private static func failure(_ call: String) -> FileFailure {
    let number = errno
    return FileFailure(call: call, number: number, reason: String(cString: strerror(number)))
  }
}

// The functions above have the names of these calls.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func closeFile(_ file: Int32) -> Int32 { close(file) }

private func readFile(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, buffer, count)
}

private func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

private func renameFile(_ path: String, _ new: String) -> Int32 { rename(path, new) }

extension stat {
  #if canImport(Darwin)
  fileprivate var changeTime: timespec { st_ctimespec }
  #else
  fileprivate var changeTime: timespec { st_ctim }
  #endif
}
#else
/// A stand-in for systems without files.
struct SystemCalls: FileCalls {
  private var unknown: FileFailure {
    FileFailure(call: "open", number: 0, reason: "files aren't supported on this system")
  }

  func open(_ path: String) throws(FileFailure) -> Int32? { throw unknown }
  func make(_ path: String, isNew: Bool) throws(FileFailure) -> Int32 { throw unknown }
  func close(_ file: Int32) {}
  func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(FileFailure) -> Int {
    throw unknown
  }
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFailure) -> Int {
    throw unknown
  }
  func seekToEnd(_ file: Int32) throws(FileFailure) { throw unknown }
  func cut(_ file: Int32, to count: Int) throws(FileFailure) { throw unknown }
  func synchronize(_ file: Int32) throws(FileFailure) { throw unknown }
  func synchronizeDrive(_ file: Int32) throws(FileFailure) { throw unknown }
  func rename(_ path: String, to new: String) throws(FileFailure) { throw unknown }
  func remove(_ path: String) throws(FileFailure) { throw unknown }
  func names(in path: String) throws(FileFailure) -> [String] { throw unknown }
  func makeFolder(_ path: String) throws(FileFailure) { throw unknown }
  func lock(_ file: Int32) throws(FileFailure) -> Bool { throw unknown }
  func tryLock(_ file: Int32) throws(FileFailure) -> Bool { throw unknown }
  func unlock(_ file: Int32) {}
  func stamp(_ path: String) throws(FileFailure) -> RecordStamp? { throw unknown }
  static func resolved(_ path: String) -> String { path }
}
#endif
