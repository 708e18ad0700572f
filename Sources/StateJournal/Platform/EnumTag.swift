/// The numbers of the cases of enumeration values.
///
/// The number is a key for a cache of names: a name itself always comes from reflection. Where the layout isn't known, the
/// caller has to use reflection for each value.
enum EnumTag {
  #if _ptrauth(_arm64e)
  // The functions in the table are signed, and only C code can call them.
  static let isKnown = false

  static func known<Value>(of value: Value) -> Int? { nil }
  #else
  /// Whether the numbers of a sample are as expected.
  static let isKnown = {
    let samples: [Sample] = [.text(""), .pair(1, 2), .flag(true), .none, .other]
    var seen: Set<Int> = []
    for sample in samples {
      guard let tag = tag(of: sample), tag < samples.count, seen.insert(tag).inserted else {
        return false
      }
    }
    return tag(of: Sample.text("a longer text than fits inline")) == tag(of: samples[0])
      && tag(of: 1) == nil
  }()

  private enum Sample {
    case text(String)
    case pair(Int, UInt8)
    case flag(Bool)
    case none
    case other
  }

  /// Returns the number of a value's case, 0 for a structure, or `nil` where the name depends on more; only if `isKnown`.
  @inline(__always)
  static func known<Value>(of value: Value) -> Int? {
    tag(of: value) ?? (kind(of: Value.self) == 0x200 ? 0 : nil)
  }

  @inline(__always)
  private static func kind(of type: any Any.Type) -> Int {
    unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self)
  }

  /// Calls the function for this in the type's table of value witnesses, whose layout is a part of the ABI.
  @inline(__always)
  private static func tag<Value>(of value: Value) -> Int? {
    typealias Function = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
    let type = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
    let kind = type.load(as: Int.self)
    // An enumeration or an optional.
    guard kind == 0x201 || kind == 0x202 else { return nil }
    let word = MemoryLayout<UnsafeRawPointer>.size
    let witnesses = (type - word).load(as: UnsafeRawPointer.self)
    // Enumerations of C and of Objective-C have tables without the functions of enumerations.
    let flags = (witnesses + 10 * word).load(as: UInt32.self)
    guard flags & 0x20_0000 != 0 else { return nil }
    // Behind eight functions, the size, the stride, the flags, and the number of extra inhabitants.
    let function = (witnesses + 10 * word + 8).load(as: Function.self)
    return withUnsafePointer(to: value) { Int(function($0, type)) }
  }
  #endif
}
