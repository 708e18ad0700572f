#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
import Glibc

/// Gives the standard library the simulation's random numbers instead of the system's.
///
/// `SystemRandomNumberGenerator`, and with it `random(in:)` and `shuffled()`, take them that way.
enum SeededRandomness {
  private typealias SystemCall =
    @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int

  #if arch(x86_64)
  private static let getRandom = 318
  #else
  private static let getRandom = 278
  #endif

  // Takes as many arguments as there can be; those that a call does not have are not looked at.
  private static let system: SystemCall = {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "syscall") else {
      fatalError("The C library of this system has no syscall")
    }
    return unsafeBitCast(symbol, to: SystemCall.self)
  }()

  /// Replaces the standard library's reference to `syscall`, and no other library's.
  static func install() {
    let call: SystemCall = { number, first, second, third, fourth, fifth, sixth in
      guard
        number == SeededRandomness.getRandom,
        let simulation = Simulation.current,
        let start = UnsafeMutableRawPointer(bitPattern: first)
      else {
        return SeededRandomness.system(number, first, second, third, fourth, fifth, sixth)
      }
      simulation.fill(UnsafeMutableRawBufferPointer(start: start, count: second))
      return second
    }
    guard let reference = SymbolReference(to: "syscall", in: "libswiftCore.so") else {
      fatalError("The Swift runtime of this system does not refer to syscall")
    }
    // Found before the reference is replaced, and used, so that the compiler does not leave it out: the
    // runtime makes such a value with the help of this very function.
    precondition(unsafeBitCast(system, to: Int.self) != 0)
    reference.replace(with: unsafeBitCast(call, to: UnsafeRawPointer.self))
  }
}
#endif
