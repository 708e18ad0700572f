@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public protocol DynamicProperty {
  mutating func update()
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension DynamicProperty {
  public mutating func update() {}
}

/// A property that the evaluator ties to the place of its view before it asks for the body.
@MainActor
protocol InstalledProperty {
  func install(in context: RenderContext)
}
