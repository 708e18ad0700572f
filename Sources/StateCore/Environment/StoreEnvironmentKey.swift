/// A key of a value that features and screen stores read from their environment, such as a service.
///
/// ```swift
/// enum WordsKey: StoreEnvironmentKey {
///   static let liveValue: any WordService = LiveWords()
///   static let previewValue: any WordService = SampleWords()
/// }
///
/// nonisolated extension StoreEnvironment {
///   var words: any WordService {
///     get { self[WordsKey.self] }
///     set { self[WordsKey.self] = newValue }
///   }
/// }
/// ```
///
/// The type is the key: two types with the same name in different modules are different keys, and so are two
/// specializations of a generic type.
public protocol StoreEnvironmentKey: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value in an app.
  ///
  /// Each access reads it without a cache, so declare it as `static let`. If a computed property creates another object
  /// at each access, debug builds report an issue, once for each key.
  static var liveValue: Value { get }
  /// The value in previews; `liveValue` by default.
  static var previewValue: Value { get }
  /// The value in tests; by default, an access reports an issue, which fails the test, and returns `previewValue`.
  static var testValue: Value { get }
}

extension StoreEnvironmentKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The preview value; an access reports an issue that names the key and the code that reads it.
  public static var testValue: Value {
    EnvironmentRead.reportMissing(Self.self)
    return previewValue
  }
}
