#if (canImport(Darwin) || canImport(Glibc) || canImport(Musl)) && !STATE_NO_DISPATCH
#if canImport(Darwin)
private import Darwin
#elseif canImport(Glibc)
private import Glibc
#else
private import Musl
#endif

/// Symbols that are looked up at run time.
package enum DynamicSymbol {
  package static let canBeLookedUp = true

  /// `nil`: no library of the process has it.
  package static func address(of name: String) -> UnsafeMutableRawPointer? {
    dlsym(dlopen(nil, RTLD_LAZY), name)
  }
}
#else
/// Stands in where no symbol can be looked up.
package enum DynamicSymbol {
  package static let canBeLookedUp = false

  package static func address(of name: String) -> UnsafeMutableRawPointer? { nil }
}
#endif
