/// A key of a value that features and screen stores read from their environment, such as a service.
///
/// ```swift
/// enum WordsKey: StoreEnvironmentKey {
///   static let liveValue: any WordService = LiveWords()
///   static let previewValue: any WordService = SampleWords()
/// }
///
/// extension StoreEnvironment {
///   var words: any WordService {
///     get { self[WordsKey.self] }
///     set { self[WordsKey.self] = newValue }
///   }
/// }
/// ```
///
/// The type is the key: two keys of one name differ, and so do the types that a generic key produces.
public protocol StoreEnvironmentKey: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value in an app.
  ///
  /// It is read at each access and not cached, so declare it as `static let`. A computed property that creates another
  /// object at each access is reported as an issue, once, in debug builds.
  static var liveValue: Value { get }
  /// The value in previews; `liveValue` by default.
  static var previewValue: Value { get }
  /// The value in tests; by default, an access reports an issue, which fails the test, and gets `previewValue`.
  static var testValue: Value { get }
}

extension StoreEnvironmentKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The preview value, after an issue that names the key and the code that reads it.
  public static var testValue: Value {
    EnvironmentRead.reportMissing(Self.self)
    return previewValue
  }
}
