#if (canImport(Darwin) || canImport(Glibc) || canImport(Musl)) && !STATE_NO_DISPATCH
#if canImport(Darwin)
private import Darwin
#elseif canImport(Glibc)
private import Glibc
#else
private import Musl
#endif

/// Run-time lookup of symbols.
package enum DynamicSymbol {
  package static let canBeLookedUp = true

  /// Returns the address of a symbol, or `nil` if no library of the process contains it.
  package static func address(of name: String) -> UnsafeMutableRawPointer? {
    dlsym(dlopen(nil, RTLD_LAZY), name)
  }
}
#else
/// A stand-in for systems without symbol lookup.
package enum DynamicSymbol {
  package static let canBeLookedUp = false

  package static func address(of name: String) -> UnsafeMutableRawPointer? { nil }
}
#endif
