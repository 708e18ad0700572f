import CGTK4

@testable import GTKKit

/// Counts the finalized GTK widgets.
@MainActor
final class Ends {
  private(set) var number = 0

  func count(_ widget: Widget?) {
    guard let widget else { return }
    g_object_weak_ref(
      UnsafeMutableRawPointer(widget.pointer).assumingMemoryBound(to: GObject.self),
      { data, _ in
        guard let data else { return }
        let ends = Unmanaged<Ends>.fromOpaque(data).takeUnretainedValue()
        MainActor.assumeIsolated { ends.number += 1 }
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }
}
