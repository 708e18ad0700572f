import ScreenStateKit
import SwiftUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StateAnimationTests {
  @Observable @MainActor
  final class ListState: LoadmoreScreenState, StateUpdatable {
    var items: [String] = []
    var title = ""
  }

  private struct Screen: View {
    let state: ListState

    var body: some View {
      Text(state.title)
      ForEach(state.items, id: \.self) { Text($0) }
      Text(state.canShowLoadmore ? "more" : "all")
      Text(state.displayError?.message ?? "no error")
    }
  }

  private let state = ListState()

  @Test func defaultAnimationIsSmooth() {
    state.updateState { _ in
      #expect(TransactionRecord.current == TransactionRecord(animation: .smooth))
    }
  }

  @Test func givenAnimationIsInForce() {
    state.updateState(withAnimation: .easeInOut) { _ in
      #expect(TransactionRecord.current.animation == .easeInOut)
      #expect(!TransactionRecord.current.disablesAnimations)
    }
  }

  @Test func noAnimationDisablesAnimations() {
    state.updateState(withAnimation: .none) { _ in
      #expect(TransactionRecord.current == TransactionRecord(disablesAnimations: true))
    }
  }

  @Test func earlierFormsMeanWhatTheySay() {
    state.updateState(
      { _ in
        #expect(TransactionRecord.current.animation == .easeIn)
      },
      withAnimation: .easeIn
    )
    state.updateState(
      { _ in
        #expect(TransactionRecord.current == TransactionRecord(disablesAnimations: true))
      },
      disablesAnimations: true
    )
  }

  @Test func changesOfOneUpdateAreDrawnAsOne() async throws {
    let host = ViewHost(Screen(state: state))

    state.updateState(withAnimation: .linear) { state in
      state.title = "Words"
      state.items = ["one", "two"]
    }

    try await host.wait { host.texts.first == "Words" }
    #expect(host.texts.prefix(3) == ["Words", "one", "two"])
    #expect(host.transactions == [TransactionRecord(animation: .linear)])
  }

  @Test func errorIsShownWithTheDefaultAnimation() async throws {
    let host = ViewHost(Screen(state: state))

    state.showError(DisplayableError(message: "No network"))

    try await host.wait { host.texts.last == "No network" }
    #expect(host.transactions == [TransactionRecord(animation: .default)])
  }

  @Test func indicatorOfMoreComesAnimated() async throws {
    let host = ViewHost(Screen(state: state))

    state.canExecuteLoadmore()

    try await host.wait { host.texts.contains("more") }
    #expect(host.transactions == [TransactionRecord(animation: .smooth)])
  }

  @Test func taskThatAnUpdateStartsIsNotAnimated() async {
    let records = AsyncStream<TransactionRecord>.makeStream()
    state.updateState { _ in
      Task { records.continuation.yield(.current) }
    }

    #expect(await records.stream.firstElement() == TransactionRecord())
  }
}
