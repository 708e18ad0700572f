extension Logger {
  public func log(
    level: Level,
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {
    fatalError()
  }

  public func trace(
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {
    fatalError()
  }

  public func debug(
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {
    fatalError()
  }

  public func info(
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {
    fatalError()
  }

  public func notice(
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {
    fatalError()
  }

  public func warning(
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {
    fatalError()
  }

  public func error(
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {
    fatalError()
  }

  public func critical(
    _ message: @autoclosure () -> Message,
    metadata: @autoclosure () -> Metadata? = nil,
    file: String = #fileID,
    function: String = #function,
    line: UInt = #line
  ) {
    fatalError()
  }
}
