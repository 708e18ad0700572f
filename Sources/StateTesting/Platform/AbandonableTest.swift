#if !STATE_NO_DISPATCH && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
/// A test's nonescaping body, for a simulation that may fail.
///
/// Tasks of a failed simulation never run again, and never release the body. The caller would treat that as an escape
/// and stop the process.
struct AbandonableTest: Sendable {
  let body: @concurrent @Sendable () async throws -> Void

  static func run(
    _ body: @concurrent @Sendable () async throws -> Void,
    operation: @Sendable (AbandonableTest) async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(body) { body in
      let test = AbandonableTest(body: body)
      let count = test.referenceCount
      do {
        try await operation(test)
      } catch {
        if error is SimulationError { test.dropReferences(downTo: count) }
        throw error
      }
    }
  }

  private var context: UnsafeMutableRawPointer {
    unsafeBitCast(self, to: (UnsafeRawPointer, UnsafeMutableRawPointer).self).1
  }

  private var referenceCount: Int { retainCount(of: context) }

  private func dropReferences(downTo count: Int) {
    while referenceCount > count { Unmanaged<AnyObject>.fromOpaque(context).release() }
  }
}

@_silgen_name("swift_retainCount")
private func retainCount(of object: UnsafeMutableRawPointer) -> Int
#endif
