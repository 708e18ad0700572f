/// A storage for one record in a file.
///
/// A save writes another file next to it, and renames that when it is on disk. A file is therefore always complete,
/// even after a crash, and can be read without a lock.
final class FileStorage: RecordStorage {
  /// The maximum number of bytes that are read.
  static let largest = 1 << 30

  let name: String
  private let path: String
  private let folder: String
  private let lock: String
  /// The key in the first line of the file, where the name doesn't have it.
  private let owner: FileOwner?
  private let calls: any FileCalls

  /// Makes a storage of the file at a path; files with one lock beside them are written one at a time.
  init(
    _ path: String,
    lock: String? = nil,
    owner: FileOwner? = nil,
    calls: any FileCalls = SystemCalls()
  ) {
    let end = path.lastIndex(of: "/")
    self.path = path
    name = String(end.map { path[path.index(after: $0)...] } ?? path[...])
    folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    self.lock = lock ?? ".\(name).lock"
    self.owner = owner
    self.calls = calls
  }

  var identity: String { "file \(path)" }

  func place(_ key: String) -> String { path }

  private func sibling(_ name: String) -> String {
    folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// The stamp includes the beginning of the file, which contains the number of its save, because a system may give two
  /// files the same number and time.
  func stamp(_ key: String) throws -> RecordStamp? {
    guard let stamp = try calls.stamp(path),
      let start = try contents(atMost: (owner?.line.count ?? 0) + 256)
    else {
      return nil
    }
    // Each byte becomes a character, because the file may be encrypted.
    let text = String(String.UnicodeScalarView(start.map { Unicode.Scalar($0) }))
    return RecordStamp(text: "\(stamp.text) \(text)")
  }

  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? {
    while true {
      // A file that replaces it in the meantime has another stamp.
      guard let stamp = try stamp(key), let bytes = try contents() else { return nil }
      if try self.stamp(key) == stamp { return (try owner?.record(in: bytes) ?? bytes, stamp) }
    }
  }

  /// The key in the first line of the file; `nil` if the file or the key is missing.
  func ownerKey() throws -> String? {
    var limit = 4096
    while let bytes = try contents(atMost: limit) {
      if let key = FileOwner.key(in: bytes) { return key }
      if bytes.contains(FileOwner.end) || bytes.count < limit { return nil }
      limit *= 4
    }
    return nil
  }

  /// - Throws: If the file belongs to another key.
  private func checkOwner() throws {
    if let owner, let key = try ownerKey() { try owner.check(key) }
  }

  private func contents(atMost limit: Int = .max) throws -> [UInt8]? {
    guard let file = try calls.open(path) else { return nil }
    defer { calls.close(file) }
    var bytes: [UInt8] = []
    while true {
      let count = bytes.count
      bytes += repeatElement(0, count: min(max(4096, count), 1 << 24, limit - count))
      let read = try bytes.withUnsafeMutableBytes { buffer in
        try calls.read(file, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      }
      bytes.removeLast(bytes.count - count - read)
      if read == 0 || bytes.count == limit { return bytes }
      if bytes.count > Self.largest {
        throw SavedStateError(.unreadable, "the file has more than \(Self.largest) bytes")
      }
    }
  }

  func exclusively<Result>(_ body: (any RecordAccess) throws -> Result) throws -> Result {
    try calls.makeFolder(folder)
    let file = try calls.make(sibling(lock), isNew: false)
    defer { calls.close(file) }
    guard try calls.lock(file) else {
      throw SavedStateError(.locked, "another process keeps the file locked")
    }
    return try body(Access(storage: self))
  }

  private struct Access: RecordAccess {
    let storage: FileStorage

    func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? {
      try storage.read(key)
    }

    func stamp(_ key: String) throws -> RecordStamp? { try storage.stamp(key) }

    func write(_ bytes: [UInt8], _ key: String) throws -> RecordStamp {
      try storage.write((storage.owner?.line ?? []) + bytes, to: storage.path)
      guard let stamp = try storage.stamp(key) else {
        throw SavedStateError(.unwritable, "the file was removed")
      }
      // The file has its new content in any case. Retrying a merge would count a change twice.
      do { try storage.synchronizeFolder() } catch {
        throw UnconfirmedWrite(stamp: stamp, reason: error)
      }
      return stamp
    }

    func remove(_ key: String) throws {
      try storage.checkOwner()
      try storage.calls.remove(storage.path)
      try storage.synchronizeFolder()
    }

    func setAside(_ key: String, keepsOriginal: Bool) throws -> String {
      let name = try DamagedName.first(for: storage.name, longest: 255) { name in
        try storage.calls.stamp(storage.sibling(name)) != nil
      }
      if keepsOriginal {
        guard let bytes = try storage.contents() else { return name }
        try storage.write(bytes, to: storage.sibling(name))
      } else {
        try storage.calls.rename(storage.path, to: storage.sibling(name))
      }
      try storage.synchronizeFolder()
      return name
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let temporary = sibling(".\(name).saving")
    do {
      let file = try calls.make(temporary, isNew: true)
      do {
        defer { calls.close(file) }
        try bytes.withUnsafeBytes { bytes in
          var rest = bytes
          while !rest.isEmpty {
            let written = try calls.write(file, rest)
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
          }
        }
        try calls.synchronize(file)
      }
      try calls.rename(temporary, to: path)
    } catch {
      try? calls.remove(temporary)
      throw error
    }
  }

  /// The name of a new file is on disk only when its folder is.
  private func synchronizeFolder() throws {
    guard let file = try calls.open(folder) else { return }
    defer { calls.close(file) }
    try calls.synchronize(file)
  }
}
