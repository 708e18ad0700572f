import Foundation
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The chapters on state, actions, dependencies and the place of types.
@MainActor
@Suite struct S3FeatureTests {
  @Test func statesAreObserved() async {
    let list = Store(initialState: S3State.ListFeature.State(), feature: S3State.ListFeature())
    #expect(list.state.items.isEmpty && !list.state.isLoading)
    await confirmation { changed in
      withObservationTracking {
        _ = list.state.items
      } onChange: {
        changed()
      }
      await list.send(.load).value
    }
    #expect(list.state.items.count == 1)

    let counter = Store(
      initialState: S3State.CounterFeature.State(),
      feature: S3State.CounterFeature()
    )
    await counter.send(.count).value
    #expect(counter.state.count == 1)
    #expect(counter.state.user == nil)
  }

  @Test func focusedStateBelongsToOneFeature() async {
    let store = Store(
      initialState: S3State.Focused.UserProfileFeature.State(),
      feature: S3State.Focused.UserProfileFeature()
    )

    await store.send(.edit).value

    #expect(store.state.isEditing)
    #expect(!store.state.isSaving)
    #expect(store.state.user == nil)
  }

  @Test func defaultsAreSensible() {
    let state = S3State.DefaultsFeature.State()
    #expect(state.items.isEmpty)
    #expect(!state.isLoading)
    #expect(state.errorMessage == nil)
    #expect(S3State.DefaultsFeature.State(items: [.init(name: "a")]).items.count == 1)
  }

  @Test func derivedDataIsUpdatedWithTheItems() async {
    let store = Store(
      initialState: S3State.DerivedDataFeature.State(),
      feature: S3State.DerivedDataFeature()
    )

    await store.send(
      .loaded([.init(name: "b"), .init(name: "c", isActive: false), .init(name: "a")])
    ).value

    #expect(store.state.filteredItems.map(\.name) == ["a", "b"])
  }

  @Test func computedPropertyIsRecomputedOnEveryAccess() {
    var looks = 0
    let state = S3State.Recomputed.State()
    state.items = ["b", "a"].map { .init(name: $0) { looks += 1 } }

    for _ in 1...3 {
      #expect(state.filteredItems.map(\.name) == ["a", "b"])
    }

    #expect(looks == 6)
  }

  @Test func actionsAreHandled() async {
    typealias Actions = S3Actions
    let state = Actions.State()
    let login = Store(initialState: state, feature: Actions.LoginFeature())
    await login.send(.userTappedLoginButton).value
    await login.send(.loginResponseReceived(.success(.init(name: "Ann")))).value
    await login.send(.userDismissedAlert).value
    let counter = Store(initialState: state, feature: Actions.CounterFeature())
    await counter.send(.increment).value
    await counter.send(.dataLoaded(["a"])).value
    let shop = Store(initialState: state, feature: Actions.ShopFeature())
    await shop.send(.user(.updateProfile(.init(name: "Ann")))).value
    await shop.send(.cart(.empty)).value
    await shop.send(.checkout(.pay)).value

    #expect(state.handled.count == 8)
    #expect(state.handled.first == "userTappedLoginButton")
  }

  @Test func dependenciesAreInjected() async {
    typealias Dependencies = S3Dependencies
    for (feature, used) in [
      (Dependencies.UserFeature(), ["production", "production"]),
      (
        Dependencies.UserFeature(apiClient: .init(name: "test"), database: .init(name: "memory")),
        ["test", "memory"]
      ),
    ] {
      let store = Store(initialState: Dependencies.UserFeature.State(), feature: feature)
      await store.send(.load).value
      #expect(store.state.used == used)
    }
  }

  @Test func mockStandsForTheProtocol() async throws {
    typealias Protocols = S3Dependencies.Protocols
    let clients: [any Protocols.APIClient] = [
      Protocols.ProductionAPIClient(), Protocols.MockAPIClient(mockData: [.init(name: "a")]),
    ]

    #expect(try await clients[0].fetch() == [])
    #expect(try await clients[1].fetch() == [.init(name: "a")])
  }

  @Test func nestedTypesMakeAFeature() async {
    let store = Store(
      initialState: S3NestedTypes.UserFeature.State(),
      feature: S3NestedTypes.UserFeature()
    )

    await store.send(.login).value

    #expect(store.state.isLoggedIn)
  }
}
