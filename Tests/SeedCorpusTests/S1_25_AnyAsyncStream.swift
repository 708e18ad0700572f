// swift-format-ignore-file
import ScreenStateKit

enum S1AnyAsyncStream {
  static func usage(someAsyncSequence: AsyncStream<Int>, process: @Sendable (Any) -> Void) async {
    // S1-25 (L710)
    // Wrap any async sequence
    let wrappedStream = someAsyncSequence.anyAsyncStream

    // Use in generic contexts
    func observe<T>(stream: AnyAsyncStream<T>) async {
        while let value = try? await stream.next() {
            process(value)
        }
    }

    await observe(stream: wrappedStream)
  }
}
