import CGTK4

/// A closure that C code holds as untyped data.
final class Callback {
  private let handler: @MainActor () -> Void

  init(_ handler: @escaping @MainActor () -> Void) {
    self.handler = handler
  }

  /// Calls the closure in `data`; call this only on the main thread.
  static func run(_ data: gpointer?) {
    guard let data else { return }
    let callback = Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue()
    let handler = callback.handler
    MainActor.assumeIsolated { handler() }
  }

  /// Releases the reference in `data`.
  static func release(_ data: gpointer?) {
    guard let data else { return }
    Unmanaged<Callback>.fromOpaque(data).release()
  }
}
