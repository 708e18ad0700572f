public import FeatureStore
public import ScreenStateKit
import StateCore
import StateFields
import StateRecord

/// A player that shows the states of a session in a live store or state, without the effects of the recorded app.
///
/// ```swift
/// let player = SessionPlayer(session)
/// try player.show(in: store)
/// while let entry = player.step(.forward) { print(entry.text) }
/// player.end()
/// ```
///
/// While a store shows a session, it and the stores of its children reject actions. Views and `observe` update as after
/// any change. Fields are written one by one, and only if their value differs. Redacted and transient fields, and
/// values that can't be decoded, stay as they are; `problems` lists each of them. Effects of the store keep running, so
/// pass the store to the player before it starts any.
///
/// The player retains the state that it shows a session in, but not the store. When the player is deallocated, the
/// store accepts actions again.
@MainActor
public final class SessionPlayer {
  /// The session of the player.
  public let session: StateSession
  /// The number of the entry whose state is shown; `nil` while nothing is shown.
  public private(set) var position: Int?
  /// The fields that don't show their recorded value, by path and reason, after the last `travel(to:)`.
  ///
  /// A field is listed if it's redacted or transient, if the session or the app lacks it, if its value was recorded
  /// only as text or can't be decoded, or if its setter keeps another value. A redacted field is listed once, without
  /// its children.
  public private(set) var problems: [SessionGrade.Difference] = []
  private var stage: SessionStage?

  /// Creates a player that shows nothing yet.
  public init(_ session: StateSession) {
    self.session = session
  }

  deinit {
    guard let stage else { return }
    MainThread.run { stage.end() }
  }

  // MARK: Store

  /// Shows the first recorded state of a store's feature in a store, which rejects actions from now on.
  ///
  /// - Parameters:
  ///   - store: The store. If the session is shown in another store, that ends first.
  ///   - recorded: The number of the recorded store. The default is the first one with the same feature, or otherwise
  ///     with the same type of state.
  /// - Throws: A `SessionPlayerError`. Nothing changes in that case.
  public func show<F: Feature>(in store: Store<F>, as recorded: Int? = nil) throws {
    try show(store, store.state, ValueText.name(of: F.self), recorded)
  }

  /// Shows the first recorded state of a screen's store in the state that is bound to a store.
  ///
  /// - Parameters:
  ///   - store: The store. If the session is shown in another store, that ends first.
  ///   - recorded: The number of the recorded store. The default is the first one with the same type, or otherwise with
  ///     the same type of state.
  /// - Throws: A `SessionPlayerError`. Nothing changes in that case.
  public func show<S: ScreenStore>(in store: S, as recorded: Int? = nil) throws {
    guard let state = store.binding.state else { throw SessionPlayerError.hasNoState }
    try show(store.binding, state, ValueText.name(of: S.self), recorded)
  }

  /// Shows the first recorded state of a type in a screen's state.
  ///
  /// Stores that are bound to the state reject actions.
  ///
  /// - Parameters:
  ///   - state: The state. If the session is shown in another state, that ends first.
  ///   - recorded: The number of the recorded store. The default is the first one with the same type of state.
  /// - Throws: A `SessionPlayerError`. Nothing changes in that case.
  public func show(in state: some ScreenState, as recorded: Int? = nil) throws {
    try show(state, state, nil, recorded)
  }

  package func show(
    _ store: any RecordableStore,
    _ state: AnyObject,
    _ name: String?,
    _ recorded: Int?
  ) throws {
    guard let state = state as? any SnapshotState else { throw SessionPlayerError.namesNoFields }
    let type = state.typeName
    let found: SessionStore? =
      if let recorded {
        session.store(recorded)
      } else {
        session.stores.first { $0.feature == name && $0.state == type }
          ?? session.stores.first { $0.state == type }
      }
    guard let found, let start = session.start(of: found.id) else {
      throw SessionPlayerError.isNotRecorded(recorded.map { "store \($0)" } ?? name ?? type)
    }
    if session.grade(of: state, as: found.id).isOnlyText {
      throw SessionPlayerError.canBeReadOnly(found.state)
    }
    end()
    if store.isTravelling { throw SessionPlayerError.isTravelling }
    stage = SessionStage(session, store, state, found.id)
    travel(to: start)
  }

  /// Stops showing the session.
  ///
  /// The store accepts actions again, starting from the shown state.
  public func end() {
    stage?.end()
    stage = nil
    position = nil
  }

