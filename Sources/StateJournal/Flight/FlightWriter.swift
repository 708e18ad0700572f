import Foundation
import StateCore
import StateFields

/// Writes the records of all listeners of a flight recorder to its file.
///
/// The main actor writes its ring without a lock. Other code takes a lock for a few instructions, and calls nothing else
/// under it, so it may do so under the lock of a ledger.
final class FlightWriter: Sendable {
  private struct Content {
    var ring: FlightRing
    var names: FlightNames
    /// The indices of the names, by their text.
    var indices: [FlightName: UInt16] = [:]
    /// The indices of the names of actions, so that each is made once.
    var actions: [Case: UInt16] = [:]
    var hasEnded = false
  }

  private struct Case: Hashable {
    let type: ObjectIdentifier
    let name: String
  }

  private struct MainContent {
    var ring: FlightRing
    var hasEnded = false
  }

  let run: FlightHeader
  /// The memory of the file.
  private let bytes: Unchecked<FlightBytes>
  /// The owner of the memory.
  private let owner: any AnyObject & Sendable
  private let content: Locked<Content>
  // Only the main actor uses it. A stored property would cost checks on each access.
  private let main: Unchecked<UnsafeMutablePointer<MainContent>>
  private let start: UInt64
  private let clock: (@Sendable () -> UInt64)?
  private let hasClock: Bool
  private let hook: (@Sendable (FlightBreadcrumb) -> Void)?
  @MainActor let causes = FlightCauses()

  /// Writes the beginning of a file of zeros.
  ///
  /// - Parameters:
  ///   - run: The header.
  ///   - bytes: The memory of the file.
  ///   - owner: The owner of the memory.
  ///   - clock: The time in nanoseconds; `nil` for the system's.
  ///   - hook: Receives the breadcrumbs, if there is one.
  init(
    _ run: FlightHeader,
    _ bytes: FlightBytes,
    of owner: any AnyObject & Sendable,
    clock: (@Sendable () -> UInt64)? = nil,
    hook: (@Sendable (FlightBreadcrumb) -> Void)? = nil
  ) {
    run.begin(bytes)
    self.run = run
    self.bytes = Unchecked(bytes)
    self.owner = owner
    self.clock = clock
    hasClock = clock != nil
    self.hook = hook
    content = Locked(
      Content(ring: FlightRing(.shared, of: run, bytes), names: FlightNames(of: run, bytes))
    )
    main = Unchecked(.allocate(capacity: 1))
    main.value.initialize(to: MainContent(ring: FlightRing(.main, of: run, bytes)))
    start = clock?() ?? MappedFile.now
  }

  deinit { main.value.deallocate() }

  /// The nanoseconds since the start.
  @inline(__always)
  var time: UInt64 {
    (hasClock ? clockTime : MappedFile.now) &- start
  }

  @inline(never)
  private var clockTime: UInt64 { clock?() ?? 0 }

  /// Writes a record into the ring of the main actor, without a lock.
  ///
  /// - Returns: Its number, or none if the recording has ended.
  @MainActor
  @inline(__always)
  @discardableResult
  func writeOnMain(_ record: FlightRecord) -> FlightNumber {
    if main.value.pointee.hasEnded { return .none }
    return FlightNumber(main.value.pointee.ring.append(record), in: .main)
  }

  /// Writes a received action into the ring of the main actor.
  ///
  /// - Returns: The number of its record, or 0 if the recording has ended.
  @MainActor
  @inline(__always)
  func writeOnMain(_ time: UInt64, _ kinds: UInt64, _ stores: UInt64, _ cause: UInt64) -> UInt64 {
    if main.value.pointee.hasEnded { return 0 }
    return main.value.pointee.ring.append(time, (kinds, stores, 0, cause, 0), endsLater: true)
  }

  /// Writes the end of a handler into the record of its action in the ring of the main actor.
  ///
  /// - Returns: `false` if another record has replaced it.
  @MainActor
  @inline(__always)
  func writeEnd(of action: FlightNumber, after duration: UInt64) -> Bool {
    if main.value.pointee.hasEnded { return true }
    return main.value.pointee.ring.writeEnd(of: action.bits, after: duration)
  }

  /// Writes a record with the current time into the ring of the main actor.
  @MainActor
  @discardableResult
  func writeNowOnMain(_ record: FlightRecord) -> FlightNumber {
    var record = record
    record.time = time
    return writeOnMain(record)
  }

  /// Writes a record with the current time, in any context.
  @discardableResult
  func writeNow(_ record: FlightRecord) -> FlightNumber {
    content.withLock { content in
      if content.hasEnded { return .none }
      var record = record
      // Under the lock, so the times are in the order of the numbers.
      record.time = time
      return FlightNumber(content.ring.append(record), in: .shared)
    }
  }

  /// Writes and reports nothing afterwards.
  ///
  /// - Parameter isPlanned: Whether the file tells that the run has ended as planned.
  @MainActor
  func end(isPlanned: Bool) {
    main.value.pointee.hasEnded = true
    content.withLock { content in
      if content.hasEnded { return }
      content.hasEnded = true
      if isPlanned { run.writeEnd(at: time, to: bytes.value) }
    }
  }

  /// Calls a function with the bytes of the file, while nothing is written.
  @MainActor
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    content.withLock { _ in body(UnsafeRawBufferPointer(bytes.value.buffer)) }
  }

  // MARK: Names

  /// Returns the index of a name, which is added if necessary.
  ///
  /// If the table is full, returns the index of the owner, or 0.
  func index(of name: FlightName) -> UInt16 {
    content.withLock { content in
      if let index = content.indices[name] { return index }
      if content.hasEnded { return 0 }
      let index = content.names.append(name)
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
    let known = Case(type: ObjectIdentifier(type), name: CaseName.of(action))
    if let index = content.withLock({ $0.actions[known] }) { return index }
    // Outside the lock, because this decodes a value.
    let new = index(
      of: FlightName(
        kind: .action,
        text: known.name,
        owner: index(ofType: type),
        coding: FlightCoding.coding(of: action, type)
      )
    )
    content.withLock { if !$0.hasEnded { $0.actions[known] = new } }
    return new
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
    guard let hook, !content.withLock({ $0.hasEnded }) else { return }
    hook(FlightBreadcrumb(message: message(), category: category, level: level, timestamp: .now))
  }
}
