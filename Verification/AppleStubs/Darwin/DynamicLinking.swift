// swift-format-ignore: AlwaysUseLowerCamelCase
public let RTLD_LAZY: Int32 = 1

public func dlopen(_ path: UnsafePointer<CChar>?, _ mode: Int32) -> UnsafeMutableRawPointer? {
  fatalError()
}

public func dlsym(
  _ handle: UnsafeMutableRawPointer?,
  _ symbol: UnsafePointer<CChar>?
) -> UnsafeMutableRawPointer? {
  fatalError()
}
