public import FeatureStore
import Foundation
public import ScreenStateKit
import StateCore
import StateFields

/// A recorder of the last actions and effects, for release builds, in a small file that survives a crash.
///
/// ```swift
/// let recorder = try FlightRecorder.start(in: folder, appVersion: "2.1")
/// recorder.recordAll()
/// if let run = recorder.lastRun, !run.hasEndedAsPlanned { try await run.export(to: url) }
/// ```
///
/// The file contains the names of stores, actions, effects and errors, with causes and times, and no values.
@MainActor
public final class FlightRecorder {
  private static let current = "flight.current"
  private static let last = "flight.last"

  /// The previous run in the folder; `nil` if there was none, or if its file can't be read.
  public let lastRun: FlightRun?
  /// The reason why the file of the previous run can't be read, if there is one.
  public let lastRunError: FlightError?
  private let writer: FlightWriter
  private let stores: FlightStores

  /// Starts a recorder whose file is in a folder that nothing else uses.
  ///
  /// The file of the previous run becomes `lastRun`. Only one recorder at a time can use the folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if necessary.
  ///   - appVersion: A text for `lastRun`, of which the file keeps 64 bytes.
  ///   - capacity: The minimum number of entries for actions, each of which needs two, and of those for effects and for
  ///     actions of screens. An entry takes 64 bytes.
  ///   - breadcrumbs: Called with each action, error, and mark, on the thread where it happens.
  /// - Returns: The recorder, which records until it is deallocated or `end()` is called.
  /// - Throws: An error if the folder is in use or can't be written, or if the disk has no room. Nothing is recorded in
  ///   this case.
  public static func start(
    in folder: URL,
    appVersion: String = "",
    capacity: Int = 2_048,
    breadcrumbs: (@Sendable (FlightBreadcrumb) -> Void)? = nil
  ) throws(FlightError) -> FlightRecorder {
    do {
      try SessionStorage.createFolder(folder)
    } catch {
      throw .cannotAccess(path: folder.path)
    }
    let lock = try FlightError.ofSystem { () throws(MappedFile.Failure) in
      try MappedFile.lock(folder.appending("flight.lock"))
    }
    guard let lock else { throw .isInUse }
    do throws(FlightError) {
      return try FlightError.ofSystem { () throws(MappedFile.Failure) in
        try FlightRecorder(folder, appVersion, capacity, lock, breadcrumbs)
      }
    } catch {
      MappedFile.unlock(lock)
      throw error
    }
  }

  private init(
    _ folder: URL,
    _ appVersion: String,
    _ capacity: Int,
    _ lock: Int32,
    _ hook: (@Sendable (FlightBreadcrumb) -> Void)?
  ) throws(MappedFile.Failure) {
    let layout = FlightLayout(capacity: capacity)
    let path = folder.appending(Self.current)
    _ = try MappedFile.move(path, to: folder.appending(Self.last))
    (lastRun, lastRunError) = Self.readLast(folder)
    let file = try MappedFile(creating: path, size: layout.size)
    var generator = SystemRandomNumberGenerator()
    let run = FlightHeader(
      layout: layout,
      id: generator.next(),
      secondID: generator.next(),
      start: Date.now.timeIntervalSince1970,
      appVersion: appVersion
    )
    let bytes = FlightBytes(base: file.base, count: file.size)
    writer = FlightWriter(run, bytes, of: file, hook: hook)
    stores = FlightStores(writer) { MappedFile.unlock(lock) }
  }

  private static func readLast(_ folder: URL) -> (FlightRun?, FlightError?) {
    let url = folder.appendingPathComponent(last)
    guard SessionStorage.exists(url) else { return (nil, nil) }
    do throws(FlightError) {
      return (try FlightRun(contentsOf: url), nil)
    } catch {
      return (nil, error)
    }
  }

  deinit {
    MainThread.run { [stores, writer] in
      writer.end(isPlanned: false)
      stores.end()
    }
  }

  /// Ends the run as planned, such as before the app terminates; nothing is recorded afterwards.
  public func end() {
    writer.end(isPlanned: true)
    stores.end()
  }

  /// The run so far.
  public var currentRun: FlightRun? {
    writer.withBytes { bytes in try? FlightRun(FlightImage(bytes)) }
  }

  // MARK: Stores

  /// Records all stores that are created from now on, unless another recorder does.
  public func recordAll() { stores.recordAll() }

  /// Records a store from now on, together with the stores of its children.
  ///
  /// A store belongs to the first recorder that records it. The recorder doesn't retain the store.
  public func record<F: Feature>(_ store: Store<F>) { stores.record(any: store) }

  /// Records a screen's store from now on.
  ///
  /// A store belongs to the first recorder that records it. The recorder doesn't retain the store.
  public func record<S: ScreenStore>(_ store: S) { stores.record(store.binding) }

  // MARK: Marks

  /// Writes a mark of the app, such as the name of a screen that appears.
  ///
  /// The text must be constant, so it can't contain values.
  public nonisolated func mark(_ text: StaticString) {
    let text = "\(text)"
    var record = FlightRecord(kind: .mark)
    record.name = writer.index(of: FlightName(kind: .mark, text: text))
    writer.writeNow(record)
    writer.report(.mark, text)
  }
}

extension FlightError {
  fileprivate static func ofSystem<Result>(
    _ body: () throws(MappedFile.Failure) -> Result
  ) throws(FlightError) -> Result {
    do throws(MappedFile.Failure) {
      return try body()
    } catch {
      throw .system(call: error.call, code: error.code)
    }
  }
}

extension URL {
  /// Returns the path of a file in the folder.
  fileprivate func appending(_ name: String) -> String { appendingPathComponent(name).path }
}
