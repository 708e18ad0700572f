import CGTK4
import Foundation

/// GLib's main loop, which serves Swift's main actor as well.
///
/// libdispatch signals the main actor's work through a file descriptor. GLib waits for that and for
/// its own events together, so that nothing is polled.
@MainActor
package final class MainLoop {
  private let loop = g_main_loop_new(nil, 0)
  private let dispatch: guint

  /// Starts GTK.
  ///
  /// - Throws: ``MainLoopError`` where there is no display.
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

  /// Returns after ``quit()``.
  package func run() {
    g_main_loop_run(loop)
  }

  package func quit() {
    g_main_loop_quit(loop)
  }

  /// Calls a handler, inside the loop, each time that a signal has reached the process.
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