  // MARK: Places

  /// Shows the state after the entry with a number.
  ///
  /// - Returns: `false`, without any change, if no store shows the session or the recorded store didn't exist at that
  ///   time.
  /// - Complexity: O(n), where n is the number of objects in the session (at least 256), plus the number of values that
  ///   aren't shown already.
  @discardableResult
  public func travel(to number: Int) -> Bool {
    guard let shown = stage?.show(behind: number) else { return false }
    problems = shown
    let index = session.index(behind: number) - 1
    position = index < 0 ? number : session.entries[index].number
    return true
  }

  /// Shows the state after the next matching entry in a direction.
  ///
  /// - Returns: That entry, or `nil` without any change if there is none.
  @discardableResult
  public func step(
    _ direction: JournalDirection,
    where isWanted: (SessionEntry) -> Bool = { _ in true }
  ) -> SessionEntry? {
    guard let position else { return nil }
    let entry =
      switch direction {
      case .forward: session.entries[session.index(behind: position)...].first(where: isWanted)
      case .backward: session.entries[..<session.index(from: position)].last(where: isWanted)
      }
    guard let entry, travel(to: entry.number) else { return nil }
    return entry
  }

  // MARK: Playback

  /// Shows the changes one by one with their original pauses, up to the last one.
  ///
  /// A speed of 2 halves the pauses.
  ///
  /// Playback ends when the player stops showing the session, and when the task is cancelled.
  public func play(at speed: Double = 1, clock: any Clock<Duration> = ContinuousClock()) async {
    precondition(speed > 0, "The speed must be greater than zero, not \(speed)")
    await play(clock) { pause in .seconds(min(max(0, pause / speed), Self.longestPause)) }
  }

  /// Shows the changes one by one with a fixed pause between them, up to the last one.
  public func play(every pause: Duration, clock: any Clock<Duration> = ContinuousClock()) async {
    await play(clock) { _ in pause }
  }

  /// The maximum pause in seconds.
  ///
  /// A damaged file may contain any value.
  private static let longestPause = 86_400.0

  private func play(_ clock: any Clock<Duration>, pause: (Double) -> Duration) async {
    guard let position else { return }
    var last = session.entries[..<session.index(behind: position)].last
    while let position = self.position {
      let next = session.entries[session.index(behind: position)...].first(where: \.isChange)
      guard let next else { return }
      if let last {
        let pause = min(pause(next.seconds - last.seconds), longestDuration)
        do { try await clock.sleep(for: pause) } catch { return }
        // The sleep of a cancelled task may already have ended.
        if Task.isCancelled { return }
      }
      // In the meantime, the player may have stopped or shown another entry.
      if self.position == position {
        guard travel(to: next.number) else { return }
        last = next
      } else {
        last = self.position.flatMap { session.entries[..<session.index(behind: $0)].last }
      }
    }
  }
}

/// A reason why a session can't be shown in a store.
public enum SessionPlayerError: Error, Hashable {
  /// The session doesn't contain such a store, or no values of its state.
  case isNotRecorded(String)
  /// The state doesn't declare its fields.
  case namesNoFields
  /// No state is bound to the store.
  case hasNoState
  /// The recorded state has no field that can have its recorded value.
  case canBeReadOnly(String)
  /// The store shows an earlier state, or another session.
  case isTravelling
}

extension SessionPlayerError: CustomStringConvertible {
  /// A readable description of the error.
  public var description: String {
    switch self {
    case .isNotRecorded(let name): "The session has no values of \(name)"
    case .namesNoFields: "The state doesn't list its fields, so its values can't be set"
    case .hasNoState: "No state is bound to the store"
    case .canBeReadOnly(let type): "No field of \(type) can be set to its recorded value"
    case .isTravelling: "The store already shows an earlier state"
    }
  }
}

extension SessionGrade {
  fileprivate var isOnlyText: Bool { if case .onlyAsText = self { true } else { false } }
}

extension SessionEntry {
  fileprivate var isChange: Bool { if case .change = kind { true } else { false } }
}

extension StateSession {
  /// Returns the number of the entry that created a store.
  fileprivate func start(of store: Int) -> Int? {
    entries.first {
      if case .storeMade(let made, _) = $0.kind {
        made.id == store && made.root != nil
      } else {
        false
      }
    }?.number
  }
}
