extension Optional {
  /// Returns the value of a stub, or throws its error.
  ///
  /// If the stub isn't set, this stops the process.
  public func evaluate<T>(
    file: StaticString = #file,
    line: UInt = #line
  ) throws -> T where Wrapped == Result<T, any Error> {
    guard let self else {
      fatalError("The stub has no result: call complete(with:) first", file: file, line: line)
    }
    return try self.get()
  }
}
