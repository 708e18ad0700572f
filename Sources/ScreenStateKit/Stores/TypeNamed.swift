/// A type that provides its name for logs.
public protocol TypeNamed {
  /// The name of the dynamic type, without its module.
  var declaredName: String { get }
}

extension TypeNamed {
  /// The name of the type, without its module.
  public static var typeNamed: String {
    String(describing: Self.self)
  }

  public var declaredName: String {
    String(describing: type(of: self))
  }
}
