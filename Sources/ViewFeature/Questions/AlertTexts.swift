/// The texts of an alert's text fields, in the order of the fields.
public struct AlertTexts: Sendable {
  /// Texts that stand for any others: what a button makes of them shows where it uses which.
  static let sample = AlertTexts(nil)

  private let texts: [String]?

  private init(_ texts: [String]?) {
    self.texts = texts
  }

  init(of fields: [AlertTextField]) {
    texts = fields.map(\.text)
  }

  /// The text of a field; empty for a field that is not there.
  public subscript(index: Int) -> String {
    guard let texts else { return "<text \(index)>" }
    return texts.indices.contains(index) ? texts[index] : ""
  }
}
