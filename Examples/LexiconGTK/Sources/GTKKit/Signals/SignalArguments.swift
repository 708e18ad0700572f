package import CGTK4

/// The arguments of a signal, valid only while its handler runs; the first value is the object itself.
package struct SignalArguments {
  let values: UnsafeBufferPointer<GValue>

  package func unsignedInteger(at index: Int) -> guint {
    g_value_get_uint(address(of: index))
  }

  package func object(at index: Int) -> gpointer? {
    g_value_get_object(address(of: index))
  }

  private func address(of index: Int) -> UnsafePointer<GValue>? {
    precondition(values.indices.contains(index), "The signal has \(values.count) values")
    return values.baseAddress?.advanced(by: index)
  }
}
