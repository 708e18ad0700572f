import Observation
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite struct NavigationTargetTests {
  fileprivate final class Page {}

  /// Equatable, but not hashable.
  fileprivate struct Draft: Equatable {
    var text: String
  }

  /// Not equatable.
  fileprivate struct Filter {
    var words: [String]
    var page: Page?
    var apply: (@Sendable () -> Void)?
  }

  fileprivate enum Screen: NavigationTarget {
    case page(Page)
    case copy(Page)
    case labelled(page: Page)
    case labelled(other: Page)
    case text(String)
    case pair(Int, String)
    case draft(Draft)
    case number(Page, Int)
    case pages(Page, Page)
    case optional(Page?)
    case list([Page])
    case filter(Filter)
    case alert(AlertPrompt<String>)
    case closure(@Sendable () -> Void)
    case settings
    case help
  }

  /// Screens with identical custom descriptions.
  private enum Described: NavigationTarget, CustomStringConvertible {
    case first
    case second
    case third(Int)

    var description: String { "a screen" }
  }

  private func expectSame(_ lhs: Screen, _ rhs: Screen, _ comment: Comment? = nil) {
    #expect(lhs == rhs, comment)
    #expect(lhs.hashValue == rhs.hashValue, comment)
    #expect(lhs.id == rhs.id, comment)
    #expect(lhs.id.hashValue == rhs.id.hashValue, comment)
  }

  private func expectDifferent(_ lhs: Screen, _ rhs: Screen, _ comment: Comment? = nil) {
    #expect(lhs != rhs, comment)
    #expect(lhs.id != rhs.id, comment)
  }

  @Test func theSameObjectInTheSameCaseIsTheSameScreen() {
    let page = Page()
    expectSame(.page(page), .page(page))
    expectDifferent(.page(page), .page(Page()))
    expectDifferent(.page(page), .copy(page))
    expectSame(.labelled(page: page), .labelled(page: page))
    expectDifferent(.labelled(page: page), .labelled(page: Page()))
    expectDifferent(.labelled(page: page), .labelled(other: page))
    expectSame(.optional(page), .optional(page))
    expectDifferent(.optional(page), .optional(nil))
    expectDifferent(.optional(page), .optional(Page()))
    #expect(Set([Screen.page(page), .page(page), .copy(page)]).count == 2)
  }

  @Test func valuesCount() {
    expectSame(.text("a"), .text("a"))
    expectDifferent(.text("a"), .text("b"))
    expectSame(.pair(1, "a"), .pair(1, "a"))
    expectDifferent(.pair(1, "a"), .pair(2, "a"))
    expectDifferent(.pair(1, "a"), .pair(1, "b"))
    expectSame(.draft(Draft(text: "a")), .draft(Draft(text: "a")))
    expectDifferent(.draft(Draft(text: "a")), .draft(Draft(text: "b")))
  }

  @Test func eachObjectCounts() {
    let pages = [Page(), Page()]
    expectSame(.pages(pages[0], pages[1]), .pages(pages[0], pages[1]))
    expectDifferent(.pages(pages[0], pages[1]), .pages(pages[0], pages[0]))
    expectDifferent(.pages(pages[0], pages[1]), .pages(pages[1], pages[1]))
    expectSame(.list(pages), .list(pages))
    expectDifferent(.list(pages), .list(pages.reversed()))
  }

  @Test func aValueNextToAnObjectChangesTheScreenAndNotItsPresentation() {
    let page = Page()
    expectSame(.number(page, 1), .number(page, 1))
    expectDifferent(.number(page, 1), .number(Page(), 1))
    #expect(Screen.number(page, 1) != .number(page, 2))
    #expect(Screen.number(page, 1).id == Screen.number(page, 2).id)
  }

  @Test func valuesThatCannotBeComparedAreComparedByTheirParts() {
    let page = Page()
    let filter = Filter(words: ["a"], page: page)
    expectSame(.filter(filter), .filter(Filter(words: ["a"], page: page)))
    let other = Screen.filter(Filter(words: ["b"], page: page))
    #expect(Screen.filter(filter) != other)
    #expect(Screen.filter(filter).id == other.id)
    expectDifferent(.filter(Filter(words: ["a"])), .filter(Filter(words: ["b"])))
    expectDifferent(.filter(filter), .filter(Filter(words: ["a"], page: Page())))
    let number = LockIsolated(0)
    let withClosure = Filter(words: [], apply: { number.setValue(1) })
    expectSame(.filter(withClosure), .filter(withClosure))
    expectDifferent(.filter(withClosure), .filter(Filter(words: [], apply: { number.setValue(2) })))
    let closure: @Sendable () -> Void = { number.setValue(3) }
    let screen = Screen.closure(closure)
    expectSame(screen, screen)
    expectDifferent(screen, .closure { number.setValue(4) })
  }

  @Test func anAlertIsComparedByItsTextsAndPresentedByItsIdentity() {
    let alert = AlertPrompt<String>("Sure?", buttons: [AlertButton("Yes", action: "yes")])
    let same = AlertPrompt<String>("Sure?", buttons: [AlertButton("Yes", action: "yes")])
    expectSame(.alert(alert), .alert(alert))
    // A test creates the alert that it expects.
    #expect(Screen.alert(alert) == .alert(same))
    #expect(Screen.alert(alert).id != Screen.alert(same).id)
    expectDifferent(.alert(alert), .alert(AlertPrompt("Really?")))
    expectDifferent(
      .alert(alert),
      .alert(AlertPrompt("Sure?", buttons: [AlertButton("Yes", action: "no")]))
    )
  }

  @Test func anAlertOfActionsThatCannotBeComparedHasItsOwn() {
    enum Target: NavigationTarget {
      case alert(AlertPrompt<Filter>)
    }
    let alert = AlertPrompt<Filter>(
      "Sure?",
      fields: [AlertTextField("Name")],
      buttons: [
        AlertButton("Yes", action: Filter(words: ["a"])),
        AlertButton("No") { Filter(words: [$0[0]]) },
      ]
    )
    var changed = alert
    changed.fields[0].text = "a"
    #expect(Target.alert(alert) == .alert(alert))
    #expect(Target.alert(alert).id == Target.alert(changed).id)
    #expect(Target.alert(alert) != .alert(changed))
    #expect(Target.alert(alert) != .alert(AlertPrompt("Sure?")))
  }

  @Test func casesWithoutPayloadsDiffer() {
    expectSame(.settings, .settings)
    expectDifferent(.settings, .help)
    #expect(Described.first == .first)
    #expect(Described.first != .second)
    #expect(Described.first.id == Described.first.id)
    #expect(Described.first.id != Described.second.id)
    #expect(Described.first != .third(1))
    #expect(Described.third(1) != .third(2))
  }

  // MARK: Nested objects

  fileprivate enum Sheet: NavigationTarget {
    case page(Page, Int)
    case copy(Page, Int)
    case alert(AlertPrompt<String>)
    case text(String)
  }

  fileprivate enum Plain {
    case page(Page, Int)
    case copy(Page, Int)
    case number(Int)
  }

  fileprivate struct Info {
    var page: Page?
    var number: Int
  }

  /// A value whose storage is an object.
  fileprivate struct Shared: Hashable {
    private final class Storage {}

    private let storage = Storage()
    let number: Int

    static func == (lhs: Shared, rhs: Shared) -> Bool { lhs.number == rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  fileprivate enum Root: NavigationTarget {
    case sheet(Sheet)
    case other(Sheet)
    case pair(page: (Page, Int))
    case nested(Int, (Int, (Page, Int)))
    case many([Page], Int)
    case named([String: Page], Int)
    case optional((Page, Int)?)
    case plain(Plain, Int)
    case info(Info)
    case infos([Info])
    case mode(Page, Plain)
    case shared(Shared)
    case shareds([Shared])
  }

  private func expectOneID(
    _ make: (Page, Int) -> Root,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let page = Page()
    let target = make(page, 1)
    #expect(target != make(page, 2), sourceLocation: sourceLocation)
    #expect(target.id == make(page, 2).id, sourceLocation: sourceLocation)
    #expect(target.id.hashValue == make(page, 2).id.hashValue, sourceLocation: sourceLocation)
    #expect(target.id != make(Page(), 1).id, sourceLocation: sourceLocation)
  }

  @Test func aValueNextToANestedObjectDoesNotChangeThePresentation() {
    expectOneID { .sheet(.page($0, $1)) }
    expectOneID { .pair(page: ($0, $1)) }
    expectOneID { .nested($1, ($1, ($0, $1))) }
    expectOneID { .many([$0], $1) }
    expectOneID { .named(["a": $0], $1) }
    expectOneID { .optional(($0, $1)) }
    expectOneID { .plain(.page($0, $1), $1) }
    expectOneID { .info(Info(page: $0, number: $1)) }
    expectOneID { .infos([Info(page: nil, number: $1), Info(page: $0, number: $1)]) }
    expectOneID { .mode($0, .number($1)) }
  }

  @Test func theCasesAroundANestedObjectAndTheOrderCount() {
    let pages = [Page(), Page()]
    #expect(Root.sheet(.page(pages[0], 1)).id != Root.other(.page(pages[0], 1)).id)
    #expect(Root.sheet(.page(pages[0], 1)).id != Root.sheet(.copy(pages[0], 1)).id)
    #expect(Root.plain(.page(pages[0], 1), 1).id != Root.plain(.copy(pages[0], 1), 1).id)
    #expect(Root.many(pages, 1).id != Root.many(pages.reversed(), 1).id)
    #expect(Root.many(pages, 1).id != Root.many([], 1).id)
    let names = (0..<20).map { "\($0)" }
    let named = Dictionary(uniqueKeysWithValues: names.map { ($0, pages[0]) })
    let same = Dictionary(uniqueKeysWithValues: names.reversed().map { ($0, pages[0]) })
    #expect(Root.named(named, 1).id == Root.named(same, 2).id)
    #expect(Root.named(["a": pages[0]], 1).id != Root.named(["b": pages[0]], 1).id)
  }

  @Test func withoutObjectsTheValuesOfANestedTargetCount() {
    #expect(Root.sheet(.text("a")).id == Root.sheet(.text("a")).id)
    #expect(Root.sheet(.text("a")).id != Root.sheet(.text("b")).id)
    #expect(Root.plain(.number(1), 1).id != Root.plain(.number(1), 2).id)
    #expect(Root.plain(.number(1), 1).id != Root.plain(.number(2), 1).id)
    let alert = AlertPrompt<String>("Sure?", fields: [AlertTextField("Name")], buttons: [])
    var changed = alert
    changed.fields[0].text = "a"
    #expect(Root.sheet(.alert(alert)).id == Root.sheet(.alert(changed)).id)
    #expect(Root.sheet(.alert(alert)) != Root.sheet(.alert(changed)))
  }

  @Test func theStorageOfAHashableValueIsNotAnObjectOfATarget() {
    #expect(Root.shared(Shared(number: 1)).id == Root.shared(Shared(number: 1)).id)
    #expect(Root.shared(Shared(number: 1)).id != Root.shared(Shared(number: 2)).id)
    #expect(Root.shareds([Shared(number: 1)]).id == Root.shareds([Shared(number: 1)]).id)
  }

  // MARK: Use

  @Observable @MainActor
  final class Holder: SnapshotState {
    fileprivate var screen: Screen?
    fileprivate var path: [Screen] = []

    init() {}

    static var snapshotFields: SnapshotFields<Holder> {
      SnapshotFields {
        SnapshotField("screen", \.screen)
        SnapshotField("path", \.path)
      }
    }
  }

  private struct Changing: Feature {
    func handle() -> ActionHandler<Int, Holder> {
      ActionHandler { page, state in
        state.screen = .pair(page, "a")
        state.path = [.pair(page, "a")]
        return .none
      }
    }
  }

  @Test func aChangeIsObserved() {
    let holder = Holder()
    let page = Page()
    let changes: [(Screen, Screen)] = [
      (.pair(1, "a"), .pair(2, "a")),
      (.draft(Draft(text: "a")), .draft(Draft(text: "b"))),
      (.number(page, 1), .number(page, 2)),
      (.pages(page, page), .pages(page, Page())),
    ]
    for (old, new) in changes {
      holder.screen = old
      let didChange = Signal()
      withObservationTracking {
        _ = holder.screen
      } onChange: {
        didChange.fire()
      }
      holder.screen = new
      #expect(didChange.hasFired)
    }
  }

  @Test func aTestSeesTheWrongPayload() async {
    let assertions = RecordingAssertions()
    let store = TestStore(
      initialState: Holder(),
      feature: Changing(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(1) {
      $0.screen = .pair(2, "a")
      $0.path = [.pair(1, "a")]
    }
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("screen") == true)
    await store.send(2) {
      $0.screen = .pair(2, "a")
      $0.path = [.pair(2, "a")]
    }
    #expect(assertions.messages.count == 1)
    await store.finish()
  }
}
