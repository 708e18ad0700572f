import HeapStatistics

/// The memory that the process has allocated.
public enum Heap {
  /// The allocated bytes that aren't freed.
  public static var bytesInUse: Int { Int(heap_bytes_in_use()) }
}
