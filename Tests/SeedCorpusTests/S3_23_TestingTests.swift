// swift-format-ignore-file
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

// The tests of the document, with the store that it leaves out, and what is wrong with its bad examples.

enum S3Testing {
  // The app under test.
  struct DataFeature: Feature {
    var load: @Sendable () async throws -> Void = {}

    @Observable
    final class State {
      var isLoading = false
    }

    enum Action: Sendable { case loadData }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.isLoading = true
        return .run(id: "load") { state in
          try await load()
          state.isLoading = false
        }
      }
    }
  }

  struct CounterFeature: Feature {
    // A detail that the store's behaviour does not depend on.
    var internalCounter = 0

    @Observable
    final class State {
      var count = 0
    }

    enum Action: Sendable {
      case increment
      case decrement
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .increment:
          state.count += 1
        case .decrement:
          state.count = max(0, state.count - 1)
        }
        return .none
      }
    }
  }

  @MainActor
  @Suite(.simulated, .needsVirtualTime) struct Waiting {
      // S3-23 (L321)
      @Test func loadData() async {
          // edit: the store
          // was: let store = Store(...)
          let store = Store(initialState: DataFeature.State(), feature: DataFeature())

          await store.send(.loadData).value  // Wait for completion

          #expect(!store.state.isLoading)
      }
  }

  @MainActor
  @Suite(.simulated, .needsVirtualTime, .expectsUnfinishedLoading) struct FireAndForget {
      // S3-24 (L332)
      @Test func loadData() async {
          // edit: the store, whose work takes its time
          // was: let store = Store(...)
          let gate = Gate()
          let store = Store(initialState: DataFeature.State(), feature: DataFeature { try await gate.pass() })

          store.send(.loadData)  // ⚠️ May not complete

          #expect(!store.state.isLoading)  // ⚠️ Flaky test
      }
  }

  @MainActor
  @Suite struct Behaviour {
      // S3-25 (L345)
      @Test func increment() async {
          // edit: the store
          // was: let store = Store(...)
          let store = Store(initialState: CounterFeature.State(), feature: CounterFeature())

          await store.send(.increment).value

          #expect(store.state.count == 1)  // Test state change
      }
  }

  @MainActor
  @Suite(.expectsOtherDetails) struct Implementation {
      let feature = CounterFeature()

      // The behaviour that the test does not see is right.
      init() async {
        let store = Store(initialState: CounterFeature.State(), feature: feature)
        await store.send(.increment).value
        #expect(store.state.count == 1)
      }

      // S3-26 (L356)
      @Test func increment() async {
          // ⚠️ Testing internal implementation
          #expect(feature.internalCounter == 1)
      }
  }

  @MainActor
  @Suite struct Names {
      private let store = Store(initialState: CounterFeature.State(), feature: CounterFeature())

      // S3-27 (L366)
      @Test func incrementIncreasesCountByOne() async
      // edit: the bodies
      { await store.send(.increment).value; #expect(store.state.count == 1) }

      @Test func loadDataSetsIsLoadingToTrue() async
      // edit: its body
      {
          let store = Store(initialState: DataFeature.State(), feature: DataFeature())
          let loading = store.send(.loadData)
          #expect(store.state.isLoading)
          await loading.value
      }

      @Test func decrementAtZeroStaysAtZero() async
      // edit: its body
      { await store.send(.decrement).value; #expect(store.state.count == 0) }
  }

  @MainActor
  @Suite struct VagueNames {
      private let store = Store(initialState: CounterFeature.State(), feature: CounterFeature())

      // S3-28 (L373)
      @Test func test1() async
      // edit: the bodies
      { await store.send(.increment).value; #expect(store.state.count == 1) }

      @Test func testIncrement() async
      // edit: its body
      { await store.send(.increment).value; #expect(store.state.count == 1) }

      @Test func testFeature() async
      // edit: its body
      { await store.send(.increment).value; #expect(store.state.count == 1) }
  }

  enum Fresh {
    // S3-29 (L384)
    // edit: on the main actor, as its store
    // was: @Suite struct CounterTests {
    @MainActor
    @Suite struct CounterTests {
        @Test func increment() async {
            // edit: the store
            // was: let store = Store(...)  // Fresh store
            let store = Store(initialState: CounterFeature.State(), feature: CounterFeature())  // Fresh store
            // Test code
            // edit: that
            await store.send(.increment).value
            #expect(store.state.count == 1)
        }

        @Test func decrement() async {
            // edit: the store
            // was: let store = Store(...)  // Fresh store
            let store = Store(initialState: CounterFeature.State(count: 1), feature: CounterFeature())  // Fresh store
            // Test code
            // edit: that
            await store.send(.decrement).value
            #expect(store.state.count == 0)
        }
    }
  }

  // The two tests after each other on one value of the suite. Swift Testing itself makes one for each test,
  // so that only what is `static` is shared in fact.
  @MainActor
  @Suite struct SharedStoreTests {
    @Test func testsAffectEachOther() async {
      let suite = Shared.CounterTests()
      await suite.increment()
      await withKnownIssue { await suite.increment() }
    }
  }

  enum Shared {
    // S3-30 (L399)
    // edit: run by the test above, on the main actor, as its store
    // was: @Suite struct CounterTests {
    @MainActor
    struct CounterTests {
        // edit: the store
        // was: let store = Store(...)  // ⚠️ Shared state causes issues
        let store = Store(initialState: CounterFeature.State(), feature: CounterFeature())  // ⚠️ Shared state causes issues

        // edit: run by the test above
        // was: @Test func increment() async {
        func increment() async {
            // Tests affect each other
            // edit: a test
            await store.send(.increment).value
            #expect(store.state.count == 1)
        }
    }
  }
}

extension S3Testing.CounterFeature.State {
  convenience init(count: Int) {
    self.init()
    self.count = count
  }
}

/// What goes wrong in a test that the document warns of.
struct Mistake: SuiteTrait, TestTrait, TestScoping {
  let comment: Comment
  let part: String

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withKnownIssue(comment) {
      try await function()
    } matching: { issue in
      "\(issue)".contains(part)
    }
  }
}

extension Trait where Self == Mistake {
  static var expectsUnfinishedLoading: Self {
    Self(comment: "The test does not wait for the action", part: "isLoading")
  }

  static var expectsOtherDetails: Self {
    Self(comment: "The test looks at a detail that is not the behaviour", part: "internalCounter")
  }
}
