// swift-format-ignore-file
import ScreenStateKit

enum S0CancelBag {
  // App types
  enum DataEvent: Equatable, Sendable {
    case changed(Int)
  }

  nonisolated static let events = StreamProducer<DataEvent>(withLatest: false)
  nonisolated static let handledEvents = StreamProducer<DataEvent>(withLatest: false)

  // S0-19 (L560)
  actor MyStore {
      private let cancelBag = CancelBag()

      deinit {
          cancelBag.cancelAllInTask()  // Non-isolated cleanup in deinit
      }

      func startObserving() {
          Task.detached { [weak self] in
              guard let stream = await self?.eventProducer.stream else { return }
              for await event in stream {
                  await self?.handleEvent(event)
              }
          }.store(in: cancelBag, withIdentifier: "eventObserver")
      }

      func stopObserving() async {
          await cancelBag.cancel(forIdentifier: "eventObserver")
      }
  }

  actor ObservingStore {
    private let cancelBag = CancelBag()
    let changeProducer = StreamProducer<DataEvent>()
    private(set) var changes: [DataEvent] = []

    // S0-20 (L593)
    private func observeChanges() {
        Task.detached { [weak self] in
            guard let stream = await self?.changeProducer.stream else { return }
            for await change in stream {
                await self?.handleChange(change)
            }
        }.store(in: cancelBag, withIdentifier: #function)
    }

    private func handleChange(_ change: DataEvent) {
      changes.append(change)
    }

    func start() {
      observeChanges()
    }
  }
}

// App code that the block leaves out.
extension S0CancelBag.MyStore {
  var eventProducer: StreamProducer<S0CancelBag.DataEvent> { S0CancelBag.events }

  func handleEvent(_ event: S0CancelBag.DataEvent) {
    S0CancelBag.handledEvents.nonIsolatedEmit(event)
  }
}
