import ScreenStateKit
import SwiftUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct AppRefresherTests {
  struct Part: OptionSet, Sendable {
    let rawValue: Int

    static let words = Part(rawValue: 1 << 0)
    static let notes = Part(rawValue: 1 << 1)
  }

  typealias Action = AppRefreshAction<Part, String>

  @MainActor @Observable
  final class Model {
    var showsScreen = true
    var option = Part.words
    private(set) var requests: [Part] = []

    func note(_ action: Action) {
      requests.append(action.option)
    }
  }

  private struct Screen: View {
    let model: Model
    let behavior: AppRefreshBehavior

    var body: some View {
      if model.showsScreen {
        Text("Words").onAppRefresh(model.option, behavior: behavior) { (action: Action) in
          model.note(action)
        }
      }
    }
  }

  private let model = Model()
  private let refresher = AppRefresher<Part, String>()

  private func makeHost(_ behavior: AppRefreshBehavior) -> ViewHost {
    ViewHost(Screen(model: model, behavior: behavior).appRefresherHost(refresher))
  }

  @Test func requestIsFollowed() async throws {
    let host = makeHost(.immediate)

    refresher.refresh(.words)
    try await host.wait { model.requests == [.words] }
    refresher.refresh([.words, .notes])

    try await host.wait { model.requests == [.words, [.words, .notes]] }
  }

  private struct SourceScreen: View {
    let option: Part
    let note: @Sendable @MainActor (String?) -> Void

    var body: some View {
      Text("Words").onAppRefresh(option) { (source: String?) in note(source) }
    }
  }

  @Test func aClosureMayTakeTheSourceAlone() async throws {
    var sources: [String?] = []
    let screen = SourceScreen(option: .words) { sources.append($0) }
    let host = ViewHost(screen.appRefresherHost(refresher))

    refresher.refresh(.words, source: "button")
    try await host.wait { sources == ["button"] }
    refresher.refresh(.words)
    try await host.wait { sources == ["button", nil] }
  }

  @Test func requestForSomethingElseIsNotFollowed() async throws {
    let host = makeHost(.immediate)

    refresher.refresh(.notes)
    host.update()
    refresher.refresh(.words)

    try await host.wait { !model.requests.isEmpty }
    #expect(model.requests == [.words])
  }

  @Test func requestFromBeforeTheViewWasThereIsNotFollowed() async throws {
    refresher.refresh([.words, .notes])
    let host = makeHost(.immediate)

    refresher.refresh(.words)

    try await host.wait { !model.requests.isEmpty }
    #expect(model.requests == [.words])
  }

  @Test func hostCanBringItsOwnRefresher() async throws {
    struct Editor: View {
      @Environment(AppRefresher<Part, String>.self) private var refresher

      var body: some View {
        Button("Save") { refresher.refresh(.words, source: "editor") }
      }
    }
    let host = ViewHost(
      VStack {
        Screen(model: model, behavior: .immediate)
        Editor()
      }
      .appRefresherHost(option: Part.self, source: String.self)
    )

    try host.tap("Save")

    try await host.wait { model.requests == [.words] }
  }

  @Test func requestCanWaitForTheScreenToComeBack() async throws {
    let host = ViewHost(
      NavigationStack {
        VStack {
          Screen(model: model, behavior: .onNextAppear)
          NavigationLink(value: 1) { Text("Details") }
        }
        .navigationDestination(for: Int.self) { Text("\($0)") }
      }
      .appRefresherHost(refresher)
    )
    try host.tap("Details")

    refresher.refresh(.words)
    host.update()
    #expect(model.requests.isEmpty)
    try host.goBack()

    try await host.wait { model.requests == [.words] }
  }

  @Test func requestsOfOneTurnAreAllFollowed() async throws {
    let host = makeHost(.immediate)

    refresher.refresh(.words)
    refresher.refresh([.words, .notes])
    refresher.refresh(.notes)

    try await host.wait { model.requests == [.words, [.words, .notes]] }
  }

  @Test func requestsWhileTheScreenIsAwayAreOneWhenItComesBack() async throws {
    model.option = [.words, .notes]
    let host = ViewHost(
      NavigationStack {
        VStack {
          Screen(model: model, behavior: .onNextAppear)
          NavigationLink(value: 1) { Text("Details") }
        }
        .navigationDestination(for: Int.self) { Text("\($0)") }
      }
      .appRefresherHost(refresher)
    )
    try host.tap("Details")

    refresher.refresh(.words)
    refresher.refresh(.notes)
    host.update()
    try host.goBack()

    try await host.wait { model.requests == [[.words, .notes]] }
  }

  @Test func optionOfTheMomentCounts() async throws {
    let host = makeHost(.immediate)
    model.option = .notes
    host.update()

    refresher.refresh(.words)
    refresher.refresh(.notes)

    try await host.wait { !model.requests.isEmpty }
    #expect(model.requests == [.notes])
  }

  @Test func withoutAHostNothingHappens() {
    let host = ViewHost(Screen(model: model, behavior: .immediate))

    #expect(host.texts == ["Words"])
  }
}
