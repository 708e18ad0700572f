#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
import Glibc

// Referenced by symbol, because the runtime uses this function to initialize a static property. It has the maximum
// number of parameters; a call ignores those that it doesn't use.
@_silgen_name("syscall")
private func systemCall(
  _ number: Int,
  _ first: Int,
  _ second: Int,
  _ third: Int,
  _ fourth: Int,
  _ fifth: Int,
  _ sixth: Int
) -> Int

/// A source of the simulation's random numbers for the standard library, instead of the system's.
///
/// `SystemRandomNumberGenerator`, and therefore `random(in:)` and `shuffled()`, use it.
enum SeededRandomness {
  private typealias SystemCall =
    @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int

  #if arch(x86_64)
  private static let getRandom = 318
  #else
  private static let getRandom = 278
  #endif

  /// Replaces the standard library's reference to `syscall`.
  ///
  /// Other libraries aren't affected.
  static func install() {
    let call: SystemCall = { number, first, second, third, fourth, fifth, sixth in
      guard
        number == SeededRandomness.getRandom,
        let simulation = Simulation.current,
        let start = UnsafeMutableRawPointer(bitPattern: first)
      else {
        return systemCall(number, first, second, third, fourth, fifth, sixth)
      }
      simulation.fill(UnsafeMutableRawBufferPointer(start: start, count: second))
      return second
    }
    guard let reference = SymbolReference(to: "syscall", in: "libswiftCore.so") else {
      fatalError("The Swift runtime of this system does not refer to syscall")
    }
    reference.replace(with: unsafeBitCast(call, to: UnsafeRawPointer.self))
  }
}
#endif
