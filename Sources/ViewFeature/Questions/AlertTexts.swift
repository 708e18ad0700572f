/// The texts of an alert's text fields, in the order of the fields.
public struct AlertTexts: Sendable {
  /// Texts that represent any others; the action that a button makes from them shows which text it uses where.
  static let sample = AlertTexts(nil)

  private let texts: [String]?

  private init(_ texts: [String]?) {
    self.texts = texts
  }

  init(of fields: [AlertTextField]) {
    texts = fields.map(\.text)
  }

  /// The text of a field, or an empty string if the field doesn't exist.
  public subscript(index: Int) -> String {
    guard let texts else { return "<text \(index)>" }
    return texts.indices.contains(index) ? texts[index] : ""
  }
}
