import Foundation
import SwiftUI
import Testing

/// What the other tests rely on.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ViewHostTests {
  @MainActor
  private final class Log {
    var entries: [String] = []
  }

  @MainActor @Observable
  final class Model {
    var isPresented = true
    var text = "first"
  }

  private struct Counter: View {
    @State private var count = 0

    var body: some View {
      Button("Count") { count += 1 }
      Text("\(count)")
    }
  }

  private struct Switch<Content: View>: View {
    @State private var isOn = true
    @ViewBuilder let content: () -> Content

    var body: some View {
      Button("Switch") { isOn.toggle() }
      if isOn { content() }
    }
  }

  private struct Restless: View {
    var body: some View { Text("restless").onAppear {}.id(UUID()) }
  }

  @Test func aViewThatNeverComesToRestStopsTheProcess() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { @MainActor in _ = ViewHost(Restless()) }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Restless does not come to rest"))
    #expect(text.contains("appears"))
  }

  private struct Endless: View {
    var body: some View {
      Text("endless").task { for await _ in AsyncStream(Int.self, { _ in }) {} }
    }
  }

  @Test func waitingForATaskThatDoesNotEndStopsTheProcess() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { @MainActor in await ViewHost(Endless()).settle(timeout: .milliseconds(20)) }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Endless was waited for"))
  }

  @Test func waitingInVainNamesWhatIsShown() async {
    let host = ViewHost(Counter())
    let error = await #expect(throws: ViewHostError.self) {
      try await host.wait(timeout: .milliseconds(20)) { false }
    }
    guard case .waitedInVain(let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(#"["Count", "0"]"#))
  }

  @Test func stateIsKept() throws {
    let host = ViewHost(Counter())

    try host.tap("Count")
    try host.tap("Count")

    #expect(host.texts == ["Count", "2"])
  }

  @Test func stateGoesWithItsView() throws {
    let host = ViewHost(Switch { Counter() })
    try host.tap("Count")

    try host.tap("Switch")
    #expect(host.texts == ["Switch"])
    try host.tap("Switch")

    #expect(host.texts == ["Switch", "Count", "0"])
  }

  @Test func viewsOfOneTypeHaveStatesOfTheirOwn() throws {
    let host = ViewHost(
      ForEach([1, 2], id: \.self) { number in
        Counter().id(number)
      }
    )

    try host.tap("Count")

    #expect(host.texts == ["Count", "1", "Count", "0"])
  }

  @Test func appearanceIsNotedOnce() throws {
    let log = Log()
    let host = ViewHost(
      Switch {
        Counter()
          .onAppear { log.entries.append("appear") }
          .onDisappear { log.entries.append("disappear") }
      }
    )

    try host.tap("Count")
    #expect(log.entries == ["appear"])
    try host.tap("Switch")

    #expect(log.entries == ["appear", "disappear"])
  }

  @Test func screenBehindAnotherHasDisappearedAndKeepsItsState() throws {
    let log = Log()
    let host = ViewHost(
      NavigationStack {
        VStack {
          Counter()
          NavigationLink(value: 1) { Text("Details") }
        }
        .onAppear { log.entries.append("appear") }
        .onDisappear { log.entries.append("disappear") }
        .navigationDestination(for: Int.self) { Text("destination \($0)") }
      }
    )
    try host.tap("Count")

    try host.tap("Details")
    #expect(host.texts.contains("destination 1"))
    #expect(throws: ViewHostError.outOfReach("Count")) { try host.tap("Count") }
    try host.goBack()

    #expect(log.entries == ["appear", "disappear", "appear"])
    #expect(host.texts.contains("1"))
  }

  @Test func taskIsCancelledWhenItsViewDisappears() async throws {
    let (ends, continuation) = AsyncStream<Bool>.makeStream()
    let host = ViewHost(
      Switch {
        Text("Content").task {
          let never = AsyncStream<Never> { _ in }
          for await _ in never {}
          continuation.yield(Task.isCancelled)
        }
      }
    )

    try host.tap("Switch")

    #expect(await ends.firstElement() == true)
  }

  @Test func taskWithAnotherIDIsAnotherTask() async throws {
    struct Search: View {
      @State private var query = 0
      let started: @Sendable (Int) -> Void

      var body: some View {
        Button("Next") { query += 1 }
          .task(id: query) { started(query) }
      }
    }
    let (queries, continuation) = AsyncStream<Int>.makeStream()
    let host = ViewHost(Search { continuation.yield($0) })
    var iterator = queries.makeAsyncIterator()

    #expect(await iterator.next() == 0)
    try host.tap("Next")

    #expect(await iterator.next() == 1)
  }

  @Test func alertKeepsWhatItCameUpWith() throws {
    struct AlertView: View {
      @Bindable var model: Model

      var body: some View {
        Text("Content").alert("Note", isPresented: $model.isPresented) {
        } message: {
          Text(model.text)
        }
      }
    }
    let model = Model()
    let host = ViewHost(AlertView(model: model))

    model.text = "second"
    #expect(host.alert?.children.first?.text == "first")
    try host.tap("OK")
    #expect(host.alert == nil)
    model.isPresented = true

    #expect(host.alert?.children.first?.text == "second")
  }

  @Test func alertAndSheetKeepTouchesFromWhatIsBehind() {
    let host = ViewHost(
      Button("Behind") {}
        .sheet(isPresented: .constant(true)) { Button("In the sheet") {} }
    )

    #expect(throws: ViewHostError.outOfReach("Behind")) { try host.tap("Behind") }
    #expect(throws: Never.self) { try host.tap("In the sheet") }
  }

  @Test(arguments: [
    (0.0, true), (0.5, false),
  ])
  func colorCoversUnlessItIsClear(opacity: Double, isReachable: Bool) {
    let host = ViewHost(Button("Behind") {}.overlay { Color.black.opacity(opacity) })

    if isReachable {
      #expect(throws: Never.self) { try host.tap("Behind") }
    } else {
      #expect(throws: ViewHostError.outOfReach("Behind")) { try host.tap("Behind") }
    }
  }

  @Test func whatIsInFrontCanBeTapped() {
    let host = ViewHost(Color.black.overlay { Button("In front") {} })

    #expect(throws: Never.self) { try host.tap("In front") }
  }

  @Test func disabledViewTakesNoTaps() {
    let host = ViewHost(Group { Button("Save") {} }.disabled(true))

    #expect(throws: ViewHostError.disabled("Save")) { try host.tap("Save") }
  }

  @Test func changeOutsideIsDrawn() async throws {
    struct TextView: View {
      let model: Model

      var body: some View { Text(model.text) }
    }
    let model = Model()
    let host = ViewHost(TextView(model: model))
    Task { withAnimation(.smooth) { model.text = "second" } }

    try await host.wait { host.texts == ["second"] }

    #expect(host.transactions == [TransactionRecord(animation: .smooth)])
  }
}
