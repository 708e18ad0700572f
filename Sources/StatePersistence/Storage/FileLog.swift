import StateCore

/// A log in a file.
final class FileLog: LogStorage {
  private struct Handles {
    /// The open file, for appending.
    var file: Int32?
    /// The file whose lock makes this log the only one.
    var lock: Int32?
    /// Whether a crash may still put the replaced file back.
    var isUnconfirmed = false
  }

  let place: String
  private let folder: String
  private let name: String
  private let calls: any FileCalls
  private let handles = Locked(Handles())

  init(folder: String, name: String, calls: any FileCalls = SystemCalls()) {
    self.folder = folder
    self.name = name
    self.calls = calls
    place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  deinit {
    closeFile()
    unlock()
  }

  var isInMemory: Bool { false }

  private func sibling(_ name: String) -> String {
    folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  func lock() throws -> Bool {
    try calls.makeFolder(folder)
    let file = try calls.make(sibling(".\(name).lock"), isNew: false)
    do {
      guard try calls.tryLock(file) else {
        calls.close(file)
        return false
      }
    } catch {
      calls.close(file)
      throw error
    }
    handles.withLock { $0.lock = file }
    return true
  }

  func unlock() {
    guard let file = handles.withLock({ $0.lock.take() }) else { return }
    calls.unlock(file)
    calls.close(file)
  }

  private func closeFile() {
    if let file = handles.withLock({ $0.file.take() }) { calls.close(file) }
  }

  func read() throws -> [UInt8] {
    guard let file = try calls.open(place) else { return [] }
    defer { calls.close(file) }
    var bytes: [UInt8] = []
    while true {
      let count = bytes.count
      bytes += repeatElement(0, count: min(max(4096, count), 1 << 24))
      let read = try bytes.withUnsafeMutableBytes { buffer in
        try calls.read(file, UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      }
      bytes.removeLast(bytes.count - count - read)
      if read == 0 { return bytes }
    }
  }

  /// The open file, which the first call opens or creates.
  private func file() throws -> Int32 {
    if let file = handles.withLock({ $0.file }) { return file }
    let file = try calls.make(place, isNew: false)
    handles.withLock { $0.file = file }
    return file
  }

  func append(_ bytes: [UInt8], isSynced: Bool) throws {
    if isSynced { try confirm() }
    let file = try file()
    try calls.seekToEnd(file)
    try write(bytes, to: file)
    if isSynced { try calls.synchronizeDrive(file) }
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let written = try calls.write(file, rest)
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
    }
  }

  func cut(to count: Int) throws {
    let file = try file()
    try calls.cut(file, to: count)
    try calls.synchronizeDrive(file)
  }

  func replace(with bytes: [UInt8]) throws {
    let temporary = sibling(".\(name).saving")
    do {
      let file = try calls.make(temporary, isNew: true)
      do {
        defer { calls.close(file) }
        try write(bytes, to: file)
        try calls.synchronizeDrive(file)
      }
      try calls.rename(temporary, to: place)
    } catch {
      try? calls.remove(temporary)
      throw error
    }
    // It belongs to the replaced log.
    closeFile()
    handles.withLock { $0.isUnconfirmed = true }
    try? confirm()
  }

  /// Ensures that a crash doesn't put the replaced file back, without what was appended since.
  private func confirm() throws {
    guard handles.withLock({ $0.isUnconfirmed }) else { return }
    try synchronizeFolder()
    handles.withLock { $0.isUnconfirmed = false }
  }

  func setAside() throws -> String {
    let name = try DamagedName.first(for: name, longest: 255) { name in
      try calls.stamp(sibling(name)) != nil
    }
    let bytes = try read()
    let file = try calls.make(sibling(name), isNew: true)
    do {
      defer { calls.close(file) }
      try write(bytes, to: file)
      try calls.synchronizeDrive(file)
    }
    try synchronizeFolder()
    return name
  }

  private func synchronizeFolder() throws {
    guard let file = try calls.open(folder) else { return }
    defer { calls.close(file) }
    try calls.synchronize(file)
  }
}
