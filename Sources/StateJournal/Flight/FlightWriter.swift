import Foundation
import StateCore
import StateFields

/// Writes the records of all listeners of a flight recorder to its file.
///
/// Each write takes a lock for a few instructions, and calls no other code under it. So it may be called under the lock
/// of a ledger.
final class FlightWriter: Sendable {
  private struct Content {
    var ring: FlightRing
    /// The indices of the names, by their text.
    var indices: [FlightName: UInt16] = [:]
    var hasEnded = false
  }

  /// The memory of the file; it must outlive the ring.
  private let file: any AnyObject & Sendable
  private let content: Locked<Content>
  private let start: UInt64
  private let clock: (@Sendable () -> UInt64)?
  private let hook: (@Sendable (FlightBreadcrumb) -> Void)?
  @MainActor let causes = FlightCauses()

  /// - Parameters:
  ///   - clock: The time in nanoseconds; `nil` for the system's.
  init(
    _ ring: FlightRing,
    in file: any AnyObject & Sendable,
    clock: (@Sendable () -> UInt64)? = nil,
    hook: (@Sendable (FlightBreadcrumb) -> Void)? = nil
  ) {
    self.file = file
    self.clock = clock
    self.hook = hook
    content = Locked(Content(ring: ring))
    start = clock?() ?? MappedFile.now
  }

  /// The nanoseconds since the start.
  @inline(__always)
  var time: UInt64 {
    if let clock { return clock() &- start }
    return MappedFile.now &- start
  }

  /// Writes a record with its time.
  ///
  /// - Returns: Its number, or 0 if the recording has ended.
  @inline(__always)
  @discardableResult
  func write(_ record: FlightRecord) -> UInt64 {
    content.withLock { content in
      if content.hasEnded { return 0 }
      return content.ring.append(record)
    }
  }

  /// Writes a record with the current time.
  @discardableResult
  func writeNow(_ record: FlightRecord) -> UInt64 {
    var record = record
    record.time = time
    return write(record)
  }

  /// Writes several records without another one between them.
  func write(_ records: [FlightRecord]) {
    let time = time
    content.withLock { content in
      if content.hasEnded { return }
      for var record in records {
        record.time = time
        _ = content.ring.append(record)
      }
    }
  }

  /// Records that the run has ended as planned; nothing is written afterwards.
  func end() {
    let time = time
    content.withLock { content in
      if content.hasEnded { return }
      content.hasEnded = true
      content.ring.end(at: time)
    }
  }

  /// Calls a function with the bytes of the file, while nothing is written.
  func withBytes<Result>(
    of file: MappedFile,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    content.withLock { _ in body(UnsafeRawBufferPointer(file.bytes)) }
  }

  // MARK: Names

  /// Returns the index of a name, which is added if necessary.
  ///
  /// Returns the index of the owner, or 0, if there is no room for another name.
  func index(of name: FlightName) -> UInt16 {
    content.withLock { content in
      if let index = content.indices[name] { return index }
      if content.hasEnded { return 0 }
      let index = content.ring.append(name)
      if index == 0 { return name.owner }
      content.indices[name] = index
      return index
    }
  }

  func index(ofType type: any Any.Type) -> UInt16 {
    index(of: FlightName(kind: .type, text: ValueText.name(of: type)))
  }

  /// Returns the index of the name of an error's type; its text may contain values.
  func index(of error: any Error) -> UInt16 {
    index(of: FlightName(kind: .error, text: ValueText.name(of: type(of: error))))
  }

  /// Returns the index of an action's name, by reflection.
  func index<Action>(ofAction action: Action) -> UInt16 {
    let type = Swift.type(of: action as Any)
    return index(
      of: FlightName(
        kind: .action,
        text: CaseName.of(action),
        owner: index(ofType: type),
        coding: FlightCoding.coding(of: action, type)
      )
    )
  }

  // MARK: Breadcrumbs

  /// Whether a crash reporter gets breadcrumbs.
  @inline(__always)
  var hasHook: Bool { hook != nil }

  /// Passes a breadcrumb to the crash reporter; must not be called under a lock.
  func report(
    _ category: FlightBreadcrumb.Category,
    _ message: @autoclosure () -> String,
    level: FlightBreadcrumb.Level = .info
  ) {
    guard let hook else { return }
    hook(FlightBreadcrumb(message: message(), category: category, level: level, timestamp: .now))
  }
}
