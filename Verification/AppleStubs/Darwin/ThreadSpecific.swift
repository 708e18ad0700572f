// swift-format-ignore: TypeNamesShouldBeCapitalized
public typealias pthread_key_t = UInt

// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>!,
  _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 {
  fatalError()
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? {
  fatalError()
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 {
  fatalError()
}
