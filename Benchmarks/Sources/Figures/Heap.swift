import HeapStatistics

/// The memory that the process has allocated.
public enum Heap {
  /// What is allocated and not freed.
  public static var bytesInUse: Int { Int(heap_bytes_in_use()) }
}
