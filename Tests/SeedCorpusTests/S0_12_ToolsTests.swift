import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// The chapters on `AsyncAction`, `StreamProducer` and `CancelBag`, of both documents.
@MainActor
@Suite(.simulated, .needsVirtualTime) struct S0ToolsTests {
  @Test func asyncActionsRunReturnAndTakeInput() async throws {
    struct Users: S0AsyncAction.UserService {
      func fetchUser(id: String) async throws -> S0AsyncAction.User { .init(id: id) }
    }
    let data = S0AsyncAction.DataStore()
    let items = S0AsyncAction.ItemStore()

    let (settings, user) = try await S0AsyncAction.usage(
      dataStore: data,
      settingsManager: .init(),
      itemStore: items,
      myItem: .init(name: "mine"),
      userService: Users()
    )
    await settle()

    // Once without, once with a wait for its end.
    #expect(await data.refreshCount == 2)
    #expect(settings == .init(volume: 3))
    #expect(await items.items == [.init(name: "mine")])
    #expect(user == .init(id: "user-123"))
  }

  @Test func asyncActionsOfTheOtherDocument() async throws {
    struct Users: S1AsyncAction.UserService {
      func fetchUser(id: String) async throws -> S1AsyncAction.User { .init(id: id) }
    }
    let data = S1AsyncAction.DataStore()
    let items = S1AsyncAction.ItemStore()

    let (settings, user) = try await S1AsyncAction.usage(
      dataStore: data,
      settingsManager: .init(),
      itemStore: items,
      myItem: .init(name: "mine"),
      userService: Users()
    )
    await settle()

    #expect(await data.refreshCount == 1)
    #expect(settings == .init(volume: 3))
    #expect(await items.items == [.init(name: "mine")])
    #expect(user == .init(id: "user-123"))
  }

  @Test func parentInjectsAnAction() async throws {
    let game = S0InjectedAction.Game()
    let setup = await game.makeSetup()

    try await setup.isolatedReceive(action: .startGame)

    #expect(await game.isRunning)
  }

  @Test func injectedActionDoesNotKeepItsParent() async throws {
    var game: S0InjectedAction.Game? = .init()
    let setup = await game!.makeSetup()
    weak let kept = game

    game = nil

    #expect(kept == nil)
    try await setup.isolatedReceive(action: .startGame)
  }

  @Test func subscriberGetsTheEventAndTheEnd() async {
    let events = LockIsolated<[S0StreamProducer.UserEvent]>([])

    await S0StreamProducer.usage(user: .init()) { event in events.withValue { $0.append(event) } }
    await settle()

    // It subscribes after the event: the latest one is for it, too.
    #expect(events.value == [.userLoggedIn(.init())])
  }

  @Test func subscriberOfTheOtherDocumentGetsTheLatestEvent() async {
    let printed = LockIsolated<[String]>([])

    await S1StreamProducer.usage(user: .init(name: "Ann"), profile: .init()) { line in
      printed.withValue { $0.append(line) }
    }
    await settle()

    #expect(printed.value == ["Profile updated"])
  }

  @Test func latestElementIsForNewSubscribersIfWanted() async {
    for producer in [S0StreamProducer.withLatest(), S1StreamProducer.withLatest()] {
      #expect(await elements(of: producer, emitting: 1) == [0, 1])
    }
    for producer in [S0StreamProducer.withoutLatest(), S1StreamProducer.withoutLatest()] {
      await producer.emit(element: 0)
      #expect(await elements(of: producer, emitting: 1) == [1])
    }
  }

  private func elements(of producer: StreamProducer<Int>, emitting element: Int) async -> [Int] {
    let stream = await producer.stream
    await producer.emit(element: element)
    await producer.finish()
    return await all(of: stream)
  }

  private func all<Element: Sendable>(of stream: AsyncStream<Element>) async -> [Element] {
    var elements: [Element] = []
    for await element in stream { elements.append(element) }
    return elements
  }

  @Test func eventsAreEmittedWithoutWaiting() async {
    let producer = StreamProducer<S0StreamProducer.UserEvent>()
    let stream = await producer.stream

    S0StreamProducer.nonIsolated(producer: producer)

    #expect(await all(of: stream) == [.someEvent])
  }

  @Test func observationStopsWhenItIsCancelled() async {
    let handled = LockIsolated<[S0CancelBag.DataEvent]>([])
    let stream = await S0CancelBag.handledEvents.stream
    let reader = Task {
      for await event in stream { handled.withValue { $0.append(event) } }
    }
    var store: S0CancelBag.MyStore? = .init()

    await store?.startObserving()
    await settle()
    await emit(1)
    await store?.stopObserving()
    await emit(2)
    #expect(handled.value == [.changed(1)])

    await store?.startObserving()
    await settle()
    await emit(3)
    // Ends with the store, too.
    store = nil
    await emit(4)
    #expect(handled.value == [.changed(1), .changed(3)])
    reader.cancel()
  }

  private func emit(_ number: Int) async {
    await S0CancelBag.events.emit(element: .changed(number))
    await settle()
  }

  @Test func observationOfTheOtherDocumentStops() async {
    let handled = LockIsolated<[S1CancelBag.DataEvent]>([])
    let stream = await S1CancelBag.handledEvents.stream
    let reader = Task {
      for await event in stream { handled.withValue { $0.append(event) } }
    }
    let model = S1CancelBag.MyViewModel()

    await model.startObserving()
    await settle()
    await model.change(1)
    await settle()
    await model.stopObserving()
    await model.change(2)
    await settle()

    #expect(handled.value == [.changed(1)])
    reader.cancel()
  }

  @Test func observingTwiceObservesOnce() async {
    let store = S0CancelBag.ObservingStore()

    await store.start()
    await store.start()
    await settle()
    await store.changeProducer.emit(element: .changed(1))
    await settle()

    #expect(await store.changes == [.changed(1)])
  }

  @Test func anySequenceIsObserved() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    for number in 1...3 { continuation.yield(number) }
    continuation.finish()
    let processed = LockIsolated<[Int]>([])

    await S1AnyAsyncStream.usage(someAsyncSequence: stream) { value in
      if let number = value as? Int { processed.withValue { $0.append(number) } }
    }

    #expect(processed.value == [1, 2, 3])
  }
}
