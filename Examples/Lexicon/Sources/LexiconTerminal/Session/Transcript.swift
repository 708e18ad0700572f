/// Writes frames as text, one after the other.
@MainActor
package final class Transcript {
  private let write: (String) -> Void
  private var count = 0

  package init(write: @escaping (String) -> Void) {
    self.write = write
  }

  package func append(_ frame: Frame) {
    count += 1
    write("--- frame \(count)\n\(frame.plainText)\n")
  }
}
