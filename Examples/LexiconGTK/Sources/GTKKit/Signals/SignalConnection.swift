import CGTK4

/// A handler of a signal, which is called until the connection is released.
///
/// GLib lets go of the handler with the connection, or earlier if the object is disposed of. A handler
/// that refers to the owner of its connection has to do so weakly.
@MainActor
package final class SignalConnection {
  /// What a signal hands over, and whether it counts as dealt with.
  package typealias Handler = @MainActor (SignalArguments) -> Bool

  private let object: UnsafeMutableRawPointer
  private let id: gulong

  /// Connects to a signal of a GObject; what `handler` returns matters to signals with a result.
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
    precondition(id != 0, "There is no signal '\(signal)'")
  }

  isolated deinit {
    if g_signal_handler_is_connected(object, id) != 0 {
      g_signal_handler_disconnect(object, id)
    }
    g_object_unref(object)
  }
}

/// The handler, as C code holds it.
private final class HandlerBox {
  let handler: SignalConnection.Handler

  init(_ handler: @escaping SignalConnection.Handler) {
    self.handler = handler
  }
}

/// Calls a handler for GLib, which does so on the main thread.
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
