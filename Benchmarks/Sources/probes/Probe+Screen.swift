import ScreenStateKit
import StateTesting

extension Probe {
  static let screenRun = Probe(
    name: "screen-run",
    makeSimulatedPath: {
      let state = ScreenState()
      let store = LoadingStore()
      await store.bind(to: state)
      return { repetitions in
        for _ in 0..<repetitions { await store.run(.load) }
        withExtendedLifetime(state) {}
      }
    }
  )

  static let streamElement = Probe(
    name: "stream-element",
    makeSimulatedPath: {
      let producer = StreamProducer<Int>(element: 0)
      var elements = await producer.stream.makeAsyncIterator()
      return { repetitions in
        for element in 0..<repetitions {
          await producer.emit(element: element)
          _ = await elements.next(isolation: #isolation)
        }
      }
    }
  )
}

private actor LoadingStore: ScreenStore {
  enum Action: ActionLockable, LoadingTrackable, Hashable, Sendable {
    case load

    var canTrackLoading: Bool { true }
  }

  nonisolated let binding = ScreenBinding<ScreenState>()

  func perform(_ action: Action) async throws {}
}
