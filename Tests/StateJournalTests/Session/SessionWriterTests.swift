import Observation
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SessionWriterTests {
  /// A child from which no other one can be created.
  @MainActor @Observable
  final class Single: SnapshotState {
    let name = "single"
    var count = 0

    static let snapshotFields = SnapshotFields<Single> {
      SnapshotField("name", \.name)
      SnapshotField("count", \.count)
    }
  }

  @MainActor @Observable
  final class Holder: RestorableState {
    let always = Single()
    var maybe: Single?
    var plain = 0
    var rest: Int { plain }

    static let snapshotFields = SnapshotFields<Holder> {
      SnapshotField("always", child: \.always)
      SnapshotField("maybe", child: \.maybe)
      SnapshotField("rest", \.rest)
    }
  }

  @MainActor @Observable
  final class Link: RestorableState {
    var next: Link?

    static let snapshotFields = SnapshotFields<Link> { SnapshotField("next", child: \.next) }
  }

  private func record(_ state: some AnyObject, _ change: () -> Void = {}) -> StateSession {
    let journal = Journal()
    let store = FakeStore(state)
    journal.recordAny(store)
    change()
    EventCenter.report()
    return journal.session()
  }

  private func write(
    _ session: StateSession,
    to state: any SnapshotState
  ) throws -> [SessionGrade.Difference] {
    let root = try #require(session.stores.first?.root)
    return SessionWriter(session).write(session.frame(at: .max), root: root, to: state)
  }

  @Test func aChildThatIsAlwaysThereStays() throws {
    let holder = Holder()
    holder.always.count = 3
    let fresh = Holder()
    let always = fresh.always
    #expect(try write(record(holder), to: fresh) == [])
    #expect(fresh.always === always)
    #expect(always.count == 3)
  }

  @Test func aChildThatCannotBeMadeIsLeftOutOrTakesTheOneThatIsThere() throws {
    let holder = Holder()
    holder.maybe = Single()
    holder.maybe?.count = 5
    let session = record(holder) {
      holder.maybe = Single()
      holder.maybe?.count = 6
    }
    let fresh = Holder()
    #expect(
      try write(session, to: fresh) == [
        .init(
          type: "SessionWriterTests.Holder",
          field: "maybe",
          path: "maybe",
          .cannotBeMade("SessionWriterTests.Single")
        )
      ]
    )
    #expect(fresh.maybe == nil)
    let single = Single()
    fresh.maybe = single
    let player = SessionPlayer(session)
    try player.show(FakeStore(fresh), fresh, nil, nil)
    #expect(single.count == 5)
    player.travel(to: .max)
    #expect(fresh.maybe === single)
    #expect(single.count == 6)
    #expect(player.problems == [])
  }

  @Test func aFieldWithoutASetterIsListedIfItIsNotTheSame() throws {
    let holder = Holder()
    let session = record(holder)
    let fresh = Holder()
    #expect(try write(session, to: fresh) == [])
    fresh.plain = 1
    #expect(
      try write(session, to: fresh)
        == [.init(type: "SessionWriterTests.Holder", field: "rest", path: "rest", .hasNoSetter)]
    )
  }

  @Test func anObjectThatMovesIsTheSameLiveOne() throws {
    let page = Page()
    let child = Page(1)
    page.child = child
    let session = record(page) {
      page.list = [Page(2), child]
      page.child = nil
    }
    let fresh = Page()
    let player = SessionPlayer(session)
    try player.show(FakeStore(fresh), fresh, nil, nil)
    let shown = fresh.child
    #expect(shown?.id == 1)
    player.travel(to: .max)
    #expect(fresh.list[1] === shown)
    #expect(fresh.list.map(\.id) == [2, 1])
  }

  @Test func unchangedFieldsAreNotWritten() throws {
    let page = Page()
    page.tags = [1, 2, 3]
    page.byKey = [1: Page(1), 2: Page(2)]
    let session = record(page) { page.count = 1 }
    let fresh = Page()
    let player = SessionPlayer(session)
    try player.show(FakeStore(fresh), fresh, nil, nil)
    let written = Locked<Set<String>>([])
    func watch<Value>(_ name: String, _ property: KeyPath<Page, Value>) {
      withObservationTracking {
        _ = fresh[keyPath: property]
      } onChange: {
        written.withLock { _ = $0.insert(name) }
      }
    }
    watch("count", \.count)
    watch("tags", \.tags)
    watch("byKey", \.byKey)
    watch("text", \.text)
    watch("place", \.place)
    player.travel(to: .max)
    #expect(written.withLock { $0 } == ["count"])
  }

  @Test func oneFieldCanBeWritten() throws {
    let page = Page()
    page.child = Page(1)
    let session = record(page) {
      page.child?.count = 4
      page.text = "later"
    }
    let root = try #require(session.stores[0].root)
    let start = session.frame(beforeIndex: 1)
    let fresh = Page()
    let writer = SessionWriter(session)
    writer.write(start, root: root, to: fresh)
    let change = session.entries.compactMap { entry in
      if case .change(let change) = entry.kind { change } else { nil }
    }[0]
    let problems = writer.write(
      change.field,
      of: change.object,
      in: session.frame(at: .max),
      root: root
    )
    #expect(problems == [])
    #expect(fresh.child?.count == 4)
    #expect(fresh.text.isEmpty)
    #expect(writer.object(root) === fresh)
    #expect(writer.number(of: fresh) == root)
  }

  @Test func stateOfAnyDepthIsWritten() throws {
    let first = Link()
    var last = first
    for _ in 0..<3_000 {
      let next = Link()
      last.next = next
      last = next
    }
    let session = try StateSession(record(first).data)
    let fresh = Link()
    #expect(try write(session, to: fresh) == [])
    var depth = 0
    var link = fresh
    while let next = link.next {
      depth += 1
      link = next
    }
    #expect(depth == 3_000)
    #expect(session.state(of: session.stores[0].id, at: .max)?.description.isEmpty == false)
  }

  /// Values that a damaged file may contain.
  @Test func valuesThatDoNotFitLeadToNoTrap() throws {
    let page = Page()
    page.byKey = [1: Page(1), 2: Page(2)]
    page.list = [Page(3)]
    page.path = [.number(1), .page(Page(4))]
    page.place = .page(Page(5))
    let session = record(page)
    let root = try #require(session.stores[0].root)
    let fields = session.types[0].fields.map(\.name)
    let all = session.frame(at: .max).objects
    let values = try #require(all[root]).values
    for (field, name) in fields.enumerated() {
      for other in values.indices {
        var changed = try #require(all[root])
        changed.values[field] = values[other]
        if var children = changed.values[field].children, !children.list.isEmpty {
          children.list += children.list
          changed.values[field].children = children
        }
        var objects = Array(all.values)
        objects.removeAll { $0.id == root }
        objects.insert(changed, at: 0)
        var entry = session.entries[0]
        entry.kind = .storeMade(session.stores[0], objects)
        let damaged = StateSession(types: session.types, entries: [entry])
        let fresh = Page()
        let writer = SessionWriter(damaged)
        let frame = damaged.frame(at: .max)
        _ = writer.write(frame, root: root, to: fresh)
        _ = writer.difference(frame, root: root, from: fresh)
        _ = damaged.grade(of: fresh)
        #expect(fresh.byKey.count <= 2, "\(name)")
      }
    }
  }
}
