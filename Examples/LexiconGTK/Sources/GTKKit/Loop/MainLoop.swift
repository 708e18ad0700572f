import CGTK4
import Foundation

/// GLib's main loop, which also runs Swift's main actor.
///
/// libdispatch signals work for the main actor through a file descriptor. GLib waits for this descriptor and for its
/// own events at the same time, so the loop doesn't poll.
@MainActor
package final class MainLoop {
  private let loop = g_main_loop_new(nil, 0)
  private let dispatch: guint

  /// Starts GTK.
  ///
  /// - Throws: ``MainLoopError`` if there is no display.
  package init() throws(MainLoopError) {
    guard gtk_init_check() != 0 else {
      throw .noDisplay(ProcessInfo.processInfo.environment["DISPLAY"])
    }
    dispatch = g_unix_fd_add(
      _dispatch_get_main_queue_handle_4CF(),
      G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return true.gboolean
      },
      nil
    )
  }

  isolated deinit {
    g_source_remove(dispatch)
    g_main_loop_unref(loop)
  }

  /// Runs the loop until ``quit()`` is called.
  package func run() {
    g_main_loop_run(loop)
  }

  package func quit() {
    g_main_loop_quit(loop)
  }

  /// Calls a handler inside the loop each time the process receives a signal.
  package func onSignal(_ number: Int32, _ handler: @escaping @MainActor () -> Void) {
    let callback = Unmanaged.passRetained(Callback(handler)).toOpaque()
    g_unix_signal_add_full(
      G_PRIORITY_DEFAULT,
      number,
      { data in
        Callback.run(data)
        return true.gboolean
      },
      callback,
      { data in Callback.release(data) }
    )
  }
}
