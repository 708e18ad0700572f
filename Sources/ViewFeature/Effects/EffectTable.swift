import StateEngine

/// What a store is running, for people who want to know why; kept in debug builds only.
final class EffectTable<Action: Sendable>: Sendable {
  typealias ID = Int

  private struct Entry: Sendable {
    let effect: RunningEffect<Action>
    /// The composition that it is a part of and whose task it runs in.
    let enclosing: ID?
    /// Parts of it may be listed in its place.
    let isComposition: Bool
    var task: Task<Void, Never>?
  }

  #if DEBUG
  let isKept = true
  #else
  let isKept = false
  #endif
  private let entries = Locked<(all: [ID: Entry], lastID: ID)>(([:], 0))

  /// What is running, in the order of its start.
  ///
  /// A composition is there only while none of its parts is.
  var effects: [RunningEffect<Action>] {
    let entries = entries.withLock { $0.all }
    let enclosing = Set(entries.values.compactMap(\.enclosing))
    return entries.sorted { $0.key < $1.key }
      .filter { !$0.value.isComposition || !enclosing.contains($0.key) }
      .map { effect(of: $0.value, among: entries) }
  }

  func begin(
    _ effect: @autoclosure () -> RunningEffect<Action>,
    in enclosing: ID? = nil,
    isComposition: Bool = false
  ) -> ID? {
    guard isKept else { return nil }
    let entry = Entry(effect: effect(), enclosing: enclosing, isComposition: isComposition)
    return entries.withLock { entries in
      entries.lastID += 1
      entries.all[entries.lastID] = entry
      return entries.lastID
    }
  }

  func attach(_ task: Task<Void, Never>, to id: ID?) {
    guard let id else { return }
    entries.withLock { $0.all[id]?.task = task }
  }

  func end(_ id: ID?) {
    guard let id else { return }
    _ = entries.withLock { $0.all.removeValue(forKey: id) }
  }

  private func effect(of entry: Entry, among entries: [ID: Entry]) -> RunningEffect<Action> {
    let isCancelled = sequence(first: entry) { $0.enclosing.flatMap { entries[$0] } }
      .contains { $0.task?.isCancelled == true }
    let effect = entry.effect
    return RunningEffect(
      name: effect.name,
      id: effect.id,
      action: effect.action,
      fileID: effect.fileID,
      line: effect.line,
      start: effect.start,
      state: isCancelled ? .cancelled : effect.state
    )
  }
}
