import CGTK4
import Testing

@testable import GTKKit

@MainActor
struct SignalConnectionTests {
  /// An object with signals that doesn't need a display.
  private let adjustment: UnsafeMutableRawPointer

  init() throws {
    adjustment = try #require(g_object_ref_sink(gtk_adjustment_new(0, 0, 100, 1, 10, 10)))
  }

  private func change() {
    let adjustment = adjustment.assumingMemoryBound(to: GtkAdjustment.self)
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + 1)
  }

  @Test func `a handler is called for each signal`() {
    var calls = 0
    let connection = SignalConnection(adjustment, "value-changed") { _ in
      calls += 1
      return false
    }
    change()
    change()
    withExtendedLifetime(connection) {}
    #expect(calls == 2)
  }

  @Test func `a handler is called no more when its connection is released`() {
    var calls = 0
    var connection: SignalConnection? = SignalConnection(adjustment, "value-changed") { _ in
      calls += 1
      return false
    }
    withExtendedLifetime(connection) {}
    connection = nil
    change()
    #expect(calls == 0)
  }

  @Test func `a handler is let go with its connection`() {
    final class Owned {}
    weak var weakOwned: Owned?
    var connection: SignalConnection?
    do {
      let owned = Owned()
      weakOwned = owned
      connection = SignalConnection(adjustment, "value-changed") { _ in
        withExtendedLifetime(owned) {}
        return false
      }
    }
    #expect(weakOwned != nil)
    withExtendedLifetime(connection) {}
    connection = nil
    #expect(weakOwned == nil)
  }

  @Test func `a handler may release its own connection`() {
    var connection: SignalConnection?
    var calls = 0
    connection = SignalConnection(adjustment, "value-changed") { _ in
      calls += 1
      connection = nil
      return false
    }
    withExtendedLifetime(connection) {}
    change()
    change()
    #expect(calls == 1)
  }
}
