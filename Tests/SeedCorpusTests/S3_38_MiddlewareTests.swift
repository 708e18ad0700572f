import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The chapters on middleware.
@MainActor
@Suite(.serialized) struct S3MiddlewareTests {
  @Test func middlewareWithoutMethodsDoesNothing() async {
    let store = Store(
      initialState: S3Middleware.CounterFeature.State(),
      feature: S3Middleware.CounterFeature()
    )

    await store.send(.increment).value

    #expect(store.state.count == 1)
  }

  @Test func middlewareSeesTheAction() async {
    S3MiddlewareChain.analytics = []
    let store = Store(
      initialState: S3MiddlewareChain.UserFeature.State(),
      feature: S3MiddlewareChain.UserFeature()
    )

    await store.send(.login).value

    #expect(S3MiddlewareChain.analytics == ["login"])
    #expect(store.state.isLoggedIn)
  }
}
