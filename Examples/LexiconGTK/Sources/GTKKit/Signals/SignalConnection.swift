import CGTK4

/// A connection of a handler to a signal, which lasts until it is released.
///
/// GLib releases the handler with the connection, or earlier if the object is disposed. A handler must refer to the
/// owner of its connection weakly.
@MainActor
package final class SignalConnection {
  /// Handles the arguments of a signal, and returns whether it handled the signal.
  package typealias Handler = @MainActor (SignalArguments) -> Bool

  private let object: UnsafeMutableRawPointer
  private let id: gulong

  /// Connects to a signal of a GObject; the result of `handler` is used only by signals with a result.
  package init(
    _ object: UnsafeMutableRawPointer,
    _ signal: String,
    _ handler: @escaping Handler
  ) {
    self.object = g_object_ref(object)
    let data = Unmanaged.passRetained(HandlerBox(handler)).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)
    g_closure_add_finalize_notifier(closure, data) { data, _ in
      guard let data else { return }
      Unmanaged<HandlerBox>.fromOpaque(data).release()
    }
    g_closure_set_marshal(closure, call)
    id = g_signal_connect_closure(object, signal, closure, 0)
    precondition(id != 0, "The signal '\(signal)' doesn't exist")
  }

  isolated deinit {
    if g_signal_handler_is_connected(object, id) != 0 {
      g_signal_handler_disconnect(object, id)
    }
    g_object_unref(object)
  }
}

/// A box with the handler for C code.
private final class HandlerBox {
  let handler: SignalConnection.Handler

  init(_ handler: @escaping SignalConnection.Handler) {
    self.handler = handler
  }
}

/// Calls a handler for GLib, on the main thread.
private func call(
  closure: UnsafeMutablePointer<GClosure>?,
  result: UnsafeMutablePointer<GValue>?,
  count: guint,
  values: UnsafePointer<GValue>?,
  hint: gpointer?,
  data: gpointer?
) {
  guard let closure, let data = closure.pointee.data else { return }
  let handler = Unmanaged<HandlerBox>.fromOpaque(data).takeUnretainedValue().handler
  nonisolated(unsafe) let arguments = SignalArguments(
    values: UnsafeBufferPointer(start: values, count: Int(count))
  )
  let isHandled = MainActor.assumeIsolated { handler(arguments) }
  if let result {
    g_value_set_boolean(result, isHandled.gboolean)
  }
}
