// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

public typealias mode_t = UInt16
public typealias off_t = Int64

public let O_RDONLY: Int32 = 0
public let O_WRONLY: Int32 = 1
public let O_NONBLOCK: Int32 = 4
public let O_NOFOLLOW: Int32 = 0x100
public let O_CREAT: Int32 = 0x200
public let O_TRUNC: Int32 = 0x400
public let O_EXCL: Int32 = 0x800
public let O_CLOEXEC: Int32 = 0x100_0000
public let PATH_MAX: Int32 = 1024
public let SEEK_END: Int32 = 2
public let F_FULLFSYNC: Int32 = 51
public let LOCK_EX: Int32 = 2
public let LOCK_UN: Int32 = 8
public let LOCK_NB: Int32 = 4
public let EPERM: Int32 = 1
public let ENOENT: Int32 = 2
public let EINTR: Int32 = 4
public let EACCES: Int32 = 13
public let EEXIST: Int32 = 17
public let ENOTDIR: Int32 = 20
public let EISDIR: Int32 = 21
public let EROFS: Int32 = 30
public let EWOULDBLOCK: Int32 = 35

public var errno: Int32 {
  get { fatalError() }
  set { fatalError() }
}

public func strerror(_ number: Int32) -> UnsafeMutablePointer<CChar>! { fatalError() }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  fatalError()
}

public func close(_ file: Int32) -> Int32 { fatalError() }

public func read(_ file: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int) -> Int {
  fatalError()
}

public func write(_ file: Int32, _ buffer: UnsafeRawPointer!, _ count: Int) -> Int {
  fatalError()
}

public func fsync(_ file: Int32) -> Int32 { fatalError() }

public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { fatalError() }

public func lseek(_ file: Int32, _ offset: off_t, _ origin: Int32) -> off_t { fatalError() }

public func ftruncate(_ file: Int32, _ size: off_t) -> Int32 { fatalError() }

public func rename(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 {
  fatalError()
}

public func realpath(
  _ path: UnsafePointer<CChar>!,
  _ buffer: UnsafeMutablePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! {
  fatalError()
}

public func readlink(
  _ path: UnsafePointer<CChar>!,
  _ buffer: UnsafeMutablePointer<CChar>!,
  _ size: Int
) -> Int {
  fatalError()
}

public func free(_ memory: UnsafeMutableRawPointer!) { fatalError() }

public func unlink(_ path: UnsafePointer<CChar>!) -> Int32 { fatalError() }

public func mkdir(_ path: UnsafePointer<CChar>!, _ mode: mode_t) -> Int32 { fatalError() }

public func flock(_ file: Int32, _ operation: Int32) -> Int32 { fatalError() }

@discardableResult
public func usleep(_ microseconds: UInt32) -> Int32 { fatalError() }

public struct timespec {
  public var tv_sec: Int
  public var tv_nsec: Int

  public init() { fatalError() }
}

public struct stat {
  public var st_ino: UInt64
  public var st_size: Int64
  public var st_ctimespec: timespec

  public init() { fatalError() }
}

public func lstat(_ path: UnsafePointer<CChar>!, _ file: UnsafeMutablePointer<stat>!) -> Int32 {
  fatalError()
}

public struct DIR {}

public struct dirent {
  // As many as are looked at.
  public var d_name: (CChar, CChar, CChar, CChar)
}

public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { fatalError() }

public func readdir(_ folder: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! {
  fatalError()
}

@discardableResult
public func closedir(_ folder: UnsafeMutablePointer<DIR>!) -> Int32 { fatalError() }
