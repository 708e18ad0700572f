// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

public typealias clockid_t = UInt32

public let O_RDWR: Int32 = 2
public let PROT_READ: Int32 = 1
public let PROT_WRITE: Int32 = 2
public let MAP_SHARED: Int32 = 1
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public var MAP_FAILED: UnsafeMutableRawPointer! { fatalError() }
public let F_PREALLOCATE: Int32 = 42
public let F_SETPROTECTIONCLASS: Int32 = 64
public let F_ALLOCATEALL: Int32 = 4
public let F_PEOFPOSMODE: Int32 = 3
public var CLOCK_MONOTONIC: clockid_t { fatalError() }

public func mmap(
  _ address: UnsafeMutableRawPointer!,
  _ size: Int,
  _ protection: Int32,
  _ flags: Int32,
  _ file: Int32,
  _ offset: off_t
) -> UnsafeMutableRawPointer! {
  fatalError()
}

@discardableResult
public func munmap(_ address: UnsafeMutableRawPointer!, _ size: Int) -> Int32 { fatalError() }

@discardableResult
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 {
  fatalError()
}

public struct fstore_t {
  public init(
    fst_flags: UInt32,
    fst_posmode: Int32,
    fst_offset: off_t,
    fst_length: off_t,
    fst_bytesalloc: off_t
  ) {}
}

public func fcntl(_ file: Int32, _ command: Int32, _ argument: Int32) -> Int32 { fatalError() }

public func fcntl(
  _ file: Int32,
  _ command: Int32,
  _ argument: UnsafeMutableRawPointer
) -> Int32 {
  fatalError()
}
