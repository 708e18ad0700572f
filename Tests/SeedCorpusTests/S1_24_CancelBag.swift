// swift-format-ignore-file
import ScreenStateKit

enum S1CancelBag {
  // App types
  enum DataEvent: Equatable, Sendable {
    case changed(Int)
  }

  nonisolated static let handledEvents = StreamProducer<DataEvent>(withLatest: false)

  // S1-24 (L672)
  actor MyViewModel {
      private let cancelBag = CancelBag()
      private let eventProducer = StreamProducer<DataEvent>()

      deinit {
          cancelBag.cancelAllInTask()
      }

      func startObserving() {
          // Store task with identifier for later cancellation
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
}

// App code that the block leaves out.
extension S1CancelBag.MyViewModel {
  func handleEvent(_ event: S1CancelBag.DataEvent) {
    S1CancelBag.handledEvents.nonIsolatedEmit(event)
  }

  func change(_ number: Int) async {
    await eventProducer.emit(element: .changed(number))
  }
}
