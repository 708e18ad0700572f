import Foundation
import Observation
import StateFields

/// A state with fields of each kind, which a session can create.
@MainActor @Observable
final class Page: EmptyState, Identifiable, Linked {
  /// Its values without a child can be encoded.
  enum Place: Codable {
    case none
    case number(Int)
    case page(Page)

    private struct HasChild: Error {}

    init(from decoder: any Decoder) throws {
      self = try decoder.singleValueContainer().decode(Int?.self).map { .number($0) } ?? .none
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .none: try container.encodeNil()
      case .number(let number): try container.encode(number)
      case .page: throw HasChild()
      }
    }
  }

  /// A value that can't be encoded.
  struct Opaque: Equatable {
    var value = 0
  }

  var id = 0
  var count = 0
  var text = ""
  var ratio = 0.0
  var secret = ""
  var seen = 0
  var blob: [UInt8] = []
  var tags: Set<Int> = []
  var table: [Int: String] = [:]
  var nested: Int?? = .none
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var opaque = Opaque()
  var child: Page?
  var list: [Page] = []
  var byKey: [Int: Page] = [:]
  var place = Place.none
  var path: [Place] = []

  init() { LinkedObjects.note(self) }

  convenience init(_ id: Int) {
    self.init()
    self.id = id
  }

  func unlink() {
    child = nil
    list = []
    byKey = [:]
    place = .none
    path = []
  }

  static let snapshotFields = SnapshotFields<Page> {
    Field("id", \.id)
    Field("count", \.count)
    Field("text", \.text)
    Field("ratio", \.ratio)
    Field("secret", \.secret).redacted()
    Field("seen", \.seen).transient()
    Field("blob", \.blob)
    Field("tags", \.tags)
    Field("table", \.table)
    Field("nested", \.nested)
    Field("date", \.date)
    Field("opaque", \.opaque)
    Field("child", child: \.child)
    Field("list", children: \.list)
    Field("byKey", children: \.byKey)
    Field("place", \.place, cases: Place.page)
    Field("path", \.path, cases: Place.page)
  }
}
