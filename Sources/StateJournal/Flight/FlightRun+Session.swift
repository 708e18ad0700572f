public import Foundation

extension FlightRun {
  /// Returns the run as a session, which the inspector and `replay` open.
  ///
  /// The session contains no values. A replay sends the actions without values again, in their order. It names each
  /// action whose values it would need.
  public func session() -> StateSession {
    var entries: [SessionEntry] = []
    var known: Set<Int> = []
    // A store whose beginning was replaced begins before the first entry.
    var missing: [(store: Int, name: String)] = []
    var begun: Set<Int> = []
    for entry in self.entries where entry.kind != .mark {
      if entry.kind == .storeMade { begun.insert(entry.store) }
      if begun.insert(entry.store).inserted { missing.append((entry.store, entry.storeName)) }
    }
    let first = self.entries.first?.number ?? 1
    for (index, store) in missing.enumerated() {
      known.insert(store.store)
      entries.append(
        SessionEntry(
          number: first - missing.count + index,
          seconds: 0,
          store: store.store,
          kind: .storeMade(Self.store(store.store, store.name, "", nil), []),
          text: "\(store.name): was recorded before"
        )
      )
    }
    let start = self.entries.first?.seconds ?? 0
    for entry in self.entries {
      guard let kind = kind(of: entry, &known) else { continue }
      entries.append(
        SessionEntry(
          number: entry.number,
          seconds: entry.seconds - start,
          store: entry.store,
          kind: kind,
          text: entry.description
        )
      )
    }
    return StateSession(recorded: self.start.ISO8601Format(), types: [], entries: entries)
  }

  /// Writes the session to a file that `StateSession(contentsOf:)` reads.
  ///
  /// This doesn't run on the main actor.
  @concurrent
  public func export(to url: URL) async throws {
    try SessionStorage.write(session().data, to: url)
  }

  private static func store(
    _ id: Int,
    _ name: String,
    _ state: String,
    _ parent: Int?
  ) -> SessionStore {
    SessionStore(
      id: id,
      state: state,
      feature: name,
      parent: parent,
      root: nil,
      problems: ["a flight recorder keeps no values"]
    )
  }

  private func kind(of entry: FlightEntry, _ known: inout Set<Int>) -> SessionEntry.Kind? {
    switch entry.kind {
    case .storeMade:
      known.insert(entry.store)
      let parent = entry.parent.flatMap { known.contains($0) ? $0 : nil }
      return .storeMade(
        Self.store(entry.store, entry.storeName, entry.name ?? "", parent),
        []
      )
    case .storeEnded: return .storeEnded
    case .mark: return nil
    case .actionReceived: return .actionReceived(action(entry))
    default: break
    }
    guard let subject = entry.subject else { return nil }
    let id = SessionID(store: entry.store, number: subject)
    switch entry.kind {
    case .actionQueued: return .actionQueued(id)
    case .actionDropped: return .actionDropped(id, reason: entry.reason?.rawValue ?? "")
    case .actionHandled:
      return .actionHandled(id, seconds: (entry.duration ?? .zero) / .seconds(1))
    case .actionFailed: return .actionFailed(id, error(entry))
    case .actionDone: return .actionDone(id)
    case .effectWaiting: return .effect(id, .waiting(effect(entry)))
    case .effectStarted: return .effect(id, .started(effect(entry)))
    case .effectDropped: return .effect(id, .dropped(effect(entry)))
    case .effectFailed: return .effect(id, .failed(error(entry)))
    case .effectCancelled: return .effect(id, .cancelled)
    case .effectEnded: return .effect(id, .ended)
    case .storeMade, .storeEnded, .mark, .actionReceived: return nil
    }
  }

  private func action(_ entry: FlightEntry) -> SessionAction {
    let name = FlightName(kind: .action, text: entry.name ?? "…", coding: entry.coding)
    let json = FlightCoding.json(name)
    let value = SessionValue(
      type: entry.typeName ?? "",
      json: json,
      text: name.text,
      caseName: name.text
    )
    return SessionAction(
      id: SessionID(store: entry.store, number: entry.number),
      action: value,
      origin: nil,
      cause: cause(entry)
    )
  }

  private func cause(_ entry: FlightEntry) -> SessionCause {
    switch entry.cause {
    case .outside: return .outside
    case .view: return .binding
    case .handler(let number):
      guard let number, let sender = self.entry(number) else { return .outside }
      return .handler(SessionID(store: sender.store, number: number))
    case .effect(let number):
      guard let number, let sender = self.entry(number) else { return .outside }
      return .effect(SessionID(store: sender.store, number: number), of: nil)
    }
  }

  private func entry(_ number: Int) -> FlightEntry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? entries[low] : nil
  }

  private func effect(_ entry: FlightEntry) -> SessionEffect {
    var action: SessionID?
    if case .handler(let number?) = entry.cause {
      action = SessionID(store: entry.store, number: number)
    }
    return SessionEffect(name: entry.name, key: nil, action: action, origin: nil)
  }

  private func error(_ entry: FlightEntry) -> SessionValue {
    SessionValue(type: entry.name ?? "", json: nil, text: entry.name)
  }
}
