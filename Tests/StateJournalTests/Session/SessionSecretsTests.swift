import Foundation
import StateCore
import StateFields
import StateJSON
import StateRecord
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateJournal

/// Keys of children in redacted fields, and values of such children, never leave the process.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct SessionSecretsTests {
  private struct GuestsFeature: Feature {
    enum Action: Sendable {}

    func handle() -> ActionHandler<Action, SecretGuests> { .empty }
  }

  private let state = SecretGuests()
  private let journal = Journal()

  private func record() -> FakeStore<SecretGuests> {
    state.fill()
    let store = FakeStore(state)
    journal.recordAny(store)
    change()
    return store
  }

  /// Changes the children and moves them to other places.
  private func change() {
    for (key, value) in zip(Secret.keys, Secret.values.reversed()) {
      state.rows[key]?.title = value
      EventCenter.report()
      state.rows[key]?.companions.append(SecretGuest(id: key, title: value))
      EventCenter.report()
      state.rows[key]?.companions[0].title = value
      EventCenter.report()
    }
    state.list[1].title = Secret.values[0]
    if case .guest(let guest) = state.sheet { guest.title = Secret.values[1] }
    EventCenter.report()
    state.rows = [Secret.keys[1]: SecretGuest(id: Secret.keys[1], title: Secret.values[1])]
    EventCenter.report()
    state.rows[Secret.keys[1]]?.title = Secret.values[0]
    state.tables[4] = SecretGuest(id: "4", title: "known")
    EventCenter.report()
    state.tables[4]?.title = "known too"
    EventCenter.report()
  }

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  /// Returns all output of the journal, except the session.
  private func texts(_ store: StoreID) throws -> [String] {
    var texts: [String] = []
    for entry in journal.entries {
      texts += [entry.text, entry.description, dumped(entry), dumped(entry.event)]
      if case .change(let change) = entry.kind {
        texts += [change.field, change.old.text, change.new.text]
        texts += change.differences.map(\.description)
      }
      guard let snapshot = journal.state(of: store, at: entry.number) else { continue }
      texts += [dumped(snapshot), "\(snapshot)", String(reflecting: snapshot)]
      let other = try #require(journal.state(of: store, at: .max))
      texts += snapshot.differences(to: other).map(\.description)
    }
    texts.append("\(journal.profile)")
    let tree = try #require(journal.tree(of: store, at: .max))
    var open = [tree.root]
    while let place = open.popLast() {
      texts += [place.name, place.text, tree.json(of: place, atMost: 1 << 16)?.description ?? ""]
      open += tree.children(of: place, from: 0, atMost: 100)
    }
    return texts
  }

  private func texts(_ session: StateSession) -> [String] {
    var texts = [String(decoding: session.data, as: UTF8.self), dumped(session)]
    for entry in session.entries {
      for store in session.stores {
        texts.append(session.state(of: store.id, at: entry.number)?.description ?? "")
      }
    }
    return texts
  }

  private func expectNone(
    _ texts: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for text in texts where text.contains(Secret.mark) {
      Issue.record("\(text.prefix(2_000))", sourceLocation: sourceLocation)
    }
    #expect(texts.contains { $0.contains("known too") }, sourceLocation: sourceLocation)
  }

  @Test func noTextHasThem() throws {
    let store = record()
    let texts = try texts(store.storeID)
    expectNone(texts)
    for name in ["rows[(redacted)].title", "list[(redacted)].title", "sheet[(redacted)].title"] {
      #expect(texts.contains(name))
    }
    #expect(texts.contains("rows[(redacted)].companions[0].title"))
    #expect(texts.contains("tables[4].title"))
  }

  @Test func noSessionHasThem() async throws {
    let store = record()
    let session = journal.session()
    expectNone(texts(session))
    let folder = try SpillFolder()
    let file = folder.url.deletingLastPathComponent().appendingPathComponent("a.jsonl")
    try await journal.export(to: file)
    expectNone([String(decoding: try Data(contentsOf: file), as: UTF8.self)])
    let read = try StateSession(contentsOf: file)
    expectNone(texts(read))
    let player = SessionPlayer(read)
    let fresh = SecretGuests()
    try player.show(FakeStore(fresh), fresh, nil, store.storeID.number)
    #expect(player.travel(to: .max))
    #expect(fresh.tables[4]?.title == "known too")
    #expect(
      player.problems.map(\.description) == [
        "token is redacted: its value isn't recorded",
        "rows is redacted: its value isn't recorded",
        "list is redacted: its value isn't recorded",
        "sheet is redacted: its value isn't recorded",
      ]
    )
  }

  @Test func aChildThatIsAlsoElsewhereIsShownThere() throws {
    let store = record()
    let shared = SecretGuest(id: "6", title: "shared")
    state.rows["6"] = shared
    EventCenter.report()
    state.tables[6] = shared
    EventCenter.report()
    shared.title = "shared too"
    EventCenter.report()
    #expect(journal.entries.last?.text.contains("shared too") == true)
    let session = journal.session()
    #expect(
      session.state(of: store.storeID.number, at: .max)?.value("tables[6].title")?.text
        == "\"shared too\""
    )
  }

  @Test func theirStatesTravel() throws {
    state.fill()
    let store = Store(initialState: state, feature: GuestsFeature())
    journal.record(store)
    EventCenter.report()
    let start = try #require(journal.entries.last).number
    change()
    let end = state.snapshot()
    #expect(journal.travel(to: start))
    for (key, value) in zip(Secret.keys, Secret.values) {
      #expect(state.rows[key]?.title == value)
      #expect(state.rows[key]?.companions.map(\.title) == [value])
    }
    journal.resume()
    #expect(state.snapshot() == end)
    #expect(state.rows.keys.sorted() == [Secret.keys[1]])
  }
}
