public func pow(_ base: Double, _ exponent: Double) -> Double {
  fatalError()
}
